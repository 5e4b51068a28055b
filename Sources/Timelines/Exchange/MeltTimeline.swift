import Audio
import MediaTime
import Parameters
import Pictures
import Placing
import Planning
import Timeline

/// A film as XML of the MLT framework, which melt, Kdenlive and Shotcut read.
///
/// Shots are in a playlist; a transition is a small timeline of two tracks between them, as those programs make it.
/// MLT's progress is 0 in its first frame: each transition begins one frame early, so that its progress matches ours.
struct MeltTimeline: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "mlt", ending: "mlt",
        summary: "MLT (melt, Kdenlive, Shotcut), with dissolves, straight wipes, views and sound tracks",
        carries: [
            .ranges, .timing, .views, .framing, .aims, .filling, .size, .frameRate, .turning, .pictures, .soundTracks,
            .gains,
            .loudGains, .movingGains,
        ]
    ) { $0.name == "dissolve" || MeltWipe($0) != nil }
    let cuts: CutList
    let plan: RenderPlan
    let tracks: [[HeardClip]]
    let name: String
    let path: (String) -> String
    var composition: Composition { plan.composition }
    var rate: FrameRate { composition.frameRate }

    /// - Throws: `PlanError` for a file whose name XML cannot contain: it is written as it is, not as a URL.
    init(_ film: ExchangedFilm) throws(PlanError) {
        (cuts, plan, name, path) = (film.cuts, film.plan, film.name, film.files.path)
        tracks = film.tracks.isEmpty ? [[]] : film.tracks
        if let odd = plan.inputs.map({ path(plan.path(of: $0)) }).first(where: { !XMLText.canContain($0) }) {
            throw PlanError(
                "\(odd) has a control character in its name, which MLT cannot contain; rename it and plan again")
        }
    }

    func text() -> String {
        var xml = XMLText()
        xml.element("mlt", [("LC_NUMERIC", "C"), ("version", "7.12.0"), ("title", name)]) { xml in
            profile(&xml)
            producers(&xml)
            var items: [Item] = []
            for index in cuts.events.indices { shots(index, &items, &xml) }
            playlist("picture", items, &xml)
            for index in tracks.indices { sound(index, &xml) }
            xml.element("tractor", [("id", "film")]) { xml in
                property("title", name, &xml)
                xml.element("track", [("producer", "picture"), ("hide", "audio")])
                for index in tracks.indices {
                    xml.element("track", [("producer", soundID(index)), ("hide", "video")])
                }
                // Tracks of sound are not added up by themselves.
                for index in tracks.indices.dropFirst() {
                    xml.element("transition", []) { xml in
                        property("a_track", "1", &xml)
                        property("b_track", "\(index + 1)", &xml)
                        property("mlt_service", "mix", &xml)
                        property("always_active", "1", &xml)
                        property("sum", "1", &xml)
                    }
                }
            }
        }
        return xml.text
    }

    func property(_ name: String, _ value: String, _ xml: inout XMLText) {
        xml.element("property", [("name", name)], text: value)
    }

    func profile(_ xml: inout XMLText) {
        let size = plan.output.canvas.size
        let divisor = Int(greatestCommonDivisor(Int64(size.width), Int64(size.height)))
        xml.element(
            "profile",
            [
                ("description", name), ("width", "\(size.width)"), ("height", "\(size.height)"), ("progressive", "1"),
                ("sample_aspect_num", "1"), ("sample_aspect_den", "1"),
                ("display_aspect_num", "\(size.width / divisor)"), ("display_aspect_den", "\(size.height / divisor)"),
                ("frame_rate_num", "\(rate.numerator)"), ("frame_rate_den", "\(rate.denominator)"),
                ("colorspace", plan.output.canvas.color.matrix == 1 ? "709" : "601"),
            ])
    }

    /// Each file twice: a file mixed with itself is read at two places at the same time.
    func producers(_ xml: inout XMLText) {
        for (take, source) in plan.sources.enumerated() {
            let length = frame(of: composition.session.takes[take].footage.end, take)
            for copy in ["a", "b"] {
                xml.element("producer", [("id", id(take, copy)), ("in", "0"), ("out", "\(length - 1)")]) { xml in
                    property("resource", path(source.path), &xml)
                    property("mlt_service", "avformat", &xml)
                    property("length", "\(length)", &xml)
                    property("eof", "pause", &xml)
                    if !source.info.isUsual(source.video) {
                        property("video_index", "\(source.video.streamIndex)", &xml)
                    }
                    property("audio_index", source.audioStream.map { "\($0)" } ?? "-1", &xml)
                    turn(source, &xml)
                }
            }
        }
        for (number, source) in plan.sounds.enumerated() where source.role == .recording {
            let length = rate.frame(at: source.extent.duration, .nearest)
            xml.element("producer", [("id", "sound-file\(number)"), ("in", "0"), ("out", "\(length - 1)")]) { xml in
                property("resource", path(source.path), &xml)
                property("mlt_service", "avformat", &xml)
                property("length", "\(length)", &xml)
                property("eof", "pause", &xml)
                property("video_index", "-1", &xml)
                property("audio_index", "\(source.stream)", &xml)
            }
        }
        xml.element("producer", [("id", "black"), ("in", "0"), ("out", "\(composition.frameCount)")]) { xml in
            property("resource", "black", &xml)
            property("mlt_service", "color", &xml)
            property("length", "\(composition.frameCount + 1)", &xml)
        }
    }

    /// MLT turns, then mirrors: the other way around turns are the other way around. Its rotation replaces the file's.
    private func turn(_ source: Source, _ xml: inout XMLText) {
        guard source.isTurned else { return }
        let (orientation, own) = (source.orientation, source.video.orientation)
        let turns = orientation.mirrored ? -orientation.quarterTurns : orientation.quarterTurns
        if orientation.quarterTurns != own.quarterTurns || orientation.mirrored {
            property("rotate", "\((turns + 4) % 4 * 90)", &xml)
        }
        guard orientation.mirrored else { return }
        xml.element("filter", []) { xml in
            property("mlt_service", "mirror", &xml)
            // Left to right.
            property("mirror", "flip", &xml)
        }
    }

    func id(_ take: Int, _ copy: String) -> String { "take\(take)\(copy)" }

    /// The number of a file's frame, counted at the film's rate.
    func frame(of time: MediaTime, _ take: Int) -> Int64 {
        rate.frame(at: time - composition.session.takes[take].footage.start, .nearest)
    }
}

// Shots and the transitions between them.
extension MeltTimeline {
    /// An entry of a playlist: a part of a producer, or a blank.
    struct Item {
        var producer: String?
        var start, count: Int64
    }

    func playlist(
        _ id: String, _ items: [Item], _ xml: inout XMLText, _ filters: (inout XMLText) -> Void = { _ in }
    ) {
        xml.element("playlist", [("id", id)]) { xml in
            for item in items where item.count > 0 {
                guard let producer = item.producer else {
                    xml.element("blank", [("length", "\(item.count)")])
                    continue
                }
                xml.element(
                    "entry",
                    [("producer", producer), ("in", "\(item.start)"), ("out", "\(item.start + item.count - 1)")])
            }
            filters(&xml)
        }
    }

    /// The transition into an event, and the event up to the next transition.
    func shots(_ index: Int, _ items: inout [Item], _ xml: inout XMLText) {
        let event = cuts.events[index]
        var start = event.frames.lowerBound
        if let transition = event.transition, index > 0 {
            let frames = early(transition)
            items.append(mix(index, frames, transition.specification, &xml))
            start = frames.upperBound
        }
        let next = index + 1 < cuts.events.count ? cuts.events[index + 1].transition.map(early) : nil
        let end = next?.lowerBound ?? event.frames.upperBound
        if start < end { items.append(part(index, start..<end, &xml)) }
    }

    func early(_ transition: Composition.Transition) -> Range<Int64> {
        max(0, transition.frames.lowerBound - 1)..<transition.frames.upperBound
    }

    func mix(
        _ index: Int, _ frames: Range<Int64>, _ specification: Specification, _ xml: inout XMLText
    ) -> Item {
        let sides = [part(index - 1, frames, &xml), part(index, frames, &xml)]
        let last = Int64(frames.count) - 1
        xml.element("tractor", [("id", "mix\(index)"), ("in", "0"), ("out", "\(last)")]) { xml in
            for side in sides { track(side, &xml) }
            xml.element("transition", [("in", "0"), ("out", "\(last)")]) { xml in
                property("a_track", "0", &xml)
                property("b_track", "1", &xml)
                property("mlt_service", "luma", &xml)
                property("progressive", "1", &xml)
                if let wipe = MeltWipe(specification) {
                    property("resource", wipe.resource, &xml)
                    property("softness", "0", &xml)
                    property("invert", wipe.isInverted ? "1" : "0", &xml)
                }
            }
        }
        return Item(producer: "mix\(index)", start: 0, count: Int64(frames.count))
    }

    func track(_ item: Item, _ xml: inout XMLText) {
        xml.element(
            "track",
            [
                ("producer", item.producer ?? "black"), ("in", "\(item.start)"),
                ("out", "\(item.start + item.count - 1)"), ("hide", "audio"),
            ])
    }

    /// What an event shows in some frames, which may be outside its range.
    func part(_ index: Int, _ frames: Range<Int64>, _ xml: inout XMLText) -> Item {
        let event = cuts.events[index]
        let count = Int64(frames.count)
        let copy = event.segment % 2 == 0 ? "a" : "b"
        guard let scene = event.scene, let take = event.take else {
            return Item(producer: "black", start: 0, count: count)
        }
        if scene.untouchedAngle != nil, whole(take) {
            let time = event.start + rate.time(ofFrame: frames.lowerBound) - rate.time(ofFrame: event.frames.lowerBound)
            return Item(producer: id(take, copy), start: max(0, frame(of: time, take)), count: count)
        }
        return layers(scene, index, frames, copy, &xml)
    }

    /// Whether a take has the film's aspect ratio.
    func whole(_ take: Int) -> Bool {
        let (size, canvas) = (plan.sources[take].uprightSize, plan.output.canvas.size)
        return size.width * canvas.height == size.height * canvas.width
    }
}

// Sound.
extension MeltTimeline {
    func soundID(_ track: Int) -> String { track == 0 ? "sound" : "sound\(track + 1)" }

    func sound(_ track: Int, _ xml: inout XMLText) {
        var frame: Int64 = 0
        let items = tracks[track].flatMap { heard -> [Item] in
            defer { frame = heard.frames.upperBound }
            return [
                Item(producer: nil, start: 0, count: heard.frames.lowerBound - frame),
                Item(
                    producer: producer(heard.input), start: max(0, start(of: heard)), count: Int64(heard.frames.count)),
            ]
        }
        playlist(soundID(track), items, &xml) { levels(tracks[track], &$0) }
    }

    private func producer(_ input: SourceID) -> String {
        switch input {
        case .take(let take): id(take, "a")
        case .sound(let sound): "sound-file\(sound)"
        }
    }

    private func start(of heard: HeardClip) -> Int64 {
        switch heard.input {
        case .take(let take): frame(of: heard.start, take)
        case .sound(let sound): rate.frame(at: heard.start - plan.sounds[sound].extent.start, .nearest)
        }
    }

    /// The levels of a track in decibels, by frames of the film: those of a clip stay where they do not change (`|=`).
    private func levels(_ clips: [HeardClip], _ xml: inout XMLText) {
        guard clips.contains(where: { !$0.isAtItsLevel }) else { return }
        var keys: [String] = []
        for clip in clips {
            if let gain = clip.constantGain {
                keys.append("\(clip.frames.lowerBound)|=\(decibels(gain))")
            } else {
                var last: Int64?
                for level in clip.levels where level.frame != last {
                    keys.append("\(level.frame)=\(decibels(level.gain))")
                    last = level.frame
                }
            }
        }
        xml.element("filter", []) { xml in
            property("mlt_service", "volume", &xml)
            property("level", keys.joined(separator: ";"), &xml)
        }
    }
}

/// One of MLT's gray pictures, for the wipes that they define.
struct MeltWipe {
    var resource: String
    var isInverted: Bool

    init?(_ specification: Specification) {
        guard specification.name == "wipe", Set(specification.parameters.keys).isSubset(of: ["", "angle"]) else {
            return nil
        }
        switch specification.parameters["angle"] ?? specification.parameters[""] ?? "0" {
        case "0", "right": (resource, isInverted) = ("%luma01.pgm", false)
        case "180", "left": (resource, isInverted) = ("%luma01.pgm", true)
        case "90", "down": (resource, isInverted) = ("%luma02.pgm", false)
        case "270", "up": (resource, isInverted) = ("%luma02.pgm", true)
        default: return nil
        }
    }
}
