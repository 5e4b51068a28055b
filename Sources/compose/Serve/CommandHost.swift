import ArgumentParser
import Export
import MediaIO
import Planning

/// Where a command runs: by itself, or as one of many that a server answers.
struct CommandHost: Sendable {
    /// Takes a line for programs.
    var tell: @Sendable (any Encodable) -> Void = { Console.output(jsonLine($0)) }
    /// What stops it.
    var cancellation = Interruption.cancellation
    /// What earlier commands left, where there were any.
    var shelf: FilmShelf?
    /// What the command line says of the film, and of nothing else.
    var film: [String] = []

    /// - Parameter isSilent: whether nothing is said while long files are heard.
    func recording(_ input: InputOptions, isSilent: Bool = false) throws -> Recording {
        try shelf?.recording(input) ?? input.recording(isSilent: isSilent).recording
    }

    func info(_ path: String) throws -> MediaInfo { try shelf?.info(path) ?? MediaInfo(probing: path) }

    /// Looks at a film.
    ///
    /// - Parameter plan: is asked where nothing is left of an earlier look, or a file has changed since.
    func viewing<Result: Sendable>(
        _ plan: () throws -> RenderPlan, _ look: (ViewedFilm) throws -> Result
    ) throws -> Result {
        guard let shelf else { return try look(ViewedFilm(try plan())) }
        return try shelf.viewing(film, plan, look)
    }
}

/// A command that a server answers as well.
protocol ServedCommand: ParsableCommand {
    /// Does it, and tells it in lines for programs alone.
    func answer(on host: CommandHost) throws
}
