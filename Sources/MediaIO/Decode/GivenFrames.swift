import MediaTime

/// The frames that a decoder gave out, and which of those that it decodes anew were among them.
struct GivenFrames {
    private var last: MediaTime?
    private var latest = MediaTime.distantPast
    private var count = 0
    /// While those that were given out before are left out: how many were.
    private var skipped: Int?

    /// Decoding starts anew, somewhere before the last frame that was given out.
    mutating func startOver() { skipped = last == nil ? nil : 0 }

    /// Takes note of a frame.
    ///
    /// - Returns: whether it is new.
    mutating func isNew(_ start: MediaTime) -> Bool {
        if let before = skipped {
            skipped = before + 1
            let isLast = start == last
            // The last one always comes, unless reading anew gives other time stamps: damaged transport streams.
            let isPast = start > latest || before >= count + Self.mostSkipped
            if isLast || isPast { skipped = nil }
            if isLast || !isPast { return false }
        }
        last = start
        latest = max(latest, start)
        count += 1
        return true
    }

    /// Decoding may start that many frames before the first that was given out: ten seconds.
    private static let mostSkipped = 300
}
