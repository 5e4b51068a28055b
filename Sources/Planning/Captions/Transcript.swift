import MediaIO
import MediaTime
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is said in a recording or a film, word by word, as somebody's speech recognition wrote it.
package struct Transcript: Sendable {
    /// A word with the punctuation that belongs to it; in scripts without blanks, a letter. Times in milliseconds on the
    /// clock of the transcript.
    package struct Word: Hashable, Sendable {
        package var start, end: Int64
        package var text: String
        /// As the transcript names who says it.
        package var speaker: String?
        /// Whether it follows the one before without a blank.
        package var isJoined = false
    }

    /// Words that belong together; never empty. Those of a phrase in order, without overlaps.
    package private(set) var phrases: [[Word]]
    /// Whether the words have times of their own, and not only the phrases.
    package private(set) var hasWordTimes: Bool

    private static let mostBytes: Int64 = 32 << 20
    /// Thirty hours of speech.
    private static let mostWords = 300_000
    fileprivate static let latest: Int64 = 1 << 30

    /// Reads WhisperX's and openai-whisper's JSON, whisper.cpp's JSON, WebVTT with or without word times, karaoke in SubStation
    /// Alpha, and SubRip.
    ///
    /// - Throws: `MediaError` for any other file, naming the line that cannot be read.
    package init(path: String) throws(MediaError) {
        let size = try checkInputFile(path)
        let first = FileSystem.contents(ofFile: path, most: 64)?.first { $0 > 32 && $0 < 127 }
        if first == UInt8(ascii: "{") || FilePath(path).ending == "json" {
            guard size <= Self.mostBytes else { throw .hugeSubtitles(path: path, megabytes: Int(Self.mostBytes >> 20)) }
            guard let bytes = FileSystem.contents(ofFile: path) else {
                throw .cannotRead(path: path, reason: "it cannot be opened")
            }
            // whisper.cpp divides letters of several bytes between tokens.
            let text = String(decoding: bytes, as: UTF8.self)
            guard let file = try? JSONDecoder().decode(JSONTranscript.self, from: Data(text.utf8)) else {
                throw .notTranscript(path: path)
            }
            (phrases, hasWordTimes) = (file.phrases, file.hasWordTimes)
        } else {
            let cues = try SubtitleFile(path: path).timedWords
            hasWordTimes = cues.contains { $0.words.contains { $0.start != nil } }
            phrases = cues.map { cue in
                Self.timed(
                    cue.words.map { Piece(text: $0.text, start: $0.start, speaker: $0.speaker, isJoined: $0.isJoined) },
                    in: cue.start..<cue.end)
            }
        }
        let count = phrases.reduce(0) { $0 + $1.count }
        guard count <= Self.mostWords else { throw .hugeTranscript(path: path, words: count) }
        phrases = Self.withoutNames(phrases.filter { !$0.isEmpty }, hasWordTimes)
            .map { $0.filter { $0.text != "…" } }.filter { !$0.isEmpty }.sorted { $0[0].start < $1[0].start }
        guard !phrases.isEmpty else { throw .notTranscript(path: path) }
    }

    /// Where every phrase begins with a name and a colon, it is that of the speaker: "Anna: Hello".
    private static func withoutNames(_ phrases: [[Word]], _ hasWordTimes: Bool) -> [[Word]] {
        let ends = phrases.map { words in words.prefix(3).firstIndex { $0.text.hasSuffix(":") } }
        guard phrases.count > 1, ends.allSatisfy({ $0 != nil }), phrases.allSatisfy({ $0[0].speaker == nil }) else {
            return phrases
        }
        return zip(phrases, ends).map { words, end in
            let name = String(words[...end!].map(\.text).joined(separator: " ").dropLast())
            let rest = words[(end! + 1)...].map { word in
                Piece(text: word.text, start: hasWordTimes ? word.start : nil, speaker: name, isJoined: word.isJoined)
            }
            return timed(rest, in: words[0].start..<words.last!.end)
        }
    }

    /// A word, or a part of one.
    fileprivate struct Piece {
        var text: String
        var start, end: Int64?
        var speaker: String?
        var isJoined = false
    }

    private static let mostLetters = 200

    /// Words in order inside a range: those without a time share what is left between the others, by their letters.
    fileprivate static func timed(_ pieces: [Piece], in range: Range<Int64>) -> [Word] {
        let pieces = pieces.flatMap(\.divided).filter { !$0.text.isEmpty }
        var result: [Word] = []
        var index = 0
        while index < pieces.count {
            let start = max(pieces[index].start ?? result.last?.end ?? range.lowerBound, result.last?.start ?? 0)
            // Up to the next word with a time.
            let next = pieces[(index + 1)...].firstIndex { $0.start != nil } ?? pieces.count
            let known = next - index == 1 ? pieces[index].end : nil
            let limit = next < pieces.count ? pieces[next].start! : max(pieces[next - 1].end ?? range.upperBound, start)
            let letters = pieces[index..<next].map { Int64(max(1, $0.text.count)) }
            let (total, length) = (letters.reduce(0, +), max(0, limit - start))
            var passed: Int64 = 0
            for place in index..<next {
                let own = letters[place - index]
                let word = Word(
                    start: start + length * passed / total, end: start + length * (passed + own) / total,
                    text: String(pieces[place].text.prefix(mostLetters)), speaker: pieces[place].speaker,
                    isJoined: pieces[place].isJoined)
                passed += own
                // Syllables and tokens are parts of words.
                if word.isJoined, let last = result.last, !last.text.endsWithoutBlank, !word.text.beginsWithoutBlank,
                    last.text.count + word.text.count <= mostLetters
                {
                    result[result.count - 1].text += word.text
                    result[result.count - 1].end = max(last.end, word.end)
                } else {
                    result.append(word)
                }
            }
            if let known, known > start { result[result.count - 1].end = min(known, max(limit, start + 1)) }
            index = next
        }
        return result
    }
}

extension Transcript.Piece {
    /// Nobody says longer ones in a breath.
    private static let mostScalars = 2000

    /// Without signs that are not seen; in scripts without blanks, letter by letter.
    fileprivate var divided: [Transcript.Piece] {
        let seen = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(Self.mostScalars).filter {
                    $0.value >= 32 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{FFFD}"
                }))
        var pieces: [Transcript.Piece] = []
        for letter in seen {
            let letter = String(letter)
            let continues =
                pieces.last.map { last in
                    letter.isClosing || !letter.beginsWithoutBlank && !last.text.endsWithoutBlank
                } ?? false
            if continues {
                pieces[pieces.count - 1].text += letter
            } else {
                var piece = self
                (piece.text, piece.isJoined) = (letter, pieces.isEmpty ? isJoined : true)
                if !pieces.isEmpty { (piece.start, piece.end) = (nil, nil) }
                pieces.append(piece)
            }
        }
        if pieces.count > 1 {
            pieces[pieces.count - 1].end = pieces[0].end
            pieces[0].end = nil
        }
        return pieces
    }
}

extension String {
    /// Ideographs and kana, between which there are no blanks.
    private static func hasNoBlanks(_ scalar: Unicode.Scalar?) -> Bool {
        guard let value = scalar?.value else { return false }
        return (0x3040..<0x3100).contains(value) || (0x3400..<0xA000).contains(value)
            || (0xF900..<0xFB00).contains(value)
            || (0x20000..<0x30000).contains(value)
    }
    fileprivate var beginsWithoutBlank: Bool { Self.hasNoBlanks(unicodeScalars.first) }
    fileprivate var endsWithoutBlank: Bool {
        Self.hasNoBlanks(unicodeScalars.last) || !unicodeScalars.dropFirst().isEmpty && isEndedByClosing
    }
    private var isEndedByClosing: Bool {
        Self.hasNoBlanks(unicodeScalars.first) && String(last!).isClosing
    }
    fileprivate var isClosing: Bool { "、。，．！？；：」』）】》〉…・ー,.!?;:)]\"'”’".contains(self) }

    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// The JSON of WhisperX and openai-whisper, in seconds, and of whisper.cpp, in milliseconds. Everything else in it is
/// ignored.
private struct JSONTranscript: Decodable {
    struct Segment: Decodable {
        struct Word: Decodable {
            var word: String
            var start, end: Double?
            var speaker: String?
        }
        var start, end: Double?
        var text: String?
        var words: [Word]?
        var speaker: String?
    }
    struct Part: Decodable {
        struct Offsets: Decodable {
            var from, to: Int64
            private enum CodingKeys: CodingKey { case from, to }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                let time = { (key: CodingKeys) in
                    min(max(try values.decode(Int64.self, forKey: key), 0), Transcript.latest)
                }
                from = try time(.from)
                to = max(from, try time(.to))
            }
        }
        struct Token: Decodable {
            var text: String
            var offsets: Offsets?
        }
        var offsets: Offsets
        var text: String
        var tokens: [Token]?
        var speaker: String?
    }

    var segments: [Segment]?
    var transcription: [Part]?

    private static func milliseconds(_ seconds: Double?) -> Int64? {
        seconds.flatMap { seconds in
            // Some begin a little before their recording.
            seconds.isFinite && abs(seconds) * 1000 <= Double(Transcript.latest)
                ? Int64((max(0, seconds) * 1000).rounded()) : nil
        }
    }

    /// whisper.cpp's `--max-len 1`: a word in each part.
    private var isWordByWord: Bool {
        guard let transcription, transcription.count > 1 else { return false }
        return transcription.allSatisfy { part in
            let text = part.text.trimmed
            return !text.contains(" ") && (text.count < 30 && !text.beginsWithoutBlank || text.count < 3)
        }
    }

    var hasWordTimes: Bool {
        segments?.contains { $0.words?.contains { $0.start != nil } == true } == true || isWordByWord
            || transcription?.contains { $0.tokens?.contains { $0.offsets != nil } == true } == true
    }

    var phrases: [[Transcript.Word]] {
        let spoken = (segments ?? []).compactMap { segment -> [Transcript.Word]? in
            let own = segment.words ?? []
            // Where words begin with blanks, those that do not belong to the one before.
            let hasBlanks = own.contains { $0.word.first?.isWhitespace == true }
            let words = own.enumerated().map { index, word in
                Transcript.Piece(
                    text: word.word.trimmed, start: Self.milliseconds(word.start), end: Self.milliseconds(word.end),
                    speaker: word.speaker ?? segment.speaker,
                    isJoined: index > 0 && hasBlanks && word.word.first?.isWhitespace == false)
            }
            let whole = (segment.text ?? "").split(whereSeparator: \.isWhitespace).map {
                Transcript.Piece(text: String($0), speaker: segment.speaker)
            }
            let timed = words.isEmpty ? whole : words
            guard let start = Self.milliseconds(segment.start) ?? timed.lazy.compactMap(\.start).first else {
                return nil
            }
            let end = Self.milliseconds(segment.end) ?? timed.compactMap(\.end).last ?? start
            return Transcript.timed(timed, in: start..<max(start, end))
        }
        let parts = transcription ?? []
        if isWordByWord {
            // Phrases are divided by pauses alone.
            let pieces = parts.enumerated().map { index, part in
                Transcript.Piece(
                    text: part.text.trimmed, start: part.offsets.from, end: part.offsets.to, speaker: part.speaker,
                    isJoined: index > 0 && part.text.first?.isWhitespace == false)
            }
            return spoken + [
                Transcript.timed(pieces, in: parts[0].offsets.from..<parts.last!.offsets.to.clamped(parts[0]))
            ]
        }
        return spoken
            + parts.map { part in
                // A token is a part of a word; a blank begins one. Tokens in brackets are about time.
                let tokens = (part.tokens ?? []).filter { !$0.text.hasPrefix("[_") && !$0.text.hasPrefix("<|") }
                var pieces = tokens.enumerated().map { index, token in
                    Transcript.Piece(
                        text: token.text.trimmed, start: token.offsets?.from, end: token.offsets?.to,
                        speaker: part.speaker,
                        isJoined: index > 0 && token.text.first?.isWhitespace == false)
                }
                // Of letters that are divided between tokens, only the whole text is right.
                if pieces.isEmpty || pieces.contains(where: { $0.text.contains("\u{FFFD}") }) {
                    pieces = part.text.split(whereSeparator: \.isWhitespace).map {
                        Transcript.Piece(text: String($0), speaker: part.speaker)
                    }
                }
                return Transcript.timed(pieces, in: part.offsets.from..<part.offsets.to)
            }
    }
}

extension Int64 {
    fileprivate func clamped(_ first: JSONTranscript.Part) -> Int64 { Swift.max(self, first.offsets.from) }
}
