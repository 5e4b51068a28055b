import Platform

/// A stretch of a recording in which little happens: what its room sounds like.
public struct QuietStretch: Hashable, Sendable {
    /// On the clock of the recording, in seconds.
    public var start: Double
    /// In seconds.
    public var duration: Double
    /// How loud its loudest tenth of a second is, in decibels against any one number.
    public var level: Double
}

extension HeardSound {
    /// Long enough to be repeated unnoticed, short enough to be found between two words.
    private static let length = 0.6
    /// How far from the end it may lie: rooms change as people walk.
    private static let reach = 5.0
    /// A button is pressed at either end.
    private static let margin = 0.1

    /// The quietest stretch within five seconds of the end, or of the beginning; `nil` of a shorter sound.
    public func quietest(nearEnd: Bool) -> QuietStretch? {
        let rate = levels.rate
        let count = max(2, Int(Self.length * rate))
        let margin = Int(Self.margin * rate)
        let whole = margin..<max(margin, levels.count - margin)
        let near =
            nearEnd
            ? max(whole.lowerBound, whole.upperBound - Int(Self.reach * rate))..<whole.upperBound
            : whole.lowerBound..<min(whole.upperBound, Int(Self.reach * rate))
        guard near.count >= count else { return nil }
        let energies = near.map { n in
            (0..<BandLevels.bandCount).reduce(Float(0)) {
                $0 + BandLevels.Step.energy(Int(levels.levels[n * BandLevels.bandCount + $1]))
            }
        }
        let tenth = max(1, Int(0.1 * rate))
        // Of every tenth of a second, the energy; of every candidate, its loudest tenth.
        let tenths = (0...energies.count - min(tenth, energies.count)).map { n in
            energies[n..<min(energies.count, n + tenth)].reduce(0, +)
        }
        let candidates = (0...energies.count - count).map { n in
            tenths[n...min(tenths.count - 1, n + max(0, count - tenth))].max()!
        }
        let best = candidates.indices.min { candidates[$0] < candidates[$1] }!
        return QuietStretch(
            start: Double(near.lowerBound + best) / rate, duration: Double(count) / rate,
            level: Double(10 * log10f(candidates[best] + 1e-12)))
    }
}
