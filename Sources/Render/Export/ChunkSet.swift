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

/// What is known of the files of a film's chunks before they are joined.
package struct ChunkReport: Sendable, Encodable {
    package struct File: Sendable, Encodable {
        package var path: String
        /// `nil` if it cannot be told.
        package var chunk: Int?
        package var reason: String
    }

    /// How many chunks the film was divided into; `nil` if no file says so, or they do not agree.
    package var chunkCount: Int?
    /// The numbers of chunks without a usable file; those without pictures need none.
    package var missing: [Int]
    package var damaged: [File] = []
    /// Chunks of other plans, and what is none.
    package var foreign: [File] = []
    /// Rendered with other versions than the first one.
    package var otherVersions: [File] = []
    package var isComplete: Bool { missing.isEmpty && chunkCount != nil }

    /// Reads every file.
    ///
    /// - Throws: `MediaError` if an input of the plan cannot be read.
    package init(_ paths: [String], of plan: RenderPlan) throws {
        let digest = try plan.digest
        var set = try ChunkSet(of: plan)
        var (files, first): ([ChunkFile], ChunkFile?) = ([], nil)
        for path in paths {
            var header: ChunkFile?
            do {
                let chunk = try ChunkFile(path: path)
                header = chunk
                guard chunk.plan == digest else {
                    foreign.append(File(path: path, reason: "is a chunk of another plan"))
                    continue
                }
                try set.add(path, having: ChunkShare(chunk.number, of: chunk.count, in: plan).names)
                files.append(chunk)
                first = first ?? chunk
                let differences = chunk.versions.differences(from: first!.versions)
                if !differences.isEmpty {
                    otherVersions.append(
                        File(path: path, chunk: chunk.number, reason: differences.joined(separator: ", ")))
                }
            } catch MediaError.notChunk(_, let reason) {
                let file = File(path: path, chunk: header?.number, reason: reason)
                if reason.contains("damaged") || header != nil { damaged.append(file) } else { foreign.append(file) }
            }
        }
        chunkCount = set.count
        let known = Set(files.map(\.number))
        missing =
            set.count.map { count in
                (1...count).filter { !known.contains($0) && !ChunkShare($0, of: count, in: plan).names.isEmpty }
            } ?? []
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

/// What a machine that renders a chunk needs: the parts of recordings, from the key frame before, and the frames that it
/// makes of them.
package struct ChunkNeeds: Sendable {
    /// From 1.
    package let number: Int
    /// Those that are encoded lie in here; empty if there are none.
    package let frames: Range<Int64>
    /// By path, in the files' time.
    package let files: [(path: String, range: TimeRange)]
    /// Whether it has the film's sound, and reads everything that is heard.
    package let hasSound: Bool
}

extension RenderPlan {
    /// - Parameter count: of all chunks.
    package func needs(ofChunks count: Int) -> [ChunkNeeds] {
        let bounds = (composition.segments.map(\.frames) + composition.transitions.map(\.frames)).flatMap {
            [$0.lowerBound - 1, $0.lowerBound, $0.upperBound - 1, $0.upperBound]
        }
        // Between these, time runs evenly.
        let changes = Set(bounds).sorted()
        return (1...count).map { number in
            let share = ChunkShare(number, of: count, in: self)
            let first = share.units.first?.frames.lowerBound ?? 0
            var ranges: [String: TimeRange] = [:]
            for unit in share.units {
                let frames = Int64(unit.frames.lowerBound)..<Int64(unit.frames.upperBound)
                let inner = changes[changes.partitioningIndex { $0 >= frames.lowerBound }...].prefix {
                    $0 < frames.upperBound
                }
                for frame in [frames.lowerBound] + inner + [frames.upperBound - 1] {
                    for instant in composition.frame(at: frame).instants {
                        for layer in instant.scene.visibleLayers {
                            guard let take = composition.session.nearestTake(of: layer.angle, at: instant.time) else {
                                continue
                            }
                            let time = composition.session.takes[take].fileTime(at: instant.time)
                            let shown = TimeRange(start: time, duration: composition.frameRate.frameDuration)
                            let path = sources[take].path
                            ranges[path] =
                                ranges[path].map {
                                    TimeRange(start: min($0.start, shown.start), end: max($0.end, shown.end))
                                } ?? shown
                        }
                    }
                }
            }
            return ChunkNeeds(
                number: number, frames: Int64(first)..<Int64(share.units.last?.frames.upperBound ?? first),
                files: ranges.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, hasSound: share.hasAudio)
        }
    }
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
