/// The progress of a transition, as an exact ratio: `step / (steps + 1)`.
///
/// A window of `steps` mixed frames counts 1…`steps`, so the frame before it is step 0, only outgoing, and the frame
/// after it is step `steps` + 1, only incoming.
package struct TransitionProgress: Hashable, Sendable {
    /// 0 (only outgoing) to `steps` + 1 (only incoming).
    package var step: Int64
    /// Mixed frames in the window.
    package var steps: Int64

    /// - Precondition: `steps >= 0` and `0 <= step <= steps + 1`.
    package init(step: Int64, steps: Int64) {
        precondition(steps >= 0 && (0...steps + 1).contains(step), "step \(step) of \(steps)")
        self.step = step
        self.steps = steps
    }

    /// Only outgoing.
    package static let start = TransitionProgress(step: 0, steps: 0)
    /// Only incoming.
    package static let end = TransitionProgress(step: 1, steps: 0)

    /// Exactly `numerator / denominator`, for pictures of a transition outside any film.
    package static func fraction(_ numerator: Int64, over denominator: Int64) -> TransitionProgress {
        TransitionProgress(step: numerator, steps: denominator - 1)
    }

    /// One correctly rounded division: the same on every machine, and exactly 0 and 1 at the ends.
    package var value: Double { Double(step) / Double(steps + 1) }
}
