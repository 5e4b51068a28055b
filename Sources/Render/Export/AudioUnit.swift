import Frames
import Planning
import MediaIO
import MediaTime
import Audio

/// The sound of the whole film, encoded once into a packet file.
///
/// Once and in one piece: every encoder starts with priming samples, so sound encoded in pieces would drift
/// apart from the picture at each splice (107 ms over four, measured).
enum AudioUnit {
    /// Renders the sound into a checkpoint, and notes what was wrong with each take's.
    ///
    /// - Throws: `RenderError.cancelled` between packets.
    static func render(
        _ mixer: AudioMixer, of plan: RenderPlan, to checkpoint: Checkpoint, _ cancellation: Cancellation
    ) throws {
        let encoder = try AudioEncoder(plan.output.audio)
        let writer = try PacketFileWriter(
            path: checkpoint.audioPath, label: PartCheck.label(EncodeUnit.audioName, of: checkpoint.digest),
            configuration: encoder.parameters.configuration)
        let write = { (packet: Packet) in
            try packet.withBytes { try writer.write(presentation: packet.presentation, isKeyFrame: true, bytes: $0) }
        }
        while let block = try mixer.next(encoder.frameSize) {
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            try encoder.encode(block, to: write)
        }
        try encoder.finish(to: write)
        try plan.checkInputs()
        try writer.finish(notes: try DamageNotes(mixer.damage).bytes)
    }
}

extension AudioEncoder {
    /// The encoder of a film's sound.
    convenience init(_ settings: AudioSettings) throws(MediaError) {
        try self.init(settings.codec, bitRate: settings.bitRate)
    }
}
