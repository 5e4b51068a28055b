import MediaTime
import Planning
import Timeline

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
    /// How many chunks are worth a machine each: about a minute of pictures or more per chunk.
    package var usualChunkCount: Int {
        let pictures = units.reduce(0) { $0 + Int64($1.frames.count) }
        let minutes = Int(pictures / (Int64(composition.frameRate.framesPerSecond.rounded()) * 60)) + 1
        return Swift.min(minutes, Swift.max(1, units.count), 1000)
    }

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
