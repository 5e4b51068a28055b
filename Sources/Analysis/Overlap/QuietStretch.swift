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

    /// By how much a room tone's loudest tenth of a second may exceed what a twentieth of the recording is quieter than,
    /// in decibels: syllables are 10 to 30 above it, and repeated they stutter.
    private static let rise: Float = 6

    /// The quietest stretch within five seconds of the end, or of the beginning, or else of all; `nil` of a shorter sound,
    /// and where something happens all the time.
    public func quietest(nearEnd: Bool) -> QuietStretch? {
        let rate = levels.rate
        let margin = Int(Self.margin * rate)
        let whole = margin..<max(margin, levels.count - margin)
        let near =
            nearEnd
            ? max(whole.lowerBound, whole.upperBound - Int(Self.reach * rate))..<whole.upperBound
            : whole.lowerBound..<min(whole.upperBound, Int(Self.reach * rate))
        guard let floor = tenths(of: whole).sorted().dropFirst(whole.count / 20).first else { return nil }
        let loudest = Double(10 * log10f(floor + 1e-12) + Self.rise)
        return [near, whole].lazy.compactMap { self.quietest(in: $0) }.first { $0.level <= loudest }
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
        // Of every candidate, the energy of its loudest tenth of a second.
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
