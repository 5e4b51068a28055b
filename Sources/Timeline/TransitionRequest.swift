import MediaTime
import Parameters

/// A transition as it is wished for at a cut: what, and for how long.
public struct TransitionRequest: Hashable, Sendable {
    public var specification: Specification
    /// The wished length; the planner rounds it to whole output frames and fits it into the footage.
    public var duration: MediaTime
    /// How the window lies on the cut.
    public var alignment: Alignment

    public init(_ specification: Specification, duration: MediaTime, alignment: Alignment = .center) {
        self.specification = specification
        self.duration = duration
        self.alignment = alignment
    }

    public static let hardCut = TransitionRequest(.none, duration: .zero)

    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Half before and half after the cut.
        case center = "center"
        /// The transition starts at the cut.
        case start
        /// The transition has ended at the cut.
        case end
    }
}

extension Specification {
    public static let none = Specification(name: "none")
    public var isHardCut: Bool { name == "none" }
}
