/// The functions of the C library that take the name of a file, for names as `String.init(fileName:)` makes them.
package enum FileSystem {
    /// - Returns: the bytes of a file, or `nil` if it cannot be read.
    package static func contents(ofFile path: String, most: Int = .max) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most, case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        return ferror(file) == 0 ? bytes : nil
    }

    /// The names of everything in a folder, sorted; `nil` if it cannot be listed.
    package static func names(inFolder path: String) -> [String]? {
        names(inFolder: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// The same for an open folder; takes over the descriptor.
    package static func names(inFolder descriptor: Int32) -> [String]? {
        guard descriptor >= 0 else { return nil }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
            names.append(String(fileName: name.assumingMemoryBound(to: CChar.self)))
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted { FileKey($0) < FileKey($1) }
    }

    /// A path from the root of the file system, without "." and "..".
    ///
    /// If "a" is a symbolic link, "a/.." is not the folder that contains it: the link is replaced by where it leads.
    package static func absolute(_ path: String) -> String {
        let whole = path.utf8.first == UInt8(ascii: "/") ? path : "\(workingFolder)/\(path)"
        var names: [Substring.UnicodeScalarView] = []
        let text = { names.map { "/\(String($0))" }.joined() }
        for name in whole.unicodeScalars.split(separator: "/") where !name.elementsEqual(".".unicodeScalars) {
            if !name.elementsEqual("..".unicodeScalars) {
                names.append(name)
            } else if isSymbolicLink(text()), let folder = realPath(text()) {
                names = folder.unicodeScalars.split(separator: "/").dropLast()
            } else {
                _ = names.popLast()
            }
        }
        return names.isEmpty ? "/" : text()
    }

    /// Where a path leads, through all symbolic links, from the root.
    package static func canonical(_ path: String) -> String { realPath(path) ?? absolute(path) }

    /// The current folder, from the root.
    package static var workingFolder: String { taken(getcwd(nil, 0)) ?? "." }

    private static func realPath(_ path: String) -> String? { taken(path.withFileName { realpath($0, nil) }) }

    /// The text of a C string, which is freed.
    private static func taken(_ bytes: UnsafeMutablePointer<CChar>?) -> String? {
        guard let bytes else { return nil }
        defer { free(bytes) }
        return String(fileName: bytes)
    }

    package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        path.withFileName { Platform.open($0, flags, mode) }
    }
    package static func fopen(_ path: String, _ mode: String) -> UnsafeMutablePointer<FILE>? {
        path.withFileName { Platform.fopen($0, mode) }
    }
    @discardableResult package static func stat(_ path: String, _ status: inout stat) -> Int32 {
        path.withFileName { fileStatus($0, &status) }
    }
    package static func lstat(_ path: String, _ status: inout stat) -> Int32 {
        path.withFileName { Platform.lstat($0, &status) }
    }
    package static func statvfs(_ path: String, _ status: inout statvfs) -> Int32 {
        path.withFileName { volumeStatus($0, &status) }
    }
    package static func access(_ path: String, _ mode: Int32) -> Int32 {
        path.withFileName { Platform.access($0, mode) }
    }
    package static func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
        path.withFileName { Platform.mkdir($0, mode) }
    }
    /// Sets when it was last changed to now.
    package static func touch(_ path: String) { path.withFileName { _ = utimensat(AT_FDCWD, $0, nil, 0) } }
    @discardableResult package static func rmdir(_ path: String) -> Int32 { path.withFileName { Platform.rmdir($0) } }
    @discardableResult package static func unlink(_ path: String) -> Int32 { path.withFileName { Platform.unlink($0) } }
    package static func rename(_ path: String, _ other: String) -> Int32 {
        path.withFileName { path in other.withFileName { Platform.rename(path, $0) } }
    }
    package static func link(_ path: String, _ other: String) -> Int32 {
        path.withFileName { path in other.withFileName { Platform.link(path, $0) } }
    }
}

// Inside the type and qualified, these names are those of structures.
private func fileStatus(_ path: UnsafePointer<CChar>, _ status: inout stat) -> Int32 { stat(path, &status) }
private func volumeStatus(_ path: UnsafePointer<CChar>, _ status: inout statvfs) -> Int32 { statvfs(path, &status) }

private func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return path.withFileName { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}
