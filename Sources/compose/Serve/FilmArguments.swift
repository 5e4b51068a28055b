import ArgumentParser

/// The command-line arguments that a request may have in `film`. Never run.
struct FilmArguments: ParsableCommand {
    @OptionGroup var input: InputOptions
    @OptionGroup var composition: CompositionOptions
    @OptionGroup var further: FurtherOptions

    /// - Throws: `UsageError` for an option of a command that does not describe the film, otherwise ArgumentParser's
    ///   errors.
    static func check(_ words: [String], of request: ServeRequest.Kind) throws {
        do { _ = try parse(words) } catch {
            let commands: [any ParsableCommand.Type] = [RenderCommand.self, PlanCommand.self, StillCommand.self]
            guard let match = message(for: error).firstMatch(of: /Unknown option '([^' =]+)/),
                case let word = String(match.1),
                let name = commands.flatMap({ OptionList(of: $0).options }).first(where: { $0.isSpelled(word) })?.name
            else { throw error }
            let remedy = request.names.contains(name) ? "use the field '\(name)' instead" : "leave it out of 'film'"
            throw UsageError("\(word) does not describe the film; \(remedy).")
        }
    }
}
