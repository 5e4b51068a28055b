import MediaTime

/// Subtitles without words: when who speaks, for somebody who writes down what is said.
package struct CaptionTemplate {
    /// SubRip or WebVTT.
    package let text: String

    /// More is not read at once.
    private static let longest = MediaTime.seconds(6)

    /// - Parameters:
    ///   - spoken: in order.
    ///   - isWebVTT: names are its voices; in SubRip, they stand before the text, where `Transcript` reads them.
    package init(_ spoken: [SpeakerTurn], isWebVTT: Bool) {
        var cues: [String] = []
        for turn in spoken {
            let count = (turn.range.duration.flicks + Self.longest.flicks - 1) / Self.longest.flicks
            for part in 0..<max(1, count) {
                let time = { (part: Int64) in
                    Self.time(turn.range.start + turn.range.duration * part / max(1, count), mark: isWebVTT ? "." : ",")
                }
                let name = isWebVTT ? "<v \(turn.angle)>…" : "\(turn.angle): …"
                cues.append("\(cues.count + 1)\n\(time(part)) --> \(time(part + 1))\n\(name)\n")
            }
        }
        text = (isWebVTT ? "WEBVTT\n\n" : "") + cues.joined(separator: "\n")
    }

    private static func time(_ time: MediaTime, mark: String) -> String {
        let thousandths = time.ticks(in: .perSecond(1000), .nearest)
        let digits = { (number: Int64, count: Int) in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = thousandths / 1000
        return
            "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))\(mark)\(digits(thousandths % 1000, 3))"
    }
}
