import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Timeline
import Transitions

/// The clips to join, and how the seams between them look and sound.
struct StitchOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The clips, in any order: FILE, CAMERA=FILE if the name does not identify the camera, or a folder, to use all recordings in it.",
            valueName: "clip"),
        completion: .recordings)
    var clips: [String]

    @Option(
        help: ArgumentHelp(
            "One continuous sound recording, such as an audio recorder's: the clips are aligned to it, and it replaces their sound.",
            valueName: "file"),
        completion: .file())
    var continuousAudio: String?

    @Option(
        help: ArgumentHelp(
            "What to do with the time between two clips: close leaves it out, black shows black, hold freezes the last picture."
        ))
    var gaps: GapTreatment = .close

    @Option(
        help: ArgumentHelp(
            "The transition at the seams: a name listed by 'compose transitions', with parameters. Use none for hard cuts.",
            valueName: "name"), completion: .transitions)
    var transition: String = "blur"

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long a transition takes. (default: 0.5s)", valueName: "time"),
        transform: time(.zero ... .seconds(60), "write a time from 0s (hard cuts) to 60s, such as 500ms."))
    var transitionDuration: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long pictures are frozen at a seam without overlap, to have something for the transition; 0s makes hard cuts. (default: 0.3s)",
            valueName: "time"),
        transform: time(.zero ... .milliseconds(300), "write a time from 0s to 0.3s, such as 0.2s."))
    var heldHandles: MediaTime?

    /// The clips with the cameras named by the user; folders are replaced by their contents.
    ///
    /// - Parameter other: a file that is not a clip, though it may be among them.
    func inputs(without other: String?) throws -> [Input] {
        if let other { _ = try checkInputFile(other) }
        let excluded = other.flatMap { FileIdentity(path: $0) }
        let inputs = try clips.flatMap { text in
            isFolder(text)
                ? try ClipFolder.clips(in: text, besides: other).map { Input(path: $0) }
                : [try InputOptions.input(text)]
        }.filter { excluded == nil || FileIdentity(path: $0.path) != excluded }
        if let sound = inputs.first(where: { MediaFileName.soundEndings.contains(FilePath($0.path).ending) })?.path {
            throw UsageError(
                other == nil
                    ? "\(sound) has sound only; to hear it throughout, use --continuous-audio \(sound)."
                    : "\(sound) has sound only, and a film takes one continuous sound; leave it out.")
        }
        try InputOptions.checkDistinct(inputs.map(\.path))
        for input in inputs { _ = try checkInputFile(input.path) }
        guard inputs.count >= 2 else {
            throw UsageError("stitch joins clips one after another; name at least two, or a folder that contains them.")
        }
        return inputs
    }

    func transitionRequest() throws -> TransitionRequest {
        try CutOptions.transitionRequest(
            transition, transitionDuration, .center, several: "it is used at every seam")
    }
}

extension GapTreatment: ExpressibleByArgument {}

/// The recordings in a folder given instead of its files.
enum ClipFolder {
    /// Sorted by name, including subfolders; skips hidden files, empty files, and earlier output of compose.
    ///
    /// - Parameter continuous: the sound heard throughout; it may be among them.
    /// - Throws: `UsageError` if there is none.
    static func clips(in folder: String, besides continuous: String?) throws -> [String] {
        let files = FolderTree.files(below: [folder]).files.map(\.path)
        if continuous == nil {
            for sound in files where MediaFileName.soundEndings.contains(FilePath(sound).ending) {
                Notes.add(
                    "\(sound) is not used; --continuous-audio FILE aligns the clips to a sound and plays it", .sound,
                    about: sound)
            }
        }
        let clips = files.filter(MediaFileName.isRecording).filter { RecordingPair.hasBytes($0) && isClip($0) }
        guard !clips.isEmpty else {
            throw UsageError("\(folder): there are no recordings in this folder; name the clips.", status: .noInput)
        }
        return clips
    }

    /// Not earlier output of compose. One unreadable file is no reason to skip the others; it is reported.
    private static func isClip(_ path: String) -> Bool {
        do {
            return try !MediaInfo(probing: path).isComposed
        } catch {
            Notes.add("not used: \(Failure(error)?.message ?? path)", .lost, about: path)
            return false
        }
    }
}
