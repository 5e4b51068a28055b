import Parameters
import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import Timeline
import Transitions

struct TransitionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transitions", abstract: "Lists the transitions and their parameters, or draws them.",
        usage: "compose transitions [NAME ...] [--sheet FILE]",
        discussion: """
            EXAMPLES
              compose transitions                              all of them
              compose transitions wipe                         one, with its parameters
              compose transitions --sheet sheet.png            draws each at five times
              compose transitions wipe:angle=30,softness=0.2 --sheet wipe.png \\
                  --from back.mov --to front.mov --at 12s      on your own pictures
            """)

    @Argument(
        help: ArgumentHelp("Names of transitions to list or draw; add parameters for a sheet.", valueName: "name"),
        completion: .transitions)
    var names: [String] = []

    @Option(help: ArgumentHelp("Draw them to this PNG file.", valueName: "file"), completion: .file())
    var sheet: String?
    @Option(
        help: ArgumentHelp(
            "On the sheet, start with a picture of this recording. (default: a landscape)", valueName: "video"),
        completion: .recordings)
    var from: String?
    @Option(
        help: ArgumentHelp(
            "On the sheet, end with a picture of this recording. (default: a landscape)", valueName: "video"),
        completion: .recordings)
    var to: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time in these recordings. (default: their first picture)", valueName: "time"),
        transform: Sheet.time)
    var at: MediaTime?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size of each picture on the sheet. (default: 192 pixels on the longer side)", valueName: "WxH"),
        transform: reading("write width x height, each 16 to 2000, such as 192x108.") { Sheet.cell(parsing: $0) })
    var cell: PictureSize?
    @Option(
        parsing: .unconditional, help: "How many transitions to draw side by side on the sheet. (default: 2)",
        transform: number(1...20))
    var columns: Int?
    @Flag(help: "Replace the sheet if it exists.") var overwrite = false
    @Flag(help: "Print the list as JSON, one object per line.") var json = false

    private var catalogue: TransitionCatalogue { .standard }

    func run() throws {
        try Sheet.check(
            sheet, json: json,
            [
                "--from": from != nil, "--to": to != nil, "--at": at != nil, "--cell": cell != nil,
                "--columns": columns != nil, "--overwrite": overwrite,
            ], of: "the transitions")
        guard at == nil || from != nil || to != nil else {
            throw UsageError("--at is a time in a recording; add --from VIDEO, --to VIDEO, or both.")
        }
        let specifications = try specifications()
        if let sheet {
            try draw(specifications, to: sheet)
        } else {
            let entries = specifications.compactMap { catalogue.entry(named: $0.name) }
            let list = EntryList(
                entries: entries,
                hint: """
                    Parameters follow the name: wipe:angle=30,softness=0.1
                    'compose transitions wipe' explains them.
                    The names of FFmpeg's xfade also work: wipeleft is wipe:angle=left.
                    """, isDetailed: !names.isEmpty, xfadeNames: catalogue.xfadeNames(of:))
            Console.output(json ? list.json : list.text)
        }
    }

    private func specifications() throws -> [Specification] {
        guard !names.isEmpty else { return ContactSheet.specifications(of: catalogue) }
        return try names.map { name in
            guard let specification = Specification(parsing: name) else {
                throw UsageError("'\(name)' is not a transition; 'compose transitions' lists them.")
            }
            // A matte without its image is still listed.
            if sheet != nil || !specification.parameters.isEmpty || catalogue.entry(named: specification.name) == nil {
                try catalogue.validate(specification)
            }
            return specification
        }
    }

    private func draw(_ specifications: [Specification], to path: String) throws {
        let inputs =
            [from, to].compactMap { $0 } + (names.isEmpty ? [] : specifications.flatMap { $0.files(in: catalogue) })
        try Sheet.checkFile(path, inputs: inputs, mayReplace: overwrite)
        let (first, last) = (
            try from.map { try Sheet.Subject($0, at: at) }, try to.map { try Sheet.Subject($0, at: at) }
        )
        let shape = (first ?? last)?.video.uprightSize ?? PictureSize(width: 16, height: 9)
        let size = cell ?? Sheet.cell(shapedLike: shape, longer: 192)
        let outgoing = try first?.picture(size) ?? ExamplePicture.dusk(size)
        let incoming = try last?.picture(size) ?? ExamplePicture.day(size)
        let picture = try ContactSheet.draw(
            specifications, from: outgoing, to: incoming, columns: columns ?? 2,
            matteLoader: { names.isEmpty ? ContactSheet.exampleMatte : try MatteFile.load($0) })
        try ImageFile.write(picture, color: .bt709, to: path, mayReplace: overwrite)
        Console.error(
            "\(path): \(counted(specifications.count, "transition", "transitions")), \(picture.size)")
    }
}
