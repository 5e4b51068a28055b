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
        var damage: [Int: Damage]?
    }

    /// The frames a film needs, in order.
    struct Part {
        var plan: RenderPlan
        var units: [Range<Int64>]
    }

    /// The pictures of one film on their way to its encoder.
    struct Feed: Sendable {
        fileprivate let queue = BoundedQueue<Composed>(capacity: queueDepth)

        /// The next picture; `nil` at the end or when cancelled.
        func next() throws -> Composed? { try queue.pop() }

        /// Stops the feed: no more pictures are needed.
        func close() { queue.close() }
    }

    /// One per part.
    let feeds: [Feed]
    private let thread: WorkerThread
    private var isStopped = false

    /// - Throws: `RenderError.noThread`.
    init(_ parts: [Part], decoderThreads: Int, _ cancellation: Cancellation) throws(RenderError) {
        let feeds = parts.map { _ in Feed() }
        self.feeds = feeds
        thread = try WorkerThread {
            let result = Result {
                try Self.compose(parts, for: feeds, decoderThreads: decoderThreads, cancellation)
            }
            for feed in feeds { feed.queue.finish(result) }
        }
    }

    private static func compose(
        _ parts: [Part], for feeds: [Feed], decoderThreads: Int, _ cancellation: Cancellation
    ) throws {
        let footage = SharedFootage()
        let compositors = parts.map { part in
            Compositor(
                part.plan, decoderThreads: decoderThreads, footage: footage,
                turnedBy: part.plan.carriedOrientation.inverse)
        }
        var walk = SideBySide(parts)
        while !cancellation.isCancelled, let (part, frame, endsUnit) = walk.next() {
            let picture = try compositors[part].picture(ofFrame: frame)
            let damage = endsUnit ? compositors[part].damage : nil
            guard feeds[part].queue.push(Composed(picture: picture, damage: damage)) else { return }
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
    private let parts: [Composer.Part]
    /// For each part, the next unit and frame; `nil` at its end.
    private var upcoming: [(unit: Int, frame: Int64)?]

    init(_ parts: [Composer.Part]) {
        self.parts = parts
        upcoming = parts.map { $0.units.first.map { (0, $0.lowerBound) } }
    }

    mutating func next() -> (part: Int, frame: Int64, endsUnit: Bool)? {
        let waiting = parts.indices.filter { upcoming[$0] != nil }
        guard let part = waiting.min(by: { time($0) < time($1) }), let (unit, frame) = upcoming[part] else {
            return nil
        }
        let units = parts[part].units
        let endsUnit = frame == units[unit].upperBound - 1
        if !endsUnit {
            upcoming[part] = (unit, frame + 1)
        } else {
            upcoming[part] = unit + 1 < units.count ? (unit + 1, units[unit + 1].lowerBound) : nil
        }
        return (part, frame, endsUnit)
    }

    private func time(_ part: Int) -> MediaTime {
        parts[part].plan.composition.frameRate.time(ofFrame: upcoming[part]!.frame)
    }
}
