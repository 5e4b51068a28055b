import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

/// What a user asks for; whatever is `nil` is decided from the footage.
public struct CompositionRequest: Sendable {
    public var policy: SwitchPolicy = .never
    public var transition = TransitionRequest(TransitionSpecification(name: "dissolve"), duration: .milliseconds(500))
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
    public var sound: SoundRequest = .primary
    public var keepsMetadata = true
    public var smart: SmartMode = .auto
    /// Cuts may move by up to this much to where more can be copied.
    public var snapping: MediaTime = .zero

    public enum SoundRequest: Hashable, Sendable {
        case none
        case primary
        case follow
        case angle(Angle)
    }

    public init() {}
}

/// A plan and what had to be decided or adjusted on the way to it.
public struct PlannedRender: Sendable {
    public var plan: RenderPlan
    public var primary: Angle
    public var adjustments: [Adjustment]
    public var notes: [String]
    /// Why takes, by their index, cannot be copied; empty when nothing was to be copied.
    public var obstacles: [Int: String] = [:]
    /// Why everything is encoded although copying was allowed; empty otherwise.
    public var refusals: [String] = []
}

extension CompositionRequest {
    /// Decides everything that was left open. Reads the packets' headers where something may be copied, decodes nothing.
    ///
    /// - Throws: `TimelineError`, `TransitionError`, `RequestError`, `MediaError`, `SmartError`.
    public func plan(_ recording: Recording) throws -> PlannedRender {
        let planning = try Planning(self, recording)
        guard smart != .off else { return try planning.encoded() }
        do {
            return try planning.copied()
        } catch let error as SmartError {
            guard smart != .require else { throw error }
            var planned = try planning.encoded()
            planned.refusals = error.reasons
            return planned
        }
    }
}

/// A wish that cannot be granted, whatever the footage is.
public enum RequestError: Error, Equatable, Sendable {
    case size(PictureSize)
    case frameRate(FrameRate)
}

extension RequestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .size(let size):
            "a picture of \(size) cannot be encoded; width and height must be even and between 16 and 16384."
        case .frameRate(let rate): "\(rate) frames per second is out of range; use 1 to 480."
        }
    }
}

extension VideoCodec {
    /// Where a careful viewer no longer sees a difference on phone footage.
    var carefulQuality: Quality {
        switch self {
        case .h264: .constantRateFactor(18)
        case .hevc: .constantRateFactor(20)
        }
    }
}
