import Placing
import ArgumentParser
import MediaIO
import MediaTime
import Platform

/// Where to look for recordings.
struct ArchiveOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders to search, including subfolders, or single files. Hidden files are skipped.",
            valueName: "path"),
        completion: .directory)
    var paths: [String]

    /// The recordings found there. Files are opened only if their names have no time (Garmin), or contradict each other.
    ///
    /// - Throws: `MediaError.notFound` for a path that does not exist.
    func find() throws -> Findings {
        for path in paths where FileIdentity(path: path) == nil { throw MediaError.notFound(path: path) }
        let finder = RecordingFinder { path in
            let info = try? MediaInfo(probing: path)
            return FileTimes(
                start: info?.recordedAt.map { $0.ticks(in: .perSecond(1), .nearest) },
                length: info?.duration.ticks(in: .perSecond(1), .nearest))
        }
        let (files, unreadable) = FolderTree.files(below: paths)
        var findings = finder.find(files)
        findings.unused += unreadable.map { UnusedFile(path: $0, reason: .unreadableFolder) }
        findings.unused.sort { FileKey($0.path) < FileKey($1.path) }
        return findings
    }
}
