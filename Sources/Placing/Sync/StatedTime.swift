import MediaIO
import MediaTime

/// The time offset between two files by their own metadata.
enum StatedTime {
    /// The time zero of `other` on the clock of `one`, by the timecodes of their first frames. Timecode wraps at
    /// midnight: the nearest day is used.
    ///
    /// - Parameter evenUnset: full hours are used as well, which are what cameras begin with where nobody sets them.
    static func timecodeOffset(
        of other: MediaInfo, beside one: MediaInfo, evenUnset: Bool = false
    ) -> MediaTime? {
        guard let first = one.timecodeAtZero(evenUnset), let second = other.timecodeAtZero(evenUnset) else {
            return nil
        }
        let day = MediaTime.seconds(86_400)
        let apart = second - first
        return apart - day * apart.ticks(in: TimeBase(86_400, 1)!, .nearest)
    }

    /// The same by dates, accurate to a second either way: each is truncated to whole seconds.
    static func dateOffset(of other: MediaInfo, beside one: MediaInfo) -> MediaTime? {
        guard let first = one.recordedAt, let second = other.recordedAt else { return nil }
        return second - first
    }

    /// Whether one recording began after the other had ended, by their dates.
    ///
    /// - Parameter doubt: how far apart they have to be at least.
    static func areApart(_ one: MediaInfo, _ other: MediaInfo, by doubt: MediaTime = dateDoubt) -> Bool {
        guard let offset = dateOffset(of: other, beside: one) else { return false }
        // Dates are truncated to whole seconds: those seven apart are more than six apart.
        return offset.magnitude >= (offset < .zero ? other : one).duration + doubt
    }

    /// Whether dates let one have been recorded after the other.
    ///
    /// - Parameter isHeard: their sound was compared and does not match. Then they may overlap by up to half of the
    ///   shorter: if they had been recorded together, they would have heard the same. Otherwise it must be so whatever
    ///   the dates mean: the beginning or the end, in seconds that are cut, and the time of any zone. Where the files'
    ///   names have a time, it must agree.
    static func mayFollow(_ one: MediaInfo, _ other: MediaInfo, isHeard: Bool) -> Bool {
        guard !isHeard else { return areApart(one, other, by: .zero - min(one.duration, other.duration) / 2) }
        let names = [one, other].compactMap { FileNameTime.time(inFileName: $0.path) }
        let byNames = names.count == 2 ? [(names[0], names[1])] : []
        let readings = zip(one.possibleStarts ?? [], other.possibleStarts ?? []) + byNames
        let zone = MediaTime.seconds(1800)
        let isInDoubt = !(one.knowsTimeZone && other.knowsTimeZone)
        return !readings.isEmpty
            && readings.allSatisfy { first, second in
                let apart = second - first
                let rest = apart - zone * apart.ticks(in: TimeBase(1800, 1)!, .down)
                let others = isInDoubt && apart.magnitude < .seconds(26 * 3600) ? [rest, rest - zone] : []
                return ([apart] + others).allSatisfy { offset in
                    offset.magnitude >= (offset < .zero ? other : one).duration + dateDoubt
                }
            }
    }

    /// Three frames: generators that are set by hand, or drift, are off by more, and sound by less.
    static let timecodeDoubt = MediaTime.milliseconds(100)
    /// Two dates in whole seconds are off by up to one.
    static let dateDoubt = MediaTime.seconds(1)
    /// Dates that agree with timecodes within this confirm them: both uncertainties, and a second between button press
    /// and file.
    static let agreement = MediaTime.seconds(3)
}

extension MediaInfo {
    /// The timecode at the file's time zero, since midnight, or a recorder's time reference (EBU Tech 3285, `bext`);
    /// `nil` if there is none that was set on purpose.
    fileprivate func timecodeAtZero(_ evenUnset: Bool) -> MediaTime? {
        // What a generator wrote into the sound was set on purpose, and is the time of the samples beside it.
        if let soundTimecode { return soundTimecode.start }
        let hour = TimeBase(3600, 1)!
        guard let time = startTimecode?.elapsed ?? timeReference,
            evenUnset || startTimecode?.isFullHour != true && .seconds(3600) * time.ticks(in: hour, .down) != time
        else { return nil }
        return time - (video?.footage.start ?? .zero)
    }

    /// Whether its timecode is exactly a full hour.
    var hasUnsetTimecode: Bool { timecodeAtZero(true) != nil && timecodeAtZero(false) == nil }

    /// Samples since midnight, as time.
    private var timeReference: MediaTime? {
        guard let samples = metadata["time_reference"].flatMap({ Int64($0) }), let rate = audio.first?.sampleRate,
            rate > 0, (1..<86_400 * Int64(rate)).contains(samples)
        else { return nil }
        return MediaTime(samples, in: .perSecond(Int32(clamping: rate)))
    }
}
