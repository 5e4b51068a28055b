/// Finds gain and limit with which sound, once it is encoded, is as loud as asked. Encoders add peaks of their own, and
/// limiting costs loudness: so what was written is measured, and where it is off, it is written again.
public struct LevelSearch: Sendable {
    /// What is done to the sound.
    public struct Setting: Hashable, Sendable {
        /// In dB.
        public var gain: Double
        /// What true peaks are limited to, in dBTP; `nil` where nothing is limited.
        public var limit: Double?

        public init(gain: Double = 0, limit: Double? = nil) {
            self.gain = gain
            self.limit = limit
        }
    }

    private let target: LevelTarget
    public private(set) var setting: Setting
    private var attempts = 0
    /// Of a peak that is to be at its highest: the largest gain at which it was not too high, the least at which it was.
    private var good, bad: Double?
    /// What the last change of the gain started from, and was to add.
    private var last: (loudness: Double, gain: Double)?

    /// Encoders and the limiter's own filters add to peaks, as a rule less than this, in dB.
    private static let headroom = 0.3
    /// In LU and dB: what two meters may differ by (EBU Tech 3341).
    private static let accuracy = 0.1
    /// In dB: what encoders add to a peak differs by as much from one gain to the next.
    private static let peakAccuracy = 0.5
    /// From half of them on only peaks are corrected.
    private static let mostAttempts = 8

    /// - Parameter sound: as it is without gain.
    /// - Returns: `nil` for silence, which nothing makes louder, and where there is no loudness to start from: a meter needs
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

    /// Whether what was written is as it should be, or as near as it gets; otherwise `setting` is another one now.
    public mutating func accepts(_ written: Loudness) -> Bool {
        attempts += 1
        guard attempts < Self.mostAttempts, let peak = written.truePeak else { return true }
        let excess = peak - LevelTarget.truePeak
        let isLate = attempts >= Self.mostAttempts / 2
        guard let wished = target.loudness else { return acceptsPeak(excess, isLate) }
        guard let loudness = written.integrated else { return true }
        let missing = wished - loudness
        // A limiter that takes back most of what it is given has nothing left to give.
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

    /// - Parameter excess: of the peak above where it may be, in dB.
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
