import Archive
import MediaIO

/// The recordings of a folder that is given instead of its files.
enum ClipFolder {
    /// By name, those of folders inside too; what is hidden, empty files, and films that were composed before, are no
    /// clips.
    ///
    /// - Parameter continuous: the sound that is heard throughout; it may lie among them.
    /// - Throws: `UsageError` where there is none.
    static func clips(in folder: String, besides continuous: String?) throws -> [String] {
        let files = FolderTree.files(below: [folder]).map(\.path)
        if continuous == nil {
            for sound in files where MediaFileName.soundEndings.contains(FilePath(sound).ending) {
                Console.error(
                    "note: \(sound) is not used; --continuous-audio FILE aligns the clips to a sound and plays it")
            }
        }
        let clips = files.filter(MediaFileName.isRecording).filter { RecordingPair.hasBytes($0) && isClip($0) }
        guard !clips.isEmpty else {
            throw UsageError("\(folder): there are no recordings in this folder; name the clips.", status: .noInput)
        }
        return clips
    }

    /// Not a film that was composed before. One file that cannot be read is no reason to leave out the others; it is said.
    private static func isClip(_ path: String) -> Bool {
        do {
            return try !MediaInfo(probing: path).isComposed
        } catch {
            Console.error("note: not used: \(Failure(error)?.message ?? path)")
            return false
        }
    }
}
