import Platform

/// A file listed in a folder, not opened.
public struct ListedFile: Hashable, Sendable {
    /// Relative or absolute, like the path that was listed.
    public var path: String
    /// 0 for an empty file.
    public var byteCount: Int64

    /// Not checked: the file need not exist.
    public init(path: String, byteCount: Int64) {
        (self.path, self.byteCount) = (path, byteCount)
    }
}

/// Lists files in folders and their subfolders.
public enum FolderTree {
    /// The files with the extensions of recordings and of sound, sorted by path. Hidden files and links to folders,
    /// which could form cycles, are skipped. A path to a file gives that file.
    ///
    /// - Returns: the files, and the folders that cannot be listed.
    public static func files(below paths: [String]) -> (files: [ListedFile], unreadable: [String]) {
        var files: [ListedFile] = []
        var unreadable: [String] = []
        for path in paths {
            // "clips/" and "clips" are the same folder.
            let plain = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            add(plain, to: &files, &unreadable, followsLinks: true)
        }
        var seen: Set<String> = []
        return (files.filter { seen.insert($0.path).inserted }, unreadable)
    }

    private static func add(
        _ path: String, to files: inout [ListedFile], _ unreadable: inout [String], followsLinks: Bool
    ) {
        var status = stat()
        guard FileSystem.stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files.append(ListedFile(path: path, byteCount: Int64(status.st_size)))
        case S_IFDIR:
            guard followsLinks || !isLink(path) else { return }
            guard let names = FileSystem.names(inFolder: path) else { return unreadable.append(path) }
            for name in names where !name.hasPrefix(".") && mayMatter(name) {
                add(FilePath.join(path, name), to: &files, &unreadable, followsLinks: false)
            }
        default: return
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

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return FileSystem.lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
