import MediaIO
import MediaTime
import Sound

/// The sound programme on its way through the encoder into the file. Lives in one thread.
final class SoundTrack {
    private let programme: SoundProgramme
    private let encoder: SoundEncoder
    private let stream: Int

    /// `nil` when the programme has no sound.
    init?(_ plan: RenderPlan, _ muxer: Muxer) throws {
        guard let programme = SoundProgramme(plan) else { return nil }
        self.programme = programme
        encoder = try SoundEncoder(bitRate: plan.sound.bitRate)
        stream = try muxer.addStream(encoder)
    }

    /// Writes the sound up to `time` of the programme.
    func write(until time: MediaTime, to muxer: Muxer) throws {
        let end = time.ticks(in: .perSecond(AudioBuffer.sampleRate), .up)
        while programme.position < end, let block = try programme.next(encoder.frameSize) {
            try encoder.encode(block) { try muxer.write($0, stream: stream) }
        }
    }

    func finish(to muxer: Muxer) throws {
        while let block = try programme.next(encoder.frameSize) {
            try encoder.encode(block) { try muxer.write($0, stream: stream) }
        }
        try encoder.finish { try muxer.write($0, stream: stream) }
    }

    var damage: [Int: Damage] { programme.damage }
}
