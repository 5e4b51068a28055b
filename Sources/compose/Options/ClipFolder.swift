import MediaIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The recordings of a folder that is given instead of its files.
enum ClipFolder {
    private static let soundEndings = ["wav", "m4a", "mp3", "flac", "ogg", "opus", "aac", "aif", "aiff", "caf"]

    /// By name, those of folders inside too; what is hidden, empty files, and films that were composed before, are no
    /// clips.
    ///
    /// - Parameter continuous: the sound that is heard throughout; it may lie among them.
    /// - Throws: `UsageError` where there is none.
    static func clips(in folder: String, besides continuous: String?) throws -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let names = all.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let sounds = names.filter { name in soundEndings.contains { name.lowercased().hasSuffix(".\($0)") } }
        if continuous == nil {
            for sound in sounds.sorted() {
                Console.error(
                    "note: \(start)\(sound) is not used; --continuous-audio FILE places clips by such a sound and plays it"
                )
            }
        }
        let clips = names.filter(RecordingPair.isRecording).sorted().map { start + $0 }
            .filter { RecordingPair.hasBytes($0) && isClip($0) }
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
