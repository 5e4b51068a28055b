import Audio
import MediaIO
import MediaTime
import Parameters
import Planning
import Timeline

/// A film as a CMX 3600 edit decision list: a picture track with cuts, dissolves and wipes, and up to four sound tracks
/// with cuts.
///
/// A transition begins where its event does: the previous event ends there, and continues underneath.
struct EditDecisionList: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "edl", ending: "edl",
        summary: "CMX 3600: cuts, dissolves and wipes, four sound tracks, source timecode",
        carries: [.ranges, .timing], mostSoundTracks: channels.count
    ) { $0.name == "dissolve" || WipeCode($0) != nil }
    private let cuts: CutList
    private let plan: RenderPlan
    private let tracks: [[HeardClip]]
    private let name: String
    /// By path.
    private let reels: [String: String]
    private var rate: FrameRate { plan.composition.frameRate }

    init(_ film: ExchangedFilm) {
        (cuts, plan, tracks, name) = (film.cuts, film.plan, film.tracks, film.name)
        reels = Self.reels(plan)
    }

    func text() -> String { (head + events.flatMap(\.lines)).joined(separator: "\r\n") + "\r\n" }

    /// What the format has no numbers for.
    var notes: [ExchangeNote] {
        let events = events
        let midnight = events.count(where: \.passesMidnight)
        return (events.count > 999 ? [.events(events.count)] : []) + (midnight > 0 ? [.midnight(midnight)] : [])
    }

    private struct Numbered {
        var lines: [String]
        /// Its timecode starts over within it.
        var passesMidnight: Bool
    }

    /// Of sound tracks: two from the standard, and two that editing programs added.
    static let channels = ["A", "A2", "A3", "A4"]

    private var head: [String] {
        let isDropFrame = Timecode(frame: 0, at: rate).isDropFrame
        return ["TITLE: \(Self.line(name))", "FCM: \(isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")", ""]
    }

    private var events: [Numbered] {
        var events: [Numbered] = []
        for (index, event) in cuts.events.enumerated() {
            let next = index + 1 < cuts.events.count ? cuts.events[index + 1].transition : nil
            let start = event.transition?.frames.lowerBound ?? event.frames.lowerBound
            let frames = start..<(next?.frames.lowerBound ?? event.frames.upperBound)
            let number = events.count + 1
            var lines: [String] = []
            if let transition = event.transition {
                let last = cuts.events[index - 1]
                // The outgoing event, with no length of its own.
                lines.append(line(number, last, start..<start).text)
                let code = WipeCode(transition.specification).map { "W\($0)" } ?? "D"
                let incoming = line(number, event, frames, code, Int64(transition.frames.count))
                lines.append(incoming.text)
                lines.append("* FROM CLIP NAME: \(clipName(last.input))")
                lines.append("* TO CLIP NAME: \(clipName(event.input))")
                if transition.specification.name != "dissolve" {
                    lines.append("* TRANSITION: \(transition.specification)")
                }
                events.append(Numbered(lines: lines, passesMidnight: incoming.passesMidnight))
            } else {
                let only = line(number, event, frames)
                events.append(
                    Numbered(
                        lines: [only.text, "* FROM CLIP NAME: \(clipName(event.input))"],
                        passesMidnight: only.passesMidnight))
            }
            if let scene = event.scene, scene.angles.count > 1 {
                events[index].lines.append("* VIEW: \(Self.line("\(scene)"))")
            }
        }
        for (track, channel) in zip(tracks, Self.channels) {
            for heard in track {
                let place = (input: Optional(heard.input), start: heard.start)
                let own = line(events.count + 1, place, heard.frames, channel: channel)
                events.append(
                    Numbered(
                        lines: [own.text, "* FROM CLIP NAME: \(clipName(heard.input))"],
                        passesMidnight: own.passesMidnight))
            }
        }
        return events
    }

    private func line(
        _ number: Int, _ event: CutList.Event, _ frames: Range<Int64>, _ code: String = "C", _ length: Int64 = 0
    ) -> (text: String, passesMidnight: Bool) {
        let early = rate.time(ofFrame: frames.lowerBound) - rate.time(ofFrame: event.frames.lowerBound)
        return line(number, (event.input, event.start + early), frames, code, length, channel: "V")
    }

    private func line(
        _ number: Int, _ place: (input: SourceID?, start: MediaTime), _ frames: Range<Int64>, _ code: String = "C",
        _ length: Int64 = 0, channel: String
    ) -> (text: String, passesMidnight: Bool) {
        let (source, skipsNumbers) = sourceFrame(place.input, at: place.start)
        let reel = padded(self.reel(place.input), 8)
        let how = length > 0 ? "\(padded(code, 4)) \(digits(length, 3))" : padded(code, 8)
        let times =
            [source, source + Int64(frames.count)].map { Timecode(frame: $0, at: rate, skipsNumbers: skipsNumbers) }
            + [frames.lowerBound, frames.upperBound].map { Timecode(frame: $0, at: rate) }
        let text =
            "\(digits(number, 3))  \(reel) \(padded(channel, 5)) \(how) \(times.map(\.description).joined(separator: " "))"
        let passesMidnight = times[1].frame < times[0].frame || times[3].frame < times[2].frame
        return (text, passesMidnight)
    }

    /// At the film's rate, counted from the file's own timecode; and whether its timecode skips numbers, if that is not
    /// as usual at the film's rate.
    private func sourceFrame(_ input: SourceID?, at time: MediaTime) -> (frame: Int64, skipsNumbers: Bool?) {
        guard let input else { return (0, nil) }
        let (start, info) =
            switch input {
            case .take(let take): (plan.composition.session.takes[take].footage.start, plan.sources[take].info)
            case .sound(let sound): (plan.sounds[sound].extent.start, plan.sounds[sound].info)
            }
        let (first, skipsNumbers) = Self.firstFrame(of: info, at: rate)
        return (max(0, first + rate.frame(at: time - start, .nearest)), skipsNumbers)
    }

    /// The number of a file's first picture or sample, at the film's rate, and whether its timecode skips numbers, if that
    /// is not as usual at the film's rate.
    ///
    /// Timecode is a label: with as many numbers a second, 29.97 in a film at 30, it is kept; otherwise its time of day is.
    static func firstFrame(of file: MediaInfo, at rate: FrameRate) -> (frame: Int64, skipsNumbers: Bool?) {
        guard let timecode = file.startTimecode else { return (0, nil) }
        guard timecode.framesPerSecond == Timecode(frame: 0, at: rate).framesPerSecond else {
            return (rate.frame(at: timecode.timeOfDay, .nearest), nil)
        }
        return (timecode.frame, timecode.isDropFrame)
    }

    /// Of a file: at most eight letters and digits; "BL" is black.
    private func reel(_ input: SourceID?) -> String { input.flatMap { reels[plan.path(of: $0)] } ?? "BL" }

    /// A name for each file: its camera's, or with a number where another file has it.
    private static func reels(_ plan: RenderPlan) -> [String: String] {
        let names = plan.inputs.map { input in
            let angle =
                switch input {
                case .take(let take): plan.composition.session.takes[take].angle
                case .sound(let sound): plan.sounds[sound].angle
                }
            let name = angle.name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return (path: plan.path(of: input), reel: name.isEmpty ? "REEL" : String(name.prefix(8)))
        }
        // "AX" is any other source.
        var (reels, taken): ([String: String], Set<String>) = ([:], ["BL", "AX"])
        for (path, reel) in names where reels[path] == nil && taken.insert(reel).inserted { reels[path] = reel }
        for (path, reel) in names where reels[path] == nil {
            let numbered = (2...).lazy.map { number in reel.prefix(8 - "\(number)".count) + "\(number)" }
            let free = String(numbered.first { !taken.contains(String($0)) }!)
            taken.insert(free)
            reels[path] = free
        }
        return reels
    }

    private func clipName(_ input: SourceID?) -> String {
        Self.line(input.map { plan.path(of: $0).split(separator: "/").last.map(String.init) ?? "" } ?? "BLACK")
    }

    /// The format consists of lines, so a name must be a single line.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(0, count - text.count))
    }
}

/// The number of a wipe in SMPTE 258M, as listed in SMIL 2.0; `nil` if it has none.
struct WipeCode: CustomStringConvertible {
    let number: Int
    var description: String { digits(number, 3) }

    private static let codes: [String: [String: Int]] = [
        "wipe": ["": 1, "0": 1, "right": 1, "90": 2, "down": 2],
        "diagonal": ["": 41, "top-left": 41, "top-right": 42],
        "barn-door": ["": 21, "0": 21, "90": 22],
        "circle": ["": 119, "open": 119],
        "iris": ["": 102, "diamond": 102, "rectangle": 101],
        "clock": ["": 201, "270": 201],
    ]

    /// The parameter that determines the direction or the shape; others, such as a soft edge, have no number.
    private static let keys = [
        "wipe": "angle", "diagonal": "from", "barn-door": "angle", "circle": "mode", "iris": "shape", "clock": "angle",
    ]

    /// The transition of a number; `nil` if there is none.
    static func transition(_ number: Int) -> String? {
        for (name, codes) in codes.sorted(by: { $0.key < $1.key }) {
            guard let value = codes.filter({ $0.value == number }).map(\.key).min() else { continue }
            return value.isEmpty ? name : "\(name):\(keys[name]!)=\(value)"
        }
        return nil
    }

    init?(_ specification: Specification) {
        guard let codes = Self.codes[specification.name], let name = Self.keys[specification.name] else { return nil }
        let value = specification.parameters[name] ?? specification.parameters[""] ?? ""
        guard let number = codes[value] else { return nil }
        self.number = number
    }
}

extension CutList.Event {
    fileprivate var input: SourceID? { take.map(SourceID.take) }
}
