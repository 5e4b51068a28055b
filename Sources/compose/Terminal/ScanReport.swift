import Placing
import Platform
import Timeline
import Parameters

/// The results of a scan, as text for people or as lines of JSON.
struct ScanReport {
    let json: Bool

    struct RecordingEvent: Encodable {
        struct File: Encodable { var camera, path: String; var moment: Int }
        struct Microphone: Encodable { var name, path: String }
        struct Hole: Encodable { var camera: String; var moment: Int; var emptyFile: String? }
        var event = "recording"
        var scheme, folder, scene: String
        var cameras: [String]
        var files: [File]
        var microphones: [Microphone]?
        var holes: [Hole]
        var notes: [Message]?
    }

    struct UnusedEvent: Encodable {
        var event = "unused"
        var path, reason, message: String
    }

    struct SumEvent: Encodable {
        var event = "scan"
        var schema = ProgressSchema.version
        var recordingCount, fileCount, holeCount, unusedCount: Int
    }

    /// - Parameter notes: findings in the files, if they were opened.
    func tell(_ found: FoundRecording, _ notes: [Message]?) {
        guard json else {
            Console.output(([found.summary] + holes(found, notes)).joined(separator: "\n"))
            return
        }
        Console.output(
            jsonLine(
                RecordingEvent(
                    scheme: found.scheme, folder: found.folder, scene: found.scene,
                    cameras: found.angles.map(\.name),
                    files: found.files.map { .init(camera: $0.angle.name, path: $0.path, moment: $0.moment) },
                    microphones: found.sounds.isEmpty
                        ? nil : found.sounds.map { .init(name: $0.angle.name, path: $0.path) },
                    holes: found.holes.map {
                        .init(camera: $0.angle.name, moment: $0.moment, emptyFile: $0.emptyFile)
                    }, notes: notes)))
    }

    private func holes(_ found: FoundRecording, _ notes: [Message]?) -> [String] {
        if let notes { return notes.map { "  \($0.message)" } }
        return found.holes.map { hole in
            let place = found.isSeries ? ", file \(hole.moment + 1) of \(found.momentCount)" : ""
            return "  no \(hole.angle)\(place)" + (hole.emptyFile.map { ": \(FilePath($0).name) is empty" } ?? "")
        }
    }

    func tell(_ file: UnusedFile) {
        guard json else { return Console.output("not used: \(file.path): \(file.reason.text)") }
        Console.output(jsonLine(UnusedEvent(path: file.path, reason: file.reason.kind, message: file.reason.text)))
    }

    func tell(_ findings: Findings) {
        let files = findings.recordings.reduce(0) { $0 + $1.files.count + $1.sounds.count }
        let holes = findings.recordings.reduce(0) { $0 + $1.holes.count }
        guard json else {
            return Console.output(
                "\(counted(findings.recordings.count, "recording", "recordings")) of \(counted(files, "file", "files")), "
                    + "\(counted(holes, "gap", "gaps")); "
                    + "\(counted(findings.unused.count, "unused file", "unused files"))")
        }
        Console.output(
            jsonLine(
                SumEvent(
                    recordingCount: findings.recordings.count, fileCount: files, holeCount: holes,
                    unusedCount: findings.unused.count)))
    }
}

extension FoundRecording {
    /// "TeslaCam/2026-01-02/2026-01-02_13-04-05: Tesla, back and front, 6 files, 3 consecutive clips".
    var summary: String {
        FilePath.join(folder, scene) + ": \(scheme == "words" ? "pair" : scheme), "
            + list(angles.map(\.name), "and")
            + (sounds.isEmpty
                ? ""
                : ", \(counted(sounds.count, "microphone", "microphones")) (\(sounds.map(\.angle.name).joined(separator: ", ")))")
            + ", \(counted(files.count + sounds.count, "file", "files"))"
            + (isSeries ? ", \(momentCount) consecutive clips" : "")
    }
}

extension UnusedFile.Reason {
    fileprivate var kind: String { caseName(of: self) }

    /// Continues a message after the path.
    var text: String {
        switch self {
        case .unknownName: "the name does not identify a camera"
        case .noPartner(let angle): "\(angle) camera, but no matching file from another camera"
        case .severalOf(let angle): "several files match the \(angle) camera of one recording"
        case .empty: "it is empty"
        case .smallCopy: "it is a smaller copy of another file"
        case .film: "it is a film made by compose"
        case .sound: "it has only sound"
        case .mix: "it is a mix of the others, or shows all of them"
        case .noTime: "neither its name nor its metadata has a recording time"
        case .clockSetBack(let other):
            "by its name it was recorded at the same time as \(FilePath(other).name), so the camera's clock was set back; move the files of each drive into a folder of their own"
        case .unreadableFolder: "this folder cannot be listed; check its permissions"
        }
    }
}
