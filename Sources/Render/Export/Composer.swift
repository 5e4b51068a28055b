import Frames
import Planning
import MediaIO
import MediaTime
import Pictures
import Transitions

/// The thread that decodes and composes output frames ahead of the encoder.
final class Composer {
    /// Pictures between the two threads: enough for both to work at their own pace, few enough to stay small.
    static let queueDepth = 4

    /// A picture, and with the last one of a unit what was wrong with the data so far.
    private struct Composed {
        var picture: Picture
        var damage: [Int: Damage]?
    }

    private let queue = BoundedQueue<Composed>(capacity: queueDepth)
    private let thread: WorkerThread
    private var isStopped = false
    /// What was wrong with each take's data, up to the end of the last unit that was taken.
    private(set) var damage: [Int: Damage] = [:]

    /// - Parameter frames: what will be asked for, in order.
    /// - Throws: `RenderError.noThread`.
    init(
        _ plan: RenderPlan, frames: [Range<Int64>], decoderThreads: Int, _ cancellation: Cancellation
    ) throws(RenderError) {
        let queue = queue
        thread = try WorkerThread {
            let compositor = Compositor(
                plan, decoderThreads: decoderThreads, turnedBy: plan.carriedOrientation.inverse)
            queue.finish(
                Result {
                    for unit in frames {
                        for index in unit where !cancellation.isCancelled {
                            let picture = try compositor.picture(ofFrame: index)
                            let damage = index == unit.upperBound - 1 ? compositor.damage : nil
                            guard queue.push(Composed(picture: picture, damage: damage)) else { return }
                        }
                    }
                })
        }
    }

    /// The next picture, `nil` at the end or when cancelled.
    func next() throws -> Picture? {
        guard let composed = try queue.pop() else { return nil }
        damage = composed.damage ?? damage
        return composed.picture
    }

    /// Ends the thread.
    func stop() {
        guard !isStopped else { return }
        queue.close()
        thread.join()
        isStopped = true
    }
}
