import ArgumentParser
import MediaIO
import Placing
import Planning
import Render

/// Where a command runs: on its own, or as one of many requests to a server.
struct CommandHost: Sendable {
    /// Prints a line for programs.
    var tell: @Sendable (any Encodable) -> Void = { Console.output(jsonLine($0)) }
    /// Stops the command.
    var cancellation = Interruption.cancellation
    /// Cached results of earlier requests, if there were any.
    var shelf: FilmShelf?
    /// The arguments of the command line that define the film.
    var film: [String] = []

    /// - Parameter isSilent: hides the status while the sound of long files is read.
    func recording(_ input: InputOptions, isSilent: Bool = false) throws -> Recording {
        try shelf?.recording(input) ?? input.recording(isSilent: isSilent).recording
    }

    func info(_ path: String) throws -> MediaInfo { try shelf?.info(path) ?? MediaInfo.probing([path])[0] }

    /// Gives access to a film's pictures.
    ///
    /// - Parameter plan: called if nothing is cached from an earlier request, or a file has changed since.
    func viewing<Result: Sendable>(
        _ plan: () throws -> RenderPlan, _ look: (ViewedFilm) throws -> Result
    ) throws -> Result {
        guard let shelf else { return try look(ViewedFilm(try plan())) }
        return try shelf.viewing(film, plan, look)
    }
}

/// A command that a server can also run.
protocol ServedCommand: ParsableCommand {
    /// Runs the command and prints only lines for programs.
    func answer(on host: CommandHost) throws
}
