import Audio
import MediaIO
import MediaTime
import Planning
import Timeline

/// A film as Final Cut Pro 7's XML, xmeml version 5 (Apple, "Final Cut Pro XML Interchange Format"), which Premiere Pro
/// and DaVinci Resolve also read.
///
/// A clip next to a transition begins or ends at -1: at the transition's edge, and its in and out points say which
/// frames those are. Shots of several cameras are nested sequences.
struct FinalCut7Sequence: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "fcp7xml", ending: "xml",
        summary: "Final Cut Pro 7's XML (Premiere Pro, DaVinci Resolve), with dissolves, views and sound tracks",
        carries: [
            .ranges, .timing, .views, .framing, .aims, .filling, .size, .frameRate, .turning, .soundTracks, .channels,
            .centering,
            .gains,
        ])
    let cuts: CutList
    let plan: RenderPlan
    let tracks: [[HeardClip]]
    let name: String
    let url: (String) -> String
    /// Of which every shot of one camera is a part; `nil` if each is a part of a file.
    let multicam: Multicam?
    var rate: FrameRate { plan.composition.frameRate }

    init(_ film: ExchangedFilm) throws(PlanError) { try self.init(film, multicam: nil) }

    /// - Throws: `PlanError` for a frame rate that the format cannot express.
    init(_ film: ExchangedFilm, multicam: Multicam?) throws(PlanError) {
        self.multicam = multicam
        (cuts, plan, tracks) = (film.cuts, film.plan, film.tracks)
        (name, url) = (film.name, film.files.absoluteURL)
        guard Self.isKnown(rate) else {
            throw PlanError(
                "Final Cut Pro 7 has no frame rate of \(rate.numerator)/\(rate.denominator); plan with a whole one")
        }
    }

    static func isKnown(_ rate: FrameRate) -> Bool { rate.denominator == 1 || rate.denominator == 1001 }

    func text() -> String {
        let channels = channels
        var xml = XMLText(doctype: "xmeml")
        var written = Written(sounds: links(channels))
        xml.element("xmeml", [("version", "5")]) { xml in
            xml.element("sequence", [("id", "film")]) { xml in
                head(name, plan.composition.frameCount, &xml)
                xml.element("media") { xml in
                    xml.element("video") { xml in
                        format(&xml)
                        xml.element("track") { pictures(&$0, &written) }
                    }
                    xml.element("audio") { sounds(channels, &$0, &written) }
                }
            }
        }
        return xml.text
    }

    /// What was written so far: a file is described once, and referred to by id afterward.
    struct Written {
        /// Their ids, by path.
        var files: [String: String] = [:]
        /// The clips that show only one file.
        var pictures: [Place: Link] = [:]
        /// The takes whose multiclips were described, and the number of clips in them.
        var multiclips: Set<Int> = []
        var angleClips = 0
        let sounds: [Place: [Link]]
    }

    /// What a clip shows or plays; used to link picture and sound of one recording.
    struct Place: Hashable {
        var frames: Range<Int64>
        var path: String
        /// Whether picture and sound have the same time stamps.
        var isInStep = true
    }

    struct Link {
        var id, mediaType: String
        var track, index: Int
    }

    /// The position of a clip on its track.
    struct Clip {
        var id: String
        /// From cut to cut.
        var frames: Range<Int64>
        /// Including the frames that its transitions show.
        var seen: Range<Int64>
        var isFadedIn = false
        var isFadedOut = false
    }

    /// The format has one channel per track: stereo takes two.
    struct Channel {
        var clips: [HeardClip]
        var number: Int
    }

    private var channels: [Channel] {
        tracks.flatMap { clips in
            let most = clips.map { sourceChannels($0.input).count }.max() ?? 1
            return (1...most).map { number in
                Channel(clips: clips.filter { sourceChannel($0.input, number) != nil }, number: number)
            }
        }
    }

    /// The channels of a file that a source plays, one or two for the sides, counted through all its streams from 1.
    private func sourceChannels(_ input: SourceID) -> [Int?] {
        guard let source = plan.audioSource(input), let audio = source.audio else { return [1] }
        let streams = source.info.audio
        let before = streams.prefix { $0.streamIndex != source.stream }.reduce(0) { $0 + $1.channels }
        guard let heard = source.selection.channels ?? source.cleaning.channel.map(SoundChannels.init(both:)) else {
            return (1...max(1, min(2, audio.channels))).map { before + $0 }
        }
        let sides = [heard.left, heard.right].map { channel in channel.map { before + $0 + 1 } }
        return sides[0] == sides[1] ? [sides[0]] : sides
    }

    /// What a clip plays on the first or the second of its tracks: a source of one channel the same on both.
    func sourceChannel(_ input: SourceID, _ number: Int) -> Int? {
        let channels = sourceChannels(input)
        return channels[min(number, channels.count) - 1]
    }

    func head(_ name: String, _ count: Int64, _ xml: inout XMLText) {
        xml.element("name", text: name)
        xml.element("duration", text: "\(count)")
        rate(rate, &xml)
        timecode(Timecode(frame: 0, at: rate), &xml)
    }

    func rate(_ rate: FrameRate, _ xml: inout XMLText) {
        xml.element("rate") { xml in
            xml.element("timebase", text: "\((rate.numerator + rate.denominator / 2) / rate.denominator)")
            xml.element("ntsc", text: rate.denominator == 1001 ? "TRUE" : "FALSE")
        }
    }

    func timecode(_ code: Timecode, _ xml: inout XMLText) {
        xml.element("timecode") { xml in
            rate(code.rate, &xml)
            xml.element("string", text: "\(code)")
            xml.element("frame", text: "\(code.frame)")
            xml.element("displayformat", text: code.isDropFrame ? "DF" : "NDF")
        }
    }

    func format(_ xml: inout XMLText) {
        let size = plan.output.canvas.size
        xml.element("format") { xml in
            xml.element("samplecharacteristics") { xml in
                rate(rate, &xml)
                xml.element("width", text: "\(size.width)")
                xml.element("height", text: "\(size.height)")
                xml.element("anamorphic", text: "FALSE")
                xml.element("pixelaspectratio", text: "square")
                xml.element("fielddominance", text: "none")
            }
        }
    }
}

// Pictures.
extension FinalCut7Sequence {
    /// The frames of the film in which an event is visible, including transitions.
    private func seen(_ index: Int) -> Range<Int64> {
        let next = index + 1 < cuts.events.count ? cuts.events[index + 1].transition : nil
        let event = cuts.events[index]
        return
            (event.transition?.frames.lowerBound ?? event.frames.lowerBound)..<(next?.frames.upperBound
            ?? event.frames.upperBound)
    }

    private func pictures(_ xml: inout XMLText, _ written: inout Written) {
        var count = 0
        for (index, event) in cuts.events.enumerated() {
            if let transition = event.transition {
                self.transition(transition, from: cuts.events[index - 1], to: event, &xml)
            }
            guard event.take != nil, let scene = event.scene else { continue }
            count += 1
            let next = index + 1 < cuts.events.count ? cuts.events[index + 1].transition : nil
            let clip = Clip(
                id: "picture\(count)", frames: event.frames, seen: seen(index), isFadedIn: event.transition != nil,
                isFadedOut: next != nil)
            if scene.visibleLayers.count == 1 {
                single(clip, event, scene.visibleLayers.first!, count, &xml, &written)
            } else {
                nested(clip, event, scene, &xml, &written)
            }
        }
        xml.element("enabled", text: "TRUE")
        xml.element("locked", text: "FALSE")
    }

    private func transition(
        _ transition: Composition.Transition, from last: CutList.Event, to next: CutList.Event, _ xml: inout XMLText
    ) {
        let alignment = last.take == nil ? "start-black" : next.take == nil ? "end-black" : "center"
        xml.element("transitionitem") { xml in
            rate(rate, &xml)
            xml.element("start", text: "\(transition.frames.lowerBound)")
            xml.element("end", text: "\(transition.frames.upperBound)")
            xml.element("alignment", text: alignment)
            effect("Cross Dissolve", "Cross Dissolve", category: "Dissolve", type: "transition", &xml) { xml in
                xml.element("wipecode", text: "0")
                xml.element("wipeaccuracy", text: "100")
                xml.element("startratio", text: "0")
                xml.element("endratio", text: "1")
                xml.element("reverse", text: "FALSE")
            }
        }
    }

    private func single(
        _ clip: Clip, _ event: CutList.Event, _ layer: Layer, _ index: Int, _ xml: inout XMLText,
        _ written: inout Written
    ) {
        let take = event.take!
        let early = rate.time(ofFrame: clip.seen.lowerBound) - rate.time(ofFrame: event.frames.lowerBound)
        let (angle, path) = (plan.composition.session.takes[take].angle.name, plan.sources[take].path)
        let place = Place(frames: event.frames, path: path)
        written.pictures[place] = Link(id: clip.id, mediaType: "video", track: 1, index: index)
        let links = together(place, written)
        item(clip, angle, input: .take(take), at: event.start + early, &xml, &written) { xml, written in
            if let multicam { multiclip(multicam, take, &xml, &written) }
            motion(layer, take, &xml)
            write(links, &xml)
        }
    }

    /// A shot of several cameras: a sequence with a track for each.
    private func nested(
        _ clip: Clip, _ event: CutList.Event, _ scene: Scene, _ xml: inout XMLText, _ written: inout Written
    ) {
        let composition = plan.composition
        let time = composition.sessionTime(ofFrame: clip.seen.lowerBound, inSegment: event.segment)
        let count = Int64(clip.seen.count)
        write(clip, "\(scene)", count, from: 0, &xml) { xml in
            xml.element("sequence", [("id", "\(clip.id)-view")]) { xml in
                head("\(scene)", count, &xml)
                xml.element("media") { xml in
                    xml.element("video") { xml in
                        format(&xml)
                        for (number, layer) in scene.visibleLayers.enumerated() {
                            guard let take = composition.session.nearestTake(of: layer.angle, at: time) else {
                                continue
                            }
                            let own = Clip(id: "\(clip.id)-\(number + 1)", frames: 0..<count, seen: 0..<count)
                            let start = composition.session.takes[take].fileTime(at: time)
                            xml.element("track") { xml in
                                item(own, layer.angle.name, input: .take(take), at: start, &xml, &written) { xml, _ in
                                    motion(layer, take, &xml)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
