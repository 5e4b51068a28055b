import Platform

/// The changes of a sound's band levels, normalized: above the band's noise floor, without changes slower than a
/// second, in standard deviations. Gain control, clipping and microphone distance hardly affect it.
struct Envelope: Sendable {
    /// `values[n * bandCount + band]`, in 42nds of a standard deviation, limited to three deviations.
    private(set) var values: [Int8]
    /// Values per second.
    let rate: Double
    var count: Int { values.count / BandLevels.bandCount }
    /// In seconds, to a step.
    var duration: Double { Double(count) / rate }

    static let stepsPerDeviation: Float = 42
    private static let most: Float = 126

    init(_ levels: BandLevels) {
        rate = levels.rate
        values = [Int8](repeating: 0, count: levels.levels.count)
        for band in 0..<BandLevels.bandCount { fill(band, from: levels) }
    }

    private mutating func fill(_ band: Int, from source: BandLevels) {
        let (count, step) = (source.count, BandLevels.bandCount)
        let table = Self.logarithms(band, of: source)
        let log = { (n: Int) in table[Int(source.levels[n * step + band])] }
        // The mean of the second around each value, by a running sum.
        let reach = max(1, Int(rate / 2))
        var (sum, total) = (0.0, 0.0)
        var changes = [Float](repeating: 0, count: count)
        for n in 0..<min(reach, count) { sum += Double(log(n)) }
        for n in 0..<count {
            if n + reach < count { sum += Double(log(n + reach)) }
            if n - reach > 0 { sum -= Double(log(n - reach - 1)) }
            let length = min(count - 1, n + reach) - max(0, n - reach) + 1
            changes[n] = log(n) - Float(sum / Double(length))
            total += Double(changes[n] * changes[n])
        }
        // Avoids a division by zero for a band that never changes.
        let deviation = Float((total / Double(max(1, count))).squareRoot()) + 1e-3
        for n in 0..<count {
            let value = changes[n] / deviation * Self.stepsPerDeviation
            values[n * step + band] = Int8(max(-Self.most, min(Self.most, value.rounded())))
        }
    }

    /// The logarithm of each step's energy over the noise floor, which is the 25th percentile of the band's levels.
    private static func logarithms(_ band: Int, of source: BandLevels) -> [Float] {
        var steps = [Int](repeating: 0, count: 256)
        for n in 0..<source.count { steps[Int(source.levels[n * BandLevels.bandCount + band])] += 1 }
        let floor = BandLevels.Step.energy(percentile(25, of: steps))
        return (0..<256).map { logf(BandLevels.Step.energy($0) + floor) }
    }

    private init(values: [Int8], rate: Double) {
        self.values = values
        self.rate = rate
    }

    /// Part of it, as an envelope.
    func stretch(from start: Int, count length: Int) -> Envelope {
        Envelope(
            values: Array(values[start * BandLevels.bandCount..<(start + length) * BandLevels.bandCount]), rate: rate)
    }

    /// How much timing information a stretch has: the mean square of its rises.
    func activity(from first: Int, count length: Int) -> Float {
        let range = (first..<first + length).clamped(to: 1..<max(1, count))
        var sum: Float = 0
        for n in range {
            for band in 0..<BandLevels.bandCount {
                let index = n * BandLevels.bandCount + band
                let rise = Float(values[index]) - Float(values[index - BandLevels.bandCount])
                if rise > 0 { sum += rise * rise }
            }
        }
        return range.isEmpty ? 0 : sum / Float(range.count)
    }
}

/// The lowest index at which the running total of the counts reaches `percent`.
func percentile(_ percent: Int, of counts: [Int]) -> Int {
    let total = counts.reduce(0, +)
    var seen = 0
    for (index, count) in counts.enumerated() {
        seen += count
        if seen * 100 > total * percent { return index }
    }
    return 0
}
