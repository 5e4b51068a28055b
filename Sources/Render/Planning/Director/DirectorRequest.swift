import Analysis
import MediaTime
import Timeline

/// That cuts are to follow who speaks, and how.
public struct DirectorRequest: Hashable, Sendable {
    public var style: Style = .normal
    /// What is shown when several speak at once; `nil`: the film stays where it is.
    public var both: View?
    /// A camera that shows everybody.
    public var wide: Angle?
    /// Whether a long shot is interrupted by the listener's face.
    public var hasReactions = false

    /// How long shots are.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        case calm, normal, lively

        var rules: ShotRules {
            switch self {
            case .calm: .calm
            case .normal: .normal
            case .lively: .lively
            }
        }
    }

    /// Normal shots of who speaks, and nothing else.
    public init() {}
}

/// One cut of the director, and why it is there.
public struct DirectorDecision: Hashable, Sendable {
    /// On the film's clock.
    public var time: MediaTime
    public var view: View
    public var reason: Reason
    /// How much of what is said in the shot its view is right for, 0…1; of a reaction, how little is said in it.
    public var score: Double

    public enum Reason: Hashable, Sendable {
        /// Whoever is near this camera's microphone speaks, from a time of the film on.
        case speaks(Angle, from: MediaTime)
        /// Nobody at the camera speaks yet: the film begins, or the other camera cannot be seen.
        case quiet
        /// Several speak at once, or it is time for another picture than that of who speaks.
        case everybody
        /// The face of who listens.
        case listens
    }
}
