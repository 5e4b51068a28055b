import MediaTime
import Parameters

/// The transition requested at a cut: its kind and its length.
public struct TransitionRequest: Hashable, Sendable {
    public var specification: Specification
    /// The requested length; the planner rounds it to whole output frames and fits it to the footage.
    public var duration: MediaTime
    /// The position of the window relative to the cut.
    public var alignment: Alignment

    public init(_ specification: Specification, duration: MediaTime, alignment: Alignment = .center) {
        self.specification = specification
        self.duration = duration
        self.alignment = alignment
    }

    public static let hardCut = TransitionRequest(.none, duration: .zero)

    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Half before and half after the cut.
        case center
        /// The transition starts at the cut.
        case start
        /// The transition ends at the cut.
        case end
    }
}

extension Specification {
    public static let none = Specification(name: "none")
    public var isHardCut: Bool { name == "none" }
}
