import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Pictures
import Planning
import Timeline

/// What is drawn over the film for a time.
struct GraphicsOptions: DescribedOptions {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Show a text for a time: 'Our trip@2s-6s', 'Anna@1:30-1:35:place=lower-third,style=card,size=0.06,color=gold'. Repeatable.",
            valueName: "text@from-to"))
    var title: [String] = []

    @Option(
        help: ArgumentHelp(
            "Draw subtitles into the film; the file's times are those of the film (.srt, .vtt, .ass).",
            valueName: "file"), completion: .file(extensions: ["srt", "vtt", "ass"]))
    var subtitles: String?

    @Option(
        help: ArgumentHelp(
            "Add subtitles as a track that players can show; the picture stays as it is (.srt, .vtt, .ass).",
            valueName: "file"), completion: .file(extensions: ["srt", "vtt", "ass"]))
    var subtitleTrack: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Draw what is said from a transcript (JSON of WhisperX or whisper.cpp, .vtt, .srt, .ass): words.json:style=pop,of=back if its times are those of a camera.",
            valueName: "file"), completion: .file(extensions: ["json", "vtt", "srt", "ass"]))
    var captions: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show a picture over the film, such as a PNG: logo.png:corner=top-right,size=0.1,opacity=0.8, or logo.png@2s-6s for a time.",
            valueName: "file"), completion: .file(extensions: ["png", "jpg", "webp"]))
    var logo: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fade in from black: 1s; 1s:white from white or another color; 1s:picture or 1s:sound only that.",
            valueName: "time"))
    var fadeIn: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Fade out at the end of the film, as --fade-in.", valueName: "time"))
    var fadeOut: String?

    static let traits = [
        OptionTraits("title", filesFollow: ["font="]),
        OptionTraits("captions", filesFollow: ["", "font="], once: "give it once."),
        OptionTraits("subtitles subtitle-track logo", filesFollow: [""], once: "give it once."),
        OptionTraits("fade-in fade-out", once: "give it once."),
    ]

    /// A fade as written.
    struct Fade {
        var picture: Graphics.Fade?
        var sound = MediaTime.zero
    }

    /// - Throws: `UsageError`.
    ///
    /// - Parameter names: of cameras and sounds.
    func apply(to request: inout CompositionRequest, _ names: [Angle]) throws {
        let (start, end) = try fades()
        (request.graphics.fadeIn, request.graphics.fadeOut) = (start.picture, end.picture)
        (request.mix.fadeIn, request.mix.fadeOut) = (start.sound, end.sound)
        request.graphics.titles = try title.map(Self.title)
        request.graphics.subtitles = subtitles
        request.graphics.subtitleTrack = subtitleTrack
        request.graphics.captions = try captions.map { try Self.captions($0, names, hasTrack: subtitleTrack != nil) }
        request.graphics.logo = try logo.map(Self.logo)
    }

    /// "words.json", "words.json:style=pop,of=back,as=track".
    private static func captions(_ text: String, _ names: [Angle], hasTrack: Bool) throws -> Graphics.Captions {
        var captions = Graphics.Captions(text)
        guard FileIdentity(path: text) == nil, let colon = text.lastIndex(of: ":") else { return captions }
        captions.path = String(text[..<colon])
        let option = "--captions \(text)"
        var style = try style(String(text[text.index(after: colon)...]), option, "captions")
        if let name = style.parameters.removeValue(forKey: "of") {
            captions.of = try names.camera(name, of: option)
        }
        if let uses = style.parameters.removeValue(forKey: "as") {
            let uses = Set(uses.split(separator: "+").map(String.init))
            let files = uses.intersection(["srt", "vtt"])
            guard !uses.isEmpty, files.count < 2, uses.isSubset(of: ["picture", "track", "srt", "vtt"]) else {
                throw UsageError(
                    "\(option): write as=picture, as=track, as=srt or as=vtt, or several with a plus sign: as=picture+srt."
                )
            }
            captions.sidecar = files.first
            guard !uses.contains("track") || !hasTrack else {
                throw UsageError("\(option): there is one track of subtitles; leave out --subtitle-track or as=track.")
            }
            (captions.isDrawn, captions.isTrack) = (uses.contains("picture"), uses.contains("track"))
        }
        captions.style = style
        do { _ = try CaptionStyle(style) } catch { throw UsageError("\(option): \(sentence(for: error))") }
        return captions
    }

    private func fades() throws(UsageError) -> (start: Fade, end: Fade) {
        (
            try fadeIn.map { text throws(UsageError) in try Self.fade("--fade-in", text) } ?? Fade(),
            try fadeOut.map { text throws(UsageError) in try Self.fade("--fade-out", text) } ?? Fade()
        )
    }

    /// "1s", "1s:white", "1s:picture", "1s:#202020:picture".
    private static func fade(_ option: String, _ text: String) throws(UsageError) -> Fade {
        let usage = UsageError(
            "\(option) \(text): write a time up to a minute, and a color or what fades: 1s, 1s:white, 500ms:picture, 2s:sound."
        )
        var words = text.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0).lowercased() }
        // 0:01 is a time, too.
        var time = words.removeFirst()
        while let next = words.first, next.first?.isNumber == true, MediaTime(parsing: "\(time):\(next)") != nil {
            time += ":\(words.removeFirst())"
        }
        guard let duration = MediaTime(parsing: time), (MediaTime.zero ... .seconds(60)).contains(duration),
            Set(words).count == words.count, words.count <= 2
        else { throw usage }
        let only = words.filter { ["picture", "sound"].contains($0) }
        let colors = words.filter { !["picture", "sound"].contains($0) }
        guard only.count < 2, colors.count < 2, colors.isEmpty || only != ["sound"] else { throw usage }
        var color = RGBColor.black
        if let name = colors.first {
            guard let parsed = RGBColor(parsing: name), parsed.alpha == 255 else { throw usage }
            color = parsed
        }
        var fade = Fade()
        if only != ["sound"], duration > .zero { fade.picture = Graphics.Fade(duration, color: color) }
        if only != ["picture"] { fade.sound = duration }
        return fade
    }

    /// "Our trip@2s-6s:place=lower-third": the text may contain at signs and colons of its own.
    private static func title(_ text: String) throws(UsageError) -> Graphics.Title {
        guard let at = text.lastIndex(of: "@") else {
            throw UsageError(
                "--title \(text): write when it is shown, such as '\(text.isEmpty ? "Our trip" : text)@2s-6s'.")
        }
        let shown = String(text[..<at]).replacing("\\n", with: "\n")
        let (range, style) = try timed(String(text[text.index(after: at)...]), "--title \(text)", "title")
        let title = Graphics.Title(shown, range: range, style: style)
        guard title.isShown else {
            throw UsageError(
                shown.count > Graphics.Title.mostLetters
                    ? "--title: a title has at most \(Graphics.Title.mostLetters) letters; use --subtitles for more."
                    : "--title \(text): write the text before the time, such as 'Our trip\(text[at...])'.")
        }
        do { _ = try TitleStyle(style) } catch { throw UsageError("--title \(text): \(sentence(for: error))") }
        return title
    }

    /// "logo.png", "logo.png:corner=top-right", "logo.png@2s-6s:size=0.2".
    private static func logo(_ text: String) throws(UsageError) -> Graphics.Logo {
        var logo = Graphics.Logo(text)
        if FileIdentity(path: text) == nil {
            if let at = text.lastIndex(of: "@"), FileIdentity(path: String(text[..<at])) != nil {
                logo.path = String(text[..<at])
                let (range, style) = try timed(String(text[text.index(after: at)...]), "--logo \(text)", "logo")
                (logo.range, logo.style) = (range, style)
            } else if let colon = text.lastIndex(of: ":") {
                logo.path = String(text[..<colon])
                logo.style = try style(String(text[text.index(after: colon)...]), "--logo \(text)", "logo")
            }
        }
        do { _ = try LogoStyle(logo.style) } catch { throw UsageError("--logo \(text): \(sentence(for: error))") }
        return logo
    }

    /// "2s-6s", "1:30-1:40:place=top": settings begin with a letter, times with a digit.
    private static func timed(
        _ text: String, _ option: String, _ name: String
    ) throws(UsageError) -> (TimeRange, Specification) {
        let usage = UsageError("\(option): write from when to when it is shown, such as @2s-6s or @1:30-1:40.")
        guard let match = text.wholeMatch(of: /([0-9][0-9:.a-z]*?) *- *([0-9][0-9:.]*[a-z]*)(?::([A-Za-z].*))?/),
            let start = MediaTime(parsing: String(match.1)), let end = MediaTime(parsing: String(match.2)),
            start >= .zero
        else { throw usage }
        guard start < end else { throw UsageError("\(option): the end has to be after the start, as in @2s-6s.") }
        return (TimeRange(start: start, end: end), try style(match.3.map(String.init) ?? "", option, name))
    }

    private static func style(_ text: String, _ option: String, _ name: String) throws(UsageError) -> Specification {
        guard let style = Specification(parsing: text.isEmpty ? name : "\(name):\(text)") else {
            throw UsageError("\(option): write each setting once, with its value, such as size=0.1.")
        }
        return style
    }
}

extension Graphics.Logo {
    /// Keeps to the film's safe area, if no corner was chosen.
    mutating func keepSafe() {
        if style.parameters["corner"] == nil, style.parameters[""] == nil { isInSafeArea = true }
    }

    /// Moves to a corner without anything else, if none was chosen.
    mutating func avoid(_ taken: [TextStyle.Corner]) {
        let corners: [TextStyle.Corner] = [.topRight, .topLeft, .bottomRight, .bottomLeft, .top, .bottom]
        guard !taken.isEmpty, style.parameters["corner"] == nil, style.parameters[""] == nil,
            let free = corners.first(where: { !taken.contains($0) })
        else { return }
        style.parameters["corner"] = free.rawValue
    }
}
