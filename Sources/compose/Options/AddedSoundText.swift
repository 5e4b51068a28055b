import Audio
import MediaIO
import MediaTime
import Parameters
import Planning
import Timeline

/// The syntax for music, voice-overs and ducking.
enum AddedSoundText {
    /// "song.mp3", "song.mp3:gain=-18dB,start=10s,loop".
    static func music(_ text: String) throws(UsageError) -> AddedSound {
        let (path, words) = try split(text, of: "--music")
        return AddedSound(
            path: path,
            role: .music(
                try reading("--music \(text)", "music", words) { name throws(ParameterError) in try .init(name) }))
    }

    /// "voice.wav@12s", "voice.wav@12s:gain=3dB"; without a time, at the start of the film.
    static func voiceOver(_ text: String) throws(UsageError) -> AddedSound {
        let option = "--voice-over \(text)"
        var (path, words) = try split(text, of: "--voice-over")
        var time = MediaTime.zero
        if FileIdentity(path: path) == nil, let at = path.lastIndex(of: "@") {
            guard let parsed = MediaTime(parsing: String(path[path.index(after: at)...])), parsed >= .zero else {
                throw UsageError("\(option): write a file, an at sign and a time of the film, such as voice.wav@12s.")
            }
            (path, time) = (String(path[..<at]), parsed)
        }
        return AddedSound(
            path: path,
            role: .voiceOver(
                try reading(option, "voice-over", words) { name throws(ParameterError) in try .init(name, at: time) }))
    }

    /// "depth=12dB,attack=0.3s,release=1s", "12dB", "game", "game:depth=12dB".
    ///
    /// - Parameter angles: cameras and sound-only files.
    /// - Returns: also those that are lowered, sorted by name.
    static func ducking(_ text: String, _ angles: [Angle]) throws(UsageError) -> (Ducking, [Angle]) {
        let option = "--duck \(text)"
        let fields = text.split { ",:".contains($0) }.map { trimmed($0) }
        let isValue = { (field: String) in
            field.contains("=") || angles.named(field) == nil && number(field, unit: "dB") != nil
        }
        let names = try fields.filter { !isValue($0) }.map { name throws(UsageError) in
            try angles.camera(name, of: option)
        }
        let values = fields.filter(isValue).joined(separator: ",")
        let ducking = try reading(option, "duck", values) { name throws(ParameterError) in try Ducking(name) }
        return (ducking, Set(names).sorted { $0.name < $1.name })
    }

    /// The file name, and the text after its last colon if that parses as values. If a file has the whole text as its
    /// name, that file is used.
    private static func split(
        _ text: String, of option: String
    ) throws(UsageError) -> (path: String, words: String) {
        guard FileIdentity(path: text) == nil, let colon = text.lastIndex(of: ":") else { return (text, "") }
        let words = String(text[text.index(after: colon)...])
        let fields = words.split(separator: ",").map { trimmed($0) }
        let path = String(text[..<colon])
        guard !fields.isEmpty, fields.allSatisfy({ $0.contains("=") || $0 == "loop" }) else {
            guard FileIdentity(path: path) != nil else { return (text, "") }
            throw UsageError(
                "\(option) \(text): after the colon write values with their names, such as \(path):gain=-10dB.")
        }
        return (path, fields.map { $0 == "loop" ? "loop=yes" : $0 }.joined(separator: ","))
    }

    private static func reading<Value>(
        _ option: String, _ name: String, _ words: String, _ read: (Specification) throws(ParameterError) -> Value
    ) throws(UsageError) -> Value {
        guard let specification = Specification(parsing: words.isEmpty ? name : "\(name):\(words)") else {
            throw UsageError("\(option): write each value once, with its name, such as gain=-18dB.")
        }
        do { return try read(specification) } catch { throw UsageError("\(option): \(error)") }
    }
}
