/// Finds the gain and the limit at which encoded sound reaches the requested loudness. Encoders add peaks, and
/// limiting costs loudness, so the written sound is measured, and if it is off, it is written again.
public struct LevelSearch: Sendable {
    /// The processing applied to the sound.
    public struct Setting: Hashable, Sendable {
        /// In dB.
        public var gain: Double
        /// The limit for true peaks, in dBTP; `nil` for none.
        public var limit: Double?

        public init(gain: Double = 0, limit: Double? = nil) {
            self.gain = gain
            self.limit = limit
        }
    }

    private let target: LevelTarget
    public private(set) var setting: Setting
    private var attempts = 0
    /// When maximizing the peak: the largest gain at which it was not too high, and the smallest at which it was.
    private var good, bad: Double?
    /// The loudness before the last change of the gain, and how much that should have added.
    private var last: (loudness: Double, gain: Double)?

    /// Encoders and the limiter's own filters raise peaks, usually by less than this, in dB.
    private static let headroom = 0.3
    /// In LU and dB: how far two meters may differ (EBU Tech 3341).
    private static let accuracy = 0.1
    /// In dB: how much the encoder's effect on a peak varies from one gain to the next.
    private static let peakAccuracy = 0.5
    /// After half of them, only peaks are corrected.
    private static let mostAttempts = 8

    /// - Parameter sound: its loudness without gain.
    /// - Returns: `nil` for silence, which no gain makes louder, and where no loudness was measured: a meter needs
    ///   0.4 s.
    public init?(_ target: LevelTarget, of sound: Loudness) {
        guard let peak = sound.truePeak else { return nil }
        self.target = target
        guard let wished = target.loudness else {
            setting = Setting(gain: LevelTarget.truePeak - Self.accuracy - peak)
            return
        }
        guard let loudness = sound.integrated else { return nil }
        setting = Setting(gain: wished - loudness)
        if peak + setting.gain > LevelTarget.truePeak { setting.limit = LevelTarget.truePeak - Self.headroom }
    }

    /// Whether the written sound is on target, or as close as it gets; otherwise `setting` has been changed.
    public mutating func accepts(_ written: Loudness) -> Bool {
        attempts += 1
        guard attempts < Self.mostAttempts, let peak = written.truePeak else { return true }
        let excess = peak - LevelTarget.truePeak
        let isLate = attempts >= Self.mostAttempts / 2
        guard let wished = target.loudness else { return acceptsPeak(excess, isLate) }
        guard let loudness = written.integrated else { return true }
        let missing = wished - loudness
        // The limiter takes back most of the added gain: more would not help.
        let isExhausted = last.map { missing > 0 && loudness - $0.loudness < $0.gain / 4 } ?? false
        let isNear = abs(missing) <= Self.accuracy || isExhausted || isLate
        if isNear, excess <= 0 { return true }
        if !isNear {
            last = (loudness, missing)
            setting.gain += missing
        }
        if excess > 0 { setting.limit = (setting.limit ?? LevelTarget.truePeak) - excess - Self.accuracy / 2 }
        return false
    }

    /// - Parameter excess: how far the peak is above its limit, in dB.
    private mutating func acceptsPeak(_ excess: Double, _ isLate: Bool) -> Bool {
        let gain = setting.gain
        if excess <= 0 { good = max(good ?? gain, gain) } else { bad = min(bad ?? gain, gain) }
        if excess <= 0, excess >= -Self.peakAccuracy || isLate && gain == good { return true }
        switch (good, bad) {
        case (let good?, let bad?): setting.gain = isLate || good >= bad ? good : (good + bad) / 2
        default: setting.gain -= excess + Self.peakAccuracy / 2
        }
        return false
    }
}
