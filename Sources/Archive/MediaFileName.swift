/// What the name of a file says of its kind.
public enum MediaFileName {
    /// Endings of recordings.
    public static let videoEndings = ["mov", "mp4", "m4v", "mkv", "webm", "avi", "mts", "m2ts", "ts", "3gp", "insv"]
    /// Endings of files with sound alone.
    public static let soundEndings = ["wav", "m4a", "mp3", "flac", "ogg", "opus", "aac", "aif", "aiff", "caf"]

    /// Whether it may be the name of a recording: not hidden, and not our own choice for a film.
    public static func isRecording(_ path: String) -> Bool {
        let file = FilePath(path)
        return !file.name.hasPrefix(".") && !isFilm(file) && videoEndings.contains(file.ending)
    }

    /// Whether it is the name of a film that nobody named, or that a batch named.
    static func isFilm(_ file: FilePath) -> Bool {
        file.name.hasPrefix("composed") || file.stem.hasSuffix("_composed")
    }
}
