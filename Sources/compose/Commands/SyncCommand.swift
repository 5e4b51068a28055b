import ArgumentParser
import MediaIO
import Placing
import Planning

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Finds how recordings lie in time.",
        usage: "compose sync FILE FILE ... [options]",
        discussion: """
            EXAMPLES
              compose sync front.mov back.mov
              compose sync front.mov back.mov --json
              compose sync front.mov back.mov --method timecode

            Shows what a render with the same --sync would use. The offset is the time zero
            of a file on the clock of the first, the value that --offset takes. Sound
            travels 34 cm in a millisecond: a camera 3 m farther away records everything
            9 ms later. If no match stands out, or several do (a metronome, a loop), no
            offset is given. Recordings that do not match the first are compared with those
            that do. If none matches, the exit status is 80.
            """)

    @Argument(
        help: ArgumentHelp(
            "The recordings, two or more, each FILE or NAME=FILE; the first is the reference.",
            valueName: "file"),
        completion: .file())
    var files: [String]
    @Option(
        help: ArgumentHelp(
            "How to line up the recordings: auto (timecode, sound, then dates), audio, timecode or clock.",
            valueName: "method"),
        completion: .list(["auto", "audio", "timecode", "clock"]),
        transform: reading("use auto, audio, timecode or clock.") { text in
            SyncMethod(rawValue: text).flatMap { $0 == .none ? nil : $0 }
        })
    var method: SyncMethod = .auto
    @Flag(help: "Print everything as one JSON object, and an error if nothing matches.") var json = false
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard files.count >= 2 else {
            throw UsageError("sync compares recordings; name at least two files.")
        }
        let inputs = try files.map(InputOptions.input)
        try InputOptions.checkDistinct(inputs.map(\.path))
        let status = HearingStatus()
        defer { status.finish() }
        let sync = try FileSync(inputs, by: method) { status.update($0) }
        status.finish()
        let report = SyncReport(sync)
        Console.output(json ? report.json : report.text)
        // Results are printed either way; the exit code tells scripts that nothing was found.
        guard !sync.files.contains(where: { $0.place != nil }) else { return }
        let failure = Failure(.nothingMatches, message: "no recording matches \(inputs[0].path).")
        if json { Console.output(jsonLine(failure.event())) }
        throw ExitCode(failure.status)
    }
}
