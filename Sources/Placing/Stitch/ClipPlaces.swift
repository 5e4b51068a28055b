import Timeline

/// Puts clips on one clock. Clips linked by sound keep their exact relative positions; time stamps, or the given order,
/// put the groups one after the other.
struct ClipPlaces {
    /// Clips with exact relative positions.
    struct Group {
        var clips: [Int]
        /// On the clock of the continuous recording: the group stays in place.
        var isAnchored: Bool
    }

    /// The time zero of each clip, in seconds.
    private(set) var places: [Double]
    /// For each clip, its group.
    private(set) var groups: [Int]
    /// Clips by start time.
    private(set) var order: [Int]
    /// Clips whose order neither stamps nor sound determine: they follow the clip given before them.
    private(set) var unordered: [Int] = []
    /// The largest contradiction between stamps and sound, in seconds.
    private(set) var contradiction = 0.0

    private let spans: [ClosedRange<Double>]

    /// - Parameters:
    ///   - anchors: places on the clock of the continuous recording, if known.
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
        // The other groups are placed relative to the continuous recording's group, or else the first clip's.
        if let base = dated.first(where: { tied.groups[$0].isAnchored }) ?? dated.first {
            for index in dated where index != base {
                for clip in tied.groups[index].clips { places[clip] += stamps[index]! - stamps[base]! }
            }
            sort(dated.flatMap { tied.groups[$0].clips })
            separate(tied.groups)
        }
        // A single group has nothing to be placed relative to.
        if tied.groups.count > 1 {
            let undated = tied.groups.indices.filter { stamps[$0] == nil }.sorted {
                tied.groups[$0].clips.min()! < tied.groups[$1].clips.min()!
            }
            var placed = order
            for index in undated { insert(tied.groups[index], among: &placed) }
            unordered = undated.flatMap { tied.groups[$0].clips }
            // Anchored clips stay: everything is moved back by the amount they moved.
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

    /// Groups, with places valid within each.
    static func tied(
        _ anchors: [Double?], _ links: [ClipLinks.Link]
    ) -> (groups: [Group], places: [Double]) {
        var places = anchors.map { $0 ?? 0 }
        var groups: [Group] = []
        let anchored = anchors.indices.filter { anchors[$0] != nil }
        if !anchored.isEmpty { groups.append(Group(clips: anchored, isAnchored: true)) }
        var left = anchors.indices.filter { anchors[$0] == nil }
        while true {
            // Clips linked to a group belong to it; otherwise the first remaining clip starts a new group.
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

    /// The wall-clock time of a group's zero, by the stamps of its clips: their median.
    private static func stamp(of group: Group, _ places: [Double], _ starts: [Double?]) -> Double? {
        let rests = group.clips.compactMap { clip in starts[clip].map { $0 - places[clip] } }.sorted()
        return rests.isEmpty ? nil : rests[rests.count / 2]
    }

    /// Inserts a group with no known time after the clip that was given before its own, or else at the start; later
    /// groups make room. If there is no room before the next clip, or that was given earlier, so that the given order
    /// means nothing, it comes after that clip's whole group.
    private mutating func insert(_ group: Group, among placed: inout [Int]) {
        let (first, end) = (group.clips.map(start).min()!, group.clips.map(end).max()!)
        var shift = 0.0
        if let before = placed.filter({ $0 < group.clips.min()! }).max() {
            let next = placed.filter { start($0) >= self.end(before) }.min { start($0) < start($1) }
            let hasRoom = next.map { $0 > before && start($0) - self.end(before) >= end - first } ?? false
            let reached =
                hasRoom ? self.end(before) : placed.filter { groups[$0] == groups[before] }.map(self.end).max()!
            for clip in placed where !hasRoom && groups[clip] != groups[before] && start(clip) >= reached {
                places[clip] += end - first
            }
            shift = reached - first
        } else if let next = placed.map(start).min() {
            shift = next - end
        }
        for clip in group.clips { places[clip] += shift }
        placed += group.clips
    }

    /// If stamps make groups overlap without evidence in the sound, they are put one after the other: stamps are whole
    /// seconds. Anchored groups stay; what is before the first anchored clip moves back, the rest forward.
    private mutating func separate(_ groups: [Group]) {
        for _ in groups.indices {
            let anchored = order.firstIndex { groups[self.groups[$0]].isAnchored } ?? 0
            let before = order[...anchored], after = order[anchored...]
            var moved = false
            for (next, one) in zip(before.reversed(), before.dropLast().reversed()) {
                moved = part(one, next, moving: one, groups) || moved
            }
            for (one, next) in zip(after, after.dropFirst()) {
                moved = part(one, next, moving: next, groups) || moved
            }
            guard moved else { return }
            sort(order)
        }
    }

    /// Moves the group of one of two clips until they do not overlap.
    ///
    /// - Returns: whether it had to and could be moved.
    private mutating func part(_ one: Int, _ next: Int, moving clip: Int, _ all: [Group]) -> Bool {
        let (excess, group) = (end(one) - start(next), all[groups[clip]])
        guard groups[one] != groups[next], excess > 0, !group.isAnchored else { return false }
        for member in group.clips { places[member] += clip == next ? excess : -excess }
        return true
    }
}

/// The offsets between the cameras' clocks, from clips of both that are linked by sound.
struct CameraClocks {
    /// By how many seconds a camera's stamps are ahead of those of the first camera compared.
    let errors: [Angle: Double]

    /// Stamps of one clock vary by rounding to whole seconds, and by half a second between button press and file.
    private static let slack = 1.5
    /// Anything less cannot be distinguished from rounding.
    private static let leastError = 2.0

    /// - Parameters:
    ///   - cameras: of each clip, if known.
    ///   - groups: clips linked by sound, with `places` valid within each group.
    ///   - starts: by time stamps.
    init(of cameras: [Angle?], groups: [[Int]], places: [Double], starts: [Double?]) {
        var errors: [Angle: Double] = [:]
        let reference = cameras.indices.first { cameras[$0] != nil && starts[$0] != nil }.flatMap { cameras[$0] }
        for camera in Set(cameras.compactMap { $0 }) where camera != reference {
            let apart = groups.compactMap { group -> ClosedRange<Double>? in
                let rests = { (wanted: Angle?) in
                    group.filter { cameras[$0] == wanted }.compactMap { clip in starts[clip].map { $0 - places[clip] } }
                }
                let (one, other) = (rests(reference), rests(camera))
                guard let least = one.min(), let most = one.max(), !other.isEmpty else { return nil }
                return other.min()! - most...other.max()! - least
            }
            guard let least = apart.map(\.lowerBound).min(), let most = apart.map(\.upperBound).max(),
                most - least <= 2 * Self.slack, abs(least + most) / 2 > Self.leastError
            else { continue }
            errors[camera] = (least + most) / 2
        }
        self.errors = errors
    }

    /// The stamps corrected to the first camera's clock.
    func corrected(_ starts: [Double?], of cameras: [Angle?]) -> [Double?] {
        zip(starts, cameras).map { start, camera in start.map { $0 - (camera.flatMap { errors[$0] } ?? 0) } }
    }
}
