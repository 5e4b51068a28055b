import MediaIO
import Platform

/// Keeps other batches from making a film that this one makes, until it is dropped or the process ends in whatever way:
/// an advisory lock on a byte of the manifest, whose place is the film's.
final class FilmClaim {
    private let descriptor: Int32

    #if canImport(Darwin)
        private static let setLock = F_OFD_SETLK
    #else
        /// `F_OFD_SETLK` of Linux, a lock of the descriptor and not of the process; Swift does not import the name.
        private static let setLock: Int32 = 37
    #endif

    /// - Throws: `FilmBusy` when another batch holds it, `MediaError` when there can be no manifest.
    init(_ film: String, in manifest: BatchManifest) throws {
        descriptor = open(manifest.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw MediaError.cannotCreate(path: manifest.path, reason: String(cString: strerror(errno)))
        }
        let digest = Digest()
        digest.update(film)
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 1)
        lock.l_start = off_t(digest.hexadecimal().prefix(15), radix: 16)!
        // A file system that cannot lock (some network shares) keeps nobody out.
        guard fcntl(descriptor, Self.setLock, &lock) == 0 || errno != EAGAIN && errno != EACCES else {
            throw FilmBusy()
        }
    }

    deinit { close(descriptor) }
}

/// Another batch is making the film.
struct FilmBusy: Error {}
