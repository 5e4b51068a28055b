import ArgumentParser
import MediaIO
import MediaTime
import Placing
import Planning
import Render
import Timeline
import Transitions

struct StillCommand: ServedCommand {
    static let configuration = CommandConfiguration(
        commandName: "still",
        abstract: "Saves single frames of the film as pictures.",
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
    @Flag(help: "Print what was written as JSON.") var json = false
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard !json else { return try answer(on: CommandHost()) }
        var notes: [Message] = []
        let still = try written(on: CommandHost()) { notes.append($0) }
        Notes.tell(notes)
        for picture in still.pictures {
            Console.error("\(picture.output): \(picture.place.clockDescription), \(still.width)x\(still.height)")
        }
    }

    func answer(on host: CommandHost) throws { host.tell(try written(on: host)) }

    private func written(on host: CommandHost, note: (Message) -> Void = { _ in }) throws -> StillEvent {
        let format = try ImageFile.Format(path: output)
        var adjustments: [Adjustment] = []
        return try host.viewing {
            try plan(on: host, &adjustments, note: note)
        } _: { film in
            let plan = film.plan
            for time in at where time >= plan.composition.duration {
                throw UsageError(
                    "--at \(time): the film lasts \(plan.composition.duration.clockDescription); use an earlier time.")
            }
            // All names are checked first: if one picture cannot be written, none is.
            for path in paths {
                try AtomicFile.check(destination: path, inputs: plan.inputFiles, mayReplace: overwrite)
            }
            let texts = AdjustmentText(rate: plan.composition.frameRate)
            texts.messages(adjustments.filter { at.contains(where: $0.affects(plan.composition)) }).forEach(note)
            let pictures = try zip(at, paths).map { time, path in
                try ImageFile.write(
                    try film.source.picture(at: time), color: plan.output.canvas.color, format: format, to: path,
                    mayReplace: overwrite)
                return StillEvent.Picture(output: path, frame: film.source.frame(at: time), place: time)
            }
            let size = plan.output.canvas.size
            return StillEvent(width: size.width, height: size.height, pictures: pictures)
        }
    }

    private func plan(
        on host: CommandHost, _ adjustments: inout [Adjustment], note: (Message) -> Void
    ) throws -> RenderPlan {
        if let plan = try input.planFile(composition) { return try PlannedRender(reading: plan).plan }
        let recording = try host.recording(input)
        let planned = try composition.request(recording).planForViewing(recording)
        planned.notes.filter(\.isOfColor).forEach { note($0.told) }
        adjustments = planned.adjustments
        return planned.plan
    }

    /// "frame.png", or "frame-1.png", "frame-2.png" for several.
    private var paths: [String] {
        guard at.count > 1, let dot = output.lastIndex(of: ".") else { return [output] }
        return at.indices.map { "\(output[..<dot])-\($0 + 1)\(output[dot...])" }
    }
}

extension Adjustment {
    /// Whether it is the reason for what is shown at a time: another scene than the one that was requested.
    fileprivate func affects(_ composition: Composition) -> (_ time: MediaTime) -> Bool {
        { shown in
            let frame = composition.frameRate.frame(at: shown, .down)
            let segment = composition.segments[composition.segment(at: frame)]
            guard time <= shown, time >= composition.frameRate.time(ofFrame: segment.frames.lowerBound) else {
                return false
            }
            return switch change {
            case .sceneReplaced, .cutAdded, .shotLeftOut: true
            default: false
            }
        }
    }
}

extension Diagnostic {
    /// Of a film's notes, a single picture needs only these.
    fileprivate var isOfColor: Bool {
        switch self {
        case .colorsMatched, .toneMapped: true
        default: false
        }
    }
}

/// The files that were written, for programs.
private struct StillEvent: Encodable {
    struct Picture: Encodable {
        var output: String
        /// The output frame that it shows.
        var frame: Int64
        var place: MediaTime

        private enum CodingKeys: CodingKey { case output, frame, time }
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(output, forKey: .output)
            try fields.encode(frame, forKey: .frame)
            try fields.encode(place.approximateSeconds, forKey: .time)
        }
    }
    var event = "still"
    var width, height: Int
    var pictures: [Picture]
}
