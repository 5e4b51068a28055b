import ArgumentParser
import MediaIO
import Parameters
import Pictures
import Planning

/// The value of `--also` for an additional film: `small.mp4:size=720p,crf=28`.
struct AlsoSpec {
    let output: String
    private let text: String
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
            known.keys.contains { field.lowercased().hasPrefix("\($0)=") }
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
        for (name, value) in settings {
            guard let setting = Self.known[name] else {
                let names = Self.known.keys.sorted()
                throw UsageError(
                    "--also \(text): there is no setting '\(name)'"
                        + question(about: name, in: names)
                        + " Use \(list(names, "or")).")
            }
            do { try setting(value, &options) } catch let error as UsageError {
                throw UsageError("--also \(text): \(name): \(error)")
            }
        }
        return options
    }

    private typealias Setting = @Sendable (String, inout FilmOptions) throws -> Void

    private static let known: [String: Setting] = [
        "size": { $1.picture.size = $0 },
        "fit": { $1.picture.fit = try word($0) },
        "fps": { $1.picture.fps = try frameRate($0) },
        "codec": { $1.encoding.codec = try word($0) },
        "preset": { $1.encoding.preset = try anyEncoderPreset($0) },
        "crf": { $1.encoding.crf = try constantRateFactor($0) },
        "bitrate": { $1.encoding.bitrate = try bitRate($0) },
        "max-bitrate": { $1.encoding.maxBitrate = try bitRate($0) },
        "audio-codec": { $1.sound.audioCodec = try word($0) },
        "delivery": { $1.delivery.delivery = try word($0) },
        "smart": { $1.encoding.smart = try word($0) },
    ]

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

    /// One of an option's words.
    private static func word<Value: ExpressibleByArgument & RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws(UsageError) -> Value {
        guard let value = Value(argument: text) else {
            throw UsageError("use \(list(Value.allCases.map(\.rawValue), "or")).")
        }
        return value
    }
}
