import MediaTime

/// How it is found out when recordings began beside each other.
public enum SyncMethod: String, Hashable, Sendable, CaseIterable {
    /// By timecode where both have it, by sound where that convinces, by their dates where those are plausible; as if
    /// they had begun together where nothing is known.
    case auto
    /// By their sound, where that convinces.
    case audio
    /// By the timecode of their first frames.
    case timecode
    /// By the dates in their files, which are whole seconds.
    case clock
    /// By the times in their files, as if they had begun together.
    case none
}

/// Why a recording is not placed.
public enum NoSync: Hashable, Sendable {
    /// One of the two has no sound that can be decoded.
    case noSound(path: String)
    /// It repeats, and fits about equally well in several places.
    case ambiguous
    /// Nothing stands out.
    case unmatched
    case noTimecode(path: String)
    case noDate(path: String)
    /// By what the files say, it was recorded when no other camera was.
    case apart
    /// It fits, but both share so little sound that nobody's camera is moved unasked; by so many seconds.
    case brief(offset: Double, overlap: Double)
    /// There is sound and no date, and nothing of it tells when it began.
    case unknown
}

/// Where a recording was found to lie.
public struct SyncPlace: Hashable, Sendable {
    public var method: SyncMethod
    /// The recording that it was compared with.
    public var reference: String
    /// How much later than the reference it began.
    public var offset: MediaTime
    public var drift: ClockRate
    /// It began together with the reference, as near as can be known, and is left there.
    public var isTogether = false
    /// Where the first recording lost samples and another one does not bear that out, only the longer stretch fits.
    public var isWhole = true

    public init(method: SyncMethod, reference: String, offset: MediaTime, drift: ClockRate) {
        self.method = method
        self.reference = reference
        self.offset = offset
        self.drift = drift
    }
}
