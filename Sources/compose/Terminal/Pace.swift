/// How fast work goes on, from how much of it was done at some times.
struct Pace {
    private var samples: [(time: Double, done: Double)] = []
    private var start: Double?

    /// In seconds. Encoders fill their queues first, at the speed of the decoder; a rate needs a while to be one; and what
    /// was long ago says little about what is left.
    private static let (settling, least, window) = (1.5, 1.5, 60.0)

    /// - Parameter done: in any unit; never less than before.
    mutating func add(_ done: Double, at time: Double) {
        let start = start ?? time
        self.start = start
        guard time - start >= Self.settling, time - (samples.last?.time ?? -1) >= 0.25 else { return }
        samples.append((time, done))
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// Per second; `nil` while nobody can know.
    var rate: Double? {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= Self.least,
            last.done > first.done
        else { return nil }
        return (last.done - first.done) / (last.time - first.time)
    }
}
