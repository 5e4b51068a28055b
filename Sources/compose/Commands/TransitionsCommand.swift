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
        commandName: "transitions", abstract: "Lists the transitions, or draws them.",
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
    @OptionGroup var options: SheetOptions

    private var catalogue: TransitionCatalogue { .standard }

    func run() throws {
        try options.check(
            ["--from": from != nil, "--to": to != nil], of: "the transitions",
            recordings: "--from VIDEO, --to VIDEO, or both")
        let specifications = try specifications()
        if let sheet = options.sheet {
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
            Console.output(options.json ? list.json : list.text)
        }
    }

    private func specifications() throws -> [Specification] {
        guard !names.isEmpty else {
            return catalogue.entries.map { entry in
                let files = entry.parameters.filter { $0.kind == .path }.map { ($0.name, "example.png") }
                return Specification(name: entry.name, parameters: Dictionary(uniqueKeysWithValues: files))
            }
        }
        return try names.map { name in
            guard let specification = Specification(parsing: name) else {
                throw UsageError("'\(name)' is not a transition; 'compose transitions' lists them.")
            }
            // A matte without its image is still listed.
            if options.sheet != nil || !specification.parameters.isEmpty
                || catalogue.entry(named: specification.name) == nil
            {
                try catalogue.validate(specification)
            }
            return specification
        }
    }

    private func draw(_ specifications: [Specification], to path: String) throws {
        let inputs =
            [from, to].compactMap { $0 } + (names.isEmpty ? [] : specifications.flatMap { $0.files(in: catalogue) })
        try options.checkFile(path, inputs: inputs)
        let (first, last) = (
            try from.map { try SheetOptions.Subject($0, at: options.at) },
            try to.map { try SheetOptions.Subject($0, at: options.at) }
        )
        let shape = (first ?? last)?.video.uprightSize ?? PictureSize(width: 16, height: 9)
        let size = options.cell ?? shape.scaled(by: 192 / Double(shape.longSide))
        let outgoing = try first?.picture(size) ?? ExamplePicture.dusk(size)
        let incoming = try last?.picture(size) ?? ExamplePicture.day(size)
        let pool = PicturePool(format: outgoing.format, size: size)
        let groups = try specifications.map { specification in
            let renderer = try catalogue.renderer(
                for: specification, size: size, format: outgoing.format,
                matteLoader: { names.isEmpty ? .example : try MatteFile.load($0) })
            let pictures = (0...4).map { step in
                let mixed = pool.picture()
                renderer.render(from: outgoing, to: incoming, progress: .fraction(Int64(step), over: 4), into: mixed)
                return mixed
            }
            return ContactSheet.Group("\(specification)", pictures)
        }
        try options.write(
            groups, counted(specifications.count, "transition", "transitions"), columns: 2, to: path)
    }
}
