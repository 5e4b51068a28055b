import Analysis
import MediaTime
import Timeline

/// A request for automatic cuts, with options.
public struct DirectorRequest: Hashable, Sendable {
    /// What the cuts follow.
    public var subject: Subject = .auto
    /// How long shots are; `CompositionRequest.shortestShot` replaces its shortest.
    public var style: Style = .normal
    /// The view for crosstalk; `nil` keeps the shot.
    public var both: View?
    /// A camera that shows everybody.
    public var wide: Angle?
    /// What shows whoever speaks near a microphone, by its name: a camera or any view. The others are found by their names
    /// or their sound.
    public var speakers: [Angle: View] = [:]
    /// Whether long shots are interrupted by the listener's face.
    public var hasReactions = false

    /// The longest shot, if there is something else to show; `nil` for that of the style.
    public var longestShot: MediaTime?
    /// Cuts at these times in any case; the others make room for them.
    public var pinned: [SwitchTime] = []

    /// What the cuts follow.
    public enum Subject: Hashable, Sendable {
        /// Who speaks; or music, if that is certain; or the picture, if the sound shows neither.
        case auto
        /// Who speaks.
        case speech
        /// The beats of the film's music, otherwise of the recorded sound; bars begin `shift` beats later than they seem
        /// to.
        case music(BeatRule, shift: Double = 0)
        /// Where something happens.
        case picture
    }

    /// How long shots are.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Shots of at least 3.5, 2 and 1.2 seconds; see `ShotRules`.
        case calm, normal, lively

        var shortestShot: MediaTime { .milliseconds(Int64(rules.shortest * 1000)) }

        var rules: ShotRules {
            switch self {
            case .calm: .calm
            case .normal: .normal
            case .lively: .lively
            }
        }
    }

    /// Normal shots, based on what suits the recording.
    public init() {}
}
