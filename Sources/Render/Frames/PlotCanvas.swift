import MediaIO
import Pictures

/// A dark picture for drawing gray rectangles and text. Not thread-safe.
final class PlotCanvas {
    enum Alignment { case left, center, right }

    let picture: Picture
    private let rasterizer: TextRasterizer

    static let (ground, line, ink) = (24, 70, 220)
    private static let em = 15

    /// - Parameter texts: the font must have all of their characters.
    /// - Throws: `MediaError` if there is no font.
    init(_ size: PictureSize, texts: [String]) throws(MediaError) {
        rasterizer = try TextRasterizer(fontFile: try FontFile.path(of: "sans", covering: texts.joined() + "0.−"))
        picture = PicturePool(format: .yuv420p8, size: size).picture()
        picture.fill(luma: Self.ground)
    }

    /// Anything outside the picture is clipped.
    func fill(x: Int, y: Int, width: Int, height: Int, luma: Int) {
        let size = picture.size
        let (left, top) = (max(0, x), max(0, y))
        let (right, bottom) = (min(size.width, x + width), min(size.height, y + height))
        guard left < right, top < bottom else { return }
        let rect = PictureRect(x: left, y: top, width: right - left, height: bottom - top)
        picture.luma.cropped(to: rect, bytesPerSample: 1).fill(luma, bytesPerSample: 1)
    }

    /// A line of text, vertically centered on row `y`.
    ///
    /// - Throws: `MediaError`.
    func write(_ text: String, x: Int, y: Int, _ alignment: Alignment) throws(MediaError) {
        let mask = try rasterizer.mask(text, em: Self.em)
        let width = mask.columns.count
        let left = x - (alignment == .left ? 0 : alignment == .center ? width / 2 : width)
        // A third of the type size is the middle of a lowercase letter.
        let top = y + Self.em / 3 - mask.baseline
        for row in mask.rows where (0..<picture.size.height).contains(top + row) {
            let samples = picture.luma.row(top + row, as: UInt8.self)
            for column in mask.columns {
                let place = left + column - mask.columns.lowerBound
                guard (0..<picture.size.width).contains(place) else { continue }
                let share = Int(mask.samples[row * mask.size.width + column])
                samples[place] = UInt8((Int(samples[place]) * (255 - share) + Self.ink * share + 127) / 255)
            }
        }
    }
}
