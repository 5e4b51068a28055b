import CFFmpeg
import MediaTime

/// The date and time in a file's name, as phones and recorders write it: VID_20260102_130405.mp4,
/// PXL_20260102_130405123.mp4, 2026-01-02 13-04-05.mov. The maker chose the clock, so such times are only compared
/// with each other.
package enum FileNameTime {
    /// Since 1970, as if it were UTC; `nil` if the name has none.
    package static func time(inFileName path: String) -> MediaTime? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let pattern =
            /(?:^|\D)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)[-_. T]+(\d\d)[-_.:h]?(\d\d)[-_.:m]?(\d\d)(?:\D|\d{3}\D|$)/
            .asciiOnlyDigits()
        guard let match = name.firstMatch(of: pattern), (1990...2200).contains(Int(match.1)!),
            (1...12).contains(Int(match.2)!), (1...31).contains(Int(match.3)!), Int(match.4)! < 24, Int(match.5)! < 60,
            Int(match.6)! < 61
        else { return nil }
        var microseconds: Int64 = 0
        let text = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
        return av_parse_time(&microseconds, text, 0) < 0 ? nil : .seconds(microseconds / 1_000_000)
    }
}
