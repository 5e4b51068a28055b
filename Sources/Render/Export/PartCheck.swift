import Planning
import MediaIO

/// Checks that finished parts are the ones the plan needs. They may come from other machines or from an old render, so
/// nothing in them is trusted.
struct PartCheck {
    private let plan: RenderPlan
    private let digest: String
    private let units: [String: EncodeUnit]
    /// The codec configuration that all pictures must share: with another one, the film would show some of them
    /// incorrectly.
    private var configuration: [UInt8]?
    /// Whether it is the configuration from this machine's encoder.
    private let isOwn: Bool

    /// No codec reorders packets by more than this.
    private static let deepestReordering = 16

    /// - Parameters:
    ///   - digest: the plan's digest.
    ///   - continues: whether more parts will be encoded next to the checked ones.
    init(_ plan: RenderPlan, digest: String, continues: Bool) {
        self.plan = plan
        self.digest = digest
        // Copied packets were joined with the parameter sets of this machine's encoder.
        isOwn = continues || plan.join != nil
        units = Dictionary(uniqueKeysWithValues: plan.units.map { ($0.name, $0) })
    }

    /// The label of a part's packet file.
    static func label(_ part: String, of digest: String) -> String { "\(digest) \(part)" }

    /// Reads a whole part.
    ///
    /// - Parameter name: the part it must be.
    /// - Returns: the notes kept with it.
    /// - Throws: `MediaError.unusablePart`.
    @discardableResult
    mutating func check(_ slice: PacketFileSlice, is name: String) throws -> PartNotes {
        let fault = { (reason: String) in MediaError.unusablePart(path: slice.path, reason: reason) }
        let reader = try PacketFileReader(slice)
        guard reader.label == Array(Self.label(name, of: digest).utf8) else {
            throw fault("belongs to another position or plan")
        }
        var times: [Int64] = []
        var beginsWithKeyFrame = false
        while let packet = try reader.next() {
            if times.isEmpty { beginsWithKeyFrame = packet.isKeyFrame }
            times.append(packet.presentation)
        }
        guard let notes = PartNotes(reader.notes, of: plan.inputs) else {
            throw fault("has notes that cannot be read")
        }
        guard beginsWithKeyFrame else { throw fault("does not begin with a key frame") }
        if let unit = units[name] {
            guard isComplete(times, unit) else { throw fault("does not have the expected frames") }
            guard try isAlike(reader.configuration) else {
                throw fault("was encoded by other versions of FFmpeg or the encoder than the rest")
            }
        } else if name == EncodeUnit.audioName, plan.encodesAudio {
            let encoder = try AudioEncoder(plan.output.audio).parameters
            guard isComplete(times, encoder), reader.configuration == encoder.configuration else {
                throw fault("does not have the sound of the film")
            }
        } else {
            throw fault("does not belong to the plan")
        }
        return notes
    }

    mutating func isFinished(_ unit: EncodeUnit, in store: some UnitStore) -> Bool {
        store.slice(of: unit).map { (try? check($0, is: unit.name)) != nil } ?? false
    }
    mutating func isAudioFinished(in store: some UnitStore) -> Bool {
        store.sound.map { (try? check($0, is: EncodeUnit.audioName)) != nil } ?? false
    }

    /// One packet per frame, none far from its place.
    private func isComplete(_ times: [Int64], _ unit: EncodeUnit) -> Bool {
        let sorted = unit.frames.map(plan.ticks(ofFrame:))
        guard times.count == sorted.count, times.first == sorted.first, times.sorted() == sorted else { return false }
        return times.enumerated().allSatisfy { place, time in
            let near = max(0, place - Self.deepestReordering)...min(sorted.count - 1, place + Self.deepestReordering)
            return (sorted[near.lowerBound]...sorted[near.upperBound]).contains(time)
        }
    }

    /// Consecutive packets, from what the encoder needs at the start to the end of the film.
    private func isComplete(_ times: [Int64], _ encoder: AudioTrackParameters) -> Bool {
        let size = Int64(encoder.frameSize)
        let end = plan.composition.duration.ticks(in: .perSecond(encoder.sampleRate), .nearest)
        let expected = stride(from: -Int64(encoder.primingSamples), to: end, by: Int64.Stride(size))
        return times.elementsEqual(expected)
    }

    private func ownConfiguration() throws -> [UInt8] {
        try VideoEncoder.takingTurns([plan.video]) { try VideoEncoder(plan.video).configuration }
    }

    private mutating func isAlike(_ other: [UInt8]) throws -> Bool {
        let expected = try configuration ?? (isOwn ? ownConfiguration() : other)
        configuration = expected
        return other == expected
    }
}
