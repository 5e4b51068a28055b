/// The parts of a path, as text; the file system is not accessed.
package struct FilePath: Hashable, Sendable {
    /// The folder without a trailing slash; "." for a bare name, "/" for the root.
    package let folder: String
    /// The last part.
    package let name: String

    /// Splits a path at its last slash.
    package init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The name without its extension.
    package var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    /// The extension in lower case, without its dot; empty if there is none.
    package var ending: String { name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? "" }

    /// Joins a folder and a name, as a user would type it.
    package static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}

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
