import Archive
import ArgumentParser
import MediaIO

/// Where to look for recordings.
struct ArchiveOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders to search, including subfolders, or single files. Hidden files are skipped.",
            valueName: "path"),
        completion: .directory)
    var paths: [String]

    /// The recordings found there. Files are opened only if their names have no time (Garmin).
    ///
    /// - Throws: `MediaError.notFound` for a path that does not exist.
    func find() throws -> Findings {
        for path in paths where FileIdentity(path: path) == nil { throw MediaError.notFound(path: path) }
        let finder = RecordingFinder { path in
            (try? MediaInfo(probing: path))?.recordedAt.map { Int64($0.approximateSeconds.rounded()) }
        }
        let (files, unreadable) = FolderTree.files(below: paths)
        var findings = finder.find(files)
        findings.unused += unreadable.map { UnusedFile(path: $0, reason: .unreadableFolder) }
        findings.unused.sort { $0.path < $1.path }
        return findings
    }
}
