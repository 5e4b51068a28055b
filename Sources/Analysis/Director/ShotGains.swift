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

    /// What it costs to show what cannot be seen.
    private static let hiddenCost: Float = 3
    /// What it costs to stay in a shot that is too long while something is said or played.
    static let tediumCost: Float = 0.5

    /// Notes that a view cannot be seen at some steps.
    mutating func hide(_ view: Int, in ranges: [Range<Int>]) {
        for range in ranges {
            for step in range.clamped(to: values[view].indices) {
                values[view][step] -= Int32(Self.hiddenCost * Self.unit)
            }
        }
    }
}
