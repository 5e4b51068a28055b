#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that appears under its name only when it is whole.
///
/// It is written as a hidden file beside its destination, so that the last step is a rename within one
/// file system; dropped unfinished, it leaves nothing.
public final class AtomicFile {
    /// The name it will have.
    public let destination: String
    /// Where its bytes are written meanwhile.
    public let partial: String
    private let mayReplace: Bool
    private var isCommitted = false
    /// Holds the lock that tells others that this partial file is being written.
    private let descriptor: Int32

    /// Checks everything that can be known before the work begins.
    ///
    /// - Parameters:
    ///   - inputs: files that must not be the destination, under any name.
    ///   - mayReplace: an existing destination is replaced, at the end and at once.
    public init(destination: String, inputs: [String], mayReplace: Bool) throws(MediaError) {
        try Self.check(destination: destination, inputs: inputs, mayReplace: mayReplace)
        self.destination = destination
        self.mayReplace = mayReplace
        let (folder, name) = Self.split(destination)
        // The process number keeps two renders to one name apart; the ending tells nobody what is inside.
        let prefix = hiddenPrefix(for: name)
        partial = "\(folder)/\(prefix)\(getpid()).part"
        Self.removeAbandoned(folder: folder, prefix: prefix)
        descriptor = open(partial, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: destination, reason: String(cString: strerror(errno))) }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        guard descriptor >= 0 else { return }
        if !isCommitted { unlink(partial) }
        close(descriptor)
    }

    /// Removes partial files of the same destination that nobody writes any more: those of killed processes.
    private static func removeAbandoned(folder: String, prefix: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
                    String(cString: $0)
                }
            }
            // The prefix, a process number, the ending.
            guard name.hasPrefix(prefix), name.hasSuffix(".part"),
                name.dropFirst(prefix.count).dropLast(".part".count).allSatisfy(\.isNumber)
            else { continue }
            let other = open("\(folder)/\(name)", O_RDWR | O_CLOEXEC)
            guard other >= 0 else { continue }
            if flock(other, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
            close(other)
        }
    }

    /// Checks a destination without creating anything.
    ///
    /// A symbolic link that leads nowhere is something that exists.
    public static func check(destination: String, inputs: [String], mayReplace: Bool) throws(MediaError) {
        let (folder, _) = split(destination)
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .noSuchFolder(path: destination, folder: folder)
        }
        if let identity = FileIdentity(path: destination) {
            guard !inputs.contains(where: { FileIdentity(path: $0) == identity }) else {
                throw .outputIsInput(path: destination)
            }
            stat(destination, &status)
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .outputIsDirectory(path: destination) }
        }
        if lstat(destination, &status) == 0 {
            guard mayReplace else { throw .outputExists(path: destination) }
        } else if errno != ENOENT {
            throw .cannotCreate(path: destination, reason: String(cString: strerror(errno)))
        }
        guard !destination.hasSuffix("/") else { throw .outputIsDirectory(path: destination) }
        guard access(folder, W_OK) == 0 else {
            throw .cannotCreate(path: destination, reason: String(cString: strerror(errno)))
        }
    }

    /// Throws when the disk of `destination` has less than `needed` bytes free.
    public static func checkSpace(for destination: String, needed: Int64) throws(MediaError) {
        var status = statvfs()
        guard statvfs(split(destination).folder, &status) == 0 else { return }
        let free = Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        guard free >= needed else { throw .noSpace(path: destination, needed: needed, free: free) }
    }

    /// Appends bytes; for small files that need no muxer.
    func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let descriptor = open(partial, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw .writeFailed(path: destination, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(descriptor, rest.baseAddress!, rest.count)
            guard count > 0 else { throw .writeFailed(path: destination, reason: String(cString: strerror(errno))) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Brings the bytes to the disk and gives the file its name.
    public func commit() throws(MediaError) {
        let descriptor = open(partial, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .writeFailed(path: destination, reason: String(cString: strerror(errno))) }
        let synced = fsync(descriptor)
        let syncError = errno
        close(descriptor)
        guard synced == 0 else { throw .writeFailed(path: destination, reason: String(cString: strerror(syncError))) }
        if mayReplace {
            guard rename(partial, destination) == 0 else {
                throw .writeFailed(path: destination, reason: String(cString: strerror(errno)))
            }
        } else {
            // link() fails if somebody created the name meanwhile; rename() would replace it.
            if link(partial, destination) == 0 {
                unlink(partial)
            } else {
                guard errno != EEXIST else { throw .outputExists(path: destination) }
                // A file system without hard links.
                guard access(destination, F_OK) != 0, rename(partial, destination) == 0 else {
                    throw .writeFailed(path: destination, reason: String(cString: strerror(errno)))
                }
            }
        }
        isCommitted = true
        syncFolder()
    }

    /// The rename itself survives a power cut only once its folder is written.
    private func syncFolder() {
        let descriptor = open(Self.split(destination).folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}

/// `write` of the system, out of reach inside a type with a method of that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
