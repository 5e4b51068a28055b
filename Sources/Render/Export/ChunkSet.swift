import Audio
import MediaIO
import MediaTime
import Planning

/// The units in the chunk files of one plan.
struct ChunkSet: UnitStore {
    private let digest: String
    private let names: Set<String>
    private var check: PartCheck
    private var slices: [String: PacketFileSlice] = [:]
    private var counts: Set<Int> = []
    /// How many chunks the film was divided into, if all say the same.
    var count: Int? { counts.count == 1 ? counts.first : nil }

    /// - Throws: `MediaError` when an input of the plan cannot be read.
    init(of plan: RenderPlan) throws(MediaError) {
        digest = try plan.digest
        names = Set(plan.units.map(\.name) + [EncodeUnit.audioName])
        check = PartCheck(plan, digest: digest, continues: false)
    }

    /// Opens a chunk and checks everything in it.
    ///
    /// - Parameter expected: the parts it must have, if known.
    /// - Throws: `MediaError.notChunk` if it is damaged, belongs to another plan, or has other parts.
    mutating func add(_ path: String, having expected: Set<String>? = nil) throws {
        let chunk = try ChunkFile(path: path)
        guard chunk.plan == digest else {
            throw MediaError.notChunk(
                path: path, reason: "is a chunk of another plan; render it again with this one")
        }
        guard names.isSuperset(of: chunk.parts.keys) else {
            throw MediaError.notChunk(
                path: path, reason: "is a chunk with parts that this plan does not have; render it again")
        }
        guard expected == nil || expected == Set(chunk.parts.keys) else {
            throw MediaError.notChunk(path: path, reason: "is another chunk of this plan; render it again")
        }
        for (name, slice) in chunk.parts.sorted(by: { $0.value.offset < $1.value.offset }) {
            do {
                try check.check(slice, is: name)
            } catch MediaError.unusablePart(_, let reason) {
                throw MediaError.notChunk(
                    path: path, reason: "is a chunk whose part '\(name)' \(reason); render it again")
            }
        }
        slices.merge(chunk.parts) { $1 }
        counts.insert(chunk.count)
    }

    func slice(of unit: EncodeUnit) -> PacketFileSlice? { slices[unit.name] }
    var sound: PacketFileSlice? { slices[EncodeUnit.audioName] }
}

extension RenderPlan {
    /// The time ranges of missing units; adjacent ones are merged.
    ///
    /// - Parameter count: of the chunks, if known.
    func missing(_ units: [EncodeUnit], audio: Bool = false, of count: Int? = nil) -> RenderError {
        let all = units
        var stretches: [Range<Int>] = []
        for index in all.indices where units.contains(where: { $0.name == all[index].name }) {
            if let last = stretches.last, last.upperBound == index {
                stretches[stretches.count - 1] = last.lowerBound..<index + 1
            } else {
                stretches.append(index..<index + 1)
            }
        }
        let time = composition.frameRate.time(ofFrame:)
        return .unitsMissing(
            stretches.map {
                TimeRange(
                    start: time(all[$0.lowerBound].frames.lowerBound),
                    end: time(all[$0.upperBound - 1].frames.upperBound))
            }, audio: audio, chunks: count.map { chunks(with: Set(units.map(\.name)), audio: audio, of: $0) } ?? [],
            of: count)
    }

    /// The numbers of the chunks that have any of these units, or the sound.
    private func chunks(with names: Set<String>, audio: Bool, of count: Int) -> [Int] {
        (1...count).filter { number in
            let share = ChunkShare(number, of: count, in: self)
            return audio && share.hasAudio || share.units.contains { names.contains($0.name) }
        }
    }

    /// Whether the instructions that a processor has decide the bytes: of all encoders, libx264 alone is told to be the same
    /// on all, and sound is resampled with them.
    var dependsOnProcessor: Bool {
        output.codec == .hevc || output.codec == .av1 || output.codec == .vp9
            || sources.contains { $0.info.audio.contains { $0.sampleRate != AudioBuffer.sampleRate } }
            || sounds.contains { $0.info.audio.contains { $0.sampleRate != AudioBuffer.sampleRate } }
    }
}
