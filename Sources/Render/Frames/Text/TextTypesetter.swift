import MediaIO
import Pictures
import Planning

/// Sets a line of text with its box, in a size that fits. Not thread-safe.
final class TextTypesetter {
    struct Line: Hashable {
        var text: String
        /// A text of the same width that stays constant while `text` changes, such as the digits of a clock.
        var measure: String
        /// The type size, in samples.
        var em: Int
    }

    /// The dimensions of a line.
    struct Form {
        var em: Int
        /// The size of the box, even.
        var size: PictureSize
        /// The sample of the mask at the upper left of the box.
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
    private var mattes: [Line: Stamp] = [:]
    /// Clocks and timecodes create new ones constantly.
    private static let most = 32
    private static let leastEm = RenderPlan.Letters.leastEm
    /// Between the letters and the edges of their box, in heights of a capital.
    private let padding: (x: Double, y: Double)

    init(
        _ face: RenderPlan.TextFace, format: PixelFormat, color: ColorDescription,
        padding: (x: Double, y: Double) = RenderPlan.Letters.padding
    ) throws(MediaError) {
        self.face = face
        self.padding = padding
        self.format = format
        self.color = color
        rasterizer = try TextRasterizer(fontFile: face.fontFile)
    }

    /// - Parameter most: the maximum width; the letters are made smaller if the text would be wider.
    func form(of line: Line, most: Double) throws(MediaError) -> Form {
        let form = try form(line.measure, line.em)
        guard Double(form.size.width) > most, line.em > Self.leastEm else { return form }
        let smaller = Int(Double(line.em) * most / Double(form.size.width))
        // Sizes are rounded to whole samples, so one more step may be needed.
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
            width: even(Double(mask.columns.count) + 2 * padding.x * capHeight),
            height: even(capHeight * (1 + 2 * padding.y)))
        // Capitals and digits are centered, whatever descends below the baseline.
        let form = Form(
            em: em, size: size,
            origin: (
                x: mask.columns.lowerBound - (size.width - mask.columns.count) / 2,
                y: mask.baseline - (size.height + Int(capHeight)) / 2
            ))
        forms[key] = form
        return form
    }

    func matte(of line: Line, _ form: Form) throws(MediaError) -> Stamp {
        var key = line
        key.em = form.em
        if let matte = mattes[key] { return matte }
        if mattes.count >= Self.most { mattes = [:] }
        let matte = Stamp(
            try rasterizer.mask(line.text, em: form.em), from: form.origin, size: form.size, style: face.style,
            format: format, color: color)
        mattes[key] = matte
        return matte
    }
}
