import MediaIO
import MediaTime
import Pictures
import Placing
import Platform
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
        /// Of the usual type size, if a line would be too long: 1 or less.
        package var scale = 1.0
        package var text: String {
            lines.map { line in
                line.enumerated().map { $0 > 0 && !$1.isJoined ? " " + $1.text : $1.text }.joined()
            }.joined(separator: "\n")
        }
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
        var numbers: [String: Int] = [:]
        for phrase in phrases {
            // Lines that somebody wrote stay together as far as there is room.
            for part in hasWordTimes ? Self.sentences(phrase) : [phrase] {
                let lengths = Lengths(part, measure)
                for range in lengths.divided() {
                    let lines = lengths.lines(range)
                    let longest = lines.map(lengths.length).max()!
                    captions.append(
                        Caption(
                            start: part[range.lowerBound].start, end: part[range.upperBound - 1].end,
                            lines: lines.map { Array(part[$0]) },
                            speaker: part[range.lowerBound].speaker.map { name in
                                if let known = numbers[name] { return known }
                                numbers[name] = speakers.count
                                speakers.append(name)
                                return speakers.count - 1
                            }, scale: min(1, measure.line / max(longest, 0.001))))
                }
            }
        }
        captions.sort { $0.start < $1.start }
        var last: Int64 = 0
        for index in captions.indices {
            // Who begins while somebody else speaks is read after them.
            if captions[index].start < last {
                captions[index].delay(to: min(last, captions[index].start + Self.longestDelay))
            }
            last = max(last, captions[index].end)
        }
        for index in captions.indices {
            // It stays until it can have been read, or the next one comes.
            let next = index + 1 < captions.count ? captions[index + 1].start : .max
            let wanted = max(captions[index].end + Self.linger, captions[index].start + Self.shortest)
            captions[index].end = wanted > next - Self.flicker ? next : wanted
        }
        captions.removeAll { $0.start >= $0.end }
    }

    /// In milliseconds.
    private static let (linger, shortest, flicker): (Int64, Int64, Int64) = (300, 700, 120)
    private static let longestDelay: Int64 = 1500
    /// Silence that ends a caption, in milliseconds.
    private static let pause: Int64 = 700

    /// Words up to the end of a sentence, a pause, or another speaker.
    private static func sentences(_ words: [Transcript.Word]) -> [[Transcript.Word]] {
        var starts = words.isEmpty ? [] : [0]
        for index in words.indices.dropFirst() {
            let (first, last, word) = (words[starts.last!], words[index - 1], words[index])
            let goesOn =
                word.start - last.end < pause && word.speaker == last.speaker
                && (!last.endsSentence || last.end - first.start < shortest)
            if !goesOn { starts.append(index) }
        }
        return zip(starts, starts.dropFirst() + [words.count]).map { Array(words[$0..<$1]) }
    }
}

extension CaptionSheet.Caption {
    fileprivate mutating func delay(to time: Int64) {
        start = max(start, time)
        end = max(end, start)
        for line in lines.indices {
            for word in lines[line].indices {
                lines[line][word].start = max(lines[line][word].start, start)
                lines[line][word].end = max(lines[line][word].end, lines[line][word].start)
            }
        }
    }
}

/// How long words are, for dividing them.
private struct Lengths {
    let words: [Transcript.Word]
    let measure: CaptionSheet.Measure
    /// Up to each word, with the blanks between them.
    private let sums: [Double]
    /// How much a break after each word disturbs.
    private let breakCosts: [Double]

    init(_ words: [Transcript.Word], _ measure: CaptionSheet.Measure) {
        (self.words, self.measure) = (words, measure)
        breakCosts = words.map(\.breakCost)
        sums = words.reduce(into: [0]) { sums, word in
            sums.append(sums.last! + measure.length(word.text) + (word.isJoined ? 0 : measure.blank))
        }
    }

    func length(_ range: Range<Int>) -> Double {
        let blank = range.isEmpty || words[range.lowerBound].isJoined ? 0 : measure.blank
        return sums[range.upperBound] - sums[range.lowerBound] - blank
    }

    /// The division into captions that reads best: few of them, that end where one would breathe, of about equal length.
    func divided() -> [Range<Int>] {
        var best: [(cost: Double, start: Int)] = [(0, 0)]
        let full = measure.line * Double(measure.lines)
        for end in 1...words.count {
            var found: (cost: Double, start: Int) = (.infinity, end - 1)
            for start in stride(from: end - 1, through: 0, by: -1) {
                guard start == end - 1 || fits(start..<end) else { break }
                let empty = 1 - min(1, length(start..<end) / full)
                let rest = end < words.count ? breakCosts[end - 1] : 0
                let cost = best[start].cost + 1 + rest + empty * empty
                if cost < found.cost { found = (cost, start) }
            }
            best.append(found)
        }
        var parts: [Range<Int>] = []
        var end = words.count
        while end > 0 {
            parts.append(best[end].start..<end)
            end = best[end].start
        }
        return parts.reversed()
    }

    private func fits(_ range: Range<Int>) -> Bool {
        words[range].count { !$0.isJoined } <= measure.mostWords ?? .max
            && length(range) <= measure.line * Double(measure.lines)
            && lines(range).allSatisfy { length($0) <= measure.line }
    }

    /// One line if there is room; otherwise two of about equal length, divided where one would breathe.
    func lines(_ range: Range<Int>) -> [Range<Int>] {
        guard measure.lines > 1, range.count > 1, length(range) > measure.line else { return [range] }
        var best = (cost: Double.infinity, place: range.lowerBound + 1)
        for place in range.dropFirst() {
            let (upper, lower) = (length(range.lowerBound..<place), length(place..<range.upperBound))
            let over = max(0, max(upper, lower) - measure.line)
            let cost = over * 100 + abs(upper - lower) / measure.line + breakCosts[place - 1] * 0.5
            if cost < best.cost { best = (cost, place) }
        }
        return [range.lowerBound..<best.place, best.place..<range.upperBound]
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
    /// How much wider bold letters are, with their outlines.
    private static let boldness = 1.22

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
        // Letters that other fonts have to draw are wider than a box in their place.
        var letters: [Character: Double] = [:]
        for letter in Set(phrases.joined().flatMap(\.text)) {
            let isWide = letter.unicodeScalars.contains { $0.value >= 0x1100 }
            let width = Double(try font.mask("\(letter)\(letter)", em: em).columns.count) / 2
            letters[letter] = max(width * Self.boldness, isWide ? Double(em) : 0)
        }
        let (size, area) = (output.canvas.size, output.textArea)
        let side = max(0.06, area.left, area.right)
        let line = Double(size.width) * (1 - 2 * side) / (style.size * Double(min(size.width, size.height)))
        return CaptionSheet(
            phrases, hasWordTimes: transcript.hasWordTimes, leftOut: leftOut,
            CaptionSheet.Measure(
                line: line * Double(em), lines: style.look.isShort ? 1 : 2, mostWords: style.look.isShort ? 4 : nil,
                length: { $0.reduce(0) { $0 + (letters[$1] ?? 0) } }, blank: Double(em) * 0.3))
    }
}

extension Graphics.Captions {
    /// From milliseconds of the transcript to the session clock; `nil` if its times are the film's.
    fileprivate func clock(
        _ composition: Composition, _ sounds: [AudioSource]
    ) throws(PlanError) -> ((Int64) -> MediaTime)? {
        guard let angle = of else { return nil }
        let takes = composition.session.takes.filter { $0.angle == angle }
        // A transcript is named after its recording.
        if let take = takes.first(where: { FilePath($0.path).stem == FilePath(path).stem }) ?? takes.first {
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
                let index = max(0, pieces.partitioningIndex { $0.target > middle } - 1)
                let film = pieces[index].source(at: middle)
                guard limits(index).0 <= film, film < limits(index).1 else {
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
                    // Turns are in order, and hardly overlap.
                    let next = turns.partitioningIndex { $0.range.start > middle }
                    word.speaker = turns[max(0, next - 4)..<next].last { middle < $0.range.end }?.angle.name
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
