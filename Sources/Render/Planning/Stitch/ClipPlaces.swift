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
    /// Clips of which neither stamps nor sound say where they belong: they follow the one that was given before them.
    private(set) var unordered: [Int] = []
    /// Whether stamps or sound say the order throughout.
    var knowsOrder: Bool { unordered.isEmpty }
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
        order = []
        let stamps = tied.groups.map { Self.stamp(of: $0, tied.places, starts) }
        let dated = tied.groups.indices.filter { stamps[$0] != nil }
        // The group of the continuous recording, or else the first clip's, is where the others are put beside.
        if let base = dated.first(where: { tied.groups[$0].isAnchored }) ?? dated.first {
            for index in dated where index != base {
                for clip in tied.groups[index].clips { places[clip] += stamps[index]! - stamps[base]! }
            }
            sort(dated.flatMap { tied.groups[$0].clips })
            separate(tied.groups)
        }
        // One group alone has nothing to be beside.
        if tied.groups.count > 1 {
            let undated = tied.groups.indices.filter { stamps[$0] == nil }.sorted {
                tied.groups[$0].clips.min()! < tied.groups[$1].clips.min()!
            }
            var placed = order
            for index in undated { insert(tied.groups[index], among: &placed) }
            unordered = undated.flatMap { tied.groups[$0].clips }
            // What is anchored stays: everything is moved back by as much as it was moved.
            if let anchored = tied.groups.first(where: \.isAnchored)?.clips.first {
                let shift = places[anchored] - tied.places[anchored]
                for clip in places.indices { places[clip] -= shift }
            }
        }
        for group in tied.groups {
            let rests = group.clips.compactMap { clip in starts[clip].map { $0 - tied.places[clip] } }
            contradiction = max(contradiction, (rests.max() ?? 0) - (rests.min() ?? 0))
        }
        sort(Array(places.indices))
    }

    private func start(_ clip: Int) -> Double { places[clip] + spans[clip].lowerBound }
    private func end(_ clip: Int) -> Double { places[clip] + spans[clip].upperBound }

    private mutating func sort(_ clips: [Int]) { order = clips.sorted { (start($0), $0) < (start($1), $1) } }

    /// Groups, and places that hold within each.
    static func tied(
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

    /// Puts a group of which nothing is known behind the one whose clip was given before its own, or before all; what
    /// lies behind makes room.
    private mutating func insert(_ group: Group, among placed: inout [Int]) {
        let (first, end) = (group.clips.map(start).min()!, group.clips.map(end).max()!)
        var shift = 0.0
        if let before = placed.filter({ $0 < group.clips.min()! }).max() {
            let reached = placed.filter { groups[$0] == groups[before] }.map(self.end).max()!
            for clip in placed where groups[clip] != groups[before] && start(clip) >= reached {
                places[clip] += end - first
            }
            shift = reached - first
        } else if let next = placed.map(start).min() {
            shift = next - end
        }
        for clip in group.clips { places[clip] += shift }
        placed += group.clips
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
                sort(order)
                break
            }
            guard moved else { return }
        }
    }
}
