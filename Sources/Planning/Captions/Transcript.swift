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
    /// A word with the punctuation that belongs to it. Times in milliseconds on the clock of the transcript.
    package struct Word: Hashable, Sendable {
        package var start, end: Int64
        package var text: String
        /// As the transcript names who says it.
        package var speaker: String?
    }

    /// Words that belong together; never empty. Several of a phrase in order, without overlaps.
    package private(set) var phrases: [[Word]]
    /// Whether the words have times of their own, and not only the phrases.
    package private(set) var hasWordTimes: Bool

    private static let mostBytes = 64 << 20

    /// Reads WhisperX's and openai-whisper's JSON, whisper.cpp's JSON, WebVTT with or without word times, karaoke in SubStation
    /// Alpha, and SubRip.
    ///
    /// - Throws: `MediaError` for any other file, naming the line that cannot be read.
    package init(path: String) throws(MediaError) {
        let size = try checkInputFile(path)
        let first = FileSystem.contents(ofFile: path, most: 1)?.first { $0 > 32 && $0 < 127 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            guard size <= Self.mostBytes else { throw .hugeSubtitles(path: path, megabytes: Self.mostBytes >> 20) }
            guard let bytes = FileSystem.contents(ofFile: path) else {
                throw .cannotRead(path: path, reason: "it cannot be opened")
            }
            guard let file = try? JSONDecoder().decode(JSONTranscript.self, from: Data(bytes)) else {
                throw .notTranscript(path: path)
            }
            (phrases, hasWordTimes) = (file.phrases, file.hasWordTimes)
        } else {
            let file = try SubtitleFile(path: path)
            let cues = file.timedWords
            hasWordTimes = cues.contains { $0.words.contains { $0.start != nil } }
            phrases = cues.map { cue in
                Self.timed(
                    cue.words.map { (text: $0.text, start: $0.start, end: nil, speaker: cue.speaker) },
                    in: cue.start..<cue.end)
            }
        }
        phrases = Self.withoutNames(phrases.filter { $0.contains { $0.text != "…" } })
        phrases = phrases.filter { !$0.isEmpty }.sorted { $0[0].start < $1[0].start }
        guard !phrases.isEmpty else { throw .notTranscript(path: path) }
    }

    /// Where every phrase begins with a name and a colon, it is that of the speaker: "Anna: Hello".
    private static func withoutNames(_ phrases: [[Word]]) -> [[Word]] {
        let ends = phrases.map { words in words.prefix(3).firstIndex { $0.text.hasSuffix(":") } }
        guard phrases.count > 1, ends.allSatisfy({ $0 != nil }), phrases.allSatisfy({ $0[0].speaker == nil }) else {
            return phrases
        }
        return zip(phrases, ends).map { words, end in
            let name = words[...end!].map(\.text).joined(separator: " ").dropLast()
            return words[(end! + 1)...].filter { $0.text != "…" }.map { word in
                var word = word
                word.speaker = String(name)
                return word
            }
        }
    }

    /// Words in order inside a range: those without a time share what is left between the others, by their letters.
    fileprivate static func timed(
        _ words: [(text: String, start: Int64?, end: Int64?, speaker: String?)], in range: Range<Int64>
    ) -> [Word] {
        let words = words.filter { word in word.text.contains { !$0.isWhitespace } }
        var result: [Word] = []
        var index = 0
        while index < words.count {
            let start = max(words[index].start ?? result.last?.end ?? range.lowerBound, result.last?.start ?? 0)
            // Up to the next word with a time.
            let next = words[(index + 1)...].firstIndex { $0.start != nil } ?? words.count
            let known = next - index == 1 ? words[index].end : nil
            let limit = next < words.count ? words[next].start! : max(words[next - 1].end ?? range.upperBound, start)
            let letters = words[index..<next].map { Int64(max(1, $0.text.count)) }
            let (total, length) = (letters.reduce(0, +), max(0, limit - start))
            var passed: Int64 = 0
            for place in index..<next {
                let own = letters[place - index]
                result.append(
                    Word(
                        start: start + length * passed / total, end: start + length * (passed + own) / total,
                        text: words[place].text, speaker: words[place].speaker))
                passed += own
            }
            if let known, known > start { result[result.count - 1].end = min(known, max(limit, start + 1)) }
            index = next
        }
        return result
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
        struct Offsets: Decodable { var from, to: Int64 }
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

    private static let latest = 1e6
    private static func milliseconds(_ seconds: Double?) -> Int64? {
        seconds.flatMap { $0.isFinite && (0...latest).contains($0) ? Int64(($0 * 1000).rounded()) : nil }
    }

    var hasWordTimes: Bool {
        segments?.contains { $0.words?.contains { $0.start != nil } == true } == true
            || transcription?.contains { $0.tokens?.contains { $0.offsets != nil } == true } == true
            || transcription.map { parts in parts.allSatisfy { !$0.text.trimmed.contains(" ") } } == true
    }

    var phrases: [[Transcript.Word]] {
        let spoken = (segments ?? []).compactMap { segment -> [Transcript.Word]? in
            let words = (segment.words ?? []).map { word in
                (
                    text: word.word.trimmed, start: Self.milliseconds(word.start), end: Self.milliseconds(word.end),
                    speaker: word.speaker ?? segment.speaker
                )
            }
            let whole = (segment.text ?? "").split(whereSeparator: \.isWhitespace).map {
                (text: String($0), start: nil as Int64?, end: nil as Int64?, speaker: segment.speaker)
            }
            let timed = words.isEmpty ? whole : words
            guard let start = Self.milliseconds(segment.start) ?? timed.lazy.compactMap(\.start).first else {
                return nil
            }
            let end = Self.milliseconds(segment.end) ?? timed.compactMap(\.end).last ?? start
            return Transcript.timed(timed, in: start..<max(start, end))
        }
        let parts = transcription ?? []
        // With a word in each part, phrases are divided by pauses alone.
        let isWordByWord = parts.count > 1 && parts.allSatisfy { !$0.text.trimmed.contains(" ") }
        let heard = parts.map { part -> [Transcript.Word] in
            let range =
                max(0, part.offsets.from)..<max(0, part.offsets.from, min(part.offsets.to, Int64(Self.latest * 1000)))
            var words: [(text: String, start: Int64?, end: Int64?, speaker: String?)] = []
            // A token is a part of a word; a blank begins one. Tokens in brackets are about time.
            for token in part.tokens ?? [] where !(token.text.hasPrefix("[_") || token.text.hasPrefix("<|")) {
                if token.text.first?.isWhitespace == true || words.isEmpty {
                    words.append((token.text.trimmed, token.offsets?.from, token.offsets?.to, part.speaker))
                } else {
                    words[words.count - 1].text += token.text
                    words[words.count - 1].end = token.offsets?.to
                }
            }
            if words.isEmpty {
                words = part.text.split(whereSeparator: \.isWhitespace).map { (String($0), nil, nil, part.speaker) }
            }
            return Transcript.timed(words, in: range)
        }
        return spoken + (isWordByWord ? [heard.flatMap(\.self)] : heard)
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
