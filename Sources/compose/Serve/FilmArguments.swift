import ArgumentParser

/// The command-line arguments that a request may have in `film`. Never run.
struct FilmArguments: ParsableCommand {
    @OptionGroup var input: InputOptions
    @OptionGroup var composition: CompositionOptions
    @OptionGroup var further: FurtherOptions

    /// All options of the commands that a request stands for.
    private static let options =
        OptionList(of: RenderCommand.self).options + OptionList(of: PlanCommand.self).options
        + OptionList(of: StillCommand.self).options

    /// - Throws: `UsageError` for an option without a value, and for one that does not describe the film; otherwise
    ///   ArgumentParser's errors.
    static func check(_ words: [String], of request: ServeRequest.Kind) throws {
        try ArgumentText.checkValues(words)
        do { _ = try parse(words) } catch {
            guard let match = message(for: error).firstMatch(of: /Unknown option '([^' =]+)/),
                case let word = String(match.1),
                let name = options.first(where: { $0.isSpelled(word) })?.name
            else { throw error }
            let remedy = request.names.contains(name) ? "use the field '\(name)' instead" : "leave it out of 'film'"
            throw UsageError("\(word) does not describe the film; \(remedy).")
        }
    }
}
