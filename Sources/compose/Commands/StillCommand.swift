import ArgumentParser
import Export
import Frames
import MediaIO
import MediaTime
import Planning

struct StillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "still",
        abstract: "Saves single frames of the film as pictures, without rendering the film.",
        usage: "compose still FILE ... [options] --at TIME[,TIME] -o FILE",
        discussion: """
            EXAMPLES
              compose still front.mov back.mov --at 12.5s -o frame.png
              compose still film.otio --at 0s,5s,10s -o frame.jpg

            Several pictures are numbered: frame-1.jpg, frame-2.jpg, frame-3.jpg.
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup var composition: CompositionOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The times of the film to show, separated by commas.", valueName: "times"),
        transform: reading("write times of the film, separated by commas, such as 12.5s or 0s,5s,10s.") { text in
            let times = text.split(separator: ",").map { MediaTime(parsing: String($0)) }
            return times.isEmpty || times.contains { $0.map { $0 < .zero } ?? true } ? nil : times.compactMap { $0 }
        })
    var at: [MediaTime]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The picture to write: .png or .jpg. Several are numbered.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg"]))
    var output: String

    @Flag(help: "Replace existing pictures.") var overwrite = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        let format = try ImageFile.Format(path: output)
        let plan = try plan()
        for time in at where time >= plan.composition.duration {
            throw UsageError(
                "--at \(time): the film lasts \(plan.composition.duration.clockDescription); use an earlier time.")
        }
        // All names first: of several pictures none is written where one cannot be.
        for path in paths { try AtomicFile.check(destination: path, inputs: plan.inputFiles, mayReplace: overwrite) }
        let source = FrameSource(plan)
        for (time, path) in zip(at, paths) {
            try ImageFile.write(
                try source.picture(at: time), color: plan.output.canvas.color, format: format, to: path,
                mayReplace: overwrite)
            Console.error("\(path): \(time.clockDescription), \(plan.output.canvas.size)")
        }
    }

    private func plan() throws -> RenderPlan {
        if let plan = try input.planFile(composition) { return try PlannedRender(reading: plan).plan }
        let (recording, _) = try input.recording()
        return try composition.request(recording).planForViewing(recording).plan
    }

    /// "frame.png", or "frame-1.png", "frame-2.png" for several.
    private var paths: [String] {
        guard at.count > 1, let dot = output.lastIndex(of: ".") else { return [output] }
        return at.indices.map { "\(output[..<dot])-\($0 + 1)\(output[dot...])" }
    }
}
