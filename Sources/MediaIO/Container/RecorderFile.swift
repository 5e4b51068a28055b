import Platform

/// What field recorders say about the channels of a WAV file: chunks that FFmpeg passes over.
///
/// A polyphonic WAV has a microphone in each channel. Its layout says nothing about them: recorders leave it empty, or
/// write one that fits the count. The iXML chunk (iXML 3.01, `TRACK_LIST`) and lines of the `bext` chunk (EBU Tech 3285)
/// have their names.
struct RecorderFile {
    /// The names of the channels, by their place from 0.
    private(set) var names: [Int: String] = [:]

    /// - Returns: `nil` for a file that is no WAV.
    init?(path: String) {
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let head = Self.read(descriptor, at: 0, count: 12),
            ["RIFF", "RF64", "BW64"].contains(Self.text(head[..<4])), Self.text(head[8...]) == "WAVE"
        else { return nil }
        var (place, longData, described) = (12, 0, [Int: String]())
        for _ in 0..<Self.mostChunks {
            guard let header = Self.read(descriptor, at: place, count: 8) else { break }
            var size = Self.number(header[4...])
            let content = { (most: Int) in
                size <= most ? Self.read(descriptor, at: place + 8, count: size) : nil
            }
            switch Self.text(header[..<4]) {
            case "ds64":
                // The size of the sound in files of more than 4 GB (EBU Tech 3306).
                longData = content(Self.mostBytes).map { $0.count >= 16 ? Self.number($0[8..<16]) : 0 } ?? 0
            case "data" where size == UInt32.max: size = longData
            case "iXML": names = content(Self.mostBytes).map { Self.tracks(String(decoding: $0, as: UTF8.self)) } ?? [:]
            case "bext":
                described =
                    content(Self.mostBytes).map { Self.lines(String(decoding: $0.prefix(256), as: UTF8.self)) } ?? [:]
            default: break
            }
            guard size <= Int.max - place - 9 else { break }
            place += 8 + size + size % 2
        }
        if names.isEmpty { names = described }
    }

    private static let (mostChunks, mostBytes) = (1000, 1 << 20)

    /// `<TRACK><CHANNEL_INDEX>3</CHANNEL_INDEX><INTERLEAVE_INDEX>1</INTERLEAVE_INDEX><NAME>Anna</NAME></TRACK>`: the channel
    /// of the recorder, and its place in the file, from 1.
    private static func tracks(_ text: String) -> [Int: String] {
        var names: [Int: String] = [:]
        for track in elements("TRACK", in: text[...]) {
            let value = { (name: String) in elements(name, in: track).first.map { trimmed(unescaped(String($0))) } }
            guard let name = value("NAME"), !name.isEmpty,
                let index = (value("INTERLEAVE_INDEX") ?? value("CHANNEL_INDEX")).flatMap({ Int($0) }),
                (1...most).contains(index)
            else { continue }
            names[index - 1] = name
        }
        return names
    }

    /// "zTRK1=Anna" and "sTRK1=Anna", as recorders write in the description.
    private static func lines(_ text: String) -> [Int: String] {
        var names: [Int: String] = [:]
        for line in text.split(whereSeparator: { $0.isNewline || $0 == "\0" }) {
            guard let match = line.wholeMatch(of: /[sz]TRK([0-9]{1,2})=(.+)/), let index = Int(match.1),
                (1...most).contains(index)
            else { continue }
            names[index - 1] = trimmed(String(match.2))
        }
        return names.filter { !$0.value.isEmpty }
    }

    /// No file that can be read has more channels.
    private static let most = 64

    /// The contents of elements without attributes, which nest in no other of their name.
    private static func elements(_ name: String, in text: Substring) -> [Substring] {
        var (found, rest) = ([Substring](), text)
        while let start = rest.firstRange(of: "<\(name)>") {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "</\(name)>") else { break }
            found.append(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return found
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace = { (character: Character) in character.isWhitespace || character == "\0" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        return done == count ? bytes[...] : nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Little-endian; at most `Int.max`.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
