import MediaIO
import Pictures
import Planning
import Timeline

/// Captions as an Advanced SubStation Alpha script, whose units are the samples of the picture.
struct CaptionScript {
    let sheet: CaptionSheet
    let style: CaptionStyle
    let size: PictureSize
    let color: ColorDescription
    /// What apps leave free.
    let area: SafeArea

    /// Of speakers, in the order in which they first speak; light enough for dark outlines.
    private static let palette = [
        RGBColor.white, RGBColor(red: 140, green: 220, blue: 255), RGBColor(red: 170, green: 255, blue: 170),
        RGBColor(red: 255, green: 190, blue: 220), RGBColor(red: 255, green: 200, blue: 130),
        RGBColor(red: 210, green: 190, blue: 255),
    ]
    private static let dark = RGBColor(red: 16, green: 16, blue: 16)
    /// How long letters take to pop up, in milliseconds.
    private static let popTime = 120

    /// - Throws: `MediaError` if a font is gone.
    func script() throws -> SubtitleScript {
        var family = style.font
        var fonts = ""
        if FontFile.isPath(family) {
            fonts = try SubtitleScript.font(family)
            family = try FontFile.family(ofFile: family)
        }
        let header = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(size.width)
            PlayResY: \(size.height)
            WrapStyle: 2
            ScaledBorderAndShadow: yes

            [V4+ Styles]
            \(SubtitleScript.styleFormat)
            \(line("words", family, border: 1))
            \(line("box", family, border: 3))
            \(fonts)

            [Events]
            \(ScriptEvent.format)

            """
        return SubtitleScript(header: header, events: sheet.captions.flatMap(events))
    }

    private func line(_ name: String, _ family: String, border: Int) -> String {
        // libass takes the height of a line for the size of a font; an em is about five sixths of it.
        let em = style.size * Double(min(size.width, size.height)) * 1.2
        let look = style.look.drawn
        let (alignment, margin) =
            switch style.place {
            case .bottom: (2, max(area.bottom + 0.02, 0.07))
            case .center: (5, 0.0)
            case .top: (8, max(area.top + 0.02, 0.07))
            }
        // A box reaches beyond its letters by its outline, and has no shadow.
        let outline = border == 3 ? 0.12 : look.outline
        let fields: [String] = [
            name, family, decimal(em), code(style.color), code(style.color),
            code(border == 3 ? style.highlight : Self.dark, alpha: border == 3 ? 0 : look.outlineAlpha),
            code(Self.dark, alpha: border == 3 ? 255 : look.shadowAlpha), look.isBold ? "-1" : "0", "0", "0", "0",
            "100",
            "100", "0", "0", "\(border)", decimal(em * outline), decimal(border == 3 ? 0 : em * look.shadow),
            "\(alignment)", "0", "0", "\(Int(margin * Double(size.height)))", "-1",
        ]
        return "Style: " + fields.joined(separator: ",")
    }

    private func events(_ caption: CaptionSheet.Caption) -> [SubtitleScript.Event] {
        let own = sheet.speakers.count > 1 && style.bySpeaker ? caption.speaker : nil
        let letters = own.map { Self.palette[$0 % Self.palette.count] } ?? style.color
        let plain = "\\1c\(code(letters))"
        let look = sheet.hasWordTimes ? style.look : .plain
        let words = caption.words.map { word in
            var word = word
            word.start = min(max(word.start, caption.start), caption.end)
            word.end = min(max(word.end, word.start), caption.end)
            return word
        }
        let text = { (caption: CaptionSheet.Caption, command: (Int) -> String) in
            self.text(caption, hidesBlanks: look == .box, command)
        }
        switch look {
        case .plain, .card:
            return [event(caption.start, caption.end, "words", text(caption) { _ in "{\(plain)}" })]
        case .karaoke:
            // Lengths count from the beginning of the line.
            var passed = hundredths(caption.start)
            let filled = text(caption) { index in
                let end = hundredths(index + 1 < words.count ? words[index + 1].start : words[index].end)
                let length = max(0, end - passed)
                passed += length
                return "{\\kf\(length)\\1c\(code(style.highlight))\\2c\(code(letters))}"
            }
            return [event(caption.start, caption.end, "words", filled)]
        case .pop, .box:
            return words.indices.flatMap { index -> [SubtitleScript.Event] in
                let start = index == 0 ? caption.start : words[index].start
                let end = index + 1 < words.count ? words[index + 1].start : caption.end
                guard start / 10 < end / 10 else { return [] }
                if look == .pop {
                    let grows = "\\fscx70\\fscy70\\t(0,\(Self.popTime),\\fscx100\\fscy100)"
                    return [
                        event(
                            start, end, "words",
                            (index == 0 ? "{\(grows)}" : "")
                                + text(caption) { "{\\1c\(code($0 == index ? style.highlight : letters))}" })
                    ]
                }
                // A box is as wide as its letters: the others of the same line are there, but not seen.
                let hidden = "\\1a&HFF&\\3a&HFF&"
                return [
                    event(
                        start, end, "box",
                        text(caption) { $0 == index ? "{\\1a&HFF&\\3a&H00&}" : "{\(hidden)}" }),
                    event(
                        start, end, "words",
                        text(caption) {
                            $0 == index ? "{\\1c\(code(Self.dark))\\3a&HFF&\\4a&HFF&}" : "{\(plain)\\3a&H28&\\4a&H96&}"
                        }, layer: 1),
                ]
            }
        }
    }

    /// A caption with commands before each of its words; blanks of boxes are not seen.
    private func text(
        _ caption: CaptionSheet.Caption, hidesBlanks: Bool, _ command: (Int) -> String
    ) -> String {
        var index = 0
        let lines = caption.lines.map { line in
            line.enumerated().map { place, word in
                defer { index += 1 }
                let blank = place == 0 || word.isJoined ? "" : hidesBlanks ? "{\\3a&HFF&} " : " "
                return blank + command(index) + TitleScript.escaped(word.text)
            }.joined()
        }.joined(separator: "\\N")
        let em = style.size * Double(min(size.width, size.height)) * 1.2
        return (caption.scale < 1 ? "{\\fs\(decimal(em * caption.scale))}" : "") + lines
    }

    private func event(
        _ start: Int64, _ end: Int64, _ style: String, _ text: String, layer: Int = 0
    ) -> SubtitleScript.Event {
        SubtitleScript.Event(
            start: start / 10 * 10, end: max(end / 10 * 10, start / 10 * 10 + 10), layer: layer,
            fields: "\(style),,0,0,0,,\(text)", avoidsOthers: false)
    }

    private func hundredths(_ milliseconds: Int64) -> Int64 { milliseconds / 10 }
    private func decimal(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
    private func code(_ color: RGBColor, alpha: Int = 0) -> String {
        TitleScript.code(color, alpha: alpha, in: self.color)
    }
}
