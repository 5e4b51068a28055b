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
        var isBlack: Bool { reel.uppercased() == "BL" }
        /// It is only the outgoing side of a transition, without a length of its own.
        var isOutgoing: Bool { times[2] == times[3] }
        /// The clip that is seen or heard.
        var clip: String { (code == "C" ? from : to ?? from) ?? reel }
        /// What its file is found by.
        var key: [String] { [clip, reel] }
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

    /// A file of the list.
    private struct Source {
        /// Without its folder.
        var name: String
        var info: MediaInfo
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
        var sources: [[String]: Source] = [:]
        var rate: FrameRate?
        let there = (FileSystem.names(inFolder: folder) ?? []).sorted()
        for event in events where !event.isBlack && !event.isOutgoing && sources[event.key] == nil {
            guard let name = Self.file(event.clip, event.reel, there) else {
                throw PlanError("line \(event.line): there is no file '\(event.clip)' beside the list; copy it there")
            }
            let info = try open(FilePath.join(folder, name))
            sources[event.key] = Source(name: name, info: info)
            rate = rate ?? info.video?.filmRate
        }
        let film = rate ?? .thirty
        let start = try events.map { try frame($0, 2, film) }.min() ?? 0
        var names: [String] = []
        for name in events.flatMap(\.channels) where !names.contains(name) { names.append(name) }
        let tracks = try names.sorted { ($0 != "V" ? 1 : 0, $0) < ($1 != "V" ? 1 : 0, $1) }.map { name in
            let own = events.filter { $0.channels.contains(name) }
            return JSONValue.track(
                name, kind: name == "V" ? "Video" : "Audio", try items(own, from: start, film, sources))
        }
        return try JSONValue.timeline(
            title, tracks: .stack("tracks", tracks), start: .time(Double(start), film.framesPerSecond)
        ).decoded(TimelineFile.self)
    }

    private func items(
        _ events: [Event], from first: Int64, _ rate: FrameRate, _ sources: [[String]: Source]
    ) throws -> [JSONValue] {
        let perSecond = rate.framesPerSecond
        var (items, end) = ([JSONValue](), first)
        for event in events {
            let (start, over) = (try frame(event, 2, rate), try frame(event, 3, rate))
            guard !event.isOutgoing else { continue }
            guard over > start else { throw PlanError("line \(event.line) ends before it begins") }
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
            items.append(try clip(event, rate, count: Double(over - start), sources[event.key]))
            end = over
        }
        return items
    }

    private func clip(_ event: Event, _ rate: FrameRate, count: Double, _ source: Source?) throws -> JSONValue {
        guard let source else { return .gap(count, rate.framesPerSecond) }
        let own = source.info.startTimecode
        let zero = own.map { rate.frame(at: $0.elapsed, .nearest) } ?? 0
        let first = try frame(event, 0, rate, skipsNumbers: own?.isDropFrame)
        return .clip(
            FilePath(source.name).stem, .range(Double(first), rate.framesPerSecond, count: count, rate.framesPerSecond),
            .file(source.name, available: .range(Double(zero), rate.framesPerSecond, count: 0, rate.framesPerSecond)))
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
    private static func file(_ name: String, _ reel: String, _ there: [String]) -> String? {
        let name = FilePath(name).name
        let media = there.filter {
            (MediaFileName.videoEndings + MediaFileName.soundEndings).contains(FilePath($0).ending)
        }
        return there.first { $0 == name } ?? there.first { $0.lowercased() == name.lowercased() }
            ?? media.first { FilePath($0).stem.lowercased() == name.lowercased() }
            ?? media.first { FilePath($0).stem.uppercased().filter(isOfReel).prefix(8) == reel.uppercased() }
    }

    private static func isOfReel(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
