import MediaIO
import MediaTime
import Pictures
import Transitions

/// The thread that decodes and composes output frames ahead of the encoder.
final class Composer {
    /// Pictures between the two threads: enough for both to work at their own pace, few enough to stay small.
    static let queueDepth = 4

    private let queue = BoundedQueue<Picture>(capacity: queueDepth)
    private let outcome = Outcome()
    private let thread: WorkerThread
    private var isStopped = false

    private final class Outcome: @unchecked Sendable { var damage: [Int: Damage] = [:] }

    /// - Parameter frames: what will be asked for, in order.
    init(
        _ plan: RenderPlan, frames: [Range<Int64>], decoderThreads: Int,
        _ matteLoader: @escaping @Sendable (String) throws -> MatteImage, _ cancellation: Cancellation
    ) {
        let (queue, outcome) = (queue, outcome)
        thread = WorkerThread {
            let compositor = Compositor(plan, decoderThreads: decoderThreads, matteLoader: matteLoader)
            queue.finish(
                Result {
                    for index in frames.joined() where !cancellation.isCancelled {
                        guard queue.push(try compositor.picture(ofFrame: index)) else { break }
                    }
                })
            outcome.damage = compositor.damage
        }
    }

    /// The next picture, `nil` at the end or when cancelled.
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
