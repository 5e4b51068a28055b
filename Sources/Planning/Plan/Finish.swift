import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline

/// How a film is finished: what a request says and its plan, plan file and digest repeat unchanged.
public struct Finish: Hashable, Sendable {
    /// How pictures of another shape are fitted to the canvas, unless a framing says otherwise.
    public var fit: Fit = .auto
    /// Which part of a picture is shown where it is cropped.
    public var cropping = Cropping()
    /// The looks of cameras, in the order they are applied. They are made for standard dynamic range.
    public var looks: [Angle: [Specification]] = [:]
    /// What cameras are stabilized with: one of `Stabilizer.strengths` and its parameters.
    public var stabilization: [Angle: Specification] = [:]
    /// Drawn over the film for a time.
    public var graphics = Graphics()
    /// Drawn into the pictures; `nil` for none.
    public var text: PictureText?
    /// A bit rate that no second should exceed by much, in addition to a rate factor; H.264 and HEVC only.
    public var rateLimit: Int64?
    /// Starts a chapter at every switch.
    public var hasChapters = false
    /// The moment of the film used for its cover; `nil` for no cover.
    public var poster: MediaTime?

    /// Nothing is changed or added.
    public init() {}

    /// A plan file may contain anything.
    ///
    /// - Parameter cameras: those of the film.
    /// - Throws: `TimelineError` for a camera that is not there, `ParameterError`, `PlanError`, `MediaError` for a file
    ///   that cannot be used.
    package func check(_ cameras: [Angle]) throws {
        for angle in (Array(looks.keys) + stabilization.keys + cropping.points.keys).sorted(by: { $0.name < $1.name })
        where !cameras.contains(angle) {
            throw TimelineError.unknownAngle(name: angle.name, known: cameras.map(\.name))
        }
        for look in looks.values.joined() { try look.checkLook() }
        for stabilization in stabilizations { _ = try stabilization.resolved() }
        if !stabilization.isEmpty { try MotionReader.check() }
        guard try graphics.check() else {
            throw PlanError("the times or the texts of its titles, its logo or its fades are impossible")
        }
        guard text?.isValid ?? true else { throw PlanError("its text is too large, too small or too long") }
        guard cropping.isValid else { throw PlanError("a point that it keeps in view lies outside the picture") }
        guard poster.map({ (MediaTime.zero ... .seconds(1 << 30)).contains($0) }) ?? true else {
            throw PlanError("the time of its poster is impossible")
        }
    }

    /// The color changes for a camera.
    ///
    /// - Throws: `ParameterError` if a look is unknown.
    package func grade(of angle: Angle) throws(ParameterError) -> Grade { try Grade(looks[angle] ?? []) }

    /// Sorted by camera name.
    package var cameraLooks: [(angle: Angle, looks: [Specification])] {
        looks.map { ($0.key, $0.value) }.sorted { $0.angle.name < $1.angle.name }
    }

    /// Sorted by camera name.
    package var stabilizations: [Stabilization] {
        stabilization.map(Stabilization.init).sorted { $0.angle.name < $1.angle.name }
    }
}

// What it reads.
extension Finish {
    /// Tables of looks, in order of first use; subtitles and the logo; fonts named as files.
    package var files: [String] {
        lookFiles + graphicsFiles + (text?.styles.map(\.font).filter(FontFile.isPath) ?? [])
    }

    /// In order of first use.
    var lookFiles: [String] {
        var seen: Set<String> = []
        return cameraLooks.flatMap(\.looks).flatMap { $0.files(in: Catalogue<LookEntry>.standard) }
            .filter { seen.insert($0).inserted }
    }

    /// Subtitles, the logo, and fonts of titles.
    var graphicsFiles: [String] {
        var seen: Set<String> = []
        let styles = graphics.titles.map(\.style) + [graphics.captions?.style].compactMap(\.self)
        let fonts = styles.compactMap { $0.parameters["font"] }.filter(FontFile.isPath)
        return [graphics.subtitles, graphics.subtitleTrack, graphics.captions?.path, graphics.logo?.path].compactMap(
            \.self)
            + fonts.filter { seen.insert($0).inserted }
    }

    package mutating func renameFiles(_ rename: (String) -> String) {
        looks = looks.mapValues { looks in
            looks.map { look in
                Catalogue<LookEntry>.standard.entry(named: look.name).map { look.renamingFiles(of: $0, rename) } ?? look
            }
        }
        for kind in [\PictureText.label, \.clock, \.timecode] {
            guard let font = text?[keyPath: kind]?.font, FontFile.isPath(font) else { continue }
            text?[keyPath: kind]?.font = rename(font)
        }
        for title in graphics.titles.indices {
            guard let font = graphics.titles[title].style.parameters["font"], FontFile.isPath(font) else { continue }
            graphics.titles[title].style.parameters["font"] = rename(font)
        }
        graphics.subtitles = graphics.subtitles.map(rename)
        graphics.subtitleTrack = graphics.subtitleTrack.map(rename)
        if let captions = graphics.captions {
            graphics.captions!.path = rename(captions.path)
            if let font = captions.style.parameters["font"], FontFile.isPath(font) {
                graphics.captions!.style.parameters["font"] = rename(font)
            }
        }
        if let path = graphics.logo?.path { graphics.logo!.path = rename(path) }
    }
}

extension Specification {
    /// Checks a look: its name and values, that FFmpeg can read its file, and that it has the filters.
    ///
    /// - Throws: `ParameterError`, `MediaError`.
    package func checkLook() throws {
        let grade = try Grade([self])
        let files = files(in: Catalogue<LookEntry>.standard)
        for file in files {
            do { _ = try checkInputFile(file) } catch {
                guard case .isDirectory = error else { throw error }
                throw MediaError.notColorTable(path: file, reason: "it is a folder")
            }
            if let reason = try ColorTableFile.problem(in: file) {
                throw MediaError.notColorTable(path: file, reason: reason)
            }
        }
        do {
            try grade.check()
        } catch {
            guard let file = files.first else { throw MediaError.failed(path: "the look '\(self)'", error) }
            throw MediaError.notColorTable(path: file, reason: "FFmpeg finds no table in it")
        }
    }

    /// The files that this look reads.
    package func files(in catalogue: Catalogue<LookEntry>) -> [String] {
        catalogue.entry(named: name).map { files(of: $0) } ?? []
    }
}

extension Finish: Codable {
    private enum Key: CodingKey {
        case fit, cropping, looks, stabilization, graphics, text, rateLimit, hasChapters, poster
    }

    private struct CameraLooks: Codable {
        var angle: Angle
        var looks: [Specification]
    }

    /// Lists of cameras are sorted; what is not there is left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        fit = try values.decode(Fit.self, forKey: .fit)
        cropping = try values.decodeIfPresent(Cropping.self, forKey: .cropping) ?? Cropping()
        for camera in try values.decode([CameraLooks].self, forKey: .looks) { looks[camera.angle] = camera.looks }
        for camera in try values.decodeIfPresent([Stabilization].self, forKey: .stabilization) ?? [] {
            stabilization[camera.angle] = camera.strength
        }
        graphics = try values.decodeIfPresent(Graphics.self, forKey: .graphics) ?? Graphics()
        text = try values.decodeIfPresent(PictureText.self, forKey: .text)
        rateLimit = try values.decodeIfPresent(Int64.self, forKey: .rateLimit)
        hasChapters = try values.decode(Bool.self, forKey: .hasChapters)
        poster = try values.decodeIfPresent(MediaTime.self, forKey: .poster)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(fit, forKey: .fit)
        if cropping != Cropping() { try values.encode(cropping, forKey: .cropping) }
        try values.encode(cameraLooks.map { CameraLooks(angle: $0.angle, looks: $0.looks) }, forKey: .looks)
        if !stabilization.isEmpty { try values.encode(stabilizations, forKey: .stabilization) }
        if !graphics.isEmpty { try values.encode(graphics, forKey: .graphics) }
        try values.encodeIfPresent(text, forKey: .text)
        try values.encodeIfPresent(rateLimit, forKey: .rateLimit)
        try values.encode(hasChapters, forKey: .hasChapters)
        try values.encodeIfPresent(poster, forKey: .poster)
    }
}
