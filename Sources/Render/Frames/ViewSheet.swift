import Parameters
import Pictures
import Timeline
import Transitions

/// One picture of many views: each on a wide and on a tall canvas, with its text above it.
package enum ViewSheet {
    /// - Parameters:
    ///   - cell: the size of a wide canvas; a tall one has the same height.
    ///   - cameras: the sizes of their upright pictures, the primary first.
    ///   - picture: draws a layer's picture in a given size.
    /// - Throws: `ParameterError`, `TimelineError`.
    package static func draw(
        _ views: [Specification], cell: PictureSize, columns: Int, cameras: [ViewCamera],
        picture: (Layer, PictureSize) throws -> Picture
    ) throws -> Picture {
        let wide = PictureSize(width: cell.width / 2 * 2, height: cell.height / 2 * 2)
        let tall = PictureSize(width: cell.height * cell.height / cell.width / 2 * 2, height: wide.height)
        let gap = 8
        // Captions continue on further lines.
        let letters = (wide.width + tall.width + 2 * gap) / BitmapFont.advance
        let captions = views.map { lines("\($0)", of: letters) }
        let line = 20
        let label = 4 + line * (captions.map(\.count).max() ?? 1)
        let pitch = PictureSize(width: wide.width + tall.width + 4 * gap, height: wide.height + label + gap)
        let rows = (views.count + columns - 1) / columns
        let sheet = PicturePool(
            format: .yuv420p8, size: PictureSize(width: pitch.width * columns + gap, height: pitch.height * rows + gap)
        ).picture()
        let paper = RGBColor(red: 24, green: 24, blue: 28).codeValues(in: sheet.format, .bt709)
        sheet.fill(luma: paper.luma, cb: paper.cb, cr: paper.cr)
        let renderer = SceneRenderer(format: sheet.format, color: .bt709)
        for (index, view) in views.enumerated() {
            let (x, y) = (gap * 2 + index / rows * pitch.width, gap + index % rows * pitch.height)
            for (number, text) in captions[index].reversed().enumerated() {
                BitmapFont.draw(text, on: sheet, x: x, y: y + label - 4 - (number + 1) * line, luma: 200)
            }
            for (canvas, left) in [(wide, x), (tall, x + wide.width + gap)] {
                let stage = Stage(canvas: canvas, cameras: cameras)
                guard let scene = try stage.scene(of: .recipe(view)) else {
                    throw TimelineError.tooFewCameras(view: "\(view)")
                }
                let place = PictureRect(x: left, y: y + label, width: canvas.width, height: canvas.height)
                try renderer.draw(scene, on: sheet.cropped(to: place)) { try picture($0, $1) }
            }
        }
        return sheet
    }

    private static func lines(_ text: String, of letters: Int) -> [String] {
        var rest = text[...]
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(letters)))
            rest = rest.dropFirst(letters)
        }
        return lines
    }
}
