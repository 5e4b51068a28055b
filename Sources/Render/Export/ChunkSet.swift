import MediaIO
import MediaTime
import Planning

/// The units in the chunk files of one plan.
struct ChunkSet: UnitStore {
    private let digest: String
    private let names: Set<String>
    private var check: PartCheck
    private var slices: [String: PacketFileSlice] = [:]

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
    }

    func slice(of unit: EncodeUnit) -> PacketFileSlice? { slices[unit.name] }
    var sound: PacketFileSlice? { slices[EncodeUnit.audioName] }
}

extension RenderPlan {
    /// The time ranges of missing units; adjacent ones are merged.
    func missing(_ units: [EncodeUnit], audio: Bool = false) -> RenderError {
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
            }, audio: audio)
    }
}

/// The contents of one chunk of a plan: a run of units that depends only on the plan and the number of chunks.
struct ChunkShare {
    let units: [EncodeUnit]
    /// The sound goes into the first chunk.
    let hasAudio: Bool

    /// - Parameter number: from 1 to `count`.
    init(_ number: Int, of count: Int, in plan: RenderPlan) {
        let all = plan.units
        let start = { (number: Int) in all.count * (number - 1) / count }
        units = Array(all[start(number)..<start(number + 1)])
        hasAudio = number == 1 && plan.encodesAudio
    }

    /// The parts in its file.
    var names: Set<String> { Set(units.map(\.name) + (hasAudio ? [EncodeUnit.audioName] : [])) }
}

/// A chunk that still has to be rendered, and what is wrong with its current file.
package struct ChunkFault: Sendable {
    /// Starts at 1.
    package let number: Int
    /// `nil` if there is no file.
    package let error: MediaError?
}

extension RenderPlan {
    /// The chunks that still have to be rendered. Every file is read and checked against the plan; job states reported
    /// by a scheduler are not used.
    ///
    /// - Parameter paths: the paths of all chunks, in order.
    /// - Throws: `MediaError` when an input of the plan cannot be read.
    package func chunkFaults(_ paths: [String]) throws -> [ChunkFault] {
        var chunks = try ChunkSet(of: self)
        return try paths.enumerated().compactMap { index, path in
            let parts = ChunkShare(index + 1, of: paths.count, in: self).names
            // A short film has fewer units than chunks.
            guard !parts.isEmpty else { return nil }
            guard FileIdentity(path: path) != nil else { return ChunkFault(number: index + 1, error: nil) }
            do {
                try chunks.add(path, having: parts)
                return nil
            } catch let error as MediaError {
                return ChunkFault(number: index + 1, error: error)
            }
        }
    }

    /// How many chunks are worth a machine each: about a minute of pictures or more per chunk.
    package var usualChunkCount: Int {
        let pictures = units.reduce(0) { $0 + Int64($1.frames.count) }
        let minutes = Int(pictures / (Int64(composition.frameRate.framesPerSecond.rounded()) * 60)) + 1
        return Swift.min(minutes, Swift.max(1, units.count), 1000)
    }
}
