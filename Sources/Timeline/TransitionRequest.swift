import MediaTime
import Parameters

/// The transition requested at a cut: its kind and its length.
public struct TransitionRequest: Hashable, Sendable {
    /// The kind of transition, by name and parameters.
    public var specification: Specification
    /// The requested length; the planner rounds it to whole output frames and fits it to the footage.
    public var duration: MediaTime
    /// The position of the window relative to the cut.
    public var alignment: Alignment
    /// How much of it lies before the cut, if that is none of the alignments; `nil` for what `alignment` says.
    package var lead: MediaTime?

    /// By default half before and half after the cut.
    public init(_ specification: Specification, duration: MediaTime, alignment: Alignment = .center) {
        self.specification = specification
        self.duration = duration
        self.alignment = alignment
    }

    /// The length of a transition that nobody chose.
    package static let usualDuration = MediaTime.milliseconds(500)

    /// No transition: one view ends, the next begins.
    public static let hardCut = TransitionRequest(.none, duration: .zero)

    /// Where the window lies relative to the cut.
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
    /// A hard cut.
    public static let none = Specification(name: "none")
    /// Other names of a hard cut.
    package static let hardCutAliases = ["cut", "hard-cut"]
    /// Whether it names a hard cut, ignoring case.
    package var isHardCut: Bool { ([Self.none.name] + Self.hardCutAliases).contains(name.lowercased()) }
}
