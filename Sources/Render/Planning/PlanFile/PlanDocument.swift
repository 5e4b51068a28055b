import MediaTime
import Pictures
import Timeline

/// A composition with everything needed to render it again, anywhere, to the same bytes: what a plan file holds.
///
/// Plain values; the file format is in `OpenTimelineIO`.
public struct PlanDocument: Hashable, Sendable {
    /// One recorded file and how it is used.
    public struct Media: Hashable, Sendable {
        public var take: Take
        /// What turns its pictures upright.
        public var orientation: Orientation
        /// The index of the audio stream that is used; `nil` for a silent file.
        public var audioStream: Int?
        /// What tells whether the file is still the one that was planned with.
        public var fingerprint: String

        public init(take: Take, orientation: Orientation, audioStream: Int?, fingerprint: String) {
            self.take = take
            self.orientation = orientation
            self.audioStream = audioStream
            self.fingerprint = fingerprint
        }
    }

    /// A file that the film is drawn with: an image of a transition, a table of a look, a font.
    public struct File: Hashable, Sendable {
        public var path: String
        /// As of a recording.
        public var fingerprint: String

        public init(path: String, fingerprint: String) {
            self.path = path
            self.fingerprint = fingerprint
        }
    }

    public var name: String
    public var media: [Media]
    /// None of plans that were written before there were such.
    public var files: [File]
    /// From the film's clock to the session clock.
    public var clock: TimeMap
    public var segments: [Composition.Segment]
    public var transitions: [Composition.Transition]
    public var output: OutputSettings

    public init(
        name: String, media: [Media], files: [File] = [], clock: TimeMap, segments: [Composition.Segment],
        transitions: [Composition.Transition], output: OutputSettings
    ) {
        self.name = name
        self.media = media
        self.files = files
        self.clock = clock
        self.segments = segments
        self.transitions = transitions
        self.output = output
    }

    /// The composition, checked: a plan file may say anything.
    ///
    /// - Throws: `PlanError` when it contradicts itself.
    public func composition() throws -> Composition {
        let session = try Session(takes: media.map(\.take))
        if let contradiction = Composition.contradiction(segments, transitions, clock, output.frameRate) {
            throw PlanError("the plan contradicts itself: \(contradiction)")
        }
        for scene in segments.compactMap(\.scene) {
            for layer in scene.layers where !session.angles.contains(layer.angle) {
                throw PlanError("the plan shows the camera '\(layer.angle)' but lists no recording of it")
            }
            for cell in scene.emptyCells ?? [] where !session.angles.contains(cell.angle) {
                throw PlanError("the plan keeps a place for the camera '\(cell.angle)' but lists no recording of it")
            }
            guard scene.layers.allSatisfy(\.isValid), scene.emptyCells?.allSatisfy(\.rectangle.isValid) ?? true
            else { throw PlanError("a layer of '\(scene)' lies outside the picture") }
        }
        return Composition(
            session: session, frameRate: output.frameRate, clock: clock, segments: segments, transitions: transitions)
    }
}
