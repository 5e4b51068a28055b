import Analysis
import Timeline

/// A request for cuts that follow the sound, with options.
public struct DirectorRequest: Hashable, Sendable {
    public var subject: Subject = .auto
    public var style: Style = .normal
    /// The view for crosstalk; `nil` keeps the shot.
    public var both: View?
    /// A camera that shows everybody.
    public var wide: Angle?
    /// Whether long shots are interrupted by the listener's face.
    public var hasReactions = false

    /// What the cuts follow.
    public enum Subject: Hashable, Sendable {
        /// Who speaks; or music, if that is certain.
        case auto
        /// Who speaks.
        case speech
        /// The beats of the film's music, otherwise of the recorded sound.
        case music(BeatRule)
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

    /// Normal shots of the speaker, or on the beat of the music.
    public init() {}
}
