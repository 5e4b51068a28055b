import Audio
import MediaIO
import MediaTime
import Planning
import Platform

/// The sound of the whole film, encoded once into a packet file.
///
/// It is encoded in one go. AAC in pieces could be joined without a gap, but FFmpeg's encoder needs up to eight seconds
/// to find the quality that a bit rate allows: each piece would begin worse than the one before ended.
struct AudioUnit: Sendable {
    let plan: RenderPlan
    let checkpoint: Checkpoint
    let cancellation: Cancellation

    /// Samples mixed at a time.
    private static let block = 4096

    /// Renders the sound into the checkpoint, and notes the damage in each take's sound and the loudness. If a target
    /// level is set, the mix is measured first and the encoded sound is measured again.
    ///
    /// - Throws: `RenderError.cancelled` between blocks.
    func render() throws {
        let settings = plan.output.audio
        guard let target = settings.level,
            var search = LevelSearch(
                target, of: try Loudness(ofBlocks: ReadAhead(blocks()).next, as: settings.format))
        else { return _ = try write(.init()) { _ in true } }
        while try !write(search.setting, isGood: { search.accepts($0) }) {}
    }

    /// Whether another film of the same recording has bit-identical sound.
    func sounds(like other: AudioUnit) -> Bool {
        plan.output.audio == other.plan.output.audio && plan.mix == other.plan.mix
            && plan.composition.duration == other.plan.composition.duration
    }

    /// Takes over the sound rendered for another film with the same sound.
    func take(from other: AudioUnit) throws {
        let reader = try PacketFileReader(PacketFileSlice(path: other.checkpoint.audioPath))
        let writer = try PacketFileWriter(
            path: checkpoint.audioPath, label: PartCheck.label(EncodeUnit.audioName, of: checkpoint.digest),
            configuration: reader.configuration)
        while let packet = try reader.next() {
            try writer.write(packet)
        }
        try writer.finish(notes: reader.notes)
    }

    /// Mixes and encodes everything.
    ///
    /// - Parameter isGood: whether to keep sound written with this loudness.
    private func write(_ setting: LevelSearch.Setting, isGood: (Loudness) -> Bool) throws -> Bool {
        guard let mixer = AudioMixer(plan) else { return true }
        let encoder = try AudioEncoder(
            plan.output.audio, setting: setting, duration: plan.composition.duration)
        let meter = try WrittenSoundMeter(encoder.parameters, duration: plan.composition.duration)
        let writer = try PacketFileWriter(
            path: checkpoint.audioPath, label: PartCheck.label(EncodeUnit.audioName, of: checkpoint.digest),
            configuration: encoder.parameters.configuration)
        // Mixed, encoded and measured in a thread each.
        let blocks = ReadAhead(blocks(of: mixer))
        var isFinished = false
        let encoded = ReadAhead { () -> [StoredPacket]? in
            guard !isFinished else { return nil }
            var packets: [StoredPacket] = []
            let take = { (packet: Packet) in packets.append(StoredPacket(packet, isKeyFrame: true)) }
            if let block = try blocks.next() {
                try encoder.encode(block, to: take)
            } else {
                isFinished = true
                try encoder.finish(to: take)
            }
            return packets
        }
        while let packets = try encoded.next() {
            for packet in packets {
                try meter.add(packet)
                try writer.write(packet)
            }
        }
        try plan.checkInputs()
        let loudness = try meter.finish()
        guard isGood(loudness) else { return false }
        try writer.finish(notes: try PartNotes(mixer.damage, loudness: loudness).bytes)
        return true
    }

    /// The mix, from its start.
    private func blocks(of mixer: AudioMixer? = nil) -> () throws -> AudioBuffer? {
        let mixer = mixer ?? AudioMixer(plan)
        return {
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            return try mixer?.next(Self.block)
        }
    }
}

extension AudioEncoder {
    /// The encoder of a film's sound.
    convenience init(
        _ settings: AudioSettings, setting: LevelSearch.Setting = .init(), duration: MediaTime? = nil
    ) throws(MediaError) {
        try self.init(
            settings.codec, bitRate: settings.bitRate, format: settings.format, setting: setting, duration: duration)
    }
}
