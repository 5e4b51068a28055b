import Synchronization

/// What the process did, when and on which thread: for users whose jobs are slow, and for us.
package enum Trace {
    /// A piece of work that is finished, or was given up.
    package struct Event: Sendable {
        /// What was done, and to what: a file, or frames.
        package var name, subject: String
        /// From 0 on; a thread takes the number of one that has ended.
        package var thread: Int
        /// Microseconds since `start`.
        package var start, duration: Int64
    }

    private struct Record {
        var origin: Int64
        var events: [Event] = []
        var threads: [pthread_t: Int] = [:]
    }
    private static let record = Mutex<Record?>(nil)

    /// Starts recording.
    package static func start() { record.withLock { $0 = Record(origin: now()) } }

    /// The events so far, in the order they ended; `nil` if nothing is recorded.
    package static var events: [Event]? { record.withLock { $0?.events } }

    /// Does a piece of work, and records it.
    package static func span<Value: ~Copyable, Failure: Error>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let origin = record.withLock({ $0?.origin }) else { return try body() }
        let start = now()
        defer {
            let (end, thread, subject) = (now(), pthread_self(), subject())
            record.withLock { record in
                let number = record?.threads[thread] ?? record?.threads.count ?? 0
                record?.threads[thread] = number
                record?.events.append(
                    Event(
                        name: name, subject: subject, thread: number, start: start - origin, duration: end - start))
            }
        }
        return try body()
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
