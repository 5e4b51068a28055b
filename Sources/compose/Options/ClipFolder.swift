import Placing
import MediaIO

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
