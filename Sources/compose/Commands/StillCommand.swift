import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Render
import Timeline
import Transitions

struct StillCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "still",
        abstract: "Saves single frames of the film as pictures.",
        usage: """
            compose still FILE ... [options] --at TIME[,TIME] -o FILE
            compose still FILE ... [options] [--every TIME] --sheet FILE
            """,
        discussion: """
            EXAMPLES
              compose still front.mov back.mov --at 12.5s -o frame.png
              compose still film.otio --at 0s,5s,10s -o frame.jpg
              compose still film.otio --every 5s --sheet film.png   all on one sheet

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
    var at: [MediaTime] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show the film every 5s, 1:00 …, instead of --at. (default with --sheet: about 24 pictures)",
            valueName: "time"),
        transform: time(.milliseconds(1) ... .seconds(1 << 20), "write a time, such as 5s."))
    var every: MediaTime?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The picture to write: .png or .jpg. Several are numbered.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg"]))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Draw all of them small on one sheet, with their times and what they show.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg"]))
    var sheet: String?

    @Flag(help: "Replace existing pictures.") var overwrite = false
    @Flag(help: "Show what the buttons and texts of the platform's app cover (--delivery shorts, tiktok, instagram).")
    var safeArea = false
    @Flag(help: "Print what was written as JSON.") var json = false
    @OptionGroup var log: LogOptions

    static let traits = [
        OptionTraits("at", field: .list(#"a time, or a list of times, such as 12.5 or "1:02.5""#)),
        OptionTraits("every", field: .value(#"a time, such as 5 or "1:00""#)),
        OptionTraits("output sheet", .writes, field: .text),
        OptionTraits("overwrite", .writes, field: .flag),
        OptionTraits("safe-area json"),
    ]

    func run() throws {
        try log.install()
        guard !json else { return try answer(on: CommandHost()) }
        var notes: [Message] = []
        let still = try written(on: CommandHost()) { notes.append($0) }
        Notes.tell(notes)
        if let sheet {
            Console.error(
                "\(sheet): \(counted(still.pictures.count, "picture", "pictures")), \(still.width)x\(still.height)")
            return
        }
        for picture in still.pictures {
            Console.error("\(picture.output): \(picture.place.clockDescription), \(still.width)x\(still.height)")
        }
    }

    func answer(on host: CommandHost) throws { host.tell(try written(on: host)) }

    private func written(on host: CommandHost, note: (Message) -> Void = { _ in }) throws -> StillEvent {
        guard (output == nil) != (sheet == nil) else {
            throw UsageError(
                sheet == nil
                    ? "write where the picture goes: -o frame.png, or --sheet film.png for many on one."
                    : "-o writes single pictures and --sheet one with all of them; leave one out.")
        }
        guard at.isEmpty || every == nil, !at.isEmpty || every != nil || sheet != nil else {
            throw UsageError(
                at.isEmpty
                    ? "write which pictures: --at 12.5s, or --every 5s."
                    : "--at and --every both say when; leave one out.")
        }
        let format = try ImageFile.Format(path: output ?? sheet!)
        var adjustments: [Adjustment] = []
        return try host.viewing {
            var plan = try plan(on: host, &adjustments, note: note)
            if safeArea { try plan.showSafeArea() }
            return plan
        } _: { film in
            let plan = film.plan
            let times = try times(of: plan)
            for time in times where time >= plan.composition.duration {
                throw UsageError(
                    "--at \(time): the film lasts \(plan.composition.duration.clockDescription); use an earlier time.")
            }
            let paths = sheet.map { [$0] } ?? paths(times.count)
            // All names are checked first: if one picture cannot be written, none is.
            for path in paths {
                try AtomicFile.check(destination: path, inputs: plan.inputFiles, mayReplace: overwrite)
            }
            let texts = AdjustmentText(rate: plan.composition.frameRate)
            texts.messages(adjustments.filter { times.contains(where: $0.affects(plan.composition)) }).forEach(note)
            guard sheet == nil else { return try writeSheet(of: film, times, format) }
            let pictures = try zip(times, paths).map { time, path in
                try ImageFile.write(
                    try film.source.picture(at: time), color: plan.output.canvas.color, format: format, to: path,
                    mayReplace: overwrite)
                return StillEvent.Picture(output: path, frame: film.source.frame(at: time), place: time)
            }
            let size = plan.output.canvas.size
            return StillEvent(width: size.width, height: size.height, pictures: pictures)
        }
    }

    /// Nobody looks at more.
    private static let mostPictures = 1000

    private func times(of plan: RenderPlan) throws(UsageError) -> [MediaTime] {
        guard at.isEmpty else { return at }
        let duration = plan.composition.duration
        let step = every ?? max(duration / 24, plan.composition.frameRate.frameDuration)
        guard duration.flicks / step.flicks < Self.mostPictures else {
            throw UsageError(
                "--every \(step): that would be more than \(Self.mostPictures) pictures; use a longer time.")
        }
        return (0...Int64(Self.mostPictures)).map { step * $0 }.filter { $0 < duration }
    }

    /// Pictures side by side, in the order of time.
    private func writeSheet(of film: ViewedFilm, _ times: [MediaTime], _ format: ImageFile.Format) throws -> StillEvent
    {
        let (plan, own) = (film.plan, film.plan.output.canvas.size)
        let size = own.scaled(by: 320 / Double(own.longSide))
        let groups = try times.map { time in
            let segment = plan.composition.segment(at: film.source.frame(at: time))
            let shown = plan.composition.segments[segment].scene.map { $0.name ?? "\($0)" } ?? "black"
            // A picture of its own: the source reuses the memory of the one that it showed before.
            let picture = PicturePool(format: plan.output.canvas.format, size: size).picture()
            picture.copy(from: try film.source.picture(at: time, size: size))
            return ContactSheet.Group("\(time.clockDescription) \(shown)", [picture])
        }
        // About as wide as high.
        let columns = max(
            1, Int((Double(times.count) * Double(size.height) / Double(size.width)).squareRoot().rounded(.up)))
        let drawn = try ContactSheet.draw(
            groups, columns: min(columns, times.count), goesAcross: true, color: plan.output.canvas.color)
        try ImageFile.write(
            drawn, color: plan.output.canvas.color, format: format, to: sheet!, mayReplace: overwrite)
        let pictures = times.map { StillEvent.Picture(output: sheet!, frame: film.source.frame(at: $0), place: $0) }
        return StillEvent(width: drawn.size.width, height: drawn.size.height, pictures: pictures)
    }

    private func plan(
        on host: CommandHost, _ adjustments: inout [Adjustment], note: (Message) -> Void
    ) throws -> RenderPlan {
        if let plan = try input.planFile() { return try PlannedRender(reading: plan).plan }
        let recording = try host.recording(input)
        let planned = try composition.request(recording).planForViewing(recording)
        planned.notes.filter(\.isOfPictures).forEach { note($0.told) }
        adjustments = planned.adjustments
        return planned.plan
    }

    /// "frame.png", or "frame-1.png", "frame-2.png" for several.
    private func paths(_ count: Int) -> [String] {
        guard let output else { return [] }
        guard count > 1, let dot = output.lastIndex(of: ".") else { return [output] }
        return (1...count).map { "\(output[..<dot])-\($0)\(output[dot...])" }
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
    fileprivate var isOfPictures: Bool {
        switch self {
        case .colorsMatched, .toneMapped, .charactersMissing, .scriptReshaped, .logoAnimated, .covered: true
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
