/// Frames per second as an exact ratio: 30/1, 30000/1001.
public struct FrameRate: Hashable, Sendable {
    /// Frames in `denominator` seconds; positive, in lowest terms.
    public let numerator: Int64
    /// Seconds that `numerator` frames take; positive.
    public let denominator: Int64

    /// `nil` unless both are positive and fit 32 bits. Kept in lowest terms.
    public init?(_ numerator: Int64, _ denominator: Int64 = 1) {
        guard let ratio = TimeBase(numerator, denominator) else { return nil }
        self.numerator = ratio.numerator
        self.denominator = ratio.denominator
    }

    private init(unchecked numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The rates that cameras, editors and players agree on.
    package static let standard: [FrameRate] = [
        (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1),
        (90, 1), (100, 1), (120000, 1001), (120, 1), (240, 1), (12, 1), (15, 1), (10, 1),
    ].map { FrameRate(unchecked: $0, $1) }

    /// 30/1.
    public static let thirty = FrameRate(unchecked: 30, 1)

    /// The duration of one frame; its own time base.
    package var timeBase: TimeBase { TimeBase(denominator, numerator)! }

    /// When frame `index` is shown: `index / rate`, computed for each frame separately and never accumulated.
    public func time(ofFrame index: Int64) -> MediaTime {
        MediaTime(flicks: rescale(index, MediaTime.flicksPerSecond * denominator, over: numerator, .nearest))
    }

    /// The frame at a time, with the given rounding.
    public func frame(at time: MediaTime, _ rounding: Rounding) -> Int64 { time.ticks(in: timeBase, rounding) }

    /// To the nearest flick; exact at the usual rates.
    public var frameDuration: MediaTime { time(ofFrame: 1) }

    /// Rounded: for printing and estimates.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// The nearest standard rate within 0.25 % of this one; otherwise this rate itself.
    package var snapped: FrameRate { snapped(withinPerMille: 2.5) ?? self }

    /// The nearest standard rate, if it differs by no more than `tolerance` thousandths of this one.
    ///
    /// Cameras that record 29.97 keep to it; phones that aim at 30 write averages such as 45000/1501 (29.98). So
    /// rates divided by 1.001 match only within 0.3 thousandths: 23.98 means 24000/1001, 29.98 means 30.
    package func snapped(withinPerMille tolerance: Double) -> FrameRate? {
        let own = framesPerSecond
        let distance = { (rate: FrameRate) in abs(rate.framesPerSecond - own) / own * 1000 }
        return Self.standard.filter { distance($0) <= ($0.denominator == 1 ? tolerance : min(tolerance, 0.3)) }
            .min { distance($0) < distance($1) }
    }
}

extension FrameRate: CustomStringConvertible {
    /// "30", "29.97", "12.5": at most three decimals, as people write frame rates.
    public var description: String {
        decimal(thousandths: rescale(numerator, 1000, over: denominator, .nearest))
    }
}

extension FrameRate {
    /// Reads "30", "29.97", "30000/1001". The usual rounded NTSC rates (23.976, 29.97, 59.94, 119.88) mean the exact
    /// rates.
    public init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let n = Int64(parts[0]), let d = Int64(parts[1]) {
            self.init(n, d)
            return
        }
        guard parts.count == 1, let decimal = ExactDecimal(text), let value = Int64(exactly: decimal.value) else {
            return nil
        }
        let ntsc: [String: (Int64, Int64)] = [
            "23.976": (24000, 1001), "23.98": (24000, 1001), "29.97": (30000, 1001), "59.94": (60000, 1001),
            "119.88": (120000, 1001), "47.952": (48000, 1001), "47.95": (48000, 1001),
        ]
        // MediaInfo prints "29.970".
        var digits = text[...]
        while digits.contains("."), digits.last == "0" { digits.removeLast() }
        if let (n, d) = ntsc[String(digits)] { self.init(n, d) } else { self.init(value, Int64(decimal.scale)) }
    }
}

extension FrameRate: Codable {
    /// Numerator and denominator.
    public init(from decoder: any Decoder) throws {
        let ratio = try decoder.singleValueContainer().decode([Int64].self)
        guard ratio.count == 2, let rate = FrameRate(ratio[0], ratio[1]) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(ratio) is no frame rate"))
        }
        self = rate
    }

    /// Numerator and denominator.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([numerator, denominator])
    }
}
