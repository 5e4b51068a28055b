import Platform

/// A file listed in a folder, not opened.
package struct ListedFile: Hashable, Sendable {
    /// Relative or absolute, like the path that was listed.
    package var path: String
    package var byteCount: Int64

    /// Not checked: the file need not exist.
    package init(path: String, byteCount: Int64) {
        (self.path, self.byteCount) = (path, byteCount)
    }
}

/// Lists files in folders and their subfolders.
package enum FolderTree {
    /// The files with the extensions of recordings and of sound, sorted by path; those behind links to folders come last.
    /// Hidden files are skipped, and no folder is listed twice, so links may form cycles. A path to a file gives that
    /// file.
    ///
    /// - Returns: the files, and the folders that cannot be listed.
    package static func files(below paths: [String]) -> (files: [ListedFile], unreadable: [String]) {
        var walk = Walk()
        // "clips/" and "clips" are the same folder.
        for path in paths { walk.add(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path) }
        for path in paths { walk.avoidFolders(above: path) }
        while let link = walk.links.popFirst() { walk.add(link) }
        var seen: Set<FileKey> = []
        return (walk.files.filter { seen.insert(FileKey($0.path)).inserted }, walk.unreadable)
    }

    private struct Walk {
        var files: [ListedFile] = []
        var unreadable: [String] = []
        /// Links to folders. A folder is listed by a path without links if it has one.
        var links: ArraySlice<String> = []
        private var seen: Set<[UInt64]> = []

        mutating func add(_ path: String) {
            var status = stat()
            guard FileSystem.stat(path, &status) == 0 else { return }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files.append(ListedFile(path: path, byteCount: Int64(status.st_size)))
            case S_IFDIR:
                guard seen.insert(identity(status)).inserted else { return }
                guard let names = FileSystem.names(inFolder: path) else { return unreadable.append(path) }
                for name in names where !name.hasPrefix(".") && FolderTree.mayMatter(name) {
                    let inner = FilePath.join(path, name)
                    if FolderTree.isLinkToFolder(inner) { links.append(inner) } else { add(inner) }
                }
            default: return
            }
        }

        /// A link to a folder that contains the searched one leads out of it.
        mutating func avoidFolders(above path: String) {
            var (status, upper) = (stat(), path + "/..")
            while FileSystem.stat(upper, &status) == 0, seen.insert(identity(status)).inserted { upper += "/.." }
        }

        private func identity(_ status: stat) -> [UInt64] {
            [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
        }
    }

    /// Files with other known extensions need no disk access.
    private static func mayMatter(_ name: String) -> Bool {
        let ending = FilePath(name).ending
        return !otherEndings.contains(ending)
    }

    /// Extensions of files that cameras and computers put next to recordings.
    private static let otherEndings: Set<String> = [
        "jpg", "jpeg", "png", "json", "txt", "gps", "3gf", "thm", "lrv", "srt", "nmea", "log", "xml", "ini", "jsonl",
        "html", "otio",
    ]

    private static func isLinkToFolder(_ path: String) -> Bool {
        var status = stat()
        return FileSystem.lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            && FileSystem.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
