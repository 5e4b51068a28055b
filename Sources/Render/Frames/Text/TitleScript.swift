import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

/// Titles as an Advanced SubStation Alpha script, whose units are the samples of the picture.
struct TitleScript {
    let titles: [Graphics.Title]
    let size: PictureSize
    let color: ColorDescription
    /// Titles are placed above them.
    let hasSubtitles: Bool
    /// What apps leave free.
    let area: SafeArea

    private var unit: Double { Double(min(size.width, size.height)) }

    /// - Throws: `ParameterError`, or `MediaError` if a font is gone.
    func script() throws -> SubtitleScript {
        var styles = try titles.map { try TitleStyle($0.style) }
        let files = Set(styles.map(\.font).filter(FontFile.isPath)).sorted()
        let fonts = try files.map { try SubtitleScript.font($0) }.joined(separator: "\n")
        let styleLines = try styles.enumerated().map { index, own in
            let em = try em(titles[index], own)
            if FontFile.isPath(own.font) { styles[index].font = try FontFile.family(ofFile: own.font) }
            return style(styles[index], em: em, name: "s\(index)")
        }
        let events = zip(titles, styles).enumerated().map { event($1.0, $1.1, name: "s\($0)") }
        let header = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(size.width)
            PlayResY: \(size.height)
            WrapStyle: 0
            ScaledBorderAndShadow: yes

            [V4+ Styles]
            \(SubtitleScript.styleFormat)
            \(styleLines.joined(separator: "\n"))
            \(fonts)

            [Events]
            \(ScriptEvent.format)

            """
        return SubtitleScript(header: header, events: events)
    }

    /// The type size in samples: smaller if the longest word would not fit on a line.
    private func em(_ title: Graphics.Title, _ style: TitleStyle) throws(MediaError) -> Double {
        let em = style.size * unit
        let words = title.text.split { $0.isWhitespace || $0.isNewline }
        guard let longest = words.max(by: { $0.count < $1.count }), longest.count > 5 else { return em }
        let rasterizer = try TextRasterizer(fontFile: try FontFile.path(of: style.font, covering: ""))
        // Wide letters may make a shorter word the widest, and bold letters are wider.
        let width = 1.15 * Double(try rasterizer.mask(String(longest), em: max(8, Int(em))).columns.count)
        let room = Double(size.width) * (1 - 2 * side)
        return width > room ? em * room / width : em
    }

    /// At both sides, as a fraction of the width.
    private var side: Double { max(0.08, area.left, area.right) }

    /// What lies below titles, as a share of the height: two lines of subtitles, or what an app shows.
    private var bottom: Double {
        let lines = hasSubtitles ? 0.22 * unit / Double(size.height) : 0
        return area.bottom + lines
    }

    private func style(_ style: TitleStyle, em: Double, name: String) -> String {
        // libass takes the height of a line for the size of a font; an em is about five sixths of it.
        let em = em * 1.2
        let look = style.look.drawn
        // The numbers of a keypad: 1 is the lower left, 5 the center.
        let (alignment, margin) =
            switch style.place {
            case .center: (5, 0.0)
            case .lowerThird: (1, max(bottom + 0.03, 0.12))
            case .top: (8, max(area.top, 0.07))
            case .bottom: (2, max(bottom, 0.07))
            }
        let side = Int(side * Double(size.width))
        let fields: [String] = [
            name, style.font, decimal(em), code(style.color, alpha: 0), code(style.color, alpha: 0),
            code(RGBColor(red: 16, green: 16, blue: 16), alpha: look.outlineAlpha),
            code(RGBColor(red: 16, green: 16, blue: 16), alpha: look.shadowAlpha),
            look.isBold ? "-1" : "0", "0", "0", "0", "100", "100", "0", "0", "\(look.border)",
            decimal(em * look.outline), decimal(em * look.shadow), "\(alignment)", "\(side)", "\(side)",
            "\(Int(margin * Double(size.height)))",
            // The direction of a line is that of its first letter.
            "-1",
        ]
        return "Style: " + fields.joined(separator: ",")
    }

    private func event(_ title: Graphics.Title, _ style: TitleStyle, name: String) -> SubtitleScript.Event {
        let length = title.range.duration.approximateSeconds
        let (fade, end) = (Int(min(style.fade, length / 2) * 1000), Int(length * 1000))
        let look = style.look.drawn.commands(fade, end, decimal(style.size * unit * 0.03))
        return SubtitleScript.Event(
            start: hundredths(title.range.start, .down), end: hundredths(title.range.end, .up),
            fields: "\(name),,0,0,0,,{\(look)}\(Self.escaped(title.text))")
    }

    /// Braces would begin a command, and so would a backslash before some letters.
    static func escaped(_ text: String) -> String {
        // By scalars: an accent would hide a brace, but not from libass.
        var escaped = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": break
            case "\n" where last == "\r": break
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\N"
            case "\\": escaped += "\\\u{2060}"
            case "{": escaped += "\\{"
            case "}": escaped += "\\}"
            default: escaped.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return escaped
    }

    /// In whole hundredths of seconds, as milliseconds.
    private func hundredths(_ time: MediaTime, _ rounding: Rounding) -> Int64 {
        time.ticks(in: .perSecond(100), rounding) * 10
    }

    private func decimal(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

    private func code(_ color: RGBColor, alpha: Int) -> String { Self.code(color, alpha: alpha, in: self.color) }

    /// "&HAABBGGRR"; an alpha of 0 is opaque. In high dynamic range, white is reference white (ITU-R BT.2408).
    static func code(_ color: RGBColor, alpha: Int, in description: ColorDescription) -> String {
        let light = description.transfer == 16 ? 0.58 : description.transfer == 18 ? 0.75 : 1
        let digits = { (value: Int) in
            let text = String(min(max(value, 0), 255), radix: 16, uppercase: true)
            return text.count < 2 ? "0\(text)" : text
        }
        let parts = [color.blue, color.green, color.red].map { digits(Int((Double($0) * light).rounded())) }
        return "&H\(digits(alpha))\(parts.joined())"
    }
}

/// A look in the fields of a script's style.
struct ScriptLook {
    var isBold: Bool
    /// 1: an outline and a shadow; 4: a plate behind each line.
    var border: Int
    /// Of the font's size; of a plate, the shadow is the distance of its edges from the letters.
    var outline, shadow: Double
    /// 0 is opaque.
    var outlineAlpha, shadowAlpha: Int
    /// - Parameters:
    ///   - fade: at both ends, in milliseconds.
    ///   - end: the length of the title, in milliseconds.
    ///   - blur: a soft edge for this size.
    var commands: (_ fade: Int, _ end: Int, _ blur: String) -> String
}

extension TitleStyle.Look {
    var drawn: ScriptLook {
        switch self {
        case .plain:
            ScriptLook(isBold: true, border: 1, outline: 0.035, shadow: 0.04, outlineAlpha: 150, shadowAlpha: 120) {
                fade, _, blur in "\\fad(\(fade),\(fade))\\blur\(blur)"
            }
        // Of captions, `CaptionScript` has the commands.
        case .pop, .karaoke, .box:
            ScriptLook(isBold: true, border: 1, outline: 0.06, shadow: 0.03, outlineAlpha: 40, shadowAlpha: 150) {
                _, _, _ in ""
            }
        case .card:
            // \fad leaves plates as they are, but their opacity can change like any other.
            ScriptLook(isBold: false, border: 4, outline: 0.02, shadow: 0.3, outlineAlpha: 255, shadowAlpha: 90) {
                fade, end, _ in
                fade > 0
                    ? "\\1a&HFF&\\4a&HFF&\\t(0,\(fade),\\1a&H00&\\4a&H5A&)\\t(\(end - fade),\(end),\\1a&HFF&\\4a&HFF&)"
                    : ""
            }
        }
    }
}
