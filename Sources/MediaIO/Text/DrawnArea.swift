import Pictures

/// How much libass will draw for an event, at most: it sets no limits by itself, and keeps everything that it draws,
/// also what lies outside of the picture, so that a line of text can ask for gigabytes.
///
/// Every parameter is taken at the largest value that the event gives it anywhere.
struct DrawnArea {
    /// What is drawn at once may be this many times as large as the picture, and as much more for small pictures.
    /// libass takes about five bytes for each sample.
    static let mostPictures = 16.0, more = 40e6
    /// For an event without anything, as memory in samples.
    private static let least = 4_000.0

    private struct Style {
        var size = 18.0, scaleX = 100.0, scaleY = 100.0, spacing = 0.0, outline = 2.0
    }

    /// The size of the canvas that the script is written for.
    let canvas: (width: Double, height: Double)
    /// Samples of the picture for a unit of the script.
    private let unitX, unitY: Double
    private var styles: [String: Style] = [:]
    private var largest = Style()

    /// - Parameter header: of the script.
    init(header: String, size: PictureSize) {
        var play: [String: Double] = [:]
        var fields: [String] = []
        for line in textLines(of: header[...]) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let values = { parts[1].split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) }
            switch parts[0].trimmed.lowercased() {
            case "playresx": play["x"] = Double(parts[1].trimmed)
            case "playresy": play["y"] = Double(parts[1].trimmed)
            case "format": fields = values().map { $0.lowercased() }
            case "style":
                let own = Dictionary(zip(fields, values())) { $1 }
                let number = { (name: String, usual: Double) in Self.size(own[name] ?? "", usual) }
                let style = Style(
                    size: number("fontsize", 18), scaleX: number("scalex", 100), scaleY: number("scaley", 100),
                    spacing: number("spacing", 0), outline: number("outline", 2))
                styles[own["name"] ?? ""] = style
                largest = Style(
                    size: max(largest.size, style.size), scaleX: max(largest.scaleX, style.scaleX),
                    scaleY: max(largest.scaleY, style.scaleY), spacing: max(largest.spacing, style.spacing),
                    outline: max(largest.outline, style.outline))
            default: break
            }
        }
        // As libass completes what is missing.
        let x = play["x"].flatMap { $0 >= 1 ? $0 : nil }
        let y = play["y"].flatMap { $0 >= 1 ? $0 : nil }
        canvas = (
            x ?? y.map { $0 == 1024 ? 1280 : $0 * 4 / 3 } ?? 384, y ?? x.map { $0 == 1280 ? 1024 : $0 * 3 / 4 } ?? 288
        )
        (unitX, unitY) = (Double(size.width) / canvas.width, Double(size.height) / canvas.height)
    }

    private static func size(_ text: String, _ usual: Double) -> Double {
        let number = Double(text) ?? usual
        return number.isFinite ? min(abs(number), 1e9) : 1e9
    }

    /// In samples.
    func area(of event: SubtitleScript.Event) -> Double {
        let fields = event.fields.utf8.split(
            separator: UInt8(ascii: ","), maxSplits: 6, omittingEmptySubsequences: false)
        guard fields.count == 7 else { return 0 }
        var style = styles[String(Substring(fields[0]))] ?? styles["Default"] ?? Style()
        var found = Found()
        found.read(Array(fields[6]))
        if found.changesStyle { style = largest }
        let value = { (tag: String, usual: Double) in max(usual, found.most[tag] ?? 0) }
        let unit = max(unitX, unitY, 1)
        let scaleX = value("fscx", style.scaleX) / 100
        let scaleY = value("fscy", style.scaleY) / 100
        // libass limits both kinds of blur.
        let blur = 3 * min(found.most["blur"] ?? 0, 100) * unit + min(found.most["be"] ?? 0, 127)
        let outline = ["bord", "xbord", "ybord"].reduce(style.outline) { value($1, $0) } * unit
        let edge = 2 * (outline + blur)
        let shear = 1 + (found.most["fax"] ?? 0) + (found.most["fay"] ?? 0)
        let em = max(style.size * found.mostGrowth, found.most["fs"] ?? 0) * unitY
        let (letterX, letterY) = (em * scaleX * shear + value("fsp", style.spacing) * unit, em * scaleY * shear)
        var area = Double(found.letters) * (letterX + edge) * (letterY + edge)
        for drawing in found.drawings {
            let (x, y) = (drawing.width * scaleX * unitX * shear, drawing.height * scaleY * unitY * shear)
            area += (x + edge) * (y + edge)
        }
        for clip in found.clips { area += clip.width * unitX * clip.height * unitY }
        // Turned out of the plane, it comes nearer: measured, up to 25 million samples for one drawing; what is larger,
        // libass leaves out.
        if found.most["frx"] ?? 0 > 0 || found.most["fry"] ?? 0 > 0 {
            area = found.drawings.isEmpty ? area * 8 : max(area * 4, min(area * 400, 25e6))
        }
        return Self.least + area
    }

    /// What the text of an event consists of.
    private struct Found {
        var most: [String: Double] = [:]
        var letters = 0
        var drawings: [(width: Double, height: Double)] = []
        var clips: [(width: Double, height: Double)] = []
        var changesStyle = false
        /// How many times as large as in the style a letter becomes.
        var mostGrowth = 1.0

        mutating func read(_ text: [UInt8]) {
            var (index, plain, depth) = (0, 0, 0.0)
            // The size that an event sets; `nil` for that of its style.
            var size: (own: Double?, growth: Double) = (nil, 1)
            while let open = text[index...].firstIndex(of: UInt8(ascii: "{")),
                let close = text[open...].firstIndex(of: UInt8(ascii: "}"))
            {
                index = open
                add(text[plain..<index], depth)
                var at = index
                while let slash = text[at..<close].firstIndex(of: UInt8(ascii: "\\")) {
                    let end = text[(slash + 1)..<close].firstIndex(of: UInt8(ascii: "\\")) ?? close
                    let tag = text[(slash + 1)..<end].drop { $0 == 32 || $0 == 9 }
                    let name = String(decoding: tag.prefix { (97...122).contains($0) }, as: UTF8.self)
                    let values = tag.dropFirst(name.utf8.count)
                    if name.hasSuffix("clip") {
                        if values.contains(UInt8(ascii: "m")) { clips.append(Self.extent(values)) }
                    } else if name.hasPrefix("r"), name != "r" || !values.isEmpty {
                        changesStyle = true
                        size = (nil, 1)
                    } else if name == "fs" {
                        let number = Self.numbers(values).first ?? 0
                        if [43, 45].contains(values.first) {
                            // By tenths of what it is.
                            size.growth = min(size.growth * (1 + number / 10), 1e9)
                        } else {
                            size = (number, 1)
                        }
                        if size.own ?? 1 <= 0 || size.growth <= 0 { size = (nil, 1) }
                        if let own = size.own {
                            most[name] = max(most[name] ?? 0, own * size.growth)
                        } else {
                            mostGrowth = max(mostGrowth, size.growth)
                        }
                    } else {
                        let number = Self.numbers(values).first ?? 0
                        most[name] = max(most[name] ?? 0, abs(number))
                        if name == "p" { depth = number }
                    }
                    at = end
                }
                index = close + 1
                plain = index
            }
            add(text[plain...], depth)
        }

        private mutating func add(_ text: ArraySlice<UInt8>, _ depth: Double) {
            guard depth > 0 else {
                // The first byte of each letter.
                letters += text.count { $0 & 0xC0 != 0x80 }
                return
            }
            var extent = Self.extent(text)
            let divisor = Double(1 << Int(min(depth, 20) - 1))
            extent = (extent.width / divisor, extent.height / divisor)
            drawings.append(extent)
        }

        /// From the first coordinates to the last; a drawing also begins at zero.
        private static func extent(_ text: ArraySlice<UInt8>) -> (width: Double, height: Double) {
            var (lowX, highX, lowY, highY) = (0.0, 0.0, 0.0, 0.0)
            for (index, number) in numbers(text).enumerated() {
                if index % 2 == 0 {
                    (lowX, highX) = (min(lowX, number), max(highX, number))
                } else {
                    (lowY, highY) = (min(lowY, number), max(highY, number))
                }
            }
            return (highX - lowX, highY - lowY)
        }

        private static func numbers(_ text: ArraySlice<UInt8>) -> [Double] {
            text.split { !($0 == 43 || $0 == 45 || $0 == 46 || (48...57).contains($0) || $0 == 101 || $0 == 69) }
                .compactMap { Double(String(decoding: $0, as: UTF8.self)) }.map {
                    $0.isFinite ? min(max($0, -1e9), 1e9) : 1e9
                }
        }
    }
}

extension SubtitleScript.Event {
    /// The style and text without what changes nothing of the outlines: colors, transparency and rectangular clips. Clips
    /// of other shapes are drawn for each event.
    fileprivate var drawing: String {
        let same = fields.replacing(
            /\\(?:[1-4]?(?:c|a|alpha)&H[0-9A-Fa-f]+&?|i?clip\([-0-9., ]*\))/, with: "")
        return same.contains("clip(") ? "\(line) \(same)" : same
    }
}

extension SubtitleScript {
    /// The canvas that it is written for, if libass has to squeeze places and drawings by more than a tenth.
    package func otherShape(than size: PictureSize) -> PictureSize? {
        let canvas = DrawnArea(header: header, size: size).canvas
        let squeeze = canvas.width / canvas.height * Double(size.height) / Double(size.width)
        guard clock == 1, squeeze > 1.1 || squeeze < 1 / 1.1, max(canvas.width, canvas.height) < 1e6 else { return nil }
        let places = ["\\pos", "\\move", "\\p1", "\\p2", "\\p4", "clip("]
        guard events.contains(where: { event in places.contains { event.fields.contains($0) } }) else { return nil }
        return PictureSize(width: Int(canvas.width), height: Int(canvas.height))
    }

    /// Checks that libass can draw this on pictures of a size with a reasonable amount of memory.
    ///
    /// - Throws: `MediaError.badSubtitle`.
    package func check(on size: PictureSize) throws(MediaError) {
        let measure = DrawnArea(header: header, size: size)
        let most = DrawnArea.more + DrawnArea.mostPictures * Double(size.area)
        // What is drawn several times with other colors is kept once.
        var shown: [String: (end: Int64, area: Double)] = [:]
        var sum = 0.0
        for event in events.sorted(by: { $0.start < $1.start }) where event.start < event.end {
            let (area, drawing) = (measure.area(of: event), event.drawing)
            if let same = shown[drawing] {
                shown[drawing]!.end = max(same.end, event.end)
                continue
            }
            if sum + area > most {
                shown = shown.filter { $0.value.end > event.start }
                sum = shown.values.reduce(0) { $0 + $1.area }
            }
            sum += area
            guard sum <= most else {
                let alone = area > most / 2
                throw .badSubtitle(
                    path: path ?? "titles", line: event.line, text: String(event.fields.prefix(60)),
                    "draws \(alone ? "" : "with others ")about \(Int(min(sum, 1e15) / 1e6)) megapixels at once, and at most \(Int(most / 1e6)) fit into memory; make it smaller, or delete it"
                )
            }
            shown[drawing] = (event.end, area)
        }
    }
}
