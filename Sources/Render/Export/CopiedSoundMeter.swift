import MediaIO
import Planning
import Synchronization

/// Measures the copied sound of a film while the file is written. It has a thread of its own, because decoding and
/// measuring take longer than copying (0.2 s of CPU a minute).
final class CopiedSoundMeter {
    private final class Outcome: Sendable { let notes = Mutex(PartNotes()) }
    private let outcome = Outcome()
    private let queue = BoundedQueue<StoredPacket>(capacity: 256)
    private let thread: WorkerThread
    private var isJoined = false

    /// `nil` if there is no thread for it, or the film's sound is not copied.
    init?(_ plan: RenderPlan) {
        guard let copy = plan.audioCopy else { return nil }
        let duration = plan.composition.duration
        let measure = { @Sendable [queue, outcome] in
            defer { queue.close() }
            // A sound that cannot be decoded is still copied; its loudness is not told.
            guard let meter = try? WrittenSoundMeter(copy.parameters, duration: duration) else { return }
            var damage = Damage()
            while let packet = try? queue.pop() {
                guard let isGood = try? meter.add(copied: packet) else { return }
                if !isGood { damage.noteAudio(at: copy.fileTime(of: packet)) }
            }
            guard let loudness = try? meter.finish() else { return }
            let notes = PartNotes([copy.input: damage], loudness: loudness)
            outcome.notes.withLock { $0 = notes }
        }
        guard let thread = try? WorkerThread(measure) else { return nil }
        self.thread = thread
    }

    deinit {
        queue.close()
        if !isJoined { thread.join() }
    }

    /// - Parameter packet: the next one of the film.
    func add(_ packet: StoredPacket) { _ = queue.push(packet) }

    /// Waits until all packets are measured.
    func finish() -> PartNotes {
        queue.finish(.success(()))
        thread.join()
        isJoined = true
        return outcome.notes.withLock { $0 }
    }
}
