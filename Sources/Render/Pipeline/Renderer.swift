import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// How far a render is.
public struct RenderProgress: Sendable {
    /// Output frames whose packets are written.
    public var framesDone: Int64
    public var frameCount: Int64
    public var bytesWritten: Int64
}

/// What a render made.
public struct RenderResult: Sendable {
    public var frameCount: Int64
    public var byteCount: Int64
    /// What was wrong with the data of each take, by its index.
    public var damage: [Int: Damage]
}

public enum RenderError: Error, Sendable {
    case cancelled
}

extension RenderError: CustomStringConvertible {
    public var description: String { "stopped; nothing was written." }
}

/// Renders a plan to a file: one thread decodes and composes, the caller's encodes and writes.
public struct Renderer {
    public var plan: RenderPlan
    public var output: String
    /// An existing output is replaced.
    public var mayReplace: Bool
    public var matteLoader: @Sendable (String) throws -> MatteImage
    public var cancellation = Cancellation()

    public init(
        plan: RenderPlan, output: String, mayReplace: Bool,
        matteLoader: @escaping @Sendable (String) throws -> MatteImage
    ) {
        self.plan = plan
        self.output = output
        self.mayReplace = mayReplace
        self.matteLoader = matteLoader
    }

    /// Pictures between the two threads: enough for both to work at their own pace, few enough to stay small.
    static let queueDepth = 4

    /// Blocks until the file is written.
    ///
    /// - Throws: `MediaError`, `TransitionError`, or `RenderError.cancelled`; the output does not exist then.
    public func run(progress: (RenderProgress) -> Void = { _ in }) throws -> RenderResult {
        let muxer = try Muxer(path: output, inputs: plan.sources.map(\.path), mayReplace: mayReplace)
        let encoder = try VideoEncoder(plan.video)
        let video = try muxer.addStream(encoder)
        let sound = try SoundTrack(plan, muxer)
        muxer.setMetadata(plan.metadata)
        try muxer.start()

        let composer = Composer(plan, frames: 0..<plan.composition.frameCount, matteLoader, cancellation)
        defer { composer.stop() }
        var state = RenderProgress(framesDone: 0, frameCount: plan.composition.frameCount, bytesWritten: 0)
        let write = { (packet: Packet) in
            try muxer.write(packet, stream: video)
            state.framesDone += 1
            // Sound follows the picture closely, so that the file is interleaved and little is held back.
            try sound?.write(until: plan.composition.frameRate.time(ofFrame: state.framesDone), to: muxer)
            state.bytesWritten = muxer.byteCount
            progress(state)
        }
        var index: Int64 = 0
        while let picture = try composer.next() {
            try encoder.encode(picture, frame: index, to: write)
            index += 1
            if cancellation.isCancelled { throw RenderError.cancelled }
        }
        if cancellation.isCancelled { throw RenderError.cancelled }
        try encoder.finish(to: write)
        try sound?.finish(to: muxer)
        let byteCount = try muxer.finish()
        var damage = composer.stop()
        for (take, other) in sound?.damage ?? [:] { damage[take, default: Damage()].merge(other) }
        return RenderResult(frameCount: state.framesDone, byteCount: byteCount, damage: damage)
    }
}

/// The thread that decodes and composes a range of output frames.
final class Composer {
    private let queue = BoundedQueue<Picture>(capacity: Renderer.queueDepth)
    private let outcome = Outcome()
    private let thread: WorkerThread
    private var isStopped = false

    private final class Outcome: @unchecked Sendable { var damage: [Int: Damage] = [:] }

    init(
        _ plan: RenderPlan, frames: Range<Int64>, _ matteLoader: @escaping @Sendable (String) throws -> MatteImage,
        _ cancellation: Cancellation
    ) {
        let (queue, outcome) = (queue, outcome)
        thread = WorkerThread {
            let compositor = Compositor(plan, decoderThreads: Machine.decoderThreads, matteLoader: matteLoader)
            queue.finish(
                Result {
                    for index in frames where !cancellation.isCancelled {
                        guard queue.push(try compositor.picture(ofFrame: index)) else { break }
                    }
                })
            outcome.damage = compositor.damage
        }
    }

    /// The next picture, `nil` at the end.
    func next() throws -> Picture? { try queue.pop() }

    /// Ends the thread; returns what was wrong with the data.
    @discardableResult
    func stop() -> [Int: Damage] {
        if !isStopped {
            queue.close()
            thread.join()
            isStopped = true
        }
        return outcome.damage
    }
}
