import MediaIO
import Platform

/// Prevents other batches from rendering the same film until this object is released or the process ends for any
/// reason: an advisory lock on one byte of the manifest, at an offset derived from the film.
final class FilmClaim {
    private let descriptor: Int32

    #if canImport(Darwin)
        private static let setLock = F_OFD_SETLK
    #else
        /// `F_OFD_SETLK` of Linux: a lock of the open file description, not of the process. Swift does not import the
        /// name.
        private static let setLock: Int32 = 37
    #endif

    /// - Throws: `FilmBusy` if another batch has the lock, `MediaError` if the manifest cannot be created.
    init(_ film: String, in manifest: BatchManifest) throws {
        descriptor = try manifest.opened(O_RDWR)
        let digest = Digest()
        digest.update(film)
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 1)
        lock.l_start = off_t(digest.hexadecimal().prefix(15), radix: 16)!
        // On a file system without locks (some network shares), nothing is locked.
        guard fcntl(descriptor, Self.setLock, &lock) == 0 || errno != EAGAIN && errno != EACCES else {
            throw FilmBusy()
        }
    }

    deinit {
        // A process that is just being started has the descriptor, too, for a moment: closing it here is not enough.
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_UNLCK), Int16(SEEK_SET))
        _ = fcntl(descriptor, Self.setLock, &lock)
        close(descriptor)
    }
}

/// Another batch is rendering the film.
struct FilmBusy: Error {}
