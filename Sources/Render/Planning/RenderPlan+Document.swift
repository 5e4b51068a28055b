import MediaIO
import MediaTime
import Pictures
import Timeline
import Transitions

extension PlannedRender {
    /// What a plan file has to hold so that `RenderPlan.init(_:)` makes this plan again.
    public func document(name: String) -> PlanDocument {
        let canvas = plan.displayCanvas
        let media = zip(plan.composition.session.takes, plan.sources).map { take, source in
            PlanDocument.Media(
                take: take, quarterTurns: source.orientation.quarterTurns, isMirrored: source.orientation.mirrored,
                audioStream: source.audioStream, fingerprint: FileFingerprint(path: take.path).description)
        }
        return PlanDocument(
            name: name, composition: plan.composition, media: media,
            output: PlanDocument.Output(
                width: canvas.size.width, height: canvas.size.height, bitDepth: canvas.format.bitDepth,
                primaries: canvas.color.primaries, transfer: canvas.color.transfer, matrix: canvas.color.matrix,
                isFullRange: canvas.color.isFullRange, codec: plan.video.codec.rawValue,
                constantRateFactor: plan.video.quality.constantRateFactor, bitRate: plan.video.quality.bitRate,
                preset: plan.video.preset, threads: plan.video.threads, fit: plan.fit.rawValue,
                sound: plan.sound.choice.name, audioBitRate: plan.sound.bitRate, stretches: plan.stretches.rawValue,
                copiesAudio: plan.sound.mayCopy, primary: primary.name, metadata: plan.metadata))
    }
}

extension PlannedRender {
    /// What `RenderPlan.init(_:)` makes of a document.
    public init(_ document: PlanDocument) throws {
        self.init(
            plan: try RenderPlan(document), primary: Angle(document.output.primary), adjustments: [], notes: [])
    }

    /// Reads a plan file, which is one of the inputs from then on.
    ///
    /// - Throws: as `PlanFile.read` and `RenderPlan.init(_:)`.
    public init(reading path: String) throws {
        try self.init(try PlanFile.read(path))
        plan.otherInputs.append(path)
    }
}

extension RenderPlan {
    /// The plan that a document describes: the same on every machine that has the same files.
    ///
    /// - Throws: `PlanError` when it makes no sense or a file is no longer the one that was planned with,
    ///   `MediaError` when one cannot be read, `TransitionError`.
    public init(_ document: PlanDocument) throws {
        let composition = try document.composition()
        for specification in Set(composition.transitions.map(\.specification)) { try specification.check() }
        let sources = try document.media.map(Source.init)
        for (source, media) in zip(sources, document.media) { source.log(as: media.take) }
        let output = document.output
        guard let primary = composition.session.takes.firstIndex(where: { $0.angle.name == output.primary }) else {
            throw PlanError("there is no recording of its primary camera '\(output.primary)'")
        }
        guard (1...480).contains(document.frameRate.framesPerSecond) else {
            throw PlanError("\(document.frameRate) frames per second cannot be written; 1 to 480 can")
        }
        let canvas = try output.canvas
        let video = VideoEncoderSettings(
            codec: try Self.word(output.codec, "codec"), canvas: canvas, frameRate: document.frameRate,
            quality: try output.quality, preset: try output.knownPreset,
            threads: min(max(output.threads, 1), 64))
        self.init(
            composition: composition, sources: sources, video: video, fit: try Self.word(output.fit, "fit"),
            sound: AudioPlan(
                choice: AudioPlan.Choice(name: output.sound), bitRate: min(max(output.audioBitRate, 16_000), 512_000),
                mayCopy: output.copiesAudio),
            metadata: output.metadata)
        stretches = try Self.word(output.stretches, "stretches")
        if stretches != .encode {
            let wished = stretches
            let indexes = try SmartPlanner.indexes(sources, primary: primary, canvas: canvas, codec: video.codec)
            do {
                self = try SmartPlanner(
                    full: self, primary: primary, allowsDistinct: wished == .copyAll
                ).plan(indexes).plan
            } catch let error as SmartError {
                throw PlanError(
                    "what it copies cannot be copied here: \(error.reasons.joined(separator: "; ")); plan again")
            }
            stretches = wished
        }
        try copyAudio()
        logDecisions()
    }

    fileprivate static func word<Word: RawRepresentable>(_ text: String, _ what: String) throws -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: text) else { throw PlanError("its \(what) '\(text)' is not known") }
        return word
    }
}

extension Source {
    fileprivate init(_ media: PlanDocument.Media) throws {
        let path = media.take.path
        let info = try MediaInfo(probing: path)
        guard let video = info.video else { throw MediaError.noVideo(path: path, hasAudio: !info.audio.isEmpty) }
        guard FileFingerprint(path: path).description == media.fingerprint else {
            throw PlanError("\(path) is not the file that was planned with; plan again")
        }
        self.init(
            info: info, video: video,
            orientation: Orientation(quarterTurns: media.quarterTurns, mirrored: media.isMirrored),
            audioStream: media.audioStream.flatMap { stream in
                info.audio.contains { $0.streamIndex == stream } ? stream : nil
            })
    }
}

extension PlanDocument.Output {
    fileprivate var canvas: Canvas {
        get throws {
            guard let format = PixelFormat.allCases.first(where: { $0.bitDepth == bitDepth }),
                (16...16384).contains(width), (16...16384).contains(height), width % 2 == 0, height % 2 == 0,
                [primaries, transfer, matrix].allSatisfy((0...255).contains)
            else { throw PlanError("a picture of \(width)x\(height) at \(bitDepth) bits cannot be written") }
            return Canvas(
                size: PictureSize(width: width, height: height), format: format,
                color: ColorDescription(
                    primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange))
        }
    }

    fileprivate var quality: Quality {
        get throws {
            switch (constantRateFactor, bitRate) {
            case (let crf?, nil) where (0...51).contains(crf): return .constantRateFactor(crf)
            case (nil, let bits?) where (10_000...1_000_000_000).contains(bits): return .bitRate(bits)
            default: throw PlanError("its quality makes no sense")
            }
        }
    }

    fileprivate var knownPreset: String {
        get throws {
            guard VideoEncoderSettings.presets.contains(preset) else {
                throw PlanError("its preset '\(preset)' is not known")
            }
            return preset
        }
    }
}

extension Quality {
    fileprivate var constantRateFactor: Double? { if case .constantRateFactor(let crf) = self { crf } else { nil } }
    fileprivate var bitRate: Int64? { if case .bitRate(let bits) = self { bits } else { nil } }
}

extension AudioPlan.Choice {
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .follow: "follow"
        case .angle(let angle): angle.name
        }
    }

    fileprivate init(name: String) {
        switch name {
        case "none": self = .none
        case "follow": self = .follow
        default: self = .angle(Angle(name))
        }
    }
}
