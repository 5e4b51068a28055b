import Analysis
import Timeline

/// That cuts are to follow what happens, and how.
public struct DirectorRequest: Hashable, Sendable {
    public var subject: Subject = .auto
    public var style: Style = .normal
    /// What is shown when several speak at once; `nil`: the film stays where it is.
    public var both: View?
    /// A camera that shows everybody.
    public var wide: Angle?
    /// Whether a long shot is interrupted by the listener's face.
    public var hasReactions = false

    /// What cuts follow.
    public enum Subject: Hashable, Sendable {
        /// Music where that is certain, or else who speaks; the picture where the sound tells neither.
        case auto
        /// Who speaks.
        case speech
        /// The beats of the film's music, or else of what was recorded.
        case music(BeatRule)
        /// Where something happens.
        case picture
    }

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

    /// Normal shots, of whatever the recording suggests.
    public init() {}
}
