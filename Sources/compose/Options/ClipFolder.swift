#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The recordings of a folder that is given instead of its files.
enum ClipFolder {
    /// By name; hidden and empty files, and films that were composed before, are no clips.
    ///
    /// - Throws: `UsageError` where there is none.
    static func clips(in folder: String) throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let clips = names.filter(RecordingPair.isRecording).sorted().map { start + $0 }
            .filter { RecordingPair.hasBytes($0) && !RecordingPair.isFilm($0) }
        guard !clips.isEmpty else {
            throw UsageError("\(folder): there are no recordings in this folder; name the clips.", status: .noInput)
        }
        return clips
    }
}
