/// Small pictures in groups on one sheet, each group in a row under its caption.
package enum ContactSheet {
    package struct Group {
        package var caption: String
        /// All groups have pictures of the same format, and each group has pictures of the same sizes.
        package var pictures: [Picture]

        package init(_ caption: String, _ pictures: [Picture]) {
            self.caption = caption
            self.pictures = pictures
        }
    }

    /// - Parameters:
    ///   - groups: not empty; down the first column, then the next.
    ///   - columns: how many groups are side by side.
    ///   - goesAcross: along the first row instead, then the next.
    package static func draw(_ groups: [Group], columns: Int, goesAcross: Bool = false) -> Picture {
        let (gap, line, format) = (8, 20, groups[0].pictures[0].format)
        let even = { (length: Int) in (length + 1) / 2 * 2 }
        let width = groups[0].pictures.reduce(0) { $0 + even($1.size.width) + gap }
        let height = groups[0].pictures.map { even($0.size.height) }.max()!
        // Captions continue on further lines.
        let captions = groups.map { lines($0.caption, of: max(4, width / BitmapFont.advance)) }
        let label = 4 + line * captions.map(\.count).max()!
        let rows = (groups.count + columns - 1) / columns
        let pitch = PictureSize(width: width + 2 * gap, height: height + label + gap)
        let size = PictureSize(width: columns * pitch.width + gap, height: rows * pitch.height + gap)
        let sheet = PicturePool(format: format, size: size).picture()
        let paper = RGBColor(red: 24, green: 24, blue: 28).codeValues(in: format, .bt709)
        sheet.fill(luma: paper.luma, cb: paper.cb, cr: paper.cr)
        for (index, group) in groups.enumerated() {
            let (column, row) =
                goesAcross ? (index % columns, index / columns) : (index / rows, index % rows)
            let (x, y) = (gap * 2 + column * pitch.width, gap + row * pitch.height)
            for (number, text) in captions[index].reversed().enumerated() {
                BitmapFont.draw(
                    text, on: sheet, x: x, y: y + label - 4 - (number + 1) * line, luma: 200 << (format.bitDepth - 8))
            }
            var left = x
            for picture in group.pictures {
                let (width, height) = (picture.size.width, picture.size.height)
                sheet.cropped(to: PictureRect(x: left, y: y + label, width: width, height: height)).copy(from: picture)
                left += even(width) + gap
            }
        }
        return sheet
    }

    private static func lines(_ text: String, of letters: Int) -> [String] {
        stride(from: 0, to: text.count, by: letters).map { String(text.dropFirst($0).prefix(letters)) }
    }
}
