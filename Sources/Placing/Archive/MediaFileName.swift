import Platform

/// What the name of a file reveals about its kind.
package enum MediaFileName {
    package static let videoEndings = ["mov", "mp4", "m4v", "mkv", "webm", "avi", "mts", "m2ts", "ts", "3gp", "insv"]
    package static let soundEndings = ["wav", "m4a", "mp3", "flac", "ogg", "opus", "aac", "aif", "aiff", "caf"]

    /// Whether it may be a recording: not hidden, and not a default name for a film.
    package static func isRecording(_ path: String) -> Bool {
        let file = FilePath(path)
        return !file.name.hasPrefix(".") && !isFilm(file) && videoEndings.contains(file.ending)
    }

    /// Whether it is a default name for a film, from a single command or a batch.
    static func isFilm(_ file: FilePath) -> Bool {
        file.name.hasPrefix("composed") || file.stem.hasSuffix("_composed")
    }
}
