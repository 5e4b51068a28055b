import Platform

/// The time from beat to beat, as it changes over a piece: autocorrelation of onsets in windows, and the smoothest path
/// through them (a tempogram; Viterbi).
struct TempoTrack {
    /// Steps of `OnsetStrength.rate` from beat to beat, for each window.
    private(set) var periods: [Float] = []
    /// How periodic the onsets are at that tempo, 0…1, for each window.
    private(set) var repetition: [Float] = []

    /// The range of tempos, in beats per minute.
    private static let tempos: ClosedRange<Float> = 56...200
    /// The usual tempo, and the distance in octaves at which the weight is 0.6.
    private static let (usual, octaves): (Float, Float) = (112, 0.9)
    /// Steps of a window, and from one window to the next.
    static let (window, hop) = (10 * OnsetStrength.rate, 2 * OnsetStrength.rate)
    /// The ratio of neighboring candidate periods.
    private static let ratio: Float = 1.02
    /// The cost of a tempo change, per octave from window to window, and its maximum: a new piece may begin.
    private static let (changeCost, mostCost): (Float, Float) = (6, 1)
    /// The weight of repetition after a number of beats.
    private static let combs: [(beats: Float, weight: Float)] = [(1, 1), (2, 0.7), (3, 0.3), (4, 0.5)]

    private static let candidates: [Float] = {
        var periods: [Float] = []
        var period = 60 * Float(OnsetStrength.rate) / tempos.upperBound
        while period <= 60 * Float(OnsetStrength.rate) / tempos.lowerBound {
            periods.append(period)
            period *= ratio
        }
        return periods
    }()

    init(_ onsets: [Float]) {
        let starts = Array(stride(from: 0, through: max(0, onsets.count - Self.window), by: Self.hop))
        let scores = starts.map { Self.scores(onsets[$0..<min(onsets.count, $0 + Self.window)]) }
        for (index, choice) in Self.path(scores.map(\.worth)).enumerated() {
            periods.append(Self.candidates[choice])
            repetition.append(scores[index].repetition[choice])
        }
    }

    func period(at step: Int) -> Float {
        let place = Float(step - Self.window / 2) / Float(Self.hop)
        let index = max(0, min(periods.count - 1, Int(place.rounded(.down))))
        let next = min(periods.count - 1, index + 1)
        let part = max(0, min(1, place - Float(index)))
        // Between two pieces, tempos are not interpolated.
        guard abs(periods[next] / periods[index] - 1) < 0.1 else { return periods[part < 0.5 ? index : next] }
        return periods[index] * (1 - part) + periods[next] * part
    }

    /// How periodic the onsets are around a step.
    func repetition(at step: Int) -> Float {
        repetition[max(0, min(repetition.count - 1, (step - Self.window / 2 + Self.hop / 2) / Self.hop))]
    }

    /// The same with beats farther apart by this factor.
    func scaled(by factor: Float) -> TempoTrack {
        var result = self
        result.periods = periods.map { $0 * factor }
        return result
    }

    private static func scores(_ onsets: ArraySlice<Float>) -> (worth: [Float], repetition: [Float]) {
        let most = Int(candidates.last! * combs.last!.beats) + 2
        let values = Array(onsets)
        var sums = [Float](repeating: 0, count: most + 1)
        values.withUnsafeBufferPointer { values in
            for lag in 0...most where lag < values.count {
                var sum: Float = 0
                for n in 0..<values.count - lag { sum += values[n] * values[n + lag] }
                sums[lag] = sum / Float(values.count - lag)
            }
        }
        let mean = sums.reduce(0, +) / Float(sums.count)
        // Less than half of what onsets vary by is no onset.
        let unit = max(0.5, sums[0] - mean)
        // Human timing varies: neighboring steps count, too.
        let near = { (lag: Float) -> Float in
            let index = Int(lag.rounded())
            let (a, b, c) = (sums[max(0, index - 1)], sums[index], sums[min(most, index + 1)])
            return (max(a, b, c) + (a + b + c) / 3) / 2 / unit - mean / unit
        }
        let repetition = candidates.map { period in
            combs.reduce(0) { $0 + $1.weight * near($1.beats * period) } / combs.reduce(0) { $0 + $1.weight }
        }
        let worth = zip(candidates, repetition).map { period, value in
            let octave = log2f(60 * Float(OnsetStrength.rate) / period / usual) / octaves
            return value * expf(-0.5 * octave * octave)
        }
        return (worth, repetition)
    }

    /// The candidate of each window.
    private static func path(_ scores: [[Float]]) -> [Int] {
        let ratioInOctaves = log2f(ratio)
        let costs = candidates.indices.map { min(mostCost, changeCost * Float($0) * ratioInOctaves) }
        var total = scores.first ?? []
        var before: [[Int]] = []
        for window in scores.dropFirst() {
            var from = [Int](repeating: 0, count: total.count)
            let next = window.indices.map { own -> Float in
                from[own] = total.indices.max { total[$0] - costs[abs($0 - own)] < total[$1] - costs[abs($1 - own)] }!
                return window[own] + total[from[own]] - costs[abs(from[own] - own)]
            }
            (total, before) = (next, before + [from])
        }
        guard var last = total.indices.max(by: { total[$0] < total[$1] }) else { return [] }
        var path = [last]
        for from in before.reversed() {
            last = from[last]
            path.append(last)
        }
        return path.reversed()
    }
}
