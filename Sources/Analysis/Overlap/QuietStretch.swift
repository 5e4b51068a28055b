import Platform

/// A quiet stretch of a recording: its room tone.
package struct QuietStretch: Hashable, Sendable {
    /// On the clock of the recording, in seconds.
    package var start: Double
    /// In seconds.
    package var duration: Double
    /// The level of its loudest tenth of a second, in decibels relative to an arbitrary reference.
    package var level: Double
}

extension HeardSound {
    /// Long enough to be repeated unnoticed, short enough to be found between two words.
    private static let length = 0.6
    /// How far from the end it may be: rooms change as people walk.
    private static let reach = 5.0
    /// Leaves out the button presses at both ends.
    private static let margin = 0.1

    /// How far a room tone's loudest tenth of a second may exceed the recording's 5th percentile, in decibels:
    /// syllables are 10 to 30 above it and stutter when repeated.
    private static let rise: Float = 6

    /// The quietest stretch within five seconds of the end, or of the beginning, or otherwise anywhere; `nil` for a
    /// shorter sound, or one that is never quiet.
    package func quietest(nearEnd: Bool) -> QuietStretch? {
        let rate = levels.rate
        let margin = Int(Self.margin * rate)
        let sounding = soundingSteps()
        let whole = sounding.lowerBound + margin..<max(sounding.lowerBound + margin, sounding.upperBound - margin)
        let near =
            nearEnd
            ? max(whole.lowerBound, whole.upperBound - Int(Self.reach * rate))..<whole.upperBound
            : whole.lowerBound..<min(whole.upperBound, whole.lowerBound + Int(Self.reach * rate))
        guard let floor = tenths(of: whole).sorted().dropFirst(whole.count / 20).first else { return nil }
        let loudest = Double(10 * log10f(floor + 1e-12) + Self.rise)
        return [near, whole].lazy.compactMap { self.quietest(in: $0) }.first { $0.level <= loudest }
    }

    /// The steps without silence at either end, where a microphone starts late or stops early.
    private func soundingSteps() -> Range<Int> {
        let isHeard = { (n: Int) in
            levels.levels[n * BandLevels.bandCount..<(n + 1) * BandLevels.bandCount].contains { $0 > 0 }
        }
        let steps = 0..<levels.count
        guard let first = steps.first(where: isHeard), let last = steps.last(where: isHeard) else { return steps }
        return first..<last + 1
    }

    /// The energy of each tenth of a second that begins at a step of a range.
    private func tenths(of range: Range<Int>) -> [Float] {
        let tenth = max(1, Int(0.1 * levels.rate))
        guard range.count >= tenth else { return [] }
        let energies = range.map { n in
            (0..<BandLevels.bandCount).reduce(Float(0)) {
                $0 + BandLevels.Step.energy(Int(levels.levels[n * BandLevels.bandCount + $1]))
            }
        }
        return (0...energies.count - tenth).map { energies[$0..<$0 + tenth].reduce(0, +) }
    }

    private func quietest(in near: Range<Int>) -> QuietStretch? {
        let rate = levels.rate
        let count = max(2, Int(Self.length * rate))
        guard near.count >= count else { return nil }
        let tenth = max(1, Int(0.1 * rate))
        // For each candidate, the energy of its loudest tenth of a second.
        let tenths = tenths(of: near)
        let candidates = (0...near.count - count).map { n in
            tenths[n...min(tenths.count - 1, n + max(0, count - tenth))].max()!
        }
        let best = candidates.indices.min { candidates[$0] < candidates[$1] }!
        return QuietStretch(
            start: Double(near.lowerBound + best) / rate, duration: Double(count) / rate,
            level: Double(10 * log10f(candidates[best] + 1e-12)))
    }
}
