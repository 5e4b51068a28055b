/// The value of each view at each step of a film, in thousandths of a step of speech: integers, so that differences in
/// floating-point arithmetic between processors have no effect.
struct ShotGains {
    static let unit: Float = 1000
    /// `values[view][step]`.
    var values: [[Int32]]
    /// The additional cost of a cut at each step.
    var places: [Int32]
    /// The cost of each step beyond the longest shot.
    var tedium: [Int32]

    /// The cost of showing a view that is not available.
    private static let hiddenCost: Float = 3
    /// The cost of staying in a shot that is too long while there is speech or music.
    static let tediumCost: Float = 0.5

    /// Marks a view as not available at some steps.
    mutating func hide(_ view: Int, in ranges: [Range<Int>]) {
        for range in ranges {
            for step in range.clamped(to: values[view].indices) {
                values[view][step] -= Int32(Self.hiddenCost * Self.unit)
            }
        }
    }
}
