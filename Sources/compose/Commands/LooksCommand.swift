import Render
import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Pictures
import Planning
import Transitions

struct LooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "looks", abstract: "Lists the looks, or draws them.",
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

    @Option(
        help: ArgumentHelp("The recording to draw them on. (default: a landscape)", valueName: "video"),
        completion: .recordings)
    var from: String?
    @OptionGroup var options: SheetOptions

    private var catalogue: Catalogue<LookEntry> { .standard }

    func run() throws {
        try options.check(["--from": from != nil], of: "the looks", recordings: "--from VIDEO")
        if let sheet = options.sheet { return try draw(to: sheet) }
        let entries = try names.isEmpty ? catalogue.entries : names.map(entry)
        let list = EntryList(
            entries: entries,
            hint: """
                Parameters follow the name: warm:amount=0.5
                'compose looks adjust' explains them.
                """, isDetailed: !names.isEmpty)
        Console.output(options.json ? list.json : list.text)
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
            try look.checkLook()
            return look
        }
    }

    private func draw(to path: String) throws {
        try options.checkFile(path, inputs: [from].compactMap { $0 })
        let subject = try from.map { try SheetOptions.Subject($0, at: options.at) }
        let shape = subject?.video.uprightSize ?? PictureSize(width: 16, height: 9)
        let cell = options.cell ?? shape.scaled(by: 320 / Double(shape.longSide))
        let size = PictureSize(width: (cell.width + 1) / 2 * 2, height: (cell.height + 1) / 2 * 2)
        let picture = try subject?.picture(size) ?? ExamplePicture.day(size)
        let looks = try looks()
        let groups =
            [ContactSheet.Group("as it is", [picture])]
            + (try looks.map { look in
                ContactSheet.Group("\(look)", [try Grade([look]).applied(to: picture, color: .bt709)])
            })
        try options.write(groups, counted(looks.count, "look", "looks"), columns: 3, to: path)
    }
}
