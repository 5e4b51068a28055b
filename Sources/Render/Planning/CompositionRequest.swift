import Parameters
import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// What a user asks for; whatever is `nil` is decided from the footage.
public struct CompositionRequest: Sendable {
    public var policy: SwitchPolicy = .never
    /// What is shown in turn, the opening view first; empty for each camera by itself.
    public var views: [View] = []
    /// What is shown of cameras throughout, where a view does not say otherwise.
    public var framings: [Angle: Framing] = [:]
    /// The looks of cameras, in the order in which they are applied. They are made for standard dynamic range.
    public var looks: [Angle: [Specification]] = [:]
    /// Cameras whose colors are brought to the primary camera's, before their looks.
    public var matchedColors: Set<Angle> = []
    public var transition = TransitionRequest(Specification(name: "dissolve"), duration: .milliseconds(500))
    /// The shortest shot that a rule or the footage may make; `nil` for the larger of one second and twice the
    /// transition, no longer than the interval that is asked for.
    public var shortestShot: MediaTime?
    /// Which of the footage the film shows.
    public var span: Excerpt.Span = .union
    /// What of it is kept, counted from its beginning; `nil` for all.
    public var range: TimeRange?
    /// What of it is left out.
    public var skipped: [TimeRange] = []
    /// The transitions there are: `TransitionCatalogue.standard`, and whatever a program registers.
    public var catalogue = TransitionCatalogue.standard
    public var startWith: Angle?
    /// The camera that decides the canvas, the frame rate, the sound and what is shown when in doubt.
    public var primary: Angle?
    public var size: PictureSize?
    public var frameRate: FrameRate?
    public var codec: VideoCodec?
    /// nil: visually lossless for the codec.
    public var quality: Quality?
    public var preset: String?
    public var fit: Fit = .auto
    public var sound: AudioRequest = .primary
    public var dynamicRange: DynamicRange = .auto
    public var keepsMetadata = true
    /// Drawn into the pictures; `nil` for none.
    public var text: PictureText?
    public var smart: SmartMode = .auto
    /// Whether the sound is copied where it is one untouched track; `nil` for as `smart` says of the picture.
    public var copiesAudio: Bool?
    /// Cuts may move by up to this much to where more can be copied.
    public var snapping: MediaTime = .zero

    public enum AudioRequest: Hashable, Sendable {
        case none
        case primary
        case follow
        case angle(Angle)
    }

    /// What becomes of high dynamic range.
    public enum DynamicRange: String, Sendable, CaseIterable {
        /// It stays where all cameras have the same kind and the codec carries it, else `sdr`.
        case auto
        /// Tone-mapped to BT.709.
        case sdr
    }

    public init() {}
}

/// A request that cannot be met, whatever the footage is.
public enum RequestError: Error, Equatable, Sendable {
    case size(PictureSize)
    case frameRate(FrameRate)
    /// The first camera's colors are to be matched to the second's, but they never record at the same time.
    case nothingToMatch(Angle, Angle)
    /// The colors of the primary camera are to be matched to themselves.
    case matchesItself(Angle)
    /// A clock is to be shown, and no file says when it was recorded.
    case noClock(paths: [String])
}

extension RequestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .size(let size):
            "a \(size) picture cannot be encoded; width and height must be even numbers from 16 to 16384."
        case .frameRate(let rate): "\(rate) frames per second is out of range; use 1 to 480."
        case .nothingToMatch(let angle, let reference):
            "the \(angle) and \(reference) cameras never record at the same time, so their colors cannot be compared; correct the \(angle) camera by numbers instead."
        case .matchesItself(let angle):
            "the \(angle) camera is the primary one, to which others are matched; name another camera, or make another one the primary."
        case .noClock(let paths):
            paths.count == 1
                ? "\(paths[0]) does not say when it was recorded, so there is no clock to show; leave it out."
                : "none of the files says when it was recorded (\(paths.joined(separator: ", "))), so there is no clock to show; leave it out."
        }
    }
}
