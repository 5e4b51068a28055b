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

    /// Whether each view is absent or unusable at each step; empty if none is.
    private(set) var hidden: [[Bool]] = []

    /// The cost of showing a view that is unusable, and one that is not available: more than any speech is worth.
    private static let (unusableCost, absentCost): (Float, Float) = (3, 6)
    /// The cost of staying in a shot that is too long while there is speech or music.
    static let tediumCost: Float = 0.5

    /// Marks views as not available or unusable at some steps.
    mutating func hide(_ unseen: Unseen) {
        hidden = values.map { $0.map { _ in false } }
        for (ranges, cost) in [(unseen.absent, Self.absentCost), (unseen.unusable, Self.unusableCost)] {
            for (view, ranges) in ranges.enumerated() {
                for step in ranges.flatMap({ $0.clamped(to: values[view].indices) }) {
                    values[view][step] -= Int32(cost * Self.unit)
                    hidden[view][step] = true
                }
            }
        }
    }
}
