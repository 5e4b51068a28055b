import MediaIO
import MediaTime
import Placing
import Planning
import Platform

/// A CMX 3600 edit decision list in OpenTimelineIO's objects.
///
/// It names files without their folders: they are looked for beside it. Its times are timecode, counted at the rate of
/// the first file.
struct EditDecisionFile {
    /// A line of an event, with the comments that follow it.
    private struct Event {
        var number, line: Int
        var reel: String
        /// "V", "A", "A2".
        var channels: [String]
        /// "C", "D", "W001".
        var code: String
        /// Frames that a transition takes.
        var length: Double
        /// Source in and out, record in and out.
        var times: [String]
        var comments: [String] = []

        /// Of the outgoing clip of a transition, or of the only one.
        var from: String? { comment(["FROM CLIP NAME", "SOURCE FILE", "FROM CLIP", "FROM FILE"]) }
        /// Of the incoming clip of a transition.
        var to: String? { comment(["TO CLIP NAME", "TO CLIP"]) }
        /// What compose calls the transition.
        var transition: String? { comment(["TRANSITION"]) }

        private func comment(_ names: [String]) -> String? {
            for name in names {
                for comment in comments where comment.uppercased().hasPrefix(name + ":") {
                    let text = comment.dropFirst(name.count + 1).drop { $0 == " " }
                    if !text.isEmpty { return String(text) }
                }
            }
            return nil
        }
    }

    private var title = ""
    private var events: [Event] = []
    private var isDropFrame = false
    private let folder: String
    private let open: (String) throws -> MediaInfo

    /// - Parameters:
    ///   - folder: of the list, where files are looked for.
    ///   - open: probes a file.
    /// - Throws: `PlanError` naming the line that cannot be read.
    init(_ bytes: [UInt8], folder: String, open: @escaping (String) throws -> MediaInfo) throws(PlanError) {
        (self.folder, self.open) = (folder, open)
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            try read(String(line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }), number: index + 1)
        }
        guard !events.isEmpty else { throw PlanError("it is no edit decision list: it has no events") }
    }

    private mutating func read(_ line: String, number: Int) throws(PlanError) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { return }
        switch first.uppercased() {
        case "TITLE:": title = words.dropFirst().joined(separator: " ")
        case "FCM:": isDropFrame = words.dropFirst().first?.uppercased() == "DROP"
        case "M2":
            guard !events.isEmpty, words.count > 2, Double(words[2]) != nil else { return }
            throw PlanError(
                "line \(number) changes the speed (\(words.dropFirst().joined(separator: " "))), which compose does not support; remove it, or link a file that has that speed"
            )
        case let word where Int(word) != nil:
            guard let event = Self.event(words, line: number) else {
                throw PlanError(
                    "line \(number) is no event of CMX 3600: a number, a reel, channels, C, D or W with a length, and four timecodes"
                )
            }
            events.append(event)
        default:
            guard line.hasPrefix("*"), !events.isEmpty else { return }
            events[events.count - 1].comments.append(String(line.dropFirst().drop { $0 == " " }))
        }
    }

    private static func event(_ words: [String], line: Int) -> Event? {
        guard words.count >= 8, let number = Int(words[0]) else { return nil }
        // Reels may contain spaces: everything else is counted from the end.
        let times = Array(words.suffix(4))
        var rest = Array(words.dropFirst().dropLast(4))
        var length = 0.0
        if rest.count > 3, let said = Double(rest[rest.count - 1]), said.isFinite {
            (length, _) = (said, rest.removeLast())
        }
        guard rest.count >= 3, times.allSatisfy({ $0.contains { ":;.".contains($0) } }) else { return nil }
        let (code, channel) = (rest.removeLast().uppercased(), rest.removeLast().uppercased())
        let channels = channel.split(separator: "/").flatMap { word -> [String] in
            switch word {
            case "B": ["V", "A"]
            case "AA": ["A", "A2"]
            case "A1": ["A"]
            case "NONE": []
            default: [String(word)]
            }
        }
        return Event(
            number: number, line: line, reel: rest.joined(separator: " "), channels: channels, code: code,
            length: length, times: times)
    }

    /// - Throws: `PlanError` naming the line that cannot be rendered as written.
    func timeline() throws -> TimelineFile {
        var files: [String: MediaInfo] = [:]
        var rate: FrameRate?
        for event in events {
            for name in [event.from, event.to] {
                guard let name, let file = file(name, event.reel), files[file] == nil else { continue }
                files[file] = try open(FilePath.join(folder, file))
                rate = rate ?? files[file]?.video?.filmRate
            }
        }
        let film = rate ?? .thirty
        let start = try events.filter { $0.channels.contains("V") }.map { try frame($0, 2, film) }.min() ?? 0
        var names: [String] = []
        for name in events.flatMap(\.channels) where !names.contains(name) { names.append(name) }
        let tracks = try names.sorted { ($0 != "V" ? 1 : 0, $0) < ($1 != "V" ? 1 : 0, $1) }.map { name in
            let own = events.filter { $0.channels.contains(name) }
            return JSONValue.track(
                name, kind: name == "V" ? "Video" : "Audio", try items(own, from: start, film, files))
        }
        return try JSONValue.timeline(
            title, tracks: .stack("tracks", tracks), start: .time(Double(start), film.framesPerSecond)
        ).decoded(TimelineFile.self)
    }

    private func items(
        _ events: [Event], from first: Int64, _ rate: FrameRate, _ files: [String: MediaInfo]
    ) throws -> [JSONValue] {
        let perSecond = rate.framesPerSecond
        var (items, end) = ([JSONValue](), first)
        for (index, event) in events.enumerated() {
            let (start, over) = (try frame(event, 2, rate), try frame(event, 3, rate))
            // The outgoing side of a transition, which has no length of its own.
            let next = index + 1 < events.count && events[index + 1].number == event.number
            guard over > start || next else { throw PlanError("line \(event.line) ends before it begins") }
            guard over > start else { continue }
            guard start >= end else { throw PlanError("line \(event.line) begins before the event before it ends") }
            if start > end { items.append(.gap(Double(start - end), perSecond)) }
            if event.code != "C" {
                guard event.length > 0, let transition = transition(event) else {
                    throw PlanError(
                        "line \(event.line) has the transition \(event.code), which compose does not support; use C or D"
                    )
                }
                items.append(
                    .transition(
                        transition, type: "SMPTE_Dissolve", before: 0, after: event.length, perSecond,
                        metadata: .object(["compose": .object(["transition": .text(transition)])])))
            }
            items.append(try clip(event, rate, count: Double(over - start), files))
            end = over
        }
        return items
    }

    private func clip(
        _ event: Event, _ rate: FrameRate, count: Double, _ files: [String: MediaInfo]
    ) throws -> JSONValue {
        guard event.reel.uppercased() != "BL" else { return .gap(count, rate.framesPerSecond) }
        let name = (event.code == "C" ? event.from : event.to ?? event.from) ?? event.reel
        guard let file = file(name, event.reel), let info = files[file] else {
            throw PlanError("line \(event.line): there is no file '\(name)' beside the list; copy it there")
        }
        let own = info.startTimecode
        let zero = own.map { rate.frame(at: $0.elapsed, .nearest) } ?? 0
        let first = try frame(event, 0, rate, skipsNumbers: own?.isDropFrame)
        return .clip(
            FilePath(file).stem, .range(Double(first), rate.framesPerSecond, count: count, rate.framesPerSecond),
            .file(file, available: .range(Double(zero), rate.framesPerSecond, count: 0, rate.framesPerSecond)))
    }

    /// By its name as compose writes it, or its number.
    private func transition(_ event: Event) -> String? {
        if let name = event.transition { return name }
        if event.code == "D" { return "dissolve" }
        return event.code.hasPrefix("W") ? Int(event.code.dropFirst()).flatMap(WipeCode.transition) : nil
    }

    private func frame(
        _ event: Event, _ index: Int, _ rate: FrameRate, skipsNumbers: Bool? = nil
    ) throws(PlanError) -> Int64 {
        let fields = event.times[index].split { ":;.".contains($0) }
        let isDropFrame = skipsNumbers ?? (isDropFrame || event.times[index].contains(";"))
        let text = fields.dropLast().joined(separator: ":") + (isDropFrame ? ";" : ":") + (fields.last ?? "")
        guard let code = Timecode(parsing: text, at: rate) else {
            throw PlanError(
                "line \(event.line): \(event.times[index]) is no timecode at \(rate.numerator)/\(rate.denominator) frames a second, the rate of the first file"
            )
        }
        return code.frame
    }

    /// The file of a name, with any ending of recordings, otherwise the one that a reel is named after.
    private func file(_ name: String, _ reel: String) -> String? {
        let name = FilePath(name).name
        let there = (FileSystem.names(inFolder: folder) ?? []).sorted()
        let media = there.filter {
            (MediaFileName.videoEndings + MediaFileName.soundEndings).contains(FilePath($0).ending)
        }
        return there.first { $0 == name } ?? there.first { $0.lowercased() == name.lowercased() }
            ?? media.first { FilePath($0).stem.lowercased() == name.lowercased() }
            ?? media.first { FilePath($0).stem.uppercased().filter(isOfReel).prefix(8) == reel.uppercased() }
    }

    private func isOfReel(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
