import MediaTime
import Timeline

/// Captions as a text file beside a film: SubRip or WebVTT.
package struct CaptionText {
    package let text: String

    /// What is said in a film, with the voices of its speakers in WebVTT.
    package init(_ sheet: CaptionSheet, isWebVTT: Bool) {
        self.init(
            sheet.captions.map { caption in
                let text =
                    isWebVTT
                    ? caption.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
                        ">", with: "&gt;")
                    : caption.text
                let voice = isWebVTT ? caption.speaker.map { "<v \(sheet.speakers[$0])>" } ?? "" : ""
                return (caption.range, voice + text)
            }, isWebVTT)
    }

    /// More is not read at once.
    private static let longest = MediaTime.seconds(6)

    /// When who speaks, for somebody who writes down what is said. Names stand before the text, where `Transcript` reads
    /// them.
    ///
    /// - Parameter spoken: in order.
    package init(template spoken: [SpeakerTurn], isWebVTT: Bool) {
        self.init(
            spoken.flatMap { turn in
                let (start, length) = (turn.range.start, turn.range.duration)
                let count = max(1, (length.flicks + Self.longest.flicks - 1) / Self.longest.flicks)
                return (0..<count).map { part in
                    (
                        TimeRange(start: start + length * part / count, end: start + length * (part + 1) / count),
                        isWebVTT ? "<v \(turn.angle)>…" : "\(turn.angle): …"
                    )
                }
            }, isWebVTT)
    }

    private init(_ cues: [(range: TimeRange, text: String)], _ isWebVTT: Bool) {
        let time = { (time: MediaTime) in Self.time(time, mark: isWebVTT ? "." : ",") }
        let blocks = cues.enumerated().map { index, cue in
            "\(index + 1)\n\(time(cue.range.start)) --> \(time(cue.range.end))\n\(cue.text)\n"
        }
        text = (isWebVTT ? "WEBVTT\n\n" : "") + blocks.joined(separator: "\n")
    }

    private static func time(_ time: MediaTime, mark: String) -> String {
        let thousandths = time.ticks(in: .perSecond(1000), .nearest)
        let digits = { (number: Int64, count: Int) in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = thousandths / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
        return parts.joined(separator: ":") + mark + digits(thousandths % 1000, 3)
    }
}
