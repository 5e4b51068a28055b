import Analysis

/// The relative positions of clips by sound: exact, or none.
struct ClipLinks {
    /// A clip with its analyzed sound.
    struct Heard {
        var ends: EndOverlapFinder.Ends?
        /// The sound without its samples, which are reread.
        var sound: HeardSound?
        /// Its place in the continuous recording, if certain.
        var place: ClipPlace?
        /// The room tone near the start and near the end.
        var quiet: (first: QuietStretch?, last: QuietStretch?)
    }

    /// Both contain the same sound: the time zero of `later` is `offset` seconds after that of `earlier`.
    struct Link {
        var earlier: Int
        var later: Int
        var overlap: EndOverlap
    }

    /// Clips further apart in order are not compared: the clocks of two phones may swap neighbors, but not more.
    private static let reach = 3

    /// The convincing overlaps, at most one after each clip and one before it.
    ///
    /// - Parameters:
    ///   - order: of the clips, as far as known.
    ///   - starts: by time stamps, in seconds; `nil` if unknown.
    ///   - lengths: from time zero to the end of each, in seconds.
    /// - Throws: any read error.
    static func links(
        _ clips: [Heard], order: [Int], starts: [Double?], lengths: [Double], _ transforms: FourierTransforms
    ) throws -> [Link] {
        let finder = EndOverlapFinder(transforms)
        var found: [Link] = []
        for (place, one) in order.enumerated() {
            for (next, other) in order.enumerated() where place != next && abs(place - next) <= reach {
                // If both are known exactly, there is nothing to find.
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

    /// The two overlap by more than the ends that are compared, or one is contained in the other.
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

    /// Clock errors of more than a minute cannot be detected: clips further apart are not compared.
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

    /// The doubt about an overlap from the time stamps.
    private static func doubt(
        of overlap: EndOverlap, _ one: Int, _ other: Int, _ starts: [Double?], _ lengths: [Double]
    ) -> EndOverlap.Doubt {
        guard let start = starts[one], let next = starts[other] else { return .unexpected }
        let stamped = start + lengths[one] - next
        // Two phones' clocks rarely agree as well as one clock with itself: half a second more than the stamps'
        // rounding.
        guard abs(stamped - overlap.length) <= StampReading.doubt + 0.5 else { return .unexpected }
        return stamped >= 0 ? .expected : .open
    }
}
