import MediaIO
import MediaTime
import Parameters
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
        var number, reel: String
        var line: Int
        /// "V", "A", "A2".
        var channels: [String]
        /// "C", "D", "W001".
        var code: String
        /// Frames that a transition takes.
        var length: Double
        /// Source in and out, record in and out.
        var times: [String]
        /// Whether its timecode skips numbers, if it does not say so itself.
        var isDropFrame: Bool
        var comments: [String] = []

        /// Of the outgoing clip of a transition, or of the only one.
        var from: String? { comment(["FROM CLIP NAME", "SOURCE FILE", "FROM CLIP", "FROM FILE"]) }
        /// Of the incoming clip of a transition.
        var to: String? { comment(["TO CLIP NAME", "TO CLIP"]) }
        var isBlack: Bool { reel.uppercased() == "BL" }
        /// It is only the outgoing side of a transition, without a length of its own.
        var isOutgoing: Bool { times[2] == times[3] }
        /// The name of the clip that is seen or heard.
        var clip: String { (code == "C" ? from : to) ?? reel }
        /// What its file is found by.
        var key: [String] { [clip, reel] }
        /// What compose calls the transition.
        var transition: String? { comment(["TRANSITION"]) }

        private func comment(_ names: [String]) -> String? {
            for name in names {
                for comment in comments where comment.uppercased().hasPrefix(name + ":") {
                    let text = trimmed(comment.dropFirst(name.count + 1))
                    if !text.isEmpty { return text }
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
        // The first line of a transition has its name after the second.
        for index in events.indices.dropLast()
        where events[index].number == events[index + 1].number && events[index].comments.isEmpty {
            events[index].comments = events[index + 1].comments
        }
    }

    private mutating func read(_ line: String, number: Int) throws(PlanError) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { return }
        switch first.uppercased() {
        case "TITLE:": title = words.dropFirst().joined(separator: " ")
        case "FCM:": isDropFrame = words.dropFirst().first?.uppercased() == "DROP"
        case "M2":
            guard !events.isEmpty, words.count > 3 else { return }
            throw PlanError(
                "line \(number) changes the speed (\(words.dropFirst().joined(separator: " "))), which compose does not support; remove it, or link a file that has that speed"
            )
        case "AUD":
            guard !events.isEmpty else { return }
            events[events.count - 1].channels += words.dropFirst().filter { ["3", "4"].contains($0) }.map { "A\($0)" }
        case let word where word.allSatisfy(\.isASCIIDigit):
            guard let event = event(words, line: number) else {
                throw PlanError(
                    "line \(number) is no event of CMX 3600: a number, a reel, channels (V, A, A2, AA, B), C, D or W with a length, and four timecodes"
                )
            }
            events.append(event)
        default:
            guard line.hasPrefix("*"), !events.isEmpty else { return }
            events[events.count - 1].comments.append(trimmed(line.dropFirst()))
        }
    }

    private func event(_ words: [String], line: Int) -> Event? {
        guard words.count >= 8 else { return nil }
        // Reels may contain spaces: everything else is counted from the end.
        let times = Array(words.suffix(4))
        var rest = Array(words.dropFirst().dropLast(4))
        var length = 0.0
        if rest.count > 3, let said = Int32(rest[rest.count - 1]) {
            length = Double(said)
            rest.removeLast()
        }
        guard rest.count >= 3, times.allSatisfy({ $0.contains { ":;.".contains($0) } }) else { return nil }
        let code = rest.removeLast().uppercased()
        guard let channels = Self.channels(rest.removeLast().uppercased()) else { return nil }
        return Event(
            number: words[0], reel: rest.joined(separator: " "), line: line, channels: channels, code: code,
            length: length, times: times, isDropFrame: isDropFrame)
    }

    /// "AA/V", as tracks; `nil` for others than there are.
    private static func channels(_ text: String) -> [String]? {
        var channels: [String] = []
        for word in text.split(separator: "/") {
            switch word {
            case "V", "V1": channels.append("V")
            case "B": channels += ["V", "A"]
            case "AA": channels += ["A", "A2"]
            case "A", "A1": channels.append("A")
            case "NONE": break
            case let word where word.first == "A" && (Int(word.dropFirst()).map { (2...32).contains($0) } ?? false):
                channels.append(String(word))
            default: return nil
            }
        }
        return channels
    }

    /// - Throws: `PlanError` naming the line that cannot be rendered as written.
    func timeline() throws -> TimelineFile {
        let sources = try sources()
        let film = events.lazy.compactMap { sources[$0.key]?.info.video?.filmRate }.first ?? .thirty
        let start = try events.map { try frame($0, 2, film) }.min() ?? 0
        var events: [String: [Event]] = [:]
        for event in self.events { for channel in Set(event.channels) { events[channel, default: []].append(event) } }
        let tracks = try events.keys.sorted { ($0 != "V" ? 1 : 0, $0) < ($1 != "V" ? 1 : 0, $1) }.map { name in
            JSONValue.track(
                name, kind: name == "V" ? "Video" : "Audio", try items(events[name]!, from: start, film, sources))
        }
        return try JSONValue.timeline(
            title, tracks: .stack("tracks", tracks), start: .time(Double(start), film.framesPerSecond)
        ).decoded(TimelineFile.self)
    }

    /// The files of all events, each read once.
    private func sources() throws -> [[String]: Source] {
        var (sources, infos) = ([[String]: Source](), [String: MediaInfo]())
        let endings = MediaFileName.videoEndings + MediaFileName.soundEndings
        let media = (FileSystem.names(inFolder: folder) ?? []).sorted().filter {
            endings.contains(FilePath($0).ending)
        }
        for event in events where !event.isBlack && !event.isOutgoing && sources[event.key] == nil {
            guard let name = Self.file(event.clip, event.reel, media) else {
                throw PlanError("line \(event.line): there is no file '\(event.clip)' beside the list; copy it there")
            }
            let info = try infos[name] ?? open(FilePath.join(folder, name))
            infos[name] = info
            sources[event.key] = Source(name: name, info: info)
        }
        return sources
    }

    /// The file of a name, with any ending of recordings, otherwise the one that a reel is named after.
    private static func file(_ name: String, _ reel: String, _ media: [String]) -> String? {
        let (name, reel) = (FilePath(name).name.lowercased(), reel.lowercased())
        let short = { (name: String) in name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8) }
        return media.first { $0.lowercased() == name } ?? media.first { FilePath($0).stem.lowercased() == name }
            ?? media.first { FilePath($0).stem.lowercased() == reel }
            ?? media.first { short(FilePath($0).stem.lowercased()) == short(reel) }
    }

    private func items(
        _ events: [Event], from first: Int64, _ rate: FrameRate, _ sources: [[String]: Source]
    ) throws -> [JSONValue] {
        let perSecond = rate.framesPerSecond
        var (items, end) = ([JSONValue](), first)
        for event in events where !event.isOutgoing {
            let (start, over) = (try frame(event, 2, rate), try frame(event, 3, rate))
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
            items.append(try clip(event, rate, count: over - start, sources[event.key]))
            end = over
        }
        return items
    }

    private func clip(_ event: Event, _ rate: FrameRate, count: Int64, _ source: Source?) throws -> JSONValue {
        let perSecond = rate.framesPerSecond
        guard !event.isBlack, let source else { return .gap(Double(count), perSecond) }
        let (zero, skipsNumbers) = EditDecisionList.firstFrame(of: source.info, at: rate)
        let first = try frame(event, 0, rate, skipsNumbers: skipsNumbers)
        let length = try frame(event, 1, rate, skipsNumbers: skipsNumbers) - first
        guard (length - count).magnitude <= 1 else {
            throw PlanError(
                "line \(event.line) plays \(length) frames in \(count), and compose does not change the speed; make both equally long"
            )
        }
        return .clip(
            FilePath(source.name).stem, .range(Double(first), perSecond, count: Double(count), perSecond),
            .file(source.name, available: .range(Double(zero), perSecond, count: 0, perSecond)))
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
        let isDropFrame = skipsNumbers ?? (event.isDropFrame || event.times[index].contains(";"))
        let text = fields.dropLast().joined(separator: ":") + (isDropFrame ? ";" : ":") + (fields.last ?? "")
        guard let code = Timecode(parsing: text, at: rate) else {
            throw PlanError(
                "line \(event.line): \(event.times[index]) is no timecode at \(rate.numerator)/\(rate.denominator) frames a second, the rate of the first file"
            )
        }
        return code.frame
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
