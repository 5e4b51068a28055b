#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Holds a folder for one piece of work; let go when it is dropped, or when the process ends in whatever way.
///
/// An advisory lock (`flock(2)`) on the folder itself, so nothing has to be cleaned up.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    public enum Attempt {
        case taken(FolderLock)
        /// Somebody else holds it, in this process or in another.
        case held
        /// There is no such folder, or it was removed meanwhile.
        case gone
    }

    /// Tries to take hold of a folder; does not wait.
    public static func take(_ path: String) -> Attempt {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return .gone }
        let lock = FolderLock(descriptor: descriptor)
        // A file system that cannot lock (some network shares) keeps nobody out, as it never did.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return .held }
        var (own, named) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(path, &named) == 0, own.st_ino == named.st_ino,
            own.st_dev == named.st_dev
        else { return .gone }
        return .taken(lock)
    }

    /// Makes a folder for the work on a file, unless there is one.
    ///
    /// - Throws: `MediaError.cannotCreate`, which names the file.
    public static func makeFolder(_ path: String, for file: String) throws(MediaError) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: file, reason: String(cString: strerror(errno)))
        }
    }

    /// Whether somebody holds the folder.
    public static func isHeld(_ path: String) -> Bool {
        if case .held = take(path) { true } else { false }
    }
}
