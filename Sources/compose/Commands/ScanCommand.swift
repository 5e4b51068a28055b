import Placing
import ArgumentParser
import Planning
import Parameters

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Finds the recordings in folders, for 'batch'.",
        usage: "compose scan PATH ... [options]",
        discussion: """
            EXAMPLES
              compose scan TeslaCam/
              compose scan /media/card ~/Videos --json
              compose scan DCIM/ --deep        opens every file: losses at seams, damage

            Recognizes names with "front" and "back" or similar words (\(Self.pairNames))
            and the names used by \(Self.makers).
            Consecutive files of one or a few minutes become one recording.
            """)

    @OptionGroup(title: "Where to look") var archive: ArchiveOptions
    @Flag(help: "Print lines of JSON: one for each recording, one for each unused file, and a summary.")
    var json = false
    @Flag(
        help:
            "Open every file, and report what is lost or repeated between files, what is cut off and what cannot be read."
    )
    var deep = false
    @OptionGroup var log: LogOptions

    private static let pairNames = "clip_front.mp4"
    private static let makers = list(NamingScheme.all.map(\.name), "and")

    func run() throws {
        try log.install()
        let findings = try archive.find()
        let report = ScanReport(json: json)
        for found in findings.recordings { report.tell(found, deep ? notes(on: found) : nil) }
        for file in findings.unused { report.tell(file) }
        report.tell(findings)
        guard !findings.recordings.isEmpty else {
            throw UsageError(
                "\(list(archive.paths, "and")): no recordings found by file name; "
                    + "name two files: compose front=FILE back=FILE -o out.mp4",
                status: .noInput)
        }
    }

    private func notes(on found: FoundRecording) -> [Message] {
        do {
            let files = try FoundInputs(found)
            let cut = files.infos.compactMap { info -> Diagnostic? in
                guard let missing = info.video?.missingEnd, missing > .zero else { return nil }
                return .endsEarly(path: info.path, by: missing)
            }
            return (files.notes + cut).map(\.told)
        } catch {
            return [Message(.detail, Failure(error)?.message ?? "\(error)", kind: "unusable")]
        }
    }
}
