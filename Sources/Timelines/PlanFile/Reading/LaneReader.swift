import MediaTime
import Placing
import Planning
import Timeline

/// Lays out tracks and nested content, and refuses by name what compose does not support.
struct LaneReader {
    /// The contents of a file if its clip does not give them, on the clock of the clip's media reference.
    let footage: (TimelineNode) throws -> FootageRange
    private var count = 0
    private(set) var notes: [TimelineNote] = []
    /// Everything that cannot be rendered as written.
    private var problems: [String] = []
    /// A year: sums of such times cannot overflow.
    private static let longest = MediaTime.seconds(366 * 86_400)

    init(footage: @escaping (TimelineNode) throws -> FootageRange) { self.footage = footage }

    /// - Parameters:
    ///   - isSound: read sound tracks instead of pictures.
    ///   - isHidden: only the length matters: its parent is disabled.
    /// - Throws: `PlanError`.
    mutating func lane(_ node: TimelineNode, isSound: Bool, isHidden: Bool = false) throws -> Lane {
        let isHidden = isHidden || !node.isEnabled
        if !isHidden { try Self.checkEffects(node) }
        var lane: Lane
        switch node.kind {
        case .track: lane = try track(node, isSound: isSound, isHidden: isHidden)
        case .stack:
            lane = try node.children.map { try layer($0, of: node, isSound: isSound, isHidden: isHidden) }.flattened()
        case .clip: lane = try clip(node, isHidden: isHidden)
        case .gap: lane = Lane(items: [try gap(node)], marks: try marks(node, from: try start(of: node)))
        case .transition, nil:
            throw PlanError(
                "it contains \(node.title) (\(node.schema)) where compose expects tracks and clips; remove it")
        }
        if node.kind == .track || node.kind == .stack {
            lane.marks += try marks(node, from: .zero)
            if let range = node.range {
                let range = try node.read(range)
                lane = try lane.part(range, at: .zero)
                // What ends early inside is empty: what follows begins when it should.
                let rest = FootageRange(start: lane.end, end: range.duration)
                if !rest.isEmpty { lane.items.append(item(rest, nil)) }
            }
        }
        if node.gain != 1 { for index in lane.items.indices { lane.items[index].use?.gain *= node.gain } }
        if !node.isEnabled {
            for index in lane.items.indices { lane.items[index].use = nil }
            lane.fades = []
        }
        return lane
    }

    /// The contents of a nest; for sound among pictures, and for pictures among sound, only the duration.
    private mutating func layer(
        _ child: TimelineNode, of nest: TimelineNode, isSound: Bool, isHidden: Bool
    ) throws -> Lane {
        guard child.trackKind == (isSound ? "Video" : "Audio") else {
            return try lane(child, isSound: isSound, isHidden: isHidden)
        }
        var silent = try lane(child, isSound: !isSound, isHidden: isHidden)
        if !isSound, silent.items.contains(where: { $0.use != nil }) { notes.append(.soundInside(nest.title)) }
        for index in silent.items.indices { silent.items[index].use = nil }
        (silent.fades, silent.marks) = ([], [])
        return silent
    }

    /// Whether picture tracks hold nests with sound tracks of their own.
    var hasSoundInside: Bool { notes.contains { if case .soundInside = $0 { true } else { false } } }

    /// The sound in picture tracks, where no sound track exists, as lanes that are heard at the same time: that of the
    /// nests' own sound tracks, and otherwise that of the pictures.
    mutating func soundsInside(_ tracks: [TimelineNode]) throws -> [Lane] {
        notes.removeAll { if case .soundInside = $0 { true } else { false } }
        let kept = notes
        defer { notes = kept }
        return try tracks.flatMap { try sounds($0) }
    }

    private mutating func sounds(_ node: TimelineNode) throws -> [Lane] {
        guard node.isEnabled, !node.isIgnored else { return [] }
        var lanes: [Lane]
        switch node.kind {
        case .stack:
            let own = node.children.filter { $0.trackKind == "Audio" }
            lanes = try (own.isEmpty ? node.children : own).flatMap { try sounds($0) }
        case .track where node.trackKind == "Video": lanes = try soundsInTurn(node.children)
        case .clip:
            var lane = try lane(node, isSound: false)
            for index in lane.items.indices { lane.items[index].use?.isPicture = true }
            return [lane]
        default: return [try lane(node, isSound: true)]
        }
        if let range = node.range { lanes = try lanes.map { try $0.part(try node.read(range), at: .zero) } }
        for lane in lanes.indices where node.gain != 1 {
            for item in lanes[lane].items.indices { lanes[lane].items[item].use?.gain *= node.gain }
        }
        return lanes
    }

    private mutating func soundsInTurn(_ children: [TimelineNode]) throws -> [Lane] {
        var (lanes, start) = ([Lane](), MediaTime.zero)
        for child in children where !child.isWithoutLength {
            if child.kind == .transition {
                for index in lanes.indices { lanes[index].fades.append(try fade(child, at: start)) }
                continue
            }
            for (index, own) in try sounds(child).enumerated() {
                if index == lanes.count { lanes.append(Lane()) }
                let rest = FootageRange(start: lanes[index].end, end: start)
                if !rest.isEmpty { lanes[index].items.append(item(rest, nil)) }
                let moved = try own.part(FootageRange(start: .zero, end: own.end), at: start)
                lanes[index].items += moved.items
                lanes[index].fades += moved.fades
            }
            start = start + (try lane(child, isSound: false)).end
        }
        return lanes
    }

    /// - Throws: `PlanError` listing everything that cannot be rendered as written.
    func check() throws(PlanError) {
        guard !problems.isEmpty else { return }
        let more = problems.count > Self.mostTold ? "; and \(problems.count - Self.mostTold) more" : ""
        throw PlanError(problems.prefix(Self.mostTold).joined(separator: "; also, ") + more)
    }

    private static let mostTold = 20

    private mutating func track(_ node: TimelineNode, isSound: Bool, isHidden: Bool) throws -> Lane {
        if node.isIgnored {
            notes.append(
                .trackIgnored(
                    node.title, kind: node.trackKind,
                    clips: node.isEnabled ? node.children.count { $0.kind != .gap && $0.isEnabled } : 0))
            return Lane()
        }
        guard node.trackKind == (isSound ? "Audio" : "Video") else {
            throw PlanError("\(node.title) is of kind '\(node.trackKind)', which is not allowed there; remove it")
        }
        var lane = Lane()
        for (index, child) in node.children.enumerated() {
            // All errors are reported together.
            do {
                try append(child, index, of: node, to: &lane, isSound: isSound, isHidden: isHidden)
            } catch let error as PlanError {
                if !problems.contains("\(error)") { problems.append("\(error)") }
            }
        }
        return lane
    }

    private mutating func append(
        _ child: TimelineNode, _ index: Int, of node: TimelineNode, to lane: inout Lane, isSound: Bool, isHidden: Bool
    ) throws {
        let start = lane.end
        if child.kind == .transition {
            guard !isHidden, !child.isWithoutLength else { return }
            let fade = try self.fade(child, at: start)
            // Programs fade in and out by a transition at an end of a track.
            guard index > 0 || fade.range.start == start,
                index + 1 < node.children.count || fade.range.end == start && index > 0
            else {
                throw PlanError("\(child.title) is at an end of its track; put a gap next to it, or remove it")
            }
            lane.fades.append(fade)
            return
        }
        let inner = try self.lane(child, isSound: isSound, isHidden: isHidden)
        let moved = try inner.part(FootageRange(start: .zero, end: inner.end), at: start)
        lane.items += moved.items
        guard lane.end < Self.longest else { throw PlanError("\(node.title) is longer than any film can be") }
        lane.fades += moved.fades
        lane.marks += moved.marks
    }

    private mutating func clip(_ node: TimelineNode, isHidden: Bool) throws -> Lane {
        if isHidden, let range = node.range ?? node.reference?.available {
            return Lane(items: [item(FootageRange(start: .zero, duration: try node.read(range).duration), nil)])
        }
        guard let reference = node.reference, reference.schema == "ExternalReference", let url = reference.url else {
            let what = node.reference.map { " (\($0.schema))" } ?? ""
            throw PlanError("\(node.title) is not linked to a file\(what); link it to one, or remove it")
        }
        let available = try reference.available.map { range throws(PlanError) in try node.read(range) }
        let range = try node.range.map { range throws(PlanError) in try node.read(range) } ?? available ?? footage(node)
        guard !range.isEmpty else { throw PlanError("\(node.title) is empty: its length is 0 frames; remove it") }
        let use = Lane.Use(
            title: node.title, name: node.name, url: url, start: range.start, available: available,
            metadata: node.clipMetadata, sound: node.sound)
        return Lane(
            items: [item(FootageRange(start: .zero, duration: range.duration), use)],
            marks: try marks(node, from: range.start))
    }

    private func start(of node: TimelineNode) throws(PlanError) -> MediaTime {
        guard let range = node.range else { return .zero }
        return try node.read(range.start_time)
    }

    /// Markers use the clock of the item that they are attached to.
    private func marks(_ node: TimelineNode, from start: MediaTime) throws(PlanError) -> [Lane.Mark] {
        try node.markers.map { marker throws(PlanError) in
            Lane.Mark(marker: marker, range: try node.read(marker.marked_range).shifted(by: -start))
        }
    }

    private mutating func gap(_ node: TimelineNode) throws(PlanError) -> Lane.Item {
        guard let range = node.range else {
            throw PlanError("\(node.title) has no length (source_range)")
        }
        return item(FootageRange(start: .zero, duration: try node.read(range).duration), nil)
    }

    private mutating func item(_ range: FootageRange, _ use: Lane.Use?) -> Lane.Item {
        count += 1
        return Lane.Item(range: range, use: use, number: count)
    }

    private func fade(_ node: TimelineNode, at cut: MediaTime) throws(PlanError) -> Lane.Fade {
        guard node.transitionType == "SMPTE_Dissolve" else {
            throw PlanError(
                "\(node.title) is of type '\(node.transitionType)', which compose does not support; use SMPTE_Dissolve")
        }
        guard let before = node.inOffset, let after = node.outOffset, before.value >= 0, after.value >= 0 else {
            throw PlanError("\(node.title) has no length (in_offset, out_offset)")
        }
        let range = FootageRange(start: cut - (try node.read(before)), end: cut + (try node.read(after)))
        return Lane.Fade(title: node.title, cut: cut, range: range, text: node.transitionText ?? "dissolve")
    }

    /// Nothing is dropped from a film silently: only effects that change nothing are accepted.
    static func checkEffects(_ node: TimelineNode) throws(PlanError) {
        let effects = node.effects.filter { $0.changes != nil }
        guard let first = effects.first else { return }
        if let effect = effects.first(where: { ["LinearTimeWarp", "FreezeFrame", "TimeEffect"].contains($0.schema) }) {
            let speed = effect.speed.map { " × \($0)" } ?? ""
            throw PlanError(
                "\(node.title) changes the speed (\(effect.schema)\(speed)), which compose does not support; remove the effect, or link a file that has that speed"
            )
        }
        guard effects.count > 1 else {
            throw PlanError("\(node.title) has the effect \(first), which compose does not support; remove it")
        }
        let all = effects.map { "\($0)" }.joined(separator: ", ")
        throw PlanError("\(node.title) has the effects \(all), which compose does not support; remove them")
    }
}
