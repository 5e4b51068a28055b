import MediaTime

/// A composition with everything needed to render it again, anywhere, to the same bytes: what a plan file holds.
///
/// Plain values; the file format is in `OpenTimelineIO`.
public struct PlanDocument: Hashable, Sendable {
    /// One recorded file and how it is used.
    public struct Media: Hashable, Sendable {
        public var take: Take
        /// Clockwise quarter turns, then mirrored left to right, that turn its pictures upright.
        public var quarterTurns: Int
        public var isMirrored: Bool
        /// The index of the sound stream that is used; `nil` for a silent file.
        public var audioStream: Int?
        /// What tells whether the file is still the one that was planned with.
        public var fingerprint: String

        public init(take: Take, quarterTurns: Int, isMirrored: Bool, audioStream: Int?, fingerprint: String) {
            self.take = take
            self.quarterTurns = quarterTurns
            self.isMirrored = isMirrored
            self.audioStream = audioStream
            self.fingerprint = fingerprint
        }
    }

    /// How the film is written.
    public struct Output: Hashable, Sendable, Codable {
        /// Upright, in pixels.
        public var width, height: Int
        public var bitDepth: Int
        /// Code points of ITU-T H.273.
        public var primaries, transfer, matrix: Int
        public var isFullRange: Bool
        public var codec: String
        /// Constant rate factor, or else bits per second.
        public var constantRateFactor: Double?
        public var bitRate: Int64?
        public var preset: String
        public var threads: Int
        public var fit: String
        /// A camera, "follow" or "none".
        public var sound: String
        public var audioBitRate: Int64
        /// "all", "copy" or "encode": whether untouched stretches are copied, and at what price.
        public var stretches: String
        /// Whether the sound may be copied where it is one untouched track.
        public var copiesAudio: Bool
        /// The camera that decides size, rate and parameter sets.
        public var primary: String
        /// Tags for the file; `nil` where it is to say nothing of its recordings.
        public var metadata: [String: String]?

        public init(
            width: Int, height: Int, bitDepth: Int, primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool,
            codec: String, constantRateFactor: Double?, bitRate: Int64?, preset: String, threads: Int, fit: String,
            sound: String, audioBitRate: Int64, stretches: String, copiesAudio: Bool, primary: String,
            metadata: [String: String]?
        ) {
            self.width = width
            self.height = height
            self.bitDepth = bitDepth
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
            self.isFullRange = isFullRange
            self.codec = codec
            self.constantRateFactor = constantRateFactor
            self.bitRate = bitRate
            self.preset = preset
            self.threads = threads
            self.fit = fit
            self.sound = sound
            self.audioBitRate = audioBitRate
            self.stretches = stretches
            self.copiesAudio = copiesAudio
            self.primary = primary
            self.metadata = metadata
        }
    }

    public var name: String
    public var media: [Media]
    public var frameRate: FrameRate
    /// The time of output frame 0 on the session clock.
    public var start: MediaTime
    public var segments: [Composition.Segment]
    public var transitions: [Composition.Transition]
    public var output: Output

    public init(name: String, composition: Composition, media: [Media], output: Output) {
        self.name = name
        self.media = media
        frameRate = composition.frameRate
        start = composition.start
        segments = composition.segments
        transitions = composition.transitions
        self.output = output
    }

    init(
        name: String, media: [Media], frameRate: FrameRate, start: MediaTime, segments: [Composition.Segment],
        transitions: [Composition.Transition], output: Output
    ) {
        self.name = name
        self.media = media
        self.frameRate = frameRate
        self.start = start
        self.segments = segments
        self.transitions = transitions
        self.output = output
    }

    /// The composition, checked: a plan file may say anything.
    ///
    /// - Throws: `PlanError` when it contradicts itself.
    public func composition() throws -> Composition {
        let session = try Session(takes: media.map(\.take))
        if let contradiction = Composition.contradiction(segments, transitions) {
            throw PlanError("the plan contradicts itself: \(contradiction)")
        }
        for segment in segments {
            for angle in segment.view?.angles ?? [] where !session.angles.contains(angle) {
                throw PlanError("the plan shows the camera '\(angle)', of which it lists no recording")
            }
        }
        return Composition(
            session: session, frameRate: frameRate, start: start, segments: segments, transitions: transitions)
    }
}

/// What is wrong with a plan file.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}
