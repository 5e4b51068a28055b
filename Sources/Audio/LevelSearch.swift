/// Finds the gain and the limit at which encoded sound reaches the requested loudness. Encoders add peaks, and
/// limiting costs loudness, so the written sound is measured, and if it is off, it is written again.
package struct LevelSearch: Sendable {
    /// The processing applied to the sound.
    package struct Setting: Hashable, Sendable {
        /// In dB.
        package var gain: Double
        /// The limit for true peaks, in dBTP; `nil` for none.
        package var limit: Double?
        /// Whether the first 40 ms fade in.
        package var fadesIn: Bool

        package init(gain: Double = 0, limit: Double? = nil, fadesIn: Bool = false) {
            self.gain = gain
            self.limit = limit
            self.fadesIn = fadesIn
        }
    }

    private let target: LevelTarget
    /// What to write the sound with; `accepts` changes it until the written sound is accepted.
    package private(set) var setting: Setting
    private var attempts = 0
    /// When maximizing the peak: the largest gain at which it was not too high, and the smallest at which it was.
    private var good, bad: Double?
    /// The latest gains that were too low and too high for the loudness, and how many LU were missing at each.
    private var quiet, loud: (gain: Double, missing: Double)?
    /// How many LU were missing at the last attempt.
    private var lastMissing: Double?
    /// In dB: by how much the gain was last raised.
    private var lastStep = 0.0
    /// In dB: the first gain, and the largest that is tried.
    private var (firstGain, mostGain) = (0.0, 0.0)
    /// How often the limit was lowered.
    private var limitChanges = 0
    /// The settings whose peaks are low enough, and by how many LU they miss.
    private var candidates: [(setting: Setting, miss: Double)] = []
    /// Those whose peaks were too high before the limit was lowered.
    private var rejected: [(setting: Setting, miss: Double)] = []
    /// How often one of these was tried again.
    private var returns = 0
    /// Whether the next result is final.
    private var isSettled = false

    /// Encoders and the limiter's own filters raise peaks, usually by less than this, in dB.
    private static let headroom = 0.3
    /// In LU and dB: how far two meters may differ (EBU Tech 3341).
    private static let accuracy = 0.1
    /// In dB: how much the encoder's effect on a peak varies from one gain to the next.
    private static let peakAccuracy = 0.5
    private static let mostAttempts = 12
    private static let mostLimitChanges = 4
    private static let mostReturns = 3
    /// In dB: the most gain beyond the first, taken back by the limiter.
    private static let mostExtraGain = 30.0
    /// In LU: what a decibel of it has to gain if the target is out of reach. It is paid for with distortion.
    private static let leastEffect = 0.25

    /// - Parameter sound: its loudness without gain.
    /// - Returns: `nil` for silence, which no gain makes louder, and where no loudness was measured: a meter needs
    ///   0.4 s.
    package init?(_ target: LevelTarget, of sound: Loudness) {
        guard let peak = sound.truePeak else { return nil }
        self.target = target
        guard let wished = target.loudness else {
            setting = Setting(gain: LevelTarget.truePeak - Self.accuracy - peak)
            return
        }
        guard let loudness = sound.integrated else { return nil }
        setting = Setting(gain: wished - loudness)
        (firstGain, mostGain) = (setting.gain, setting.gain + Self.mostExtraGain)
        if peak + setting.gain > LevelTarget.truePeak { setting.limit = LevelTarget.truePeak - Self.headroom }
    }

    /// Whether the written sound is on target, or as close as it gets; otherwise `setting` has been changed.
    package mutating func accepts(_ written: Loudness) -> Bool {
        attempts += 1
        guard !isSettled, let peak = written.truePeak else { return true }
        let excess = peak - LevelTarget.truePeak
        guard let wished = target.loudness else {
            return attempts >= Self.mostAttempts || acceptsPeak(excess, attempts >= Self.mostAttempts / 2)
        }
        if let loudness = written.integrated { return acceptsLoudness(missing: wished - loudness, excess) }
        // Too short for a loudness.
        guard excess > 0, attempts < Self.mostAttempts else { return true }
        setting.gain -= excess + Self.accuracy
        return false
    }

    /// - Parameters:
    ///   - missing: how much louder the sound should be, in LU.
    ///   - excess: how far the peak is above its limit, in dB.
    private mutating func acceptsLoudness(missing: Double, _ excess: Double) -> Bool {
        if excess <= 0 { candidates.append((setting, abs(missing))) } else { rejected.append((setting, abs(missing))) }
        let isReached = candidates.contains { $0.miss <= Self.accuracy }
        let next = abs(missing) <= Self.accuracy ? setting.gain : nextGain(missing: missing)
        lastMissing = missing
        if isReached || next == nil || attempts >= Self.mostAttempts || returns > 0, let best {
            if returns < Self.mostReturns, let gain = betterGain(than: best) {
                returns += 1
                setting.gain = gain
                if excess > 0 { lowerPeak(by: excess) }
                return false
            }
            isSettled = true
            defer { setting = best.setting }
            return best.setting == setting
        }
        isSettled = attempts >= 2 * Self.mostAttempts
        // Without a candidate only the peak matters in the end.
        if let next, attempts < Self.mostAttempts { setting.gain = next }
        if excess > 0 { lowerPeak(by: excess) }
        return false
    }

    /// The setting that reaches the target, or else the one that is closest for its gain.
    private var best: (setting: Setting, miss: Double)? {
        candidates.last { $0.miss <= Self.accuracy } ?? candidates.min { cost($0) < cost($1) }
    }

    /// What a setting misses, and what its gain costs.
    private func cost(_ one: (setting: Setting, miss: Double)) -> Double {
        one.miss + Self.leastEffect * max(0, one.setting.gain - firstGain)
    }

    /// A gain that was given up for its peaks while the limit was still higher, and that may be better than what was
    /// found since: so much gain that noise is as loud as the rest.
    private mutating func betterGain(than best: (setting: Setting, miss: Double)) -> Double? {
        guard best.miss > Self.accuracy,
            let index = rejected.indices.min(by: { cost(rejected[$0]) < cost(rejected[$1]) }),
            cost(rejected[index]) < cost(best) - 0.5
        else { return nil }
        return rejected.remove(at: index).setting.gain
    }

    /// - Parameter excess: how far the peak is above its limit, in dB.
    private mutating func lowerPeak(by excess: Double) {
        // Whatever is done makes all gains quieter.
        loud = nil
        guard let limit = setting.limit else {
            setting.limit = LevelTarget.truePeak - Self.headroom
            return
        }
        if !setting.fadesIn {
            // An encoder that begins in the middle of loud sound overshoots by up to 3 dB, whatever the limit.
            setting.fadesIn = true
        } else if limitChanges < Self.mostLimitChanges {
            setting.limit = limit - excess - Self.accuracy / 2
            limitChanges += 1
        } else {
            // Peaks that the encoder adds below the limit: the limited sound as a whole is lowered.
            setting.limit = limit - excess - Self.accuracy
            setting.gain -= excess + Self.accuracy
        }
    }

    /// The next gain to try; `nil` if no other would help.
    ///
    /// With the limiter, loudness is not proportional to the gain: where loud moments stand out of quiet sound, a gain
    /// that only limits those adds nothing, until the quiet sound counts, too (the gate of BS.1770).
    private mutating func nextGain(missing: Double) -> Double? {
        let gain = setting.gain
        let before = quiet
        if missing > 0 {
            quiet = (gain, missing)
            if let loud, loud.gain <= gain { self.loud = nil }
        } else {
            loud = (gain, missing)
            if let quiet, quiet.gain >= gain { self.quiet = nil }
        }
        if let quiet, let loud {
            guard loud.gain - quiet.gain > Self.accuracy / 5 else { return nil }
            // In a short film, an encoder may overshoot. Where the line between both misses twice in a row on one side,
            // halve.
            let isRepeated = lastMissing.map { ($0 > 0) == (missing > 0) } ?? false
            let share = isRepeated ? 0.5 : quiet.missing / (quiet.missing - loud.missing)
            return quiet.gain + (loud.gain - quiet.gain) * share
        }
        guard missing > 0 else { return gain + missing }
        // Twice the last step if that had little effect.
        let isSlow = before.map { $0.missing - missing < lastStep / 2 } ?? false
        lastStep = isSlow ? max(missing, 2 * lastStep) : missing
        return gain < mostGain ? min(gain + lastStep, mostGain) : nil
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

/// Loudness by EBU R 128 (ITU-R BS.1770-4).
public struct Loudness: Hashable, Sendable, Codable {
    /// Integrated loudness in LUFS; `nil` where nothing is louder than the gate, −70 LUFS.
    public var integrated: Double?
    /// Loudness range in LU (EBU Tech 3342).
    public var range: Double
    /// The highest true peak of all channels in dBTP; `nil` for digital silence.
    public var truePeak: Double?

    /// Measured values: LUFS, LU and dBTP.
    package init(integrated: Double?, range: Double, truePeak: Double?) {
        self.integrated = integrated
        self.range = range
        self.truePeak = truePeak
    }
}

/// The target level of a film.
public struct LevelTarget: Hashable, Sendable, Codable {
    /// Integrated loudness in LUFS; `nil` for as loud as the peak allows without limiting.
    public var loudness: Double?
    /// The highest true peak allowed, in dBTP (EBU R 128 §f).
    public static let truePeak = -1.0

    /// Reasonable targets, in LUFS: from quiet film mixes to beyond the loudest streams.
    package static let loudnesses = -40.0 ... -5.0

    /// - Parameter loudness: integrated, in LUFS; `nil` for as loud as the peak allows without limiting.
    package init(loudness: Double?) { self.loudness = loudness }
}
