import Analysis

/// What sound says of how clips lie beside each other: exact places relative to each other, or none.
struct ClipLinks {
    /// A clip as it was heard.
    struct Heard {
        var ends: EndOverlapFinder.Ends?
        /// Without its samples, which are read again.
        var sound: HeardSound?
        /// Where it lies in the continuous recording, where that is sure.
        var place: ClipPlace?
        /// What its room sounds like near the beginning and near the end.
        var quiet: (first: QuietStretch?, last: QuietStretch?)
    }

    /// Both heard the same: `later` has its time zero `offset` seconds after that of `earlier`.
    struct Link {
        var earlier: Int
        var later: Int
        var overlap: EndOverlap
    }

    /// Clips further apart in order are not compared: clocks of two phones may mix up neighbors, not more.
    private static let reach = 3

    /// The overlaps that convince, at most one behind each clip and one before it.
    ///
    /// - Parameters:
    ///   - order: of the clips, as far as it is known.
    ///   - starts: by time stamps, in seconds; `nil` where nothing says it.
    ///   - lengths: from time zero to the end of each, in seconds.
    /// - Throws: what reading throws.
    static func links(
        _ clips: [Heard], order: [Int], starts: [Double?], lengths: [Double], _ transforms: FourierTransforms
    ) throws -> [Link] {
        let finder = EndOverlapFinder(transforms)
        var found: [Link] = []
        for (place, one) in order.enumerated() {
            for (next, other) in order.enumerated() where place != next && abs(place - next) <= reach {
                // Where both are exactly known, nothing is to be found.
                guard clips[one].place == nil || clips[other].place == nil else { continue }
                if isPossible(one, other, starts, lengths), let end = clips[one].ends,
                    let beginning = clips[other].ends, let overlap = try finder.find(end: end, beginning: beginning),
                    overlap.convinces(doubt(of: overlap, one, other, starts, lengths))
                {
                    found.append(Link(earlier: one, later: other, overlap: overlap))
                } else if place < next, mayOverlap(one, other, starts, lengths),
                    let link = try longOverlap(one, other, clips, transforms)
                {
                    found.append(link)
                }
            }
        }
        var (followed, preceded) = (Set<Int>(), Set<Int>())
        return found.sorted { $0.overlap.distinctness > $1.overlap.distinctness }.filter { link in
            guard !followed.contains(link.earlier), !preceded.contains(link.later) else { return false }
            followed.insert(link.earlier)
            preceded.insert(link.later)
            return true
        }
    }

    /// Both recorded together for longer than the ends that are compared, or one of them within the other.
    private static func longOverlap(
        _ one: Int, _ other: Int, _ clips: [Heard], _ transforms: FourierTransforms
    ) throws -> Link? {
        guard let first = clips[one].sound, let second = clips[other].sound,
            min(first.duration, second.duration) > EndOverlapFinder.reach
        else { return nil }
        let alignment = try SoundAligner(transforms).align(first, second)
        guard alignment.verdict == .matched, alignment.overlap > EndOverlapFinder.reach else { return nil }
        let overlap = EndOverlap(alignment)
        return alignment.pieces[0].offset >= 0
            ? Link(earlier: one, later: other, overlap: overlap) : Link(earlier: other, later: one, overlap: overlap)
    }

    /// Clocks that are wrong by more than a minute are told by nothing: clips that lie further apart are not compared.
    private static func isPossible(_ one: Int, _ other: Int, _ starts: [Double?], _ lengths: [Double]) -> Bool {
        guard let start = starts[one], let next = starts[other] else { return true }
        return abs(start + lengths[one] - next) < clockDoubt
    }

    private static func mayOverlap(_ one: Int, _ other: Int, _ starts: [Double?], _ lengths: [Double]) -> Bool {
        guard let start = starts[one], let next = starts[other] else { return true }
        return next < start + lengths[one] + clockDoubt && start < next + lengths[other] + clockDoubt
    }

    /// In seconds.
    private static let clockDoubt = 60.0

    /// What the time stamps say of an overlap.
    private static func doubt(
        of overlap: EndOverlap, _ one: Int, _ other: Int, _ starts: [Double?], _ lengths: [Double]
    ) -> EndOverlap.Doubt {
        guard let start = starts[one], let next = starts[other] else { return .unexpected }
        let stamped = start + lengths[one] - next
        // Two phones' clocks are rarely as right as one's: half a second more than the stamps' rounding.
        guard abs(stamped - overlap.length) <= StampReading.doubt + 0.5 else { return .unexpected }
        return stamped >= 0 ? .expected : .open
    }
}
