import Parameters
import Pictures
import Timeline

/// One picture of many transitions: a row for each, at 0, 1/4, 1/2, 3/4 and 1, with its name above it.
package enum ContactSheet {
    /// Every transition of a catalogue with its defaults; `matte` uses an example, for `exampleMatte`.
    package static func specifications(of catalogue: TransitionCatalogue) -> [Specification] {
        catalogue.entries.map { entry in
            let files = entry.parameters.filter { $0.kind == .path }.map { ($0.name, "example.png") }
            return Specification(name: entry.name, parameters: Dictionary(uniqueKeysWithValues: files))
        }
    }

    /// A matte for showing what mattes can do: waves that run outward.
    package static let exampleMatte: MatteImage = {
        let side = 128
        let samples = (0..<side * side).map { index in
            let (x, y) = (Double(index % side - side / 2), Double(index / side - side / 2))
            let radius = (x * x + y * y).squareRoot() / Double(side)
            let wave = cosineAndSine(degrees: radius * 1600 + turn(x: x, y: y) * 360).cosine
            return UInt16(min(max((radius * 1.2 + 0.1 + wave * 0.08) * 65535, 0), 65535))
        }
        return MatteImage(width: side, height: side, samples: samples)
    }()

    /// Draws the sheet.
    ///
    /// - Parameters:
    ///   - outgoing, incoming: pictures of the same size and format, which every cell uses.
    ///   - columns: how many transitions are side by side.
    /// - Throws: any error from `catalogue.renderer`.
    package static func draw(
        _ specifications: [Specification], from outgoing: Picture, to incoming: Picture, columns: Int = 2,
        catalogue: TransitionCatalogue = .standard,
        matteLoader: (String) throws -> MatteImage = { _ in exampleMatte }
    ) throws -> Picture {
        let cell = outgoing.size
        let layout = Layout(cell: cell, count: specifications.count, columns: max(1, columns))
        let sheet = PicturePool(format: outgoing.format, size: layout.size).picture()
        let paper = RGBColor(red: 24, green: 24, blue: 28).codeValues(in: sheet.format, .bt709)
        sheet.fill(luma: paper.luma, cb: paper.cb, cr: paper.cr)
        let mixed = PicturePool(format: outgoing.format, size: cell).picture()
        for (index, specification) in specifications.enumerated() {
            let renderer = try catalogue.renderer(
                for: specification, size: cell, format: outgoing.format, matteLoader: matteLoader)
            let origin = layout.origin(ofRow: index)
            BitmapFont.draw(
                "\(specification)", on: sheet, x: origin.x, y: origin.y, width: layout.pitch.width - layout.gap,
                luma: layout.ink(sheet.format))
            for (place, step) in layout.steps.enumerated() {
                renderer.render(
                    from: outgoing, to: incoming, progress: .fraction(Int64(step), over: 4), into: mixed)
                sheet.cropped(to: layout.cell(place, at: origin)).copy(from: mixed)
            }
        }
        return sheet
    }

    /// The positions of everything, all even.
    private struct Layout {
        let steps = 0...4
        let gap = 8
        let label = 24
        let cellSize: PictureSize
        let columns: Int
        let rows: Int

        init(cell: PictureSize, count: Int, columns: Int) {
            cellSize = cell
            self.columns = columns
            rows = (count + columns - 1) / columns
        }

        var pitch: PictureSize {
            let even = { (length: Int) in (length + 1) / 2 * 2 }
            return PictureSize(
                width: (even(cellSize.width) + gap) * steps.count + 2 * gap, height: even(cellSize.height) + label + gap
            )
        }
        var size: PictureSize {
            PictureSize(width: pitch.width * columns + gap, height: pitch.height * max(1, rows) + gap)
        }

        /// Down the first column, then the next.
        func origin(ofRow index: Int) -> (x: Int, y: Int) {
            (gap * 2 + index / rows * pitch.width, gap + index % rows * pitch.height)
        }
        func cell(_ place: Int, at origin: (x: Int, y: Int)) -> PictureRect {
            PictureRect(
                x: origin.x + place * ((cellSize.width + 1) / 2 * 2 + gap), y: origin.y + label, width: cellSize.width,
                height: cellSize.height)
        }
        func ink(_ format: PixelFormat) -> Int { 200 << (format.bitDepth - 8) }
    }
}
