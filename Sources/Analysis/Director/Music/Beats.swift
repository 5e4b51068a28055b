import Platform

/// The beats of music, with downbeats.
package struct Beats: Sendable {
    package struct Beat: Hashable, Sendable {
        /// Seconds.
        package var time: Double
        package var isDownbeat = false
        /// Its onset strength, in standard deviations.
        package var strength: Float
    }

    /// In order of time.
    package private(set) var beats: [Beat] = []
    /// How periodic the sound is at the beat, 0…1: up to 0.05 for speech, from 0.4 for music.
    package private(set) var clarity: Float = 0
    /// The clarity from which the beat is good enough for cuts, and from which it is unmistakable.
    package static let (clear, certain): (Float, Float) = (0.2, 0.35)

    /// The cost of a beat at another interval than the tempo's.
    private static let tightness: Float = 100
    /// The weight of low sounds relative to others.
    private static let lowWeight: Float = 0.7
    /// The weight of all sounds relative to low ones, in detecting where bars begin.
    private static let highShare: Float = 0.3
    /// The weight of a backbeat, snares on 2 and 4, and of the music's beginning, in detecting where bars begin.
    private static let (backbeatWeight, beginningWeight): (Float, Float) = (2, 0.1)
    /// By how much another meter than 4 must be better, relative to the usual strength.
    private static let leastMeter: Float = 0.03
    /// Low sounds between the beats that are this much stronger than those on them are on the beat.
    private static let offBeat: Float = 1.5
    /// Below this for some seconds, there is no beat: speech between two songs.
    private static let leastRepetition: Float = 0.15

    /// Reads all of a sound once.
    ///
    /// - Throws: errors from reading and from making a transform.
    package init(of stream: any SoundStream, _ transforms: FourierTransforms) throws {
        self.init(try OnsetStrength(of: stream, transforms))
    }

    init(_ onsets: OnsetStrength) {
        let values = zip(onsets.values, onsets.low).map { $0 + Self.lowWeight * $1 }
        // Too few seconds to find any period.
        guard values.count >= 6 * OnsetStrength.rate else { return }
        let tempo = TempoTrack(values)
        let steps = Self.onLow(Self.best(values, tempo), onsets.low)
        // Songs with speech between them are still music.
        clarity = tempo.repetition.sorted()[tempo.repetition.count * 3 / 4]
        beats = steps.map {
            Beat(time: Self.peak(values, $0) / Double(OnsetStrength.rate), strength: Self.strength(values, $0))
        }
        markBars(
            steps.map { Self.strength(onsets.low, $0) + Self.highShare * Self.strength(onsets.values, $0) },
            backbeats: Self.backbeats(
                lows: steps.map { Self.strength(onsets.low, $0) }, highs: steps.map { Self.strength(onsets.high, $0) }))
        beats = zip(beats, steps).filter { tempo.repetition(at: $1) >= Self.leastRepetition }.map(\.0)
    }

    /// Hats between the beats can be the strongest onsets of all, but not the lowest.
    private static func onLow(_ steps: [Int], _ low: [Float]) -> [Int] {
        guard let last = steps.last, steps.count > 2 else { return steps }
        let half = (steps[1] - steps[0]) / 2
        let gaps = [max(0, steps[0] - half)] + zip(steps, steps.dropFirst()).map { ($0 + $1) / 2 } + [last + half]
        var between = gaps.filter { $0 < low.count }.map { gap in
            (max(0, gap - 3)...min(low.count - 1, gap + 3)).max { low[$0] < low[$1] }!
        }
        let mean = { (steps: [Int]) in steps.reduce(0) { $0 + strength(low, $1) } / Float(steps.count) }
        let usual = mean(between)
        guard usual > offBeat * mean(steps) else { return steps }
        // Before the first and after the last there may be nothing.
        if strength(low, between[0]) < usual / 2 { between.removeFirst() }
        if strength(low, between.last!) < usual / 2 { between.removeLast() }
        return between
    }

    /// The top of the parabola around a peak: a step is 10 ms.
    private static func peak(_ values: [Float], _ step: Int) -> Double {
        guard step > 0, step + 1 < values.count else { return Double(step) }
        let (a, b, c) = (values[step - 1], values[step], values[step + 1])
        guard b >= a, b >= c, a + c < 2 * b else { return Double(step) }
        return Double(step) + Double((a - c) / (2 * (a + c - 2 * b)))
    }

    /// The onset strength around a step.
    private static func strength(_ values: [Float], _ step: Int) -> Float {
        values[max(0, step - 2)...min(values.count - 1, step + 2)].max()!
    }

    /// Two and three parts of a bar are equally periodic: chooses the tempo with the strongest onsets on its beats.
    private static func best(_ values: [Float], _ tempo: TempoTrack) -> [Int] {
        let factors: [Float] = [1, 2 / 3, 3 / 2]
        return factors.map { track(values, tempo.scaled(by: $0)) }.max { worth($0, values) < worth($1, values) }!
    }

    /// Having fewer beats is no advantage, even if they are the strongest.
    private static func worth(_ steps: [Int], _ values: [Float]) -> Float {
        steps.reduce(0) { $0 + strength(values, $1) } / Float(max(1, steps.count)).squareRoot()
    }

    /// The best beats by dynamic programming (Ellis 2007), at the local tempo.
    private static func track(_ values: [Float], _ tempo: TempoTrack) -> [Int] {
        var best = values
        var before = [Int](repeating: -1, count: values.count)
        var (period, costs): (Float, [Float]) = (0, [])
        var (near, far) = (0, 0)
        for step in values.indices {
            let own = tempo.period(at: step)
            if abs(own - period) > 0.2 {
                period = own
                (near, far) = (Int(period * 0.6), Int(period * 1.7))
                costs = (near...far).map { gap in
                    let ratio = logf(Float(gap) / period)
                    return tightness * ratio * ratio
                }
            }
            guard step > near else { continue }
            var found = (value: Float(0), step: -1)
            for gap in near...min(far, step) {
                let value = best[step - gap] - costs[gap - near]
                if value > found.value { found = (value, step - gap) }
            }
            best[step] += found.value
            before[step] = found.step
        }
        guard var step = best.indices.suffix(far).max(by: { best[$0] < best[$1] }) else { return [] }
        var steps: [Int] = []
        while step >= 0 {
            steps.append(step)
            step = before[step]
        }
        return steps.reversed()
    }

    /// How much stronger snares make every second beat, for bars that begin on even and on odd beats. An accent makes low
    /// sounds stronger as well, and only one beat in four.
    private static func backbeats(lows: [Float], highs: [Float]) -> [Float] {
        let means = { (values: [Float]) in
            (0..<4).map { place in
                let own = stride(from: place, to: values.count, by: 4).map { values[$0] }
                return own.reduce(0, +) / Float(max(1, own.count))
            }
        }
        let (low, high) = (means(lows), means(highs))
        return (0..<2).map { first in
            let accent = max(1, (low[1 - first] + low[3 - first]) / max(1e-6, low[first] + low[first + 2]))
            return max(0, min(high[1 - first], high[3 - first]) - accent * max(high[first], high[first + 2]))
        }
    }

    /// Chooses the meter and phase with the strongest onsets. Snares on every second beat are strong, but bars begin
    /// between them; if drums alone do not tell 1 from 3, music begins with a bar.
    private mutating func markBars(_ strengths: [Float], backbeats: [Float]) {
        let mean = { (values: [Float]) in values.reduce(0, +) / Float(max(1, values.count)) }
        let least = mean(strengths) / 2
        var first = strengths.firstIndex { $0 > least } ?? 0
        let sounding = first..<max(first, (strengths.lastIndex { $0 > least } ?? 0) + 1)
        let usual = mean(Array(strengths[sounding.clamped(to: strengths.indices)]))
        // Nothing rises at the beginning of a sound that begins with a beat.
        if first == 0, beats.count > 1, abs(2 * beats[0].time - beats[1].time) < 0.03 { first = -1 }
        var best = (value: -Float.infinity, meter: 4, phase: 0)
        for meter in [4, 3, 2] {
            for phase in 0..<min(meter, strengths.count) {
                let firsts = stride(from: phase, to: strengths.count, by: meter).filter(sounding.contains)
                var value = (mean(firsts.map { strengths[$0] }) - usual) * Float(meter).squareRoot()
                if meter != 3 { value += Self.backbeatWeight * backbeats[phase % 2] }
                if (phase - first) % meter == 0 { value += Self.beginningWeight * usual }
                if value > best.value * 1.15 + Self.leastMeter * usual || value > best.value && meter == best.meter {
                    best = (value, meter, phase)
                }
            }
        }
        for index in stride(from: best.phase, to: beats.count, by: best.meter) { beats[index].isDownbeat = true }
    }
}
