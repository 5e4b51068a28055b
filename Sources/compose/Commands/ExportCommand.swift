import Placing
import ArgumentParser
import Platform
import Timelines
import MediaIO
import Planning
import Parameters

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a plan for another program.",
        usage: "compose export PLAN -o FILE [--format FORMAT]",
        discussion: """
            EXAMPLES
              compose plan front.mov back.mov --switch-every 5s -o film.otio
              compose export film.otio -o film.edl
              compose export film.otio -o cuts.csv
              compose export film.otio --format otio-cuts -o cuts.otio
              compose front.mov back.mov --switch-at @cuts.csv -o out.mp4

            FORMATS
            \(ExchangeFormat.allCases.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n"))

            Reports anything the format cannot express.
            """)

    @Argument(
        help: ArgumentHelp(
            "The plan file (.otio), or another program's timeline (.otio, .xml, .edl).", valueName: "plan"),
        completion: .file(extensions: [PlanFile.ending, "xml", "edl"]))
    var plan: String

    @Option(
        help: ArgumentHelp(
            "What to write: \(ExchangeFormat.names). (default: by the file's extension)",
            valueName: "format"))
    var format: ExchangeFormat?

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var output: String

    @Flag(help: "Replace the file if it exists.") var overwrite = false
    @Flag(help: "Print what was written, and what the format cannot express, as JSON.") var json = false
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard PlanFile.isTimeline(plan) else {
            throw UsageError("\(plan) is not a plan file (.otio); write one with 'compose plan … -o plan.otio'.")
        }
        let format = try format ?? ExchangeFormat.named(byExtensionOf: output)
        guard FilePath(output).ending == format.ending else {
            throw UsageError(
                "-o \(output): --format \(format.name) is written to a file ending in .\(format.ending).")
        }
        let planned = try PlannedRender(reading: plan)
        try AtomicFile.check(destination: output, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        let exchanged = try format.text(
            planned, name: String(FilePath(output).name.dropLast(format.ending.count + 1)),
            files: FileNames(besides: output))
        let file = try AtomicFile(destination: output, inputs: planned.plan.inputFiles, mayReplace: overwrite)
        try Array(exchanged.text.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
        let notes = exchanged.notes.map { $0.told(format) }
        guard !json else {
            return Console.output(jsonLine(ExportEvent(output: output, format: format.name, notes: notes)))
        }
        Notes.tell(notes)
        Console.error("wrote \(output) (\(format.ending.uppercased()))")
    }
}

/// The file that was written, for programs.
private struct ExportEvent: Encodable {
    var event = "export"
    var output, format: String
    var notes: [Message]
}

extension ExchangeFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    package static var allValueStrings: [String] { allCases.map(\.name) }
    package var defaultValueDescription: String { name }

    /// The format of another program that a file's name shows.
    init?(exportedTo path: String) {
        let ending = FilePath(path).ending
        guard ending != PlanFile.ending, let format = Self.allCases.first(where: { $0.ending == ending }) else {
            return nil
        }
        self = format
    }

    fileprivate static var names: String { list(allCases.map(\.name), "or") }

    /// - Throws: `UsageError` if no format or several have the extension.
    fileprivate static func named(byExtensionOf path: String) throws(UsageError) -> ExchangeFormat {
        let fitting = allCases.filter { FilePath(path).ending == $0.ending && $0.isUsual }
        guard fitting.count < 2 else {
            throw UsageError("-o \(path): add --format \(list(fitting.map(\.name), "or")).")
        }
        guard let format = fitting.first else { throw UsageError("-o \(path): add --format \(names).") }
        return format
    }
}

extension ExchangeNote {
    func told(_ format: ExchangeFormat) -> Message {
        switch self {
        case .views(let count):
            Message(
                .other,
                "\(format.name) cannot express views: in \(counted(count, "shot", "shots")) with several cameras, only the largest is written",
                kind: "viewsReduced")
        case .transitions(let count):
            Message(
                .minor,
                "\(format.name) cannot express \(counted(count, "transition", "transitions")): written as dissolves",
                kind: "transitionsReplaced")
        case .skipped(let count):
            Message(
                .other,
                "\(counted(count, "shot is", "shots are")) left out: a list of switches cannot express black or the same time twice",
                kind: "shotsLeftOut")
        case .soundTracks(let count):
            Message(
                .sound,
                "\(format.name) has no room for \(counted(count, "more sound track", "more sound tracks")): left out",
                kind: "soundTracksLeftOut")
        case .edges(let count):
            Message(
                .minor,
                "\(format.name) cannot express corners, borders and shadows: left out in \(counted(count, "shot", "shots"))",
                kind: "edgesLeftOut")
        case .heldPictures(let count):
            Message(
                .minor,
                "\(format.name) cannot hold a picture: \(counted(count, "hold is", "holds are")) written as the frames next to it",
                kind: "heldPicturesReplaced")
        case .events(let count):
            Message(
                .minor,
                "\(format.name) has \(count) events, and some programs read only 999; use another format for them",
                kind: "eventNumbers")
        case .midnight(let count):
            Message(
                .minor,
                "the timecode passes midnight in \(counted(count, "event", "events")) and starts over at 00:00:00:00, which some programs cannot read; use another format for them",
                kind: "pastMidnight")
        case .without(let parts):
            Message(.minor, "\(format.name) is written without \(list(parts.map(\.text), "and"))", kind: "leftOut")
        }
    }
}

extension PlanPart {
    fileprivate var text: String {
        switch self {
        case .ranges: "the range of the film (--from, --to, --skip, --cut-silence)"
        case .timing: "when transitions begin and end (--transition-duration, --transition-align)"
        case .transitions: "transitions"
        case .views: "views"
        case .edges: "corners, borders and shadows"
        case .backgrounds: "colors behind cameras and places of missing cameras"
        case .heldPictures: "held pictures"
        case .framing: "zoom and crop"
        case .aims: "where cropped cameras point (--framing)"
        case .movingZoom: "the movement of zooms and crops"
        case .filling: "how pictures of another shape fill the film (--fit)"
        case .backdrop: "blurred backgrounds"
        case .size: "the size of the picture (--size)"
        case .frameRate: "the frame rate (--fps)"
        case .turning: "mirrored and rotated cameras"
        case .looks: "looks and color changes"
        case .stabilization: "stabilization"
        case .titles: "titles"
        case .subtitles: "subtitles"
        case .captions: "captions"
        case .subtitleTrack: "the subtitle track"
        case .logo: "the logo"
        case .pictureFades: "fades of the picture"
        case .labels: "labels"
        case .clocks: "clocks"
        case .timecode: "the timecode in the picture"
        case .soundTracks: "sound tracks"
        case .pictures: "which pictures of files are shown"
        case .channels: "which tracks and channels of files are heard"
        case .centering: "the centering of one-sided microphones"
        case .music: "music"
        case .voiceOvers: "voice-overs"
        case .ducking: "ducking"
        case .gains: "gains and levels of a mix"
        case .loudGains: "levels above 12 dB"
        case .movingGains: "levels that change, as with speakers"
        case .cleaning: "filters of the sound"
        case .fades: "fades of the sound"
        case .soundTransitions: "cross-fades of the sound"
        case .roomTone: "room tone"
        case .loudness: "the loudness setting"
        case .mono: "mono sound (--mono)"
        case .drift: "different speeds of the recordings' clocks"
        case .markers: "markers"
        case .chapters: "chapters"
        case .poster: "the poster"
        }
    }
}
