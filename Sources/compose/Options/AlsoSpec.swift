import ArgumentParser
import MediaIO
import Parameters
import Pictures
import Planning

/// The value of `--also` for an additional film: `small.mp4:size=720p,crf=28`.
struct AlsoSpec {
    let output: String
    let text: String
    private let settings: [(name: String, value: String)]

    /// The arguments with `--also size=720p -o small.mp4`, settings followed by an output of their own, rewritten as
    /// `--also small.mp4:size=720p`.
    static func joined(_ arguments: [String]) -> [String] {
        var (joined, rest) = ([String](), arguments[...])
        while let word = rest.popFirst() {
            joined.append(word)
            guard word == "--also", let settings = rest.first, isSettings(settings),
                ["-o", "--output"].contains(rest.dropFirst().first), let file = rest.dropFirst(2).first
            else { continue }
            joined.append("\(file):\(settings)")
            rest = rest.dropFirst(3)
        }
        return joined
    }

    private static func isSettings(_ text: String) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { field in
            known.contains { field.lowercased().hasPrefix("\($0)=") }
        }
    }

    /// - Throws: `UsageError`, or `MediaError` for a file name that matches no container.
    init(_ text: String) throws {
        self.text = text
        guard !Self.isSettings(text) else {
            throw UsageError("--also \(text): write the file first, as in --also small.mp4:\(text)")
        }
        // A name may contain colons: the file name ends after a container's extension.
        let colons = text.indices.filter { text[$0] == ":" }
        let end = colons.first { (try? Container(path: String(text[..<$0]))) != nil } ?? text.endIndex
        output = String(text[..<end])
        if end == text.endIndex { _ = try Container(path: output) }
        let fields =
            end == text.endIndex ? [] : text[end...].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
        settings = try fields.map { field throws(UsageError) in
            let pair = field.split(separator: "=", maxSplits: 1).map { trimmed($0) }
            if pair.count == 1, !field.contains("="), Self.known.contains(pair[0]),
                OptionList(of: RenderCommand.self)[pair[0]]?.isFlag == true
            {
                return (pair[0], "yes")
            }
            guard pair.count == 2, !pair[0].isEmpty else {
                throw UsageError(
                    "--also \(text): '\(field)' is not a setting; write NAME=VALUE, such as size=720p."
                )
            }
            return (pair[0].lowercased(), pair[1])
        }
        for (place, setting) in settings.enumerated()
        where settings[..<place].contains(where: { $0.name == setting.name }) {
            throw UsageError("--also \(text): \(setting.name) is given twice; give it once.")
        }
    }

    /// The film's options with these overrides: everything that decides what is shown and heard, but not how it is
    /// encoded.
    func applied(to film: FilmOptions) throws -> FilmOptions {
        var options = film
        (options.encoding.codec, options.encoding.preset) = (nil, nil)
        (options.encoding.crf, options.encoding.bitrate, options.encoding.maxBitrate) = (nil, nil, nil)
        options.sound.audioCodec = nil
        if options.sound.level.normalize == nil, let level = options.delivery.delivery?.level {
            options.sound.level.loudness = options.sound.level.loudness ?? level.loudness
        }
        // Another version of a Short is one, too.
        options.delivery.shape = options.delivery.delivery.flatMap { $0.isVertical ? $0 : nil }
        options.delivery.delivery = nil
        let list = OptionList(of: RenderCommand.self)
        let given = try settings.map { name, value in
            guard Self.known.contains(name), let option = list[name] else {
                throw UsageError(
                    "--also \(text): there is no setting '\(name)'" + question(about: name, in: Self.known)
                        + " Use \(Parameters.list(Self.known, "or")).")
            }
            return (name: name, words: option.words(OptionValue(value)))
        }
        let words = given.flatMap(\.words)
        do {
            try list.check(words)
            let own = try FilmOptions.parse(words)
            for (name, _) in given { list.traits(of: name).also?(own, &options) }
        } catch {
            let complaint =
                (error as? UsageError)?.description
                ?? ParserComplaint(message: FilmOptions.message(for: error), command: nil, arguments: words).sentence
            let blamed = settings.first { complaint.hasPrefix("--\($0.name) \($0.value): ") }
            throw UsageError(
                "--also \(text): "
                    + (blamed.map { "\($0.name): \(complaint.dropFirst("--\($0.name) \($0.value): ".count))" }
                        ?? complaint))
        }
        return options
    }

    /// The names of all settings.
    private static let known = [OptionTraits](of: FilmOptions.self).filter { $0.also != nil }
        .flatMap { $0.names.map(String.init) }.sorted()

    /// Whether it has a size by name and no purpose of its own: then it is no larger than the film.
    var isAtMostTheFilm: Bool {
        var picture: PictureOptions?
        for (name, value) in settings {
            if name == "delivery" { return false }
            if name == "size" {
                picture = try? PictureOptions.parse(["--size=\(value)"])
            }
        }
        return picture?.namesSize ?? false
    }
}
