import MediaTime
import Pictures
import Planning
import Timeline

/// Final Cut Pro 7's XML (xmeml), as Premiere Pro, DaVinci Resolve and compose write it, in OpenTimelineIO's objects: as
/// OpenTimelineIO's own adapter reads it, and multiclips as what they show.
final class FinalCut7File {
    private let sequence: XMLNode
    /// What is described once and referred to by its id, by kind and id.
    private let described: [[String]: XMLNode]

    /// How many clips there may still be: sequences that show others twice grow fast.
    private var left = mostClips
    private static let mostClips = 100_000

    /// - Throws: `PlanError` if it is something else, or has several sequences.
    init(_ root: XMLNode) throws(PlanError) {
        guard root.name == "xmeml" else {
            throw PlanError(
                root.name == "fcpxml"
                    ? "it is Final Cut Pro's own XML, which is only written; export Final Cut Pro 7 XML or OpenTimelineIO"
                    : "it is XML, but not of Final Cut Pro 7 (xmeml): it begins with <\(root.name)>")
        }
        var described: [[String]: XMLNode] = [:]
        var sequences: [XMLNode] = []
        Self.visit(root, isInside: false) { node, isInside in
            if let id = node.attributes["id"], !node.children.isEmpty { described[[node.name, id]] = node }
            if node.name == "sequence", !isInside, !node.children.isEmpty { sequences.append(node) }
        }
        let nested = Set(sequences.flatMap(Self.nestedSequences))
        let whole = sequences.filter { !nested.contains($0.attributes["id"] ?? "") }
        guard let only = whole.first else { throw PlanError("it has no sequence; there is no film to plan") }
        guard whole.count == 1 else {
            let names = whole.prefix(5).map { $0.text("name") ?? "without a name" }.joined(separator: ", ")
            throw PlanError("it has \(whole.count) sequences (\(names)); export only one")
        }
        (sequence, self.described) = (only, described)
    }

    private static func visit(_ node: XMLNode, isInside: Bool, _ body: (XMLNode, Bool) -> Void) {
        body(node, isInside)
        for child in node.children { visit(child, isInside: isInside || node.name == "sequence", body) }
    }

    /// The ids of the sequences that clips of a sequence show.
    private static func nestedSequences(_ sequence: XMLNode) -> [String] {
        var ids: [String] = []
        for child in sequence.children {
            visit(child, isInside: true) { node, _ in
                if node.name == "sequence", let id = node.attributes["id"] { ids.append(id) }
            }
        }
        return ids
    }

    /// - Throws: `PlanError` naming what cannot be read.
    func timeline() throws -> TimelineFile {
        let frame = sequence["timecode"]?.number("frame") ?? 0
        let rate = sequence["timecode"].flatMap(rate) ?? rate(sequence) ?? 30
        var timeline = try JSONValue.timeline(
            sequence.text("name") ?? "", tracks: .stack("tracks", try tracks(sequence, depth: 0)),
            start: .time(frame, rate)
        ).decoded(TimelineFile.self)
        timeline.size = canvas
        return timeline
    }

    /// Of the whole sequence.
    private var canvas: PictureSize? { size(sequence["media"]?["video"]?["format"]) }

    /// What a format or the pictures of a file say.
    private func size(_ node: XMLNode?) -> PictureSize? {
        guard let sample = node?["samplecharacteristics"],
            let width = sample.number("width").flatMap(Int.init(exactly:)),
            let height = sample.number("height").flatMap(Int.init(exactly:)), (16...16_384).contains(width),
            (16...16_384).contains(height), width % 2 == 0, height % 2 == 0
        else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// How a clip frames its file, if its effects do nothing else; those of the whole sequence alone are understood.
    private func framing(_ clip: XMLNode, _ effects: [XMLNode], depth: Int) -> Framing? {
        guard depth == 0, !effects.isEmpty, let canvas, let file = clip["file"].map(whole),
            let size = size(file["media"]?["video"])
        else { return nil }
        return FinalCut7Motion(effects, file: size, canvas: canvas)?.framing
    }

    /// The full description of what may only refer to it.
    private func whole(_ node: XMLNode) -> XMLNode {
        guard node.children.isEmpty, let id = node.attributes["id"] else { return node }
        return described[[node.name, id]] ?? node
    }

    /// In frames per second.
    private func rate(_ node: XMLNode) -> Double? {
        guard let rate = node["rate"], let timebase = rate.number("timebase"), timebase > 0 else { return nil }
        return rate.text("ntsc")?.uppercased() == "TRUE" ? timebase * 1000 / 1001 : timebase
    }

    private func tracks(
        _ sequence: XMLNode, _ kinds: [String] = ["video", "audio"], rate parent: Double = 30, depth: Int,
        framing: Framing? = nil
    ) throws -> [JSONValue] {
        guard depth < 32 else { throw PlanError("sequences are nested in one another more than 32 times") }
        let rate = self.rate(sequence) ?? parent
        return try kinds.flatMap { kind in
            try (sequence["media"]?[kind]?.all("track") ?? []).enumerated().map { number, track in
                let letter = kind == "video" ? "V" : "A"
                let items = try items(
                    track, rate, isSound: kind == "audio", "\(letter)\(number + 1)", depth: depth, framing)
                let own: JSONValue =
                    track.attributes.isEmpty ? .null : .object(["fcp_xml": track.withoutContent])
                return .track(
                    track.text("name") ?? "\(letter)\(number + 1)", kind: kind == "video" ? "Video" : "Audio", items,
                    isEnabled: track.isOn, metadata: own)
            }
        }
    }

    /// Where a transition is, and the cut that it belongs to, in frames of the sequence.
    private struct Fade {
        var start, cut, end: Double

        init?(_ node: XMLNode) {
            guard node.name == "transitionitem", let start = node.number("start"), let end = node.number("end"),
                start <= end
            else { return nil }
            (self.start, self.end) = (start, end)
            cut =
                switch node.text("alignment") {
                case "start", "start-black": start
                case "end", "end-black": end
                default: ((start + end) / 2).rounded(.down)
                }
        }
    }

    private func items(
        _ track: XMLNode, _ rate: Double, isSound: Bool, _ title: String, depth: Int, _ framing: Framing?
    ) throws -> [JSONValue] {
        let nodes = track.children.filter { ["clipitem", "generatoritem", "transitionitem"].contains($0.name) }
        let fades = nodes.map(Fade.init)
        var (items, end) = ([JSONValue](), 0.0)
        for (index, node) in nodes.enumerated() {
            let name = node.text("name") ?? ""
            if node.name == "transitionitem" {
                guard let fade = fades[index] else { throw PlanError("a transition of \(title) has no start and end") }
                if fade.cut > end { items.append(.gap(fade.cut - end, rate)) }
                end = max(end, fade.cut)
                items.append(
                    .transition(
                        effectName(node), type: isSound || isDissolve(node) ? "SMPTE_Dissolve" : effectName(node),
                        before: end - fade.start, after: fade.end - end, rate))
                continue
            }
            let before = index > 0 ? fades[index - 1] : nil
            let after = index + 1 < nodes.count ? fades[index + 1] : nil
            // Next to a transition, -1 is its edge, and `in` and `out` are what the transition shows first and last.
            guard let said = node.number("start"), let start = said >= 0 ? said : before?.cut,
                let last = node.number("end"), var over = last >= 0 ? last : after?.cut
            else { throw PlanError("the clip '\(name)' of \(title) has no start or no end") }
            // Of two clips at one time, the later one is seen.
            if index + 1 < nodes.count, nodes[index + 1].name != "transitionitem",
                let next = nodes[index + 1].number("start"), next >= start
            {
                over = min(over, next)
            }
            guard start >= end, over >= start else {
                throw PlanError("the clip '\(name)' of \(title) begins before the one before it ends; move it")
            }
            if start > end { items.append(.gap(start - end, rate)) }
            end = over
            let seen = said >= 0 ? start : before?.start ?? start
            guard over > start else { continue }
            items.append(
                try clip(
                    node, rate, late: start - seen, count: over - start, isSound: isSound, depth: depth, framing))
        }
        return items
    }

    private func effectName(_ transition: XMLNode) -> String { transition["effect"]?.text("name") ?? "a transition" }

    private func isDissolve(_ transition: XMLNode) -> Bool {
        let names = ["name", "effectid"].compactMap { transition["effect"]?.text($0)?.lowercased() }
        return !Set(names).isDisjoint(with: ["cross dissolve", "dissolve", "film dissolve", "crossdissolve"])
    }

    /// - Parameters:
    ///   - rate: of the sequence.
    ///   - late: how far after its `in` it begins, in frames of the sequence.
    ///   - count: its length, in frames of the sequence.
    ///   - inherited: how the multiclip that it is an angle of frames it.
    private func clip(
        _ node: XMLNode, _ rate: Double, late: Double, count: Double, isSound: Bool, depth: Int,
        _ inherited: Framing?
    ) throws -> JSONValue {
        left -= 1
        guard left >= 0 else {
            throw PlanError("it has more than \(Self.mostClips) clips, those of nested sequences included; flatten it")
        }
        let (name, own) = (node.text("name") ?? "", self.rate(node) ?? rate)
        let first = (node.number("in") ?? 0) + late * own / rate
        let range = JSONValue.range(first, own, count: count, rate)
        var source = node
        let isMotion = { (effect: XMLNode) in ["basic", "crop"].contains(effect.text("effectid") ?? "") }
        let filters = node.all("filter").flatMap { filter in
            filter.all("effect").map { (effect: $0, isOn: filter.isOn && $0.isOn) }
        }
        let framing =
            isSound
            ? nil : self.framing(node, filters.filter { $0.isOn && isMotion($0.effect) }.map(\.effect), depth: depth)
        let effects = filters.filter { framing == nil || !isMotion($0.effect) }.map { effect, isOn in
            JSONValue.object([
                "OTIO_SCHEMA": .text("Effect.1"), "name": .text(effect.text("name") ?? "effect"),
                "effect_name": .text(effect.text("name") ?? "effect"), "enabled": .bool(isOn),
                "metadata": .object(["fcp_xml": effect.json]),
            ])
        }
        let scene = try (framing ?? inherited).flatMap { $0 == Framing() ? nil : $0 }.map { framing in
            let camera = Layer(Angle(name.isEmpty ? "camera" : name), framing: framing)
            return try JSONValue(OpenTimelineIO.ClipMetadata(segment: 0, scene: Scene(layers: [camera])))
        }
        let kinds = [isSound ? "audio" : "video"]
        if let sequence = node["sequence"] {
            // Its second channel is in the first one's stack.
            let channel = node["sourcetrack"]?.number("trackindex") ?? 1
            guard !isSound || channel == 1 else { return .gap(count, rate) }
            return .stack(
                name, try tracks(whole(sequence), kinds, rate: rate, depth: depth + 1), range: range, effects: effects,
                isEnabled: node.isOn)
        }
        if let multiclip = node["multiclip"].map(whole) {
            let angle = try angle(of: multiclip, isSound: isSound, title: name)
            if angle["media"] != nil {
                return .stack(
                    name, try tracks(angle, kinds, rate: rate, depth: depth + 1, framing: framing), range: range,
                    effects: effects, isEnabled: node.isOn)
            }
            source = angle
        }
        var reference = JSONValue.missing(node.name == "generatoritem" ? "GeneratorReference.1" : "MissingReference.1")
        if let file = source["file"].map(whole), let url = file.text("pathurl") {
            // Times count from its first picture or sample, whatever its timecode is.
            reference = .file(
                url, available: .range(0, own, count: file.number("duration") ?? 0, self.rate(file) ?? own))
        }
        var metadata: [String: JSONValue] = [:]
        if let track = node["sourcetrack"] { metadata["fcp_xml"] = .object(["sourcetrack": track.json]) }
        if let scene { metadata["compose"] = scene }
        return .clip(
            source.text("name") ?? name, range, reference,
            effects: effects, isEnabled: node.isOn,
            metadata: metadata.isEmpty ? .null : .object(metadata))
    }

    /// What a multiclip shows or plays.
    private func angle(of multiclip: XMLNode, isSound: Bool, title: String) throws(PlanError) -> XMLNode {
        let name = isSound ? "activeaudioangle" : "activevideoangle"
        guard let angle = multiclip.all("angle").first(where: { $0.text(name)?.uppercased() == "TRUE" }),
            let clip = angle["clip"] ?? angle["clipitem"]
        else { throw PlanError("the multiclip '\(title)' has no active angle (\(name)); choose one") }
        return whole(clip)
    }
}

extension XMLNode {
    fileprivate var isOn: Bool { text("enabled")?.uppercased() != "FALSE" }
    /// Its attributes alone, as `json` has them.
    fileprivate var withoutContent: JSONValue {
        .object(Dictionary(uniqueKeysWithValues: attributes.map { ("@\($0)", .text($1)) }))
    }
}
