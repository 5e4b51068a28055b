import Platform

/// Finds recordings that are complete, in folders that files are still being copied to: those in which no file has
/// changed between two checks. Each is reported once until a file changes.
struct DropFolder {
    private var last: [FileKey: [FileStamp?]] = [:]
    private var taken: [FileKey: [FileStamp?]] = [:]

    /// - Parameter films: all films at this check.
    /// - Returns: the films to render now.
    mutating func settled(_ films: [BatchFilm]) -> [BatchFilm] {
        let now = Dictionary(
            films.map { film in (FileKey(film.output), film.found.files.map { FileStamp(path: $0.path) }) },
            uniquingKeysWith: { one, _ in one })
        let ready = films.filter { film in
            let key = FileKey(film.output)
            return now[key] == last[key] && now[key] != taken[key]
        }
        last = now
        for key in ready.map({ FileKey($0.output) }) { taken[key] = now[key] }
        return ready
    }
}
