import Archive
import MediaIO
import Platform

/// Folders that are made for outputs.
enum Folder {
    /// Makes a folder with all folders above it, where they are lacking.
    ///
    /// - Throws: `MediaError.cannotCreate`.
    static func make(_ path: String) throws(MediaError) {
        guard FileIdentity(path: path) == nil else { return }
        try make(FilePath(path).folder)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
