import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Pictures
import Planning
import Transitions

struct LooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "looks", abstract: "Lists the looks and their parameters, or draws them.",
        usage: "compose looks [NAME ...] [--sheet FILE] [--from VIDEO] [--at TIME]",
        discussion: """
            EXAMPLES
              compose looks                                    all of them
              compose looks warm                               one, with its parameters
              compose looks --sheet looks.png --from back.mov  draws them all
              compose front.mov back.mov --look front=warm:amount=0.6 \\
                  --adjust back=exposure=0.3 -o out.mp4
            """)

    @Argument(
        help: ArgumentHelp("Names of looks to list or draw; add parameters for a sheet.", valueName: "name"),
        completion: .looks)
    var names: [String] = []

    @Option(help: ArgumentHelp("Draw them to this PNG file.", valueName: "file"), completion: .file())
    var sheet: String?
    @Option(
        help: ArgumentHelp("The recording to draw them on. (default: a landscape)", valueName: "video"),
        completion: .recordings)
    var from: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time in the recording. (default: its first picture)", valueName: "time"),
        transform: Sheet.time)
    var at: MediaTime?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size of each picture on the sheet. (default: 320 pixels on the longer side)", valueName: "WxH"),
        transform: reading("write width x height, each 16 to 2000, such as 320x180.") { Sheet.cell(parsing: $0) })
    var cell: PictureSize?
    @Option(
        parsing: .unconditional, help: "How many looks to draw side by side on the sheet. (default: 3)",
        transform: number(1...20))
    var columns: Int?
    @Flag(help: "Replace the sheet if it exists.") var overwrite = false
    @Flag(help: "Print the list as JSON, one object per line.") var json = false

    private var catalogue: Catalogue<LookEntry> { .standard }

    func run() throws {
        try Sheet.check(
            sheet, json: json,
            [
                "--from": from != nil, "--at": at != nil, "--cell": cell != nil, "--columns": columns != nil,
                "--overwrite": overwrite,
            ], of: "the looks")
        guard at == nil || from != nil else { throw UsageError("--at is a time in a recording; add --from VIDEO.") }
        if let sheet { return try draw(to: sheet) }
        let entries = try names.isEmpty ? catalogue.entries : names.map(entry)
        let list = EntryList(
            entries: entries,
            hint: """
                Parameters follow the name: warm:amount=0.5
                'compose looks adjust' explains them.
                """, isDetailed: !names.isEmpty)
        Console.output(json ? list.json : list.text)
    }

    /// For help output; files needed to draw it may be missing.
    private func entry(_ name: String) throws -> LookEntry {
        let name = String(name.prefix { $0 != ":" })
        guard let entry = catalogue.entry(named: name) else { throw catalogue.unknownName(name) }
        return entry
    }

    /// The looks to draw: the named ones, or else all that need no file.
    private func looks() throws -> [Specification] {
        guard !names.isEmpty else {
            return catalogue.entries.filter { $0.name != "adjust" && !$0.parameters.contains { $0.kind == .path } }
                .map { Specification(name: $0.name) }
        }
        return try names.map { name in
            guard let look = Specification(look: name) else {
                throw UsageError(
                    "'\(name)' is not a look, such as warm:amount=0.5, with each parameter once; 'compose looks' lists them."
                )
            }
            try CameraLooks(angle: "", looks: [look]).check()
            return look
        }
    }

    private func draw(to path: String) throws {
        try Sheet.checkFile(path, inputs: [from].compactMap { $0 }, mayReplace: overwrite)
        let subject = try from.map { try Sheet.Subject($0, at: at) }
        let shape = subject?.video.uprightSize ?? PictureSize(width: 16, height: 9)
        let cell = cell ?? Sheet.cell(shapedLike: shape, longer: 320)
        let size = PictureSize(width: (cell.width + 1) / 2 * 2, height: (cell.height + 1) / 2 * 2)
        let picture = try subject?.picture(size) ?? ExamplePicture.day(size)
        let looks = try looks()
        let sheet = try LookSheet.draw(looks, on: picture, columns: columns ?? 3)
        try ImageFile.write(sheet, color: .bt709, to: path, mayReplace: overwrite)
        Console.error("\(path): \(counted(looks.count, "look", "looks")), \(sheet.size)")
    }
}

/// One picture of many looks: the original picture, then one cell for each look, with its name above it.
private enum LookSheet {
    static func draw(_ looks: [Specification], on picture: Picture, columns: Int) throws -> Picture {
        let (gap, label) = (8, 24)
        let pitch = PictureSize(width: picture.size.width + gap, height: picture.size.height + label + gap)
        let rows = (looks.count + columns) / columns
        let sheet = PicturePool(
            format: picture.format,
            size: PictureSize(width: columns * pitch.width + gap, height: rows * pitch.height + gap)
        ).picture()
        let paper = RGBColor(red: 24, green: 24, blue: 28).codeValues(in: sheet.format, .bt709)
        sheet.fill(luma: paper.luma, cb: paper.cb, cr: paper.cr)
        let cells = [(name: "as it is", look: nil)] + looks.map { (name: "\($0)", look: Optional($0)) }
        for (index, cell) in cells.enumerated() {
            let (x, y) = (gap + index % columns * pitch.width, gap + index / columns * pitch.height)
            BitmapFont.draw(cell.name, on: sheet, x: x, y: y, width: picture.size.width, luma: 220)
            let drawn = try Grade(cell.look.map { [$0] } ?? []).applied(to: picture, color: .bt709)
            sheet.cropped(
                to: PictureRect(x: x, y: y + label, width: picture.size.width, height: picture.size.height)
            ).copy(from: drawn)
        }
        return sheet
    }
}
