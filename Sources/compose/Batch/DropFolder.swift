/// Finds recordings that are complete, in folders that files are still being copied to: those in which no file has
/// changed between two checks. Each is reported once until a file changes.
struct DropFolder {
    private var last: [String: [FileStamp?]] = [:]
    private var taken: [String: [FileStamp?]] = [:]

    /// - Parameter films: all films at this check.
    /// - Returns: the films to render now.
    mutating func settled(_ films: [BatchFilm]) -> [BatchFilm] {
        let now = Dictionary(
            films.map { film in (film.output, film.found.files.map { FileStamp(path: $0.path) }) },
            uniquingKeysWith: { one, _ in one })
        let ready = films.filter { now[$0.output] == last[$0.output] && now[$0.output] != taken[$0.output] }
        last = now
        for film in ready { taken[film.output] = now[film.output] }
        return ready
    }
}
