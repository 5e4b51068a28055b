/// One progress line, for a terminal of any width.
struct ProgressBar {
    /// Fraction of the work done, 0 to 1.
    var share: Double
    /// Encoding speed; `nil` while nothing is encoded.
    var fps, speed: Double?
    /// Seconds; `nil` while unknown.
    var left: Double?

    /// The line, narrower than the terminal, because a character in the last column would start a new line.
    func line(columns: Int) -> String {
        let percent = "\(fixed(min(max(share, 0), 1) * 100, 0))%"
        let remaining = left.map { "\(durationText($0)) left" }
        let rate = fps.map { "\(fixed($0, 0)) fps" }
        let pace = speed.map { "\(fixed($0, 2))× realtime" }
        // The least informative parts are dropped first.
        let variants = [
            [percent, rate, pace, remaining], [percent, rate, remaining], [percent, remaining], [percent],
        ]
        .map { $0.compactMap { $0 }.joined(separator: "  ") }
        let room = max(1, columns - 1)
        let numbers = variants.first { $0.count + Self.leastBar + 3 <= room } ?? variants[3]
        let width = min(40, room - numbers.count - 3)
        guard width >= Self.leastBar else { return String(numbers.prefix(room)) }
        let filled = Int(min(max(share, 0), 1) * Double(width))
        return "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled) + "] "
            + numbers
    }

    private static let leastBar = 10
}

/// "5.2 s", "3 min 20 s", "2 h 5 min".
func durationText(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    return whole >= 3600
        ? "\(whole / 3600) h \(whole / 60 % 60) min"
        : whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(fixed(min(seconds, 60), 1)) s"
}
