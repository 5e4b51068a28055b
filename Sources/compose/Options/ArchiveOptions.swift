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

    /// The recordings found there.
    ///
    /// - Throws: `MediaError.notFound` for a path that does not exist.
    func find() throws -> Findings { try RecordingFinder.find(below: paths) }
}
