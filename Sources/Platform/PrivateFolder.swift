import Synchronization

/// A new folder for temporary files that no other user can read (mkdtemp), held until this is released or the process
/// ends.
package final class PrivateFolder: Sendable {
    package let path: String
    /// Holds the lock that marks the folder as being used; the system gives it back however the process ends.
    private let descriptor: Int32
    private static let prefix = "compose-"
    private static let cleared = Mutex<Set<String>>([])

    /// - Parameter base: the folder that it goes into.
    /// - Returns: `nil` if it cannot be made; `errno` tells why.
    package init?(in base: String) {
        // Once is enough.
        if Self.cleared.withLock({ $0.insert(base).inserted }) { Self.removeAbandoned(in: base) }
        var template = Array("\(base)/\(Self.prefix)\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(fileName: template)
        descriptor = Self.open(path)
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }
    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where the system keeps temporary files.
    package static var usualBase: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Removes it with one file.
    package func remove(with file: String) {
        FileSystem.unlink("\(path)/\(file)")
        FileSystem.rmdir(path)
    }

    /// Not through a symbolic link.
    private static func open(_ path: String) -> Int32 {
        FileSystem.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
}

extension PrivateFolder {
    /// Removes folders that processes of this user left behind when they were killed.
    package static func removeAbandoned(in base: String) {
        for name in FileSystem.names(inFolder: base) ?? [] {
            guard let process = process(ofFolder: name), case let folder = open("\(base)/\(name)"), folder >= 0 else {
                continue
            }
            defer { close(folder) }
            guard isAbandoned(folder, by: process), let files = files(in: folder) else { continue }
            for file in files { file.withFileName { _ = unlinkat(folder, $0, 0) } }
            FileSystem.rmdir("\(base)/\(name)")
        }
    }

    /// The process in a name that `init` gives: the prefix, a process number, a dash, six letters.
    private static func process(ofFolder name: String) -> pid_t? {
        guard name.hasPrefix(prefix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let process = pid_t(parts[0]), process > 0 else { return nil }
        return process
    }

    private static func isAbandoned(_ folder: Int32, by process: pid_t) -> Bool {
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o7777 == 0o700 else {
            return false
        }
        // Numbers are used again, and a folder that was just made is not yet held.
        let isRunning = kill(process, 0) == 0 || errno == EPERM
        guard !isRunning || time(nil) - Int(status.writtenSeconds) > newest else { return false }
        return flock(folder, LOCK_EX | LOCK_NB) == 0
    }

    /// In seconds.
    private static let newest = 60

    /// `nil` if there is anything but files, which is not ours.
    private static func files(in folder: Int32) -> [String]? {
        let names = FileSystem.names(inFolder: openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let areFiles = names?.allSatisfy { name in
            var status = stat()
            return name.withFileName { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
                && status.st_mode & S_IFMT == S_IFREG
        }
        return areFiles == true ? names : nil
    }
}

extension stat {
    /// When it was last written, since 1970.
    fileprivate var writtenSeconds: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}
