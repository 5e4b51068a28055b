import Platform
import Audio
import Planning
import MediaIO
import MediaTime
import Pictures

/// The thread that decodes and composes pictures ahead of the encoders, for one film or for several made in one pass.
/// Several films walk through the recording side by side, so that each source picture is decoded only once.
final class Composer {
    /// Pictures between the two threads: enough for both to work at their own pace, few enough to stay small.
    static let queueDepth = 4

    /// A picture and, with the last one of a unit, the damage found in the data so far.
    struct Composed {
        var picture: Picture
        var damage: [SourceID: Damage]?
    }

    /// The pictures of one film on their way to its encoder.
    struct Feed: Sendable {
        fileprivate let queue = BoundedQueue<Composed>(capacity: queueDepth)

        /// The next picture; `nil` at the end or when cancelled.
        func next() throws -> Composed? { try queue.pop() }

        /// Stops the feed: no more pictures are needed.
        func close() { queue.close() }
    }

    /// One per film.
    let feeds: [Feed]
    private let thread: WorkerThread
    private var isStopped = false

    /// - Throws: `RenderError.noThread`.
    init(
        _ works: [Film.Work], steadying: Steadying, decoderThreads: Int, _ cancellation: Cancellation
    ) throws(RenderError) {
        let feeds = works.map { _ in Feed() }
        self.feeds = feeds
        thread = try WorkerThread {
            let result = Result {
                try Self.compose(
                    works, for: feeds, steadying, decoderThreads: decoderThreads, cancellation)
            }
            for feed in feeds { feed.queue.finish(result) }
        }
    }

    private static func compose(
        _ works: [Film.Work], for feeds: [Feed], _ steadying: Steadying, decoderThreads: Int,
        _ cancellation: Cancellation
    ) throws {
        let footage = SharedFootage()
        let compositors = works.map { work in
            Compositor(
                work.plan, decoderThreads: decoderThreads, footage: footage, steadying: steadying,
                turnedBy: work.plan.carriedOrientation.inverse)
        }
        var walk = SideBySide(works)
        while !cancellation.isCancelled, let (film, frame, endsUnit) = walk.next() {
            let picture = try compositors[film].picture(ofFrame: frame)
            let damage = endsUnit ? compositors[film].damage : nil
            guard feeds[film].queue.push(Composed(picture: picture, damage: damage)) else { return }
        }
    }

    /// Stops the thread.
    func stop() {
        guard !isStopped else { return }
        for feed in feeds { feed.close() }
        thread.join()
        isStopped = true
    }
}

/// The frames of several films, ordered by time; at equal times the first film comes first.
private struct SideBySide {
    private let works: [Film.Work]
    /// For each film, the next unit and frame; `nil` at its end.
    private var upcoming: [(unit: Int, frame: Int64)?]

    init(_ works: [Film.Work]) {
        self.works = works
        upcoming = works.map { $0.units.first.map { (0, $0.frames.lowerBound) } }
    }

    mutating func next() -> (film: Int, frame: Int64, endsUnit: Bool)? {
        let waiting = works.indices.filter { upcoming[$0] != nil }
        guard let film = waiting.min(by: { time($0) < time($1) }), let (unit, frame) = upcoming[film] else {
            return nil
        }
        let units = works[film].units
        let endsUnit = frame == units[unit].frames.upperBound - 1
        if !endsUnit {
            upcoming[film] = (unit, frame + 1)
        } else {
            upcoming[film] = unit + 1 < units.count ? (unit + 1, units[unit + 1].frames.lowerBound) : nil
        }
        return (film, frame, endsUnit)
    }

    private func time(_ film: Int) -> MediaTime {
        works[film].plan.composition.frameRate.time(ofFrame: upcoming[film]!.frame)
    }
}
