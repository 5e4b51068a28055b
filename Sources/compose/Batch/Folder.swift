import Placing
import MediaIO
import Platform

/// Creates folders for outputs.
enum Folder {
    /// Creates a folder, with all missing parent folders.
    ///
    /// - Throws: `MediaError.cannotCreate`.
    static func make(_ path: String) throws(MediaError) {
        guard FileIdentity(path: path) == nil else { return }
        try make(FilePath(path).folder)
        guard FileSystem.mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
