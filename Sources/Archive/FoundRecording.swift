import Timeline

/// Files that belong together by their names: the cameras of one recording.
public struct FoundRecording: Hashable, Sendable {
    /// One file of one camera.
    public struct File: Hashable, Sendable {
        public var path: String
        public var angle: Angle
        /// Files that began together have one number, counted from 0 in the order of time.
        public var moment: Int

        public init(path: String, angle: Angle, moment: Int) {
            (self.path, self.angle, self.moment) = (path, angle, moment)
        }
    }

    /// Where a camera has no file though another has.
    public struct Hole: Hashable, Sendable {
        public var angle: Angle
        public var moment: Int
        /// The file that is there and empty; `nil` where none is.
        public var emptyFile: String?

        public init(angle: Angle, moment: Int, emptyFile: String? = nil) {
            (self.angle, self.moment, self.emptyFile) = (angle, moment, emptyFile)
        }
    }

    /// Of the naming scheme; "words" where the words "front" and "back" tell.
    public var scheme: String
    /// Where it lies: of cameras that have folders of their own, the one above.
    public var folder: String
    /// What the names of its files share: a name, or when it began.
    public var scene: String
    /// In order of time, the cameras of one moment by name.
    public var files: [File]
    public var holes: [Hole]
    /// When each moment began by the names, in whole seconds since 1970 on the camera's clock; empty where names have no
    /// times, and files of one camera follow each other.
    public var starts: [Int64]
    /// The camera that looks ahead, where the scheme has one.
    public var main: Angle?

    public init(
        scheme: String, folder: String, scene: String, files: [File], holes: [Hole], starts: [Int64], main: Angle?
    ) {
        (self.scheme, self.folder, self.scene) = (scheme, folder, scene)
        (self.files, self.holes, self.starts, self.main) = (files, holes, starts, main)
    }

    /// The cameras, in the order in which they first appear.
    public var angles: [Angle] { files.reduce(into: []) { if !$0.contains($1.angle) { $0.append($1.angle) } } }
    public var momentCount: Int { max(starts.count, (files.map(\.moment).max() ?? -1) + 1) }
    /// Whether files of one camera follow each other.
    public var isSeries: Bool { momentCount > 1 }
}

/// A file that belongs to no recording.
public struct UnusedFile: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// No scheme knows its name, and it says no camera.
        case unknownName
        /// It says a camera, and no file of another has the same name otherwise.
        case noPartner(Angle)
        /// Several files would be this camera of one recording.
        case severalOf(Angle)
        case empty
        /// A smaller copy of another file.
        case smallCopy
        /// It was composed.
        case film
        /// It has sound alone.
        case sound
        /// Its name has no time, and neither has the file.
        case noTime
    }
    public var path: String
    public var reason: Reason

    public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
}

/// What was found: by folder and scene, and by path what belongs to nothing.
public struct Findings: Sendable {
    public var recordings: [FoundRecording] = []
    public var unused: [UnusedFile] = []
}
