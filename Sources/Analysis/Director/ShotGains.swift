/// What each view is worth at each step of a film, in thousandths of a step of speech: whole numbers, so that the last
/// digits of a machine's arithmetic decide nothing.
struct ShotGains {
    static let unit: Float = 1000
    /// `values[view][step]`.
    var values: [[Int32]]
    /// What a cut costs at each step beside its price.
    var places: [Int32]
    /// What each step beyond the longest shot costs.
    var tedium: [Int32]

    /// What it costs to show what is unusable, and what is not there: more than anybody's speech is worth.
    private static let (unusableCost, absentCost): (Float, Float) = (3, 6)
    /// What it costs to stay in a shot that is too long while something is said or played.
    static let tediumCost: Float = 0.5

    /// Notes which views cannot be seen, or should not be.
    mutating func hide(_ unseen: Unseen) {
        for (ranges, cost) in [(unseen.absent, Self.absentCost), (unseen.unusable, Self.unusableCost)] {
            for (view, ranges) in ranges.enumerated() {
                for step in ranges.flatMap({ $0.clamped(to: values[view].indices) }) {
                    values[view][step] -= Int32(cost * Self.unit)
                }
            }
        }
    }
}
