import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Pictures
import Planning
import Timeline

/// Size, rate and colors of the film.
struct PictureOptions: DescribedOptions {
    @Option(
        help: ArgumentHelp(
            "The camera that determines picture size, sound and frame rate (but see --fps). (default: back)",
            valueName: "camera"),
        completion: .cameras)
    var primary: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Picture size, even numbers: 1080x1920, or 720p, 1080p, 4k, or a ratio, with the primary's short side: 9:16. (default: the primary's, upright)",
            valueName: "WxH"), completion: .sizes)
    var size: String?

    @Option(
        help: ArgumentHelp(
            "How a camera of another shape fills the frame: fill crops, fit adds bars, blur fills the bars."
        ))
    var fit: Fit = .auto

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "What stays in view where a picture is cropped: faces, center, or a point of a camera, front=0.3,0.5. Repeatable. (default: faces)",
            valueName: "choice"), completion: .list(Cropping.Choice.allCases.map(\.rawValue)))
    var framing: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Zoom in on a camera throughout: front=1.5, or front=1.5@0.5,0.4 with the point that stays in view, as fractions of the width and the height. Repeatable.",
            valueName: "camera=zoom"))
    var zoom: [String] = []

    @Option(
        help: ArgumentHelp(
            "Remove the shake of all cameras or of one: standard, enhanced, cinematic or action; front=cinematic:zoom=1.1 sets the zoom that hides the borders. Repeatable.",
            valueName: "[camera=]strength"), completion: .stabilizers)
    var stabilize: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames per second: 30, 29.97, 24. (default: the primary's if its shots are copied, otherwise the highest rate of the cameras shown)",
            valueName: "rate"),
        transform: frameRate)
    var fps: FrameRate?

    @Option(
        help: ArgumentHelp(
            "High dynamic range: auto keeps it if both cameras record the same kind; sdr tone-maps to BT.709.",
            valueName: "range"))
    var dynamicRange: CompositionRequest.DynamicRange = .auto

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Change the colors of all cameras or of one: warm, front=vivid:amount=0.5, lut:FILE.cube; 'compose looks' lists them. Repeatable.",
            valueName: "[camera=]look"), completion: .looks)
    var look: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Correct the colors of all cameras or of one: exposure=0.3,contrast=1.1, or front=tint=0.1; 'compose looks adjust' explains it. Repeatable.",
            valueName: "[camera=]values"))
    var adjust: [String] = []

    @Option(
        help: ArgumentHelp(
            "Match a camera's white balance, exposure and contrast to the primary camera's, before --adjust and --look. Repeatable.",
            valueName: "camera"), completion: .cameras)
    var matchColor: [String] = []

    static let traits = [
        OptionTraits("primary framing zoom stabilize adjust match-color"),
        OptionTraits("look", filesFollow: OptionTraits.filesFollow(in: Catalogue<LookEntry>.standard.entries)),
        OptionTraits("size", also: OptionTraits.copying(\.picture.size)),
        OptionTraits("fit", also: OptionTraits.copying(\.picture.fit)),
        OptionTraits("fps", also: OptionTraits.copying(\.picture.fps)),
        OptionTraits("dynamic-range", also: OptionTraits.copying(\.picture.dynamicRange)),
    ]

    /// - Parameter request: keeps its primary camera unless another is chosen.
    func apply(to request: inout CompositionRequest, _ angles: [Angle]) throws {
        request.framings = try framings(angles)
        request.cropping = try cropping(angles)
        request.looks = try looks(angles)
        request.stabilization = try stabilization(angles)
        request.matchedColors = Set(try matchColor.map { try angles.camera($0, of: "--match-color \($0)") })
        if let primary { request.primary = try angles.camera(primary, of: "--primary \(primary)") }
        request.frameRate = fps
        request.fit = fit
        request.dynamicRange = dynamicRange
    }

    /// The framing of cameras throughout.
    private func framings(_ angles: [Angle]) throws(UsageError) -> [Angle: Framing] {
        if let text = zoom.first(where: { $0.contains("..") }) {
            let parts = text.split(separator: "=", maxSplits: 1)
            let camera = parts.count == 2 ? "camera=\(parts[0])," : ""
            throw UsageError(
                "--zoom \(text): this zoom stays as it is; one that moves is a view, such as --view single:\(camera)zoom=\(parts[parts.count - 1])."
            )
        }
        return try NamedValues(
            zoom, "--zoom", angles,
            takes: "write a zoom from 1 to 8 and a point from 0,0 to 1,1, such as front=1.5@0.5,0.4",
            forAll: false, isList: false, parse: Framing.init(parsingZoom:)
        ).own
    }

    /// What stays in view where a camera is cropped.
    private func cropping(_ angles: [Angle]) throws(UsageError) -> Cropping {
        let choices = framing.compactMap(Cropping.Choice.init)
        guard choices.count < 2 else { throw UsageError("--framing was given twice for all; give it once.") }
        let points = framing.filter { Cropping.Choice(rawValue: $0) == nil }
        if let text = points.first(where: { !$0.contains("=") }) {
            let choices = Cropping.Choice.allCases.map(\.rawValue)
            throw UsageError(
                "--framing \(text): write \(list(choices + [angles.example("front=0.3,0.5")], "or"))"
                    + question(about: text, in: choices))
        }
        return Cropping(
            choices.first ?? .faces,
            points: try NamedValues(
                points, "--framing", angles, takes: "write a point from 0,0 to 1,1, such as front=0.3,0.5",
                forAll: false, isList: false, parse: UnitPoint.init(parsing:)
            ).own)
    }

    /// What cameras are stabilized with; an equals sign before any colon ends a camera's name.
    private func stabilization(_ angles: [Angle]) throws -> [Angle: Specification] {
        var found: [Angle: Specification] = [:]
        var all: Specification?
        for text in stabilize {
            let head = text.prefix { $0 != ":" }
            let camera = head.firstIndex(of: "=").map { String(head[..<$0]) }
            guard let strength = Specification(parsing: String(text.dropFirst(camera.map { $0.count + 1 } ?? 0))) else {
                throw UsageError(
                    "--stabilize \(text): write a strength, such as cinematic, or \(angles.example("front=cinematic:zoom=1.1"))."
                )
            }
            let strengths = Stabilizer.strengths.entries.map(\.name)
            guard Stabilizer.strengths.entry(named: strength.name) != nil else {
                throw UsageError(
                    "--stabilize \(text): write \(list(strengths, "or"))"
                        + question(about: strength.name, in: strengths))
            }
            do { _ = try Stabilizer.strengths.resolve(strength) } catch {
                throw UsageError("--stabilize \(text): \(sentence(for: error))")
            }
            guard let camera else {
                guard all == nil else { throw UsageError("--stabilize was given twice for all; give it once.") }
                all = strength
                continue
            }
            let angle = try angles.camera(camera, of: "--stabilize \(text)")
            guard found.updateValue(strength, forKey: angle) == nil else {
                throw UsageError("--stabilize was given twice for \(angle); give it once for each name.")
            }
        }
        if let all { for angle in angles where found[angle] == nil { found[angle] = all } }
        return found
    }

    /// Whether the size is one by name, which says how many lines there are, and not the shape.
    var namesSize: Bool { size.map { Self.named[$0.lowercased()] != nil } ?? false }

    /// - Parameters:
    ///   - primary: the upright size of the primary camera.
    ///   - delivery: decides the shape of a size by name, and the resolution of a ratio.
    func pictureSize(_ primary: PictureSize, for delivery: Delivery? = nil) throws -> PictureSize? {
        guard let text = size else { return nil }
        if let size = Self.size(parsing: text, primary, delivery) {
            guard size.shortSide >= Self.leastSide || Self.size(parsing: "\(size.width):\(size.height)", primary) == nil
            else {
                throw UsageError(
                    "--size \(text): that would be pixels; for this shape, write --size \(size.width):\(size.height).")
            }
            return size
        }
        let meant = Self.sizes.first { $0.value.contains(text.lowercased()) }?.key ?? Self.retyped(text)
        if let meant, Self.size(parsing: meant, primary) != nil {
            throw UsageError("--size \(text): write --size \(meant).")
        }
        throw UsageError(
            "--size \(text.isEmpty ? "''" : text): write width x height in even numbers, such as 1080x1920, or 720p, 1080p, 4k, or a ratio, such as 9:16."
        )
    }

    /// Other names of sizes.
    static let sizes = [
        "720p": ["hd", "720"], "1080p": ["fullhd", "full-hd", "fhd", "1080"], "1440p": ["2k", "qhd", "1440"],
        "4k": ["uhd", "2160", "4kuhd"], "9:16": ["vertical", "portrait", "tiktok", "reels"], "1:1": ["square"],
        "16:9": ["landscape", "wide", "widescreen"], "480p": ["sd", "480"],
    ]

    /// No film is that small: 9x16 is a shape.
    private static let leastSide = 32

    /// "16/9" and "1920*1080" as we write them.
    private static func retyped(_ text: String) -> String? {
        guard let match = text.lowercased().wholeMatch(of: /([0-9]+) *(?:x|×|\*|\/|:|,|-|by|_) *([0-9]+)(?:p|px)?/),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        return "\(width)\(min(width, height) < leastSide ? ":" : "x")\(height)"
    }

    private static let named = [
        "240p": (240, 426), "360p": (360, 640), "480p": (480, 854), "540p": (540, 960), "720p": (720, 1280),
        "1080p": (1080, 1920),
        "1440p": (1440, 2560), "2160p": (2160, 3840), "4k": (2160, 3840),
    ]

    private static func size(
        parsing text: String, _ primary: PictureSize, _ delivery: Delivery? = nil
    ) -> PictureSize? {
        if let (short, long) = named[text.lowercased()] {
            // The name gives the resolution, the delivery or the primary camera the orientation.
            let isPortrait = delivery?.isVertical == true || primary.isPortrait
            return PictureSize(width: isPortrait ? short : long, height: isPortrait ? long : short)
        }
        if let ratio = text.wholeMatch(of: /([1-9][0-9]?):([1-9][0-9]?)/), let x = Int(ratio.1), let y = Int(ratio.2) {
            // A ratio is a shape; how large the film is, a delivery knows.
            let most = delivery?.largest.shortSide ?? .max
            let short = delivery?.isVertical == true ? most : min(primary.shortSide, most)
            return PictureSize(shortSide: short, ratio: (x, y))
        }
        let numbers = text.lowercased().split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0, height > 0 else {
            return nil
        }
        return PictureSize(width: width, height: height)
    }
}

extension PictureSize {
    fileprivate var shortSide: Int { min(width, height) / 2 * 2 }

    /// - Parameter ratio: width to height; the longer side is rounded to an even number.
    fileprivate init(shortSide: Int, ratio: (width: Int, height: Int)) {
        let (short, long) = (min(ratio.width, ratio.height), max(ratio.width, ratio.height))
        let longSide = (shortSide * long + short) / (2 * short) * 2
        self =
            ratio.width > ratio.height
            ? .init(width: longSide, height: shortSide) : .init(width: shortSide, height: longSide)
    }
}

extension Fit: ExpressibleByArgument {}
extension CompositionRequest.DynamicRange: ExpressibleByArgument {}

extension Framing {
    /// "1.5", or "1.5@0.5,0.4" with the focus.
    init?(parsingZoom text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let zoom = Double(parts[0]), Self.zooms.contains(zoom) else { return nil }
        self.init(zoom: zoom)
        guard parts.count == 2 else { return }
        guard let point = UnitPoint(parsing: parts[1]) else { return nil }
        focus = point
    }
}

extension UnitPoint {
    /// "0.3,0.5", inside the picture.
    init?(parsing text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x), (0...1).contains(y)
        else {
            return nil
        }
        self.init(x: x, y: y)
    }
}
