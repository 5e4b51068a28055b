import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Planning
import Render
import Timeline

struct ViewsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "views", abstract: "Lists the views, or draws them.",
        usage: "compose views [NAME ...] [--sheet FILE] [--from VIDEO ...] [--at TIME]",
        discussion: """
            EXAMPLES
              compose views                                    all of them
              compose views pip                                one, with its parameters
              compose views --sheet views.png                  draws them all
              compose views pip split --sheet views.png --from back.mov \\
                  --from front.mov --at 12s
              compose front.mov back.mov --view pip:corner=top-left -o out.mp4
            """)

    @Argument(
        help: ArgumentHelp("Names of views to list or draw; add parameters for a sheet.", valueName: "name"),
        completion: .views)
    var names: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A camera's recording to draw them with: FILE, or CAMERA=FILE. Repeatable. (default: landscapes)",
            valueName: "video"), completion: .recordings)
    var from: [String] = []
    @Option(parsing: .unconditional, help: "How many cameras the sheet shows. (default: 2)", transform: number(1...6))
    var cameras: Int?
    @OptionGroup var options: SheetOptions

    private var catalogue: Catalogue<ViewEntry> { .standard }

    func run() throws {
        let views = try views()
        try options.check(
            ["--from": !from.isEmpty, "--cameras": cameras != nil], of: "the views",
            recordings: "--from VIDEO for each camera")
        guard cameras == nil || from.isEmpty else {
            throw UsageError("--cameras is the number of cameras without recordings; --from names them.")
        }
        if let sheet = options.sheet {
            try draw(views, to: sheet)
        } else {
            let list = EntryList(
                entries: views.compactMap { catalogue.entry(named: $0.name) },
                hint: """
                    Parameters follow the name: pip:corner=top-left,size=0.3
                    'compose views pip' explains them.
                    """, isDetailed: !names.isEmpty)
            Console.output(options.json ? list.json : list.text)
        }
    }

    private func views() throws -> [Specification] {
        guard !names.isEmpty else { return catalogue.entries.map { Specification(name: $0.name) } }
        return try names.map { name in
            guard let specification = Specification(parsing: name) else {
                throw UsageError("'\(name)' is not a view; 'compose views' lists them.")
            }
            _ = try catalogue.resolve(specification)
            return specification
        }
    }

    private func draw(_ views: [Specification], to path: String) throws {
        let inputs = try from.map(InputOptions.input)
        try options.checkFile(path, inputs: inputs.map(\.path))
        let (cameras, picture) = try inputs.isEmpty ? examples() : subjects(inputs)
        let cell = options.cell ?? PictureSize(width: 320, height: 180)
        let wide = PictureSize(width: cell.width / 2 * 2, height: cell.height / 2 * 2)
        let tall = PictureSize(width: cell.height * cell.height / cell.width / 2 * 2, height: wide.height)
        let renderer = SceneRenderer(format: .yuv420p8, color: .bt709)
        let groups = try views.map { view in
            let pictures = try [wide, tall].map { canvas in
                guard let scene = try Stage(canvas: canvas, cameras: cameras).scene(of: .recipe(view)) else {
                    throw TimelineError.tooFewCameras(view: "\(view)")
                }
                let drawn = PicturePool(format: .yuv420p8, size: canvas).picture()
                try renderer.draw(scene, on: drawn) { try picture($0, $1) }
                return drawn
            }
            return ContactSheet.Group("\(view)", pictures)
        }
        try options.write(groups, counted(views.count, "view", "views"), columns: 2, to: path)
    }

    /// The primary camera is the first.
    private typealias Cameras = (cameras: [ViewCamera], picture: (Layer, PictureSize) throws -> Picture)

    private func subjects(_ inputs: [Input]) throws -> Cameras {
        try InputOptions.checkDistinct(inputs.map(\.path))
        let angles = Recording.angles(of: inputs, isSound: inputs.map { _ in false })
        if let twice = angles.first(where: { angle in angles.count { $0 == angle } > 1 }) {
            throw UsageError("--from names the \(twice) camera twice; a sheet shows one recording of each.")
        }
        let primary = CompositionRequest().primary(of: angles)
        let subjects = try Dictionary(
            uniqueKeysWithValues: zip(angles, inputs.map { try SheetOptions.Subject($0.path, at: options.at) }))
        let sorted = [primary] + angles.filter { $0 != primary }
        return (
            sorted.map { ViewCamera($0, size: subjects[$0]!.video.uprightSize) },
            { try subjects[$0.angle]!.picture($1, $0.framing) }
        )
    }

    private func examples() -> Cameras {
        let angles = (["back", "front"] + (3...6).map { "camera\($0)" }).prefix(cameras ?? 2).map { Angle($0) }
        let wide = PictureSize(width: 1920, height: 1080)
        return (
            angles.map { ViewCamera($0, size: wide) },
            { layer, size in
                // Cropped to the layer, as a wide camera's picture is.
                let whole = PictureSize(
                    width: max(size.width, size.height * 16 / 9 / 2 * 2),
                    height: max(size.height, size.width * 9 / 16 / 2 * 2))
                let isPrimary = angles.firstIndex(of: layer.angle)! % 2 == 0
                let picture = isPrimary ? ExamplePicture.dusk(whole) : ExamplePicture.day(whole)
                return picture.cropped(
                    to: PictureRect(
                        x: (whole.width - size.width) / 4 * 2, y: (whole.height - size.height) / 4 * 2,
                        width: size.width, height: size.height))
            }
        )
    }
}
