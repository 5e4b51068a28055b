/// Puts clips on one clock: those that sound ties together keep exactly what it says, and time stamps, or the given
/// order, put the groups one after the other.
struct ClipPlaces {
    /// Clips whose places beside each other are exact.
    struct Group {
        var clips: [Int]
        /// On the clock of the continuous recording: it stays where it is.
        var isAnchored: Bool
    }

    /// Where time zero of each clip lies, in seconds.
    private(set) var places: [Double]
    /// For each clip, its group.
    private(set) var groups: [Int]
    /// Clips by their beginning.
    private(set) var order: [Int]
    /// Whether stamps or sound say the order throughout.
    let knowsOrder: Bool
    /// By how many seconds stamps contradict what sound says, at most.
    private(set) var contradiction = 0.0

    private let spans: [ClosedRange<Double>]

    /// - Parameters:
    ///   - anchors: places on the clock of the continuous recording, where they are known.
    ///   - starts: by time stamps.
    ///   - spans: of each clip's pictures on its own clock, in seconds.
    init(
        anchors: [Double?], links: [ClipLinks.Link], starts: [Double?], spans: [ClosedRange<Double>]
    ) {
        self.spans = spans
        let tied = Self.tied(anchors, links)
        places = tied.places
        groups = spans.map { _ in 0 }
        for (index, group) in tied.groups.enumerated() { for clip in group.clips { groups[clip] = index } }
        // The group of the continuous recording, or else the first clip's, is where the others are put beside.
        let stamps = tied.groups.map { Self.stamp(of: $0, tied.places, starts) }
        knowsOrder = tied.groups.count == 1 || stamps.allSatisfy { $0 != nil }
        order = []
        let base = tied.groups.firstIndex(where: \.isAnchored) ?? 0
        if knowsOrder, tied.groups.count > 1 {
            for (index, group) in tied.groups.enumerated() where index != base {
                for clip in group.clips { places[clip] += stamps[index]! - stamps[base]! }
            }
        } else if !knowsOrder {
            follow(tied.groups)
        }
        for group in tied.groups {
            let rests = group.clips.compactMap { clip in starts[clip].map { $0 - tied.places[clip] } }
            contradiction = max(contradiction, (rests.max() ?? 0) - (rests.min() ?? 0))
        }
        sort()
        if knowsOrder { separate(tied.groups) }
    }

    private func start(_ clip: Int) -> Double { places[clip] + spans[clip].lowerBound }
    private func end(_ clip: Int) -> Double { places[clip] + spans[clip].upperBound }

    private mutating func sort() { order = places.indices.sorted { (start($0), $0) < (start($1), $1) } }

    /// Groups, and places that hold within each.
    private static func tied(
        _ anchors: [Double?], _ links: [ClipLinks.Link]
    ) -> (groups: [Group], places: [Double]) {
        var places = anchors.map { $0 ?? 0 }
        var groups: [Group] = []
        let anchored = anchors.indices.filter { anchors[$0] != nil }
        if !anchored.isEmpty { groups.append(Group(clips: anchored, isAnchored: true)) }
        var left = anchors.indices.filter { anchors[$0] == nil }
        while true {
            // Whoever is tied to a group belongs to it; else the first that is left begins one.
            var grew = true
            while grew, !groups.isEmpty {
                grew = false
                for link in links {
                    let last = groups.count - 1
                    let (has, lacks) = (groups[last].clips, left)
                    if has.contains(link.earlier), lacks.contains(link.later) {
                        places[link.later] = places[link.earlier] + link.overlap.offset
                        groups[last].clips.append(link.later)
                        left.removeAll { $0 == link.later }
                        grew = true
                    } else if has.contains(link.later), lacks.contains(link.earlier) {
                        places[link.earlier] = places[link.later] - link.overlap.offset
                        groups[last].clips.append(link.earlier)
                        left.removeAll { $0 == link.earlier }
                        grew = true
                    }
                }
            }
            guard !left.isEmpty else { return (groups, places) }
            groups.append(Group(clips: [left.removeFirst()], isAnchored: false))
        }
    }

    /// When a group's clock showed zero, by the stamps of its clips: their median.
    private static func stamp(of group: Group, _ places: [Double], _ starts: [Double?]) -> Double? {
        let rests = group.clips.compactMap { clip in starts[clip].map { $0 - places[clip] } }.sorted()
        return rests.isEmpty ? nil : rests[rests.count / 2]
    }

    /// Without stamps, each group follows the one before it, in the order of the first clip of each.
    private mutating func follow(_ groups: [Group]) {
        var reached: Double?
        // What is anchored stays: everything is moved back by as much as it was moved.
        var anchored = 0.0
        for group in groups.sorted(by: { $0.clips.min()! < $1.clips.min()! }) {
            let first = group.clips.map(start).min()!
            let shift = (reached ?? first) - first
            if group.isAnchored { anchored = shift }
            for clip in group.clips { places[clip] += shift }
            reached = group.clips.map(end).max()!
        }
        for clip in places.indices { places[clip] -= anchored }
    }

    /// Where stamps make groups overlap of which sound says nothing, they follow each other: stamps are whole seconds.
    /// What is anchored stays, and what comes before it goes further back.
    private mutating func separate(_ groups: [Group]) {
        for _ in groups.indices {
            var moved = false
            for (one, next) in zip(order, order.dropFirst()) where self.groups[one] != self.groups[next] {
                let excess = end(one) - start(next)
                guard excess > 0 else { continue }
                let forward = !groups[self.groups[next]].isAnchored
                for clip in groups[self.groups[forward ? next : one]].clips {
                    places[clip] += forward ? excess : -excess
                }
                moved = true
                sort()
                break
            }
            guard moved else { return }
        }
    }
}
