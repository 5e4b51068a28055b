import MediaTime

/// How the relative start times of recordings are determined.
public enum SyncMethod: String, Hashable, Sendable, CaseIterable {
    /// By timecode if both have it, by sound if that is conclusive, by date if plausible; otherwise as if they began
    /// together.
    case auto
    /// By sound, if that is conclusive.
    case audio
    /// By the timecode of their first frames.
    case timecode
    /// By the dates in their files, which are whole seconds.
    case clock
    /// By the times in their files, as if they began together.
    case none
}

/// Why a recording is not placed.
package enum NoSync: Hashable, Sendable {
    /// One of the two has no decodable sound.
    case noSound(path: String)
    /// The sound repeats, and matches about equally well in several places.
    case ambiguous
    /// No match stands out.
    case unmatched
    /// One of the two has no usable timecode.
    case noTimecode(path: String)
    /// The timecode of one of the two is exactly a full hour, as where nobody set it, and so it is not used unasked.
    case unsetTimecode(path: String)
    /// One of the two has no date.
    case noDate(path: String)
    /// By the files' metadata, it was recorded when no other camera was.
    case apart
    /// It matches, but the common sound is too short to move a camera without being asked; offset and overlap in
    /// seconds.
    case brief(offset: Double, overlap: Double)
    /// There is sound but no date, and nothing indicates when it began.
    case unknown

    /// Whether the sound was compared: a user should know even if sync was not requested.
    var isOfSound: Bool {
        switch self {
        case .ambiguous, .unmatched, .brief: true
        case .noSound, .noTimecode, .unsetTimecode, .noDate, .apart, .unknown: false
        }
    }
}

/// The position found for a recording.
package struct SyncPlace: Hashable, Sendable {
    /// The evidence: `audio`, `timecode` or `clock`.
    package var method: SyncMethod
    /// The recording it was compared with.
    package var reference: String
    /// How much later than the reference it began.
    package var offset: MediaTime
    /// The rate of the session clock relative to its own; `one` unless sound or the user gave another.
    package var drift: ClockRate
    /// It began together with the reference, within the accuracy of the measurement, and is left there.
    package var isTogether = false
    /// `false` if this recording contradicts that the first one lost samples: then only the longest matching stretch
    /// is used.
    package var isWhole = true
}
