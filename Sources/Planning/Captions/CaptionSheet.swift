import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// What is said in a film, in pieces of one or two lines that are read at a glance.
package struct CaptionSheet: Sendable {
    /// Times in milliseconds of the film.
    package struct Caption: Hashable, Sendable {
        package var start, end: Int64
        /// One or two.
        package var lines: [[Transcript.Word]]
        package var words: [Transcript.Word] { lines.flatMap(\.self) }
        /// The place in `speakers`.
        package var speaker: Int?
        package var text: String { lines.map { $0.map(\.text).joined(separator: " ") }.joined(separator: "\n") }
        package var range: TimeRange { TimeRange(start: .milliseconds(start), end: .milliseconds(end)) }
    }

    /// In order, without overlaps.
    package private(set) var captions: [Caption] = []
    /// In the order in which they first speak.
    package private(set) var speakers: [String] = []
    /// Whether it is known when each word is said.
    package private(set) var hasWordTimes = false
    /// Words that are in no part of the film.
    package private(set) var leftOut = 0

    /// Nothing is said.
    package init() {}

    /// Room for the words of a caption.
    struct Measure {
        /// Of a line, in the unit of `length`.
        var line: Double
        var lines: Int
        /// Beyond these, a caption is divided; `nil` for as many as there is room for.
        var mostWords: Int?
        /// Of a word.
        var length: (String) -> Double
        var blank: Double
    }

    /// - Parameters:
    ///   - phrases: on the clock of the film, in order.
    init(_ phrases: [[Transcript.Word]], hasWordTimes: Bool, leftOut: Int, _ measure: Measure) {
        (self.hasWordTimes, self.leftOut) = (hasWordTimes, leftOut)
        for phrase in phrases {
            for part in Self.sentences(phrase) {
                captions += Self.divided(part, measure).map { words in
                    Caption(
                        start: words[0].start, end: words.last!.end, lines: Self.lines(words, measure),
                        speaker: part[0].speaker.map { name in
                            if let known = speakers.firstIndex(of: name) { return known }
                            speakers.append(name)
                            return speakers.count - 1
                        })
                }
            }
        }
        captions.sort { $0.start < $1.start }
        for index in captions.indices {
            // It stays until it can have been read, or the next one comes.
            let next = index + 1 < captions.count ? captions[index + 1].start : .max
            let wanted = max(captions[index].end + Self.linger, captions[index].start + Self.shortest)
            captions[index].end = min(wanted, max(next, captions[index].start + 1))
            if next - captions[index].end < Self.flicker { captions[index].end = max(next, captions[index].start + 1) }
        }
    }

    /// In milliseconds.
    private static let (linger, shortest, flicker): (Int64, Int64, Int64) = (300, 700, 120)
    /// Silence that ends a caption, in milliseconds.
    private static let pause: Int64 = 700

    /// Words up to the end of a sentence, a pause, or another speaker.
    private static func sentences(_ words: [Transcript.Word]) -> [[Transcript.Word]] {
        words.reduce(into: [[Transcript.Word]]()) { parts, word in
            guard let last = parts.last?.last, !last.endsSentence, word.start - last.end < pause,
                word.speaker == last.speaker
            else { return parts.append([word]) }
            parts[parts.count - 1].append(word)
        }
    }

    /// The division into captions that reads best: few of them, that end where one would breathe, of about equal length.
    private static func divided(_ words: [Transcript.Word], _ measure: Measure) -> [[Transcript.Word]] {
        var best: [(cost: Double, start: Int)] = [(0, 0)]
        let full = measure.line * Double(measure.lines)
        for end in 1...words.count {
            var found: (cost: Double, start: Int) = (.infinity, end - 1)
            for start in stride(from: end - 1, through: 0, by: -1) {
                let part = Array(words[start..<end])
                let isAlone = part.count == 1
                guard isAlone || fits(part, measure) else { break }
                let empty = 1 - min(1, length(part, measure) / full)
                let rest = end < words.count ? part.last!.breakCost : 0
                let cost = best[start].cost + 1 + rest + empty * empty
                if cost < found.cost { found = (cost, start) }
            }
            best.append(found)
        }
        var parts: [[Transcript.Word]] = []
        var end = words.count
        while end > 0 {
            parts.append(Array(words[best[end].start..<end]))
            end = best[end].start
        }
        return parts.reversed()
    }

    private static func length(_ words: [Transcript.Word], _ measure: Measure) -> Double {
        words.reduce(0) { $0 + measure.length($1.text) } + measure.blank * Double(max(0, words.count - 1))
    }

    private static func fits(_ words: [Transcript.Word], _ measure: Measure) -> Bool {
        guard words.count <= measure.mostWords ?? .max else { return false }
        return lines(words, measure).allSatisfy { length($0, measure) <= measure.line }
    }

    /// One line if there is room; otherwise two of about equal length, divided where one would breathe.
    private static func lines(_ words: [Transcript.Word], _ measure: Measure) -> [[Transcript.Word]] {
        guard measure.lines > 1, words.count > 1, length(words, measure) > measure.line else { return [words] }
        let cost = { (place: Int) -> Double in
            let (upper, lower) = (length(Array(words[..<place]), measure), length(Array(words[place...]), measure))
            let over = max(0, max(upper, lower) - measure.line)
            return over * 100 + abs(upper - lower) / measure.line + words[place - 1].breakCost * 0.5
        }
        let place = (1..<words.count).min { cost($0) < cost($1) }!
        return [Array(words[..<place]), Array(words[place...])]
    }
}

extension Transcript.Word {
    fileprivate var endsSentence: Bool {
        let letters = text.filter { !"\"'”’)»]".contains($0) }
        guard let last = letters.last, ".!?…。！？".contains(last) else { return false }
        // "Dr." and "e.g." do not.
        return last != "."
            || !(letters.count <= 3 && letters.first?.isUppercase == true) && !letters.dropLast().contains(".")
    }

    /// How much a break after this word disturbs.
    fileprivate var breakCost: Double {
        if endsSentence { return 0 }
        if let last = text.last, ",;:–—、，".contains(last) { return 0.1 }
        // Words that belong to the next one.
        return Self.leaning.contains(text.lowercased()) ? 1.5 : 0.6
    }

    private static let leaning: Set<String> = [
        "a", "an", "the", "of", "to", "in", "on", "at", "for", "with", "and", "or", "but", "my", "your", "his", "her",
        "our", "their", "is", "are", "was", "were", "i", "we", "you", "he", "she", "they", "it", "der", "die", "das",
        "ein",
        "eine", "und", "zu", "von", "mit", "im", "in", "le", "la", "les", "de", "du", "des", "et", "un", "une", "el",
        "los",
        "las", "y", "que",
    ]
}

extension Graphics {
    /// The captions of a film; none without a transcript.
    ///
    /// - Throws: `MediaError` for a file that is no transcript, or a font that is missing; `ParameterError`; `PlanError`
    ///   for a recording that is none of the film's.
    package func captionSheet(
        of composition: Composition, sounds: [AudioSource], _ output: OutputSettings
    ) throws -> CaptionSheet {
        guard let captions else { return CaptionSheet() }
        let transcript = try Transcript(path: captions.path)
        let style = try CaptionStyle(captions.style)
        let (phrases, leftOut) = transcript.phrases(
            in: composition, sessionTime: try captions.clock(composition, sounds), captions.turns ?? [])
        let em = 64
        let font = try TextRasterizer(fontFile: try FontFile.path(of: style.font, covering: ""))
        var lengths: [String: Double] = [:]
        // Bold letters are wider.
        for word in Set(phrases.joined().map(\.text)) {
            lengths[word] = Double(try font.mask(word, em: em).columns.count) * 1.12
        }
        let (size, area) = (output.canvas.size, output.textArea)
        let side = max(0.06, area.left, area.right)
        let line = Double(size.width) * (1 - 2 * side) / (style.size * Double(min(size.width, size.height)))
        return CaptionSheet(
            phrases, hasWordTimes: transcript.hasWordTimes, leftOut: leftOut,
            CaptionSheet.Measure(
                line: line * Double(em), lines: style.look.isShort ? 1 : 2, mostWords: style.look.isShort ? 4 : nil,
                length: { lengths[$0] ?? 0 }, blank: Double(em) * 0.3))
    }
}

extension Graphics.Captions {
    /// From milliseconds of the transcript to the session clock; `nil` if its times are the film's.
    fileprivate func clock(
        _ composition: Composition, _ sounds: [AudioSource]
    ) throws(PlanError) -> ((Int64) -> MediaTime)? {
        guard let angle = of else { return nil }
        if let take = composition.session.takes.first(where: { $0.angle == angle }) {
            return { take.sessionTime(at: .milliseconds($0)) }
        }
        guard let sound = sounds.first(where: { $0.angle == angle && $0.role == .recording }) else {
            throw PlanError("its captions are of '\(angle)', but it lists no recording of that name")
        }
        return { sound.clock.target(at: .milliseconds($0)) }
    }
}

extension Transcript {
    /// The phrases on the clock of a film; words that the film leaves out are missing.
    ///
    /// - Parameters:
    ///   - sessionTime: of a time of the transcript; `nil` if that is the film's.
    ///   - turns: who speaks when, if the transcript does not know it.
    fileprivate func phrases(
        in composition: Composition, sessionTime: ((Int64) -> MediaTime)?, _ turns: [Graphics.Captions.Turn]
    ) -> (phrases: [[Word]], leftOut: Int) {
        let (pieces, end) = (composition.clock.pieces, composition.duration)
        let isOfFilm = sessionTime == nil
        let session = sessionTime ?? { composition.clock.target(at: .milliseconds($0)) }
        var seen: [[Word]] = []
        var leftOut = 0
        for phrase in phrases {
            var parts: [Int: [Word]] = [:]
            for word in phrase {
                let middle = session((word.start + word.end) / 2)
                let limits = { (index: Int) in
                    (
                        index == 0 ? MediaTime.zero : pieces[index].source,
                        index + 1 < pieces.count ? pieces[index + 1].source : end
                    )
                }
                let index = pieces.indices.first { index in
                    let (film, limits) = (pieces[index].source(at: middle), limits(index))
                    return limits.0 <= film && film < limits.1
                }
                guard let index else {
                    leftOut += 1
                    continue
                }
                var word = word
                if !isOfFilm {
                    let (first, last) = limits(index)
                    let film = { (time: Int64) in
                        min(max(pieces[index].source(at: session(time)), first), last)
                            .ticks(in: .perSecond(1000), .nearest)
                    }
                    (word.start, word.end) = (film(word.start), film(word.end))
                }
                word.end = max(word.end, word.start + 1)
                if word.speaker == nil {
                    word.speaker = turns.last { $0.range.start <= middle && middle < $0.range.end }?.angle.name
                }
                parts[isOfFilm ? 0 : index, default: []].append(word)
            }
            seen += parts.sorted { $0.key < $1.key }.map { turns.isEmpty ? $0.value : Self.agreed($0.value) }
        }
        return (seen.sorted { $0[0].start < $1[0].start }, leftOut)
    }

    /// One word of a phrase in the turn of somebody else is a question of tenths of a second.
    private static func agreed(_ words: [Word]) -> [Word] {
        let counts = Dictionary(grouping: words.compactMap(\.speaker), by: \.self).mapValues(\.count)
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value * 5 >= words.count * 4
        else { return words }
        return words.map { word in
            var word = word
            word.speaker = most.key
            return word
        }
    }
}
