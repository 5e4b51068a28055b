import Placing
import Platform

/// Files in the folders of the recordings, and in those right below them, that a film may be finished with. Pages choose
/// them by their numbers.
struct NearbyFiles: Sendable {
    struct List: Sendable {
        /// As pages show them, relative to the folder of the recordings.
        var names: [String] = []
        var paths: [String] = []
    }
    var music = List()
    var subtitles = List()
    var all: Set<String> { Set(music.paths + subtitles.paths) }

    /// A folder with thousands of files is no place to choose from.
    private static let most = 200
    private static let subtitleEndings: Set<String> = ["srt", "vtt", "ass"]

    init() {}

    init(of film: StudioFilm) {
        let recorded = film.recording.session.takes.map(\.path) + film.recording.sounds.map(\.path)
        let known = Set(recorded.map(FileSystem.absolute))
        let folders = recorded.reduce(into: [String]()) { folders, path in
            let folder = FileSystem.absolute(FilePath(path).folder)
            if !folders.contains(folder) { folders.append(folder) }
        }
        for folder in folders {
            for name in Self.names(in: folder) {
                let path = FilePath.join(folder, name)
                if !known.contains(path) { add(path, name) }
                for inner in Self.names(in: path) { add(FilePath.join(path, inner), "\(name)/\(inner)") }
            }
        }
    }

    private static func names(in folder: String) -> [String] {
        (FileSystem.names(inFolder: folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private mutating func add(_ path: String, _ name: String) {
        let ending = FilePath(name).ending
        let list: WritableKeyPath<Self, List>? =
            MediaFileName.soundEndings.contains(ending)
            ? \.music : Self.subtitleEndings.contains(ending) ? \.subtitles : nil
        guard let list, self[keyPath: list].paths.count < Self.most, !self[keyPath: list].paths.contains(path) else {
            return
        }
        self[keyPath: list].names.append(name)
        self[keyPath: list].paths.append(path)
    }
}
