import Platform

/// A file that appears under its name only when it is complete.
///
/// It is written as a hidden file next to its destination, so that the last step is a rename within one file system.
/// If it is released unfinished, nothing is left behind.
package final class AtomicFile {
    /// The final name.
    package let destination: String
    /// The file that is written until then.
    package let partial: String
    private let mayReplace: Bool
    private var isCommitted = false
    /// Open for reading and writing; holds the lock that marks this partial file as being written.
    let descriptor: Int32

    /// Checks everything that can be checked before the work begins.
    ///
    /// - Parameters:
    ///   - inputs: files that must not be the destination, under any name.
    ///   - mayReplace: an existing destination is replaced, atomically, at the end.
    package init(destination: String, inputs: [String], mayReplace: Bool) throws(MediaError) {
        try Self.check(destination: destination, inputs: inputs, mayReplace: mayReplace)
        self.destination = destination
        self.mayReplace = mayReplace
        let (folder, name) = (FilePath(destination).folder, FilePath(destination).name)
        // The process number keeps two renders to one name apart; the ending does not depend on the content.
        let prefix = hiddenPrefix(for: name)
        partial = "\(folder)/\(prefix)\(getpid()).part"
        Self.removeAbandoned(folder: folder, prefix: prefix)
        // Anything that already has this name is not ours.
        descriptor = FileSystem.open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: destination, reason: lastError()) }
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        guard descriptor >= 0 else { return }
        if !isCommitted, isInPlace { removeFile(partial) }
        close(descriptor)
    }

    /// Removes partial files of the same destination that nobody is writing anymore: those of killed processes.
    private static func removeAbandoned(folder: String, prefix: String) {
        for name in FileSystem.names(inFolder: FileSystem.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) ?? []
        where isPartial(name, prefix: prefix) {
            // A pipe with this name must not block the process, and is not ours.
            let other = FileSystem.open("\(folder)/\(name)", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard other >= 0 else { continue }
            defer { close(other) }
            var status = stat()
            guard fstat(other, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
                flock(other, LOCK_EX | LOCK_NB) == 0
            else { continue }
            removeFile("\(folder)/\(name)")
        }
    }

    /// Whether a name is that of a partial file: the prefix, a process number, the ending.
    package static func isPartial(_ name: String, prefix: String) -> Bool {
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(".part") else { return false }
        let number = name.utf8.dropFirst(prefix.utf8.count).dropLast(".part".utf8.count)
        return !number.isEmpty && number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// Writes a text whole, or not at all.
    package static func write(
        _ text: String, to destination: String, inputs: [String], mayReplace: Bool
    ) throws {
        let file = try AtomicFile(destination: destination, inputs: inputs, mayReplace: mayReplace)
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    /// Checks a destination without creating anything.
    ///
    /// A dangling symbolic link counts as existing.
    package static func check(destination: String, inputs: [String], mayReplace: Bool) throws(MediaError) {
        try checkAllowed(destination)
        let folder = FilePath(destination).folder
        var status = stat()
        guard FileSystem.stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .noSuchFolder(path: destination, folder: folder)
        }
        if let identity = FileIdentity(path: destination) {
            guard !inputs.contains(where: { FileIdentity(path: $0) == identity }) else {
                throw .outputIsInput(path: destination)
            }
            FileSystem.stat(destination, &status)
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .outputIsDirectory(path: destination) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .cannotCreate(
                    path: destination, reason: "\(kindOfFile(status.st_mode)) has this name and will not be replaced")
            }
        }
        if FileSystem.lstat(destination, &status) == 0 {
            guard mayReplace else { throw .outputExists(path: destination) }
        } else if errno != ENOENT {
            throw .cannotCreate(path: destination, reason: lastError())
        }
        guard !destination.hasSuffix("/") else { throw .outputIsDirectory(path: destination) }
        guard FileSystem.access(folder, W_OK) == 0 else {
            throw .cannotCreate(path: destination, reason: lastError())
        }
    }

    /// Throws when the disk of `destination` has less than `needed` bytes free.
    package static func checkSpace(for destination: String, needed: Int64) throws(MediaError) {
        var status = statvfs()
        guard FileSystem.statvfs(FilePath(destination).folder, &status) == 0 else { return }
        let free = Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        guard free >= needed else { throw .noSpace(path: destination, needed: needed, free: free) }
    }

    /// Appends bytes; for small files that do not need a muxer.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(descriptor, rest.baseAddress!, rest.count)
            guard count >= 0 || errno == EINTR else { throw .writeFailed(path: destination, reason: lastError()) }
            // Zero bytes written without an error must not loop forever.
            guard count != 0 else { throw .writeFailed(path: destination, reason: "the disk accepts no more data") }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: `MediaError.writeFailed`.
    package func write(_ bytes: [UInt8]) throws(MediaError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(MediaError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Appends the first `count` bytes of a file.
    func write(contentsOf path: String, count: Int64) throws(MediaError) {
        let source = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .cannotRead(path: path, reason: lastError()) }
        defer { close(source) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var rest = Int(count)
        while rest > 0 {
            let done = read(source, buffer.baseAddress, min(rest, buffer.count))
            guard done > 0 || done < 0 && errno == EINTR else {
                throw .cannotRead(path: path, reason: done < 0 ? lastError() : "the file became shorter")
            }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, done)]))
            rest -= max(0, done)
        }
    }

    /// Replaces bytes that were already written.
    func replace(at offset: Int, with bytes: [UInt8]) throws(MediaError) {
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw .writeFailed(path: destination, reason: lastError())
        }
    }

    /// Flushes the bytes to disk and gives the file its name.
    package func commit() throws(MediaError) {
        guard fsync(descriptor) == 0 else { throw .writeFailed(path: destination, reason: lastError()) }
        guard isInPlace else {
            throw .writeFailed(
                path: destination, reason: "another program removed or replaced \(partial), which was being written")
        }
        if mayReplace {
            guard FileSystem.rename(partial, destination) == 0 else {
                throw .writeFailed(path: destination, reason: lastError())
            }
        } else {
            // link() fails if the name was created in the meantime; rename() would replace it.
            if FileSystem.link(partial, destination) == 0 {
                removeFile(partial)
            } else {
                guard errno != EEXIST else { throw .outputExists(path: destination) }
                // A file system without hard links.
                guard FileSystem.access(destination, F_OK) != 0, FileSystem.rename(partial, destination) == 0 else {
                    throw .writeFailed(path: destination, reason: lastError())
                }
            }
        }
        isCommitted = true
        syncFolder()
    }

    /// Whether the partial file's name still refers to it.
    private var isInPlace: Bool { isFile(descriptor, at: partial) }

    /// The rename itself survives a power failure only once its folder is written.
    private func syncFolder() {
        let descriptor = FileSystem.open(FilePath(destination).folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// Whether a path, which is no symbolic link, refers to an open file or folder.
func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && FileSystem.lstat(path, &named) == 0 && own.st_ino == named.st_ino
        && own.st_dev == named.st_dev
}

/// Removes a file, and reports a failure.
private func removeFile(_ path: String) {
    if FileSystem.unlink(path) != 0 { Leftover.tell(path, errno) }
}

/// The system's `write`, which a type with a method of that name cannot call directly.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// The beginning of the names of hidden files that belong to a file, ending with a dot: `.NAME.`, with at most 202
/// bytes, so that the rest fits into the 255 that file systems allow. A longer name is cut and gets a digest.
package func hiddenPrefix(for name: String) -> String {
    let most = 200
    guard name.utf8.count > most else { return ".\(name)." }
    let digest = Digest()
    digest.update(name)
    let hash = digest.hexadecimal().prefix(16)
    var beginning = ""
    for character in name {
        guard beginning.utf8.count + character.utf8.count + 1 + hash.utf8.count <= most else { break }
        beginning.append(character)
    }
    return ".\(beginning)~\(hash)."
}
