import MediaIO
import Pictures
import Planning
import Timeline

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

    private static let (gap, line, em) = (8, 20, 15)

    /// - Parameters:
    ///   - groups: not empty; down the first column, then the next.
    ///   - columns: how many groups are side by side.
    ///   - goesAcross: along the first row instead, then the next.
    ///   - color: of the pictures.
    /// - Throws: `MediaError` if no font is installed.
    package static func draw(
        _ groups: [Group], columns: Int, goesAcross: Bool = false, color: ColorDescription = .bt709
    ) throws(MediaError) -> Picture {
        let format = groups[0].pictures[0].format
        let even = { (length: Int) in (length + 1) / 2 * 2 }
        let width = groups[0].pictures.reduce(0) { $0 + even($1.size.width) + gap }
        let height = groups[0].pictures.map { even($0.size.height) }.max()!
        let typesetter = try typesetter(groups.map(\.caption).joined(), format, color)
        var captions: [[Stamp]] = []
        for group in groups { captions.append(try stamps(group.caption, typesetter, width: width - gap)) }
        let label = 4 + line * captions.map(\.count).max()!
        let rows = (groups.count + columns - 1) / columns
        let pitch = PictureSize(width: width + 2 * gap, height: height + label + gap)
        let size = PictureSize(width: columns * pitch.width + gap, height: rows * pitch.height + gap)
        let sheet = PicturePool(format: format, size: size).picture()
        let paper = RGBColor(red: 24, green: 24, blue: 28).codeValues(in: format, color)
        sheet.fill(luma: paper.luma, cb: paper.cb, cr: paper.cr)
        for (index, group) in groups.enumerated() {
            let (column, row) =
                goesAcross ? (index % columns, index / columns) : (index / rows, index % rows)
            let (x, y) = (gap * 2 + column * pitch.width, gap + row * pitch.height)
            for (number, stamp) in captions[index].reversed().enumerated() {
                let top = y + label - 4 - (number + 1) * line
                stamp.draw(
                    on: sheet, at: PictureRect(x: x, y: top, width: stamp.size.width, height: stamp.size.height))
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

    private static func typesetter(
        _ text: String, _ format: PixelFormat, _ color: ColorDescription
    ) throws(MediaError) -> TextTypesetter {
        let style = TextStyle(
            corner: .topLeft, color: RGBColor(red: 212, green: 212, blue: 212),
            box: RGBColor(red: 0, green: 0, blue: 0, alpha: 0))
        return try TextTypesetter(
            try RenderPlan.TextFace(style, writing: text), format: format, color: color, padding: (0.1, 0.25))
    }

    /// The lines of a caption: it goes on at a space, or after a colon or a comma.
    private static func stamps(
        _ caption: String, _ typesetter: TextTypesetter, width: Int
    ) throws(MediaError) -> [Stamp] {
        var (lines, text): ([String], String) = ([], "")
        for word in words(caption) {
            let longer = text + word
            if !text.isEmpty, try typesetter.form(of: set(longer), most: .infinity).size.width > width {
                lines.append(text)
                text = word
            } else {
                text = longer
            }
        }
        var stamps: [Stamp] = []
        for text in lines + [text] {
            let line = set(text.trimmingSpaces)
            stamps.append(try typesetter.matte(of: line, try typesetter.form(of: line, most: Double(width))))
        }
        return stamps
    }

    private static func set(_ text: String) -> TextTypesetter.Line { .init(text: text, measure: text, em: em) }

    private static func words(_ text: String) -> [String] {
        text.reduce(into: [""]) { words, letter in
            words[words.count - 1].append(letter)
            if " :,".contains(letter) { words.append("") }
        }.filter { !$0.isEmpty }
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
