import MediaIO
import Pictures
import Planning

/// Makes a line of text with its box, in the size that a place has room for. Lives in one thread.
final class TextTypesetter {
    /// A text that is to stand somewhere.
    struct Line: Hashable {
        var text: String
        /// A text of the same width that stays while `text` changes: digits in a clock, say.
        var measure: String
        /// The size of the type, in samples.
        var em: Int
    }

    /// How large a line is.
    struct Form {
        var em: Int
        /// Of the box, even.
        var size: PictureSize
        /// The sample of the mask that is the upper left one of the box.
        var origin: (x: Int, y: Int)
    }

    private struct Measure: Hashable {
        var text: String
        var em: Int
    }

    private let face: RenderPlan.TextFace
    private let format: PixelFormat
    private let color: ColorDescription
    private let rasterizer: TextRasterizer
    private var forms: [Measure: Form] = [:]
    private var mattes: [Line: TextMatte] = [:]
    /// A clock and a timecode make new ones all the time.
    private static let most = 32
    private static let leastEm = RenderPlan.Letters.leastEm
    private static let padding = RenderPlan.Letters.padding

    init(_ face: RenderPlan.TextFace, format: PixelFormat, color: ColorDescription) throws(MediaError) {
        self.face = face
        self.format = format
        self.color = color
        rasterizer = try TextRasterizer(fontFile: face.fontFile)
    }

    /// - Parameter most: how wide it may be; smaller letters are taken where it would be wider.
    func form(of line: Line, most: Double) throws(MediaError) -> Form {
        let form = try form(line.measure, line.em)
        guard Double(form.size.width) > most, line.em > Self.leastEm else { return form }
        let smaller = Int(Double(line.em) * most / Double(form.size.width))
        // Sizes are rounded to whole samples, so one step more may be needed.
        let fitting = try self.form(line.measure, max(Self.leastEm, smaller))
        guard Double(fitting.size.width) > most, smaller > Self.leastEm else { return fitting }
        return try self.form(line.measure, smaller - 1)
    }

    private func form(_ text: String, _ em: Int) throws(MediaError) -> Form {
        let key = Measure(text: text, em: em)
        if let form = forms[key] { return form }
        if forms.count >= Self.most { forms = [:] }
        let (mask, capital) = (try rasterizer.mask(text, em: em), try rasterizer.mask("H", em: em))
        let capHeight = Double(capital.rows.isEmpty ? em * 7 / 10 : capital.rows.count)
        let even = { (length: Double) in Int((length / 2).rounded(.up)) * 2 }
        let size = PictureSize(
            width: even(Double(mask.columns.count) + 2 * Self.padding.x * capHeight),
            height: even(capHeight * (1 + 2 * Self.padding.y)))
        // Capitals and digits are in the middle, whatever hangs below the line.
        let form = Form(
            em: em, size: size,
            origin: (
                x: mask.columns.lowerBound - (size.width - mask.columns.count) / 2,
                y: mask.baseline - (size.height + Int(capHeight)) / 2
            ))
        forms[key] = form
        return form
    }

    func matte(of line: Line, _ form: Form) throws(MediaError) -> TextMatte {
        var key = line
        key.em = form.em
        if let matte = mattes[key] { return matte }
        if mattes.count >= Self.most { mattes = [:] }
        let matte = TextMatte(
            try rasterizer.mask(line.text, em: form.em), from: form.origin, size: form.size, style: face.style,
            format: format, color: color)
        mattes[key] = matte
        return matte
    }
}
