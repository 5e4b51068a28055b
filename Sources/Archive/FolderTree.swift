import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that was seen in a folder, and not opened.
public struct ListedFile: Hashable, Sendable {
    public var path: String
    /// 0 for one that holds nothing.
    public var byteCount: Int64

    public init(path: String, byteCount: Int64) {
        (self.path, self.byteCount) = (path, byteCount)
    }
}

/// Walks through folders and the folders in them.
public enum FolderTree {
    /// The files with the endings of recordings and of sound, in the order of their paths. What is hidden is left out,
    /// and so are links to folders: they may lead in circles. A path that is a file is that file.
    public static func files(below paths: [String]) -> [ListedFile] {
        var files: [ListedFile] = []
        for path in paths {
            // "clips/" and "clips" are one folder.
            let plain = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            add(plain, to: &files, followsLinks: true)
        }
        var seen: Set<String> = []
        return files.filter { seen.insert($0.path).inserted }
    }

    private static func add(_ path: String, to files: inout [ListedFile], followsLinks: Bool) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files.append(ListedFile(path: path, byteCount: Int64(status.st_size)))
        case S_IFDIR:
            guard followsLinks || !isLink(path) else { return }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names.sorted() where !name.hasPrefix(".") && mayMatter(name) {
                add(FilePath.join(path, name), to: &files, followsLinks: false)
            }
        default: return
        }
    }

    /// A name with the ending of some other file needs no look at the disk.
    private static func mayMatter(_ name: String) -> Bool {
        let ending = FilePath(name).ending
        return !otherEndings.contains(ending)
    }

    /// What cameras and computers put beside recordings.
    private static let otherEndings: Set<String> = [
        "jpg", "jpeg", "png", "json", "txt", "gps", "3gf", "thm", "lrv", "srt", "nmea", "log", "xml", "ini", "jsonl",
        "html", "otio",
    ]

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
