import MediaTime

/// The frames that a decoder has output, to recognize them when they are decoded again.
struct GivenFrames {
    private var last: MediaTime?
    private var latest = MediaTime.distantPast
    private var count = 0
    /// While frames that were output before are skipped: how many were.
    private var skipped: Int?

    /// Decoding starts over, somewhere before the last frame that was output.
    mutating func startOver() { skipped = last == nil ? nil : 0 }

    /// Records a frame.
    ///
    /// - Returns: whether it is new.
    mutating func isNew(_ start: MediaTime) -> Bool {
        if let before = skipped {
            skipped = before + 1
            let isLast = start == last
            // The last one always comes, unless reading again gives other time stamps: damaged transport streams.
            let isPast = start > latest || before >= count + Self.mostSkipped
            if isLast || isPast { skipped = nil }
            if isLast || !isPast { return false }
        }
        last = start
        latest = max(latest, start)
        count += 1
        return true
    }

    /// Decoding may start that many frames before the first that was output: ten seconds.
    private static let mostSkipped = 300
}
