import MediaTime
import Parameters
import Planning
import Timeline

/// A film as a CMX 3600 edit decision list: one picture track with cuts, dissolves and wipes.
///
/// A transition begins where its event does: the event before it ends there, and goes on underneath.
struct EditDecisionList {
    private let cuts: CutList
    private let plan: RenderPlan
    private let name: String
    private var rate: FrameRate { plan.composition.frameRate }

    init(_ cuts: CutList, _ plan: RenderPlan, name: String) { (self.cuts, self.plan, self.name) = (cuts, plan, name) }

    var exchanged: Exchanged { Exchanged(text: lines.joined(separator: "\r\n") + "\r\n", notes: notes) }

    private var notes: [ExchangeNote] {
        cuts.notes(keepsKinds: false) { $0.specification.name == "dissolve" || WipeCode($0.specification) != nil }
            + (plan.mix == nil ? [] : [.sound])
    }

    private var lines: [String] {
        let isDropFrame = Timecode(frame: 0, at: rate).isDropFrame
        var lines = ["TITLE: \(name)", "FCM: \(isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")", ""]
        var number = 0
        for (index, event) in cuts.events.enumerated() {
            let next = index + 1 < cuts.events.count ? cuts.events[index + 1].transition : nil
            let start = event.transition?.frames.lowerBound ?? event.frames.lowerBound
            let frames = start..<(next?.frames.lowerBound ?? event.frames.upperBound)
            number += 1
            if let transition = event.transition {
                let last = cuts.events[index - 1]
                // The event that fades, without a length of its own.
                lines.append(line(number, last, start..<start, "C", 0))
                let code = WipeCode(transition.specification).map { "W\($0)" } ?? "D"
                lines.append(line(number, event, frames, code, Int64(transition.frames.count)))
                lines.append("* FROM CLIP NAME: \(clipName(last))")
                lines.append("* TO CLIP NAME: \(clipName(event))")
                if transition.specification.name != "dissolve" {
                    lines.append("* TRANSITION: \(transition.specification)")
                }
            } else {
                lines.append(line(number, event, frames, "C", 0))
                lines.append("* FROM CLIP NAME: \(clipName(event))")
            }
            if let scene = event.scene, scene.angles.count > 1 { lines.append("* VIEW: \(scene)") }
        }
        return lines
    }

    private func line(
        _ number: Int, _ event: CutList.Event, _ frames: Range<Int64>, _ code: String, _ length: Int64
    ) -> String {
        let source = sourceFrame(event, at: frames.lowerBound)
        let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
        let reel = padded(self.reel(event), 8)
        let how = length > 0 ? "\(padded(code, 4)) \(threeDigits(length))" : padded(code, 8)
        let times = [source, source + Int64(frames.count), frames.lowerBound, frames.upperBound]
        return
            "\(digits)  \(reel) V     \(how) \(times.map { "\(Timecode(frame: $0, at: rate))" }.joined(separator: " "))"
    }

    /// By the film's rate, counted on from the file's own timecode.
    private func sourceFrame(_ event: CutList.Event, at frame: Int64) -> Int64 {
        guard let take = event.take else { return 0 }
        let info = plan.sources[take].info
        let footage = plan.composition.session.takes[take].footage
        let time = event.start - footage.start + rate.time(ofFrame: frame) - rate.time(ofFrame: event.frames.lowerBound)
        let first = info.timecode.flatMap { Timecode.frame(parsing: $0, at: rate) } ?? 0
        return max(0, first + rate.frame(at: time, .nearest))
    }

    /// Eight letters and digits; "BL" is black.
    private func reel(_ event: CutList.Event) -> String {
        guard let take = event.take else { return "BL" }
        let name = plan.composition.session.takes[take].angle.name.uppercased().filter {
            $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        return name.isEmpty ? "AX" : String(name.prefix(8))
    }

    private func clipName(_ event: CutList.Event) -> String {
        event.take.map { plan.composition.session.takes[$0].path.split(separator: "/").last.map(String.init) ?? "" }
            ?? "BLACK"
    }

    private func padded(_ text: String, _ count: Int) -> String {
        text + String(repeating: " ", count: max(0, count - text.count))
    }

    private func threeDigits(_ number: Int64) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
    }
}

/// The number that SMPTE 258M gives a wipe, as SMIL 2.0 lists them; `nil` for what it has none for.
struct WipeCode: CustomStringConvertible {
    let number: Int
    var description: String { String(repeating: "0", count: 3 - "\(number)".count) + "\(number)" }

    private static let codes: [String: [String: Int]] = [
        "wipe": ["": 1, "0": 1, "right": 1, "90": 2, "down": 2],
        "diagonal": ["": 41, "top-left": 41, "top-right": 42],
        "barn-door": ["": 21, "0": 21, "90": 22],
        "circle": ["": 119, "open": 119],
        "iris": ["": 102, "diamond": 102, "rectangle": 101],
        "clock": ["": 201, "270": 201],
    ]

    init?(_ specification: Specification) {
        // The parameter that decides the direction or the shape; others, such as a soft edge, have no number.
        let key = [
            "wipe": "angle", "diagonal": "from", "barn-door": "angle", "circle": "mode", "iris": "shape",
            "clock": "angle",
        ]
        guard let codes = Self.codes[specification.name], let name = key[specification.name] else { return nil }
        let value = specification.parameters[name] ?? specification.parameters[""] ?? ""
        guard let number = codes[value] else { return nil }
        self.number = number
    }
}

extension Timecode {
    /// The number of a frame by its timecode, "01:00:00:00" or "00:01:00;02"; `nil` where it is none.
    static func frame(parsing text: String, at rate: FrameRate) -> Int64? {
        let fields = text.split { ":;.".contains($0) }.map { Int64($0) }
        guard fields.count == 4, let hours = fields[0], let minutes = fields[1], let seconds = fields[2],
            let frames = fields[3], [hours, minutes, seconds, frames].allSatisfy({ (0..<1000).contains($0) })
        else { return nil }
        let nominal = Timecode(frame: 0, at: rate).framesPerSecond
        let number = (hours * 3600 + minutes * 60 + seconds) * nominal + frames
        guard Timecode(frame: 0, at: rate).isDropFrame else { return number }
        let all = hours * 60 + minutes
        return number - nominal / 15 * (all - all / 10)
    }
}
