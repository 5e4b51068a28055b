import ArgumentParser
import MediaIO
import Planning
import Timelines

/// A command whose options may be given in a file.
protocol ConfigurableCommand: ParsableCommand {
    var film: FilmOptions { get }
    /// Recordings, or folders of them, as typed.
    var recordings: [String] { get }
}

extension RenderCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { input.files }
}

extension PlanCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { input.files }
}

extension StudioCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { input.files }
}

extension PreviewCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { input.files }
}

extension StillCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { input.files }
}

extension StitchCommand: ConfigurableCommand {
    var recordings: [String] { seams.clips }
}

extension BatchCommand: ConfigurableCommand {
    var film: FilmOptions { composition.film }
    var recordings: [String] { archive.paths }
}

extension ConfigurableCommand {
    /// The file named, or the one in the recordings' folder; `nil` if there is none, and for a plan, which is complete.
    func configFile() throws -> ConfigFile? {
        guard !recordings.contains(where: PlanFile.isPlan) else { return nil }
        if let path = film.config { return path == "none" ? nil : try ConfigFile(path) }
        guard let path = usualPath, FileIdentity(path: path) != nil else { return nil }
        Notes.add("using the options in \(path) (--config none ignores them)", .other, about: path)
        return try ConfigFile(path, isFound: true)
    }

    private var usualPath: String? {
        guard let first = recordings.first else { return ConfigFile.usualName }
        guard let path = try? InputOptions.input(first).path, FileIdentity(path: path) != nil else { return nil }
        if (try? checkInputFile(path)) == nil { return path + (path.hasSuffix("/") ? "" : "/") + ConfigFile.usualName }
        let folder = AtomicFile.split(path).folder
        return folder == "." ? ConfigFile.usualName : "\(folder)/\(ConfigFile.usualName)"
    }
}
