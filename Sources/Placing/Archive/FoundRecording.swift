import Timeline

/// Files that belong together according to their names: the cameras of one recording.
package struct FoundRecording: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// As in `ListedFile.path`.
        package var path: String
        package var angle: Angle
        /// Files that began together have the same number, counted from 0 in order of time.
        package var moment: Int
    }

    /// A gap: a camera has no file where another has one.
    package struct Hole: Hashable, Sendable {
        /// The camera without a file.
        package var angle: Angle
        /// The moment without its file, counted like `File.moment`.
        package var moment: Int
        /// The empty file, if there is one.
        package var emptyFile: String?
    }

    /// The name of the naming scheme; "words" if the words "front" and "back" identify the cameras, "session" if the names
    /// of people or sources do.
    package var scheme: String
    /// Its folder; for cameras with their own folders, the parent folder.
    package var folder: String
    /// What the names of its files share: a name, or the start time.
    package var scene: String
    /// In order of time; within a moment, by camera name.
    package var files: [File]
    /// Microphones: files without a picture, by name.
    package var sounds: [File] = []
    /// In order of time; within a moment, by camera name.
    package var holes: [Hole]
    /// The start of each moment according to the names, in whole seconds since 1970 on the camera's clock; empty if
    /// names have no times, in which case files of one camera follow each other.
    package var starts: [Int64]
    /// The front-facing camera, if the scheme has one.
    package var main: Angle?

    /// The cameras, in the order in which they first appear.
    package var angles: [Angle] { files.reduce(into: []) { if !$0.contains($1.angle) { $0.append($1.angle) } } }
    /// Moments from 0 to the last one that has a file.
    package var momentCount: Int { max(starts.count, (files.map(\.moment).max() ?? -1) + 1) }
    /// Whether there are several consecutive files per camera.
    package var isSeries: Bool { momentCount > 1 }
}

/// A file that belongs to no recording, or a folder whose files are unknown.
package struct UnusedFile: Hashable, Sendable {
    /// Why a file belongs to no recording.
    package enum Reason: Hashable, Sendable {
        /// No scheme matches its name, and the name does not identify a camera.
        case unknownName
        /// The name identifies a camera, but there is no matching file from another one.
        case noPartner(Angle)
        /// Several files match this camera of one recording.
        case severalOf(Angle)
        /// It has no bytes.
        case empty
        /// A smaller copy of another file.
        case smallCopy
        /// A film that `compose` made.
        case film
        /// It has only sound.
        case sound
        /// It is a mix of the others, or shows all of them.
        case mix
        /// Neither its name nor the file has a time.
        case noTime
        /// By its name, it was recorded at the same time as this other file of its camera, whose clock was set back: what
        /// belongs together is unknown.
        case clockSetBack(other: String)
        /// It is a folder that cannot be listed.
        case unreadableFolder
    }
    /// As in `ListedFile.path`.
    package var path: String
    package var reason: Reason
    package init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
}

/// The results: recordings sorted by folder and scene, and unused files sorted by path.
package struct Findings: Sendable {
    /// Sorted by folder, then by scene, then by scheme.
    package var recordings: [FoundRecording] = []
    package var unused: [UnusedFile] = []
}
