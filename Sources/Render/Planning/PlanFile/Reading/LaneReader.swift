import MediaTime
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

    /// - Parameter isSound: read sound tracks instead of pictures.
    /// - Throws: `PlanError`.
    mutating func lane(_ node: TimelineNode, isSound: Bool) throws -> Lane {
        try Self.checkEffects(node)
        var lane: Lane
        switch node.kind {
        case .track: lane = try track(node, isSound: isSound)
        case .stack: lane = try node.children.map { try layer($0, of: node, isSound: isSound) }.flattened()
        case .clip: lane = try clip(node)
        case .gap: lane = Lane(items: [try gap(node)], marks: try marks(node, from: try start(of: node)))
        case .transition, nil:
            throw PlanError(
                "it contains \(node.title) (\(node.schema)) where compose expects tracks and clips; remove it")
        }
        if node.kind == .track || node.kind == .stack {
            lane.marks += try marks(node, from: .zero)
            if let range = node.range { lane = try lane.part(try node.read(range), at: .zero) }
        }
        if !node.isEnabled {
            for index in lane.items.indices { lane.items[index].use = nil }
            lane.fades = []
        }
        return lane
    }

    /// The contents of a nest; for sound among pictures, and for pictures among sound, only the duration.
    private mutating func layer(_ child: TimelineNode, of nest: TimelineNode, isSound: Bool) throws -> Lane {
        guard child.trackKind == (isSound ? "Video" : "Audio") else { return try lane(child, isSound: isSound) }
        var silent = try lane(child, isSound: !isSound)
        if !isSound, silent.items.contains(where: { $0.use != nil }) { notes.append(.soundInside(nest.title)) }
        for index in silent.items.indices { silent.items[index].use = nil }
        (silent.fades, silent.marks) = ([], [])
        return silent
    }

    /// - Throws: `PlanError` listing everything that cannot be rendered as written.
    func check() throws(PlanError) {
        guard !problems.isEmpty else { return }
        let more = problems.count > Self.mostTold ? "; and \(problems.count - Self.mostTold) more" : ""
        throw PlanError(problems.prefix(Self.mostTold).joined(separator: "; also, ") + more)
    }

    private static let mostTold = 20

    private mutating func track(_ node: TimelineNode, isSound: Bool) throws -> Lane {
        guard node.trackKind == (isSound ? "Audio" : "Video") else {
            throw PlanError("\(node.title) is of kind '\(node.trackKind)', which is not allowed there; remove it")
        }
        var lane = Lane()
        for (index, child) in node.children.enumerated() {
            // All errors are reported together.
            do {
                try append(child, index, of: node, to: &lane, isSound: isSound)
            } catch let error as PlanError {
                problems.append("\(error)")
            }
        }
        return lane
    }

    private mutating func append(
        _ child: TimelineNode, _ index: Int, of node: TimelineNode, to lane: inout Lane, isSound: Bool
    ) throws {
        let start = lane.end
        if child.kind == .transition {
            guard index > 0, index + 1 < node.children.count else {
                throw PlanError("\(child.title) is at an end of its track; put a gap next to it, or remove it")
            }
            lane.fades.append(try fade(child, at: start))
            return
        }
        let inner = try self.lane(child, isSound: isSound)
        let moved = try inner.part(FootageRange(start: .zero, end: inner.end), at: start)
        lane.items += moved.items
        guard lane.end < Self.longest else { throw PlanError("\(node.title) is longer than any film can be") }
        lane.fades += moved.fades
        lane.marks += moved.marks
    }

    private mutating func clip(_ node: TimelineNode) throws -> Lane {
        guard let reference = node.reference, reference.schema == "ExternalReference", let url = reference.url else {
            let what = node.reference.map { " (\($0.schema))" } ?? ""
            throw PlanError("\(node.title) is not linked to a file\(what); link it to one, or remove it")
        }
        let available = try reference.available.map { range throws(PlanError) in try node.read(range) }
        let range = try node.range.map { range throws(PlanError) in try node.read(range) } ?? available ?? footage(node)
        guard !range.isEmpty else { throw PlanError("\(node.title) is empty: its length is 0 frames; remove it") }
        let use = Lane.Use(
            title: node.title, name: node.name, url: url, start: range.start, available: available,
            metadata: node.clipMetadata)
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
        guard !range.isEmpty else { throw PlanError("\(node.title) has a length of zero; remove it") }
        return Lane.Fade(title: node.title, cut: cut, range: range, text: node.transitionText ?? "dissolve")
    }

    /// Only speeds without effect are accepted: nothing is dropped from a film silently.
    static func checkEffects(_ node: TimelineNode) throws(PlanError) {
        guard
            let effect = node.effects.first(where: { $0.isEnabled && !($0.schema == "LinearTimeWarp" && $0.speed == 1) }
            )
        else { return }
        switch effect.schema {
        case "LinearTimeWarp", "FreezeFrame", "TimeEffect":
            let speed = effect.speed.map { " × \($0)" } ?? ""
            throw PlanError(
                "\(node.title) changes the speed (\(effect.schema)\(speed)), which compose does not support; remove the effect, or link a file that has that speed"
            )
        default:
            let name = effect.name.isEmpty ? effect.schema : effect.name
            throw PlanError("\(node.title) has the effect '\(name)', which compose does not support; remove it")
        }
    }
}
