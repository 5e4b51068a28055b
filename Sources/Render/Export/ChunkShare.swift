import MediaIO
import Planning

/// The contents of one chunk of a plan: a run of units that depends only on the plan and the number of chunks.
struct ChunkShare {
    let units: [EncodeUnit]
    /// The sound goes into the first chunk.
    let hasAudio: Bool

    /// - Parameter number: from 1 to `count`.
    init(_ number: Int, of count: Int, in plan: RenderPlan) {
        let all = plan.spans.units
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
        let pictures = spans.units.reduce(0) { $0 + Int64($1.frames.count) }
        let minutes = Int(pictures / (Int64(composition.frameRate.framesPerSecond.rounded()) * 60)) + 1
        return Swift.min(minutes, Swift.max(1, spans.units.count), 1000)
    }
}
