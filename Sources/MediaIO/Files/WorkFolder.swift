import Platform
import Synchronization

/// A folder that this program made for a piece of work.
///
/// A marker file inside identifies it: a folder that merely has the name is not ours. Its files are listed and
/// removed through the open folder (`unlinkat(2)`), so that anything that takes its place in the meantime is not
/// touched.
package final class WorkFolder: Sendable {
    /// As it was given when the folder was opened.
    package let path: String
    private let descriptor: Int32

    /// The file that describes the purpose of the folder.
    static let markerName = "about.txt"
    /// A longer file is not a marker.
    private static let longestMarker = 4096

    /// Opens a folder; a symbolic link is not followed.
    ///
    /// - Returns: `nil` when nothing is there.
    /// - Throws: `MediaError.notWorkFolder` when something else is there, or it cannot be opened.
    package init?(_ path: String) throws(MediaError) {
        self.path = path
        var status = stat()
        guard FileSystem.lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .notWorkFolder(path: path, reason: lastError()) }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .notWorkFolder(path: path, reason: "is \(kindOfFile(status.st_mode)), not a folder")
        }
        descriptor = FileSystem.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .notWorkFolder(path: path, reason: "cannot be opened (\(lastError()))") }
            return nil
        }
    }
    deinit {
        guard descriptor >= 0 else { return }
        // A process that is just being started has the descriptor, too, for a moment: closing it here is not enough.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The folder with this path and marker, made if there is none, and held. An empty folder counts as made and killed
    /// before it was marked.
    ///
    /// - Parameter file: the file that the work is on, which errors name.
    /// - Returns: `nil` when it is already held.
    /// - Throws: `MediaError.cannotCreate`; `MediaError.notWorkFolder` when something else has its name.
    package static func claim(_ path: String, marker: String, for file: String) throws(MediaError) -> WorkFolder? {
        while true {
            // Others may not write to it: what is in it becomes part of the film.
            let isNew = FileSystem.mkdir(path, 0o755) == 0
            guard isNew || errno == EEXIST else { throw .cannotCreate(path: file, reason: lastError()) }
            let found: WorkFolder?
            do throws(MediaError) { found = try WorkFolder(path) } catch {
                guard isNew else { throw error }
                FileSystem.rmdir(path)
                let reason = "the umask leaves no access to what is created"
                throw .cannotCreate(path: file, reason: reason)
            }
            // Gone, or about to be: its work has just been finished.
            guard let folder = found else { continue }
            guard folder.hold() else { return nil }
            guard folder.isInPlace else { continue }
            if folder.marker ?? "" == "", folder.names?.isEmpty == true, !folder.write(marker) {
                guard folder.isInPlace else { continue }
                let reason = lastError()
                folder.removeIfEmpty()
                throw .cannotCreate(path: file, reason: reason)
            }
            guard folder.marker == marker else {
                throw .notWorkFolder(path: path, reason: "was not made by compose for this film")
            }
            return folder
        }
    }

    /// Holds the folder until this is released, or the process ends in any way: an advisory lock (`flock(2)`).
    ///
    /// - Returns: `false` when it is already held, in this process or in another.
    package func hold() -> Bool {
        // A file system that cannot lock (some network shares) never refuses.
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Whether its name still refers to it.
    package var isInPlace: Bool { isFile(descriptor, at: path) }

    /// Throws when it, or one of its files, belongs to another user, who could put anything into the film; and takes
    /// from others the right to write to it.
    ///
    /// - Parameter isChecked: whether a name is that of a file to check.
    package func checkOwner(ofFiles isChecked: (String) -> Bool) throws(MediaError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notWorkFolder(path: path, reason: lastError()) }
        let owner = status.st_uid
        guard owner == geteuid() || owner == Self.ownerOfNewFiles(besides: path) else {
            throw .notWorkFolder(path: path, reason: "belongs to another user")
        }
        if status.st_mode & 0o022 != 0 { fchmod(descriptor, status.st_mode & 0o7755) }
        for name in names ?? [] where isChecked(name) {
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_uid != owner else { continue }
            throw .notWorkFolder(path: "\(path)/\(name)", reason: "belongs to another user")
        }
    }

    /// Network shares give all files one owner, whoever makes them.
    private static func ownerOfNewFiles(besides path: String) -> uid_t? {
        let new = "\(path).\(UInt32.random(in: .min ... .max))"
        var status = stat()
        guard FileSystem.mkdir(new, 0o700) == 0 else { return nil }
        defer { FileSystem.rmdir(new) }
        return FileSystem.lstat(new, &status) == 0 ? status.st_uid : nil
    }

    /// The text of the marker; `nil` if there is none.
    package var marker: String? {
        let file = openat(descriptor, Self.markerName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.longestMarker) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ marker: String) -> Bool {
        let file = openat(descriptor, Self.markerName, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(marker.utf8)
        return systemWrite(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    }

    /// The names of everything in it except the marker; `nil` when it cannot be listed.
    package var names: [String]? {
        FileSystem.names(inFolder: openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))?
            .filter { $0 != Self.markerName }
    }

    /// Throws when one of its files is of a kind that is neither read nor replaced: a folder, a pipe, a link.
    package func checkFiles(named isChecked: (String) -> Bool) throws(MediaError) {
        for name in names ?? [] where isChecked(name) {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .notWorkFolder(path: "\(path)/\(name)", reason: "is \(kindOfFile(status.st_mode)), not a file")
            }
        }
    }

    /// Removes a file in it, by name. Failures go to `Leftover`, unless there is no such file.
    package func remove(_ name: String) {
        if unlinkat(descriptor, name, 0) != 0 { Leftover.tell("\(path)/\(name)", errno) }
    }

    /// Removes the folder with its marker, if nothing else is in it.
    package func removeIfEmpty() {
        guard names?.isEmpty == true, isInPlace else { return }
        unlinkat(descriptor, Self.markerName, 0)
        if FileSystem.rmdir(path) != 0 { Leftover.tell(path, errno) }
    }
}

/// "a symbolic link"
func kindOfFile(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a folder"
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
}

/// Reports files that could not be removed: where they are released, nothing can be thrown.
package enum Leftover {
    private static let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sets the listener, which gets a sentence for each file; until then, nothing is reported.
    package static func listen(_ listener: (@Sendable (String) -> Void)?) { Self.listener.withLock { $0 = listener } }

    /// Tells the listener that the file at `path` could not be removed; `reason` is given in parentheses.
    package static func tell(_ path: String, _ reason: String) {
        listener.withLock { $0 }?("\(path): could not be removed (\(reason)). It is no longer needed.")
    }

    static func tell(_ path: String, _ code: Int32) {
        if code != ENOENT { tell(path, systemError(code)) }
    }
}
