import Audio
import MediaTime
import Pictures
import Placing
import Planning
import Timeline

/// A film as Final Cut Pro's XML 1.10 (Apple's DTD): one storyline of clips, gaps and cross-dissolves.
///
/// All times are rational seconds, on the timeline whole frames of the film. A file's times begin with its first
/// picture, at the timecode of the file: Final Cut refuses clips of others.
///
/// Every sound track is a lane of connected clips below the storyline.
struct FinalCutTimeline: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "fcpxml", ending: "fcpxml",
        summary: "Final Cut Pro's XML 1.10, with clips, gaps, cross dissolves and sound tracks",
        carries: [.ranges, .timing, .aims, .filling, .size, .frameRate, .turning, .soundTracks, .gains])
    let cuts: CutList
    let plan: RenderPlan
    private let name: String
    private let url: (String) -> String
    var rate: FrameRate { plan.composition.frameRate }
    /// Each clip plays with its own sound, without a track for it.
    private let hasOwnSound: Bool
    private let tracks: [[HeardClip]]
    /// Of which every clip is a part; `nil` if each is a part of a file.
    let multicam: Multicam?
    /// The only angle of the multicam clip that is heard, throughout: every clip plays it.
    private let commonSound: Int?

    init(_ film: ExchangedFilm) { self.init(film, multicam: nil) }

    init(_ film: ExchangedFilm, multicam: Multicam?) {
        let (cuts, plan) = (film.cuts, film.plan)
        (self.cuts, self.plan, name, url) = (cuts, plan, film.name, film.files.absoluteURL)
        self.multicam = multicam
        let heard = film.tracks.count == 1 ? film.tracks[0] : []
        // A shot has one level.
        let levels = { (event: CutList.Event) in
            heard.filter { $0.frames.overlaps(event.frames) }.map { $0.isAtItsLevel ? 1 : $0.constantGain }
        }
        hasOwnSound =
            plan.output.audio.choice == .follow && !heard.isEmpty
            && heard.allSatisfy { clip in
                plan.isInStep(clip.input)
                    && cuts.events.allSatisfy { !$0.frames.overlaps(clip.frames) || $0.take == clip.input.take }
            } && cuts.events.allSatisfy { Set(levels($0)).count < 2 }
        tracks = film.tracks
        commonSound = multicam?.microphone(ofAll: film.tracks, in: cuts)
    }

    func text() -> String {
        var xml = XMLText(doctype: "fcpxml")
        xml.element("fcpxml", [("version", "1.10")]) { xml in
            xml.element("resources") { resources(&$0) }
            xml.element("library") { xml in
                xml.element("event", [("name", name)]) { xml in
                    xml.element("project", [("name", name)]) { sequence(&$0) }
                }
            }
        }
        return xml.text
    }

    /// A number of frames of the film, in seconds.
    func time(_ frames: Int64) -> String {
        frames == 0 ? "0s" : "\(frames * rate.denominator)/\(rate.numerator)s"
    }

    /// A time of a file, in seconds: of the film's rate where possible.
    func time(_ time: MediaTime) -> String {
        let ticks = time.ticks(in: TimeBase(1, rate.numerator)!, .nearest)
        if MediaTime(ticks, in: TimeBase(1, rate.numerator)!) == time {
            return ticks == 0 ? "0s" : "\(ticks)/\(rate.numerator)s"
        }
        let divisor = greatestCommonDivisor(time.flicks, MediaTime.flicksPerSecond)
        return "\(time.flicks / divisor)/\(MediaTime.flicksPerSecond / divisor)s"
    }

    /// The timecode at which a file begins.
    private func start(_ take: Int) -> MediaTime { plan.sources[take].info.startTimecode?.elapsed ?? .zero }

    /// In frames of the film.
    private func length(_ take: Int) -> Int64 {
        rate.frame(at: plan.composition.session.takes[take].footage.duration, .nearest)
    }

    /// When a clip begins in its file: never so late that it ends outside.
    func start(of time: MediaTime, _ take: Int, count: Int) -> MediaTime {
        let first = rate.frame(at: time - plan.composition.session.takes[take].footage.start, .nearest)
        return start(take) + rate.time(ofFrame: max(0, min(first, length(take) - Int64(count))))
    }

    /// As Final Cut names it; `nil` for others.
    private func name(of rate: FrameRate) -> String? {
        let names: [(String, Int64, Int64)] = [
            ("23.98", 24000, 1001), ("24", 24, 1), ("25", 25, 1), ("29.97", 30000, 1001), ("30", 30, 1),
            ("47.95", 48000, 1001), ("48", 48, 1), ("50", 50, 1), ("59.94", 60000, 1001), ("60", 60, 1),
        ]
        return names.first { $0.1 == rate.numerator && $0.2 == rate.denominator }?.0
    }

    private func resources(_ xml: inout XMLText) {
        let size = plan.output.canvas.size
        xml.element(
            "format",
            [
                ("id", "film"), ("frameDuration", time(1)), ("width", "\(size.width)"), ("height", "\(size.height)"),
            ])
        for (take, source) in plan.sources.enumerated() {
            let (size, own) = (source.video.uprightSize, source.video.filmRate)
            xml.element(
                "format",
                [
                    ("id", "format\(take)"), ("frameDuration", "\(own.denominator)/\(own.numerator)s"),
                    ("width", "\(size.width)"), ("height", "\(size.height)"),
                ])
            var asset = [
                ("id", "take\(take)"), ("name", plan.composition.session.takes[take].angle.name),
                ("start", time(start(take))), ("duration", time(length(take))), ("hasVideo", "1"),
                ("format", "format\(take)"),
            ]
            if let stream = source.audioStream, let audio = source.info.audio.first(where: { $0.streamIndex == stream })
            {
                asset += [
                    ("hasAudio", "1"), ("audioSources", "1"), ("audioChannels", "\(audio.channels)"),
                    ("audioRate", "\(audio.sampleRate)"),
                ]
            }
            xml.element("asset", asset) { xml in
                xml.element("media-rep", [("kind", "original-media"), ("src", url(source.path))])
            }
        }
        let heard = Set(tracks.joined().map(\.input)).union((multicam?.microphones ?? [:]).keys)
        for input in heard.sorted() where input.take == nil && asset(input) == id(input) {
            let source = plan.audioSource(input)!
            xml.element(
                "asset",
                [
                    ("id", id(input)), ("name", source.angle.name), ("start", "0s"),
                    ("duration", time(rate.frame(at: source.extent.duration, .nearest))), ("hasAudio", "1"),
                    ("audioSources", "1"), ("audioChannels", "\(source.audio?.channels ?? 2)"),
                    ("audioRate", "\(source.audio?.sampleRate ?? 48_000)"),
                ]
            ) { xml in xml.element("media-rep", [("kind", "original-media"), ("src", url(source.path))]) }
        }
        if let multicam { write(multicam, named: name, &xml) }
    }

    private func id(_ input: SourceID) -> String {
        switch input {
        case .take(let take): "take\(take)"
        case .sound(let sound): "sound\(sound)"
        }
    }

    /// Of its file: further sounds of a camera's file are in its asset.
    func asset(_ input: SourceID) -> String {
        let path = plan.path(of: input)
        return input.take.map { id(.take($0)) }
            ?? plan.sources.firstIndex { $0.path == path }.map { id(.take($0)) } ?? id(input)
    }

    private func sequence(_ xml: inout XMLText) {
        let isDropFrame = Timecode(frame: 0, at: rate).isDropFrame
        xml.element(
            "sequence",
            [
                ("format", "film"), ("duration", time(plan.composition.frameCount)), ("tcStart", "0s"),
                ("tcFormat", isDropFrame ? "DF" : "NDF"),
            ]
        ) { xml in
            xml.element("spine") { xml in
                for (index, event) in cuts.events.enumerated() {
                    if let transition = event.transition {
                        xml.element(
                            "transition",
                            [
                                ("name", "Cross Dissolve"), ("offset", time(transition.frames.lowerBound)),
                                ("duration", time(Int64(transition.frames.count))),
                            ])
                    }
                    clip(event, tracks: index == 0 && !hasOwnSound && commonSound == nil ? tracks : [], &xml)
                }
            }
        }
    }

    /// A clip or a gap; the first one contains the sound of the whole film.
    private func clip(_ event: CutList.Event, tracks: [[HeardClip]], _ xml: inout XMLText) {
        var start = MediaTime.zero
        if let take = event.take { start = self.start(of: event.start, take, count: event.frames.count) }
        if let multicam {
            start = rate.time(ofFrame: multicam.frame(at: event.frames.lowerBound, inSegment: event.segment))
        }
        let place = [
            ("offset", time(event.frames.lowerBound)), ("start", time(start)),
            ("duration", time(Int64(event.frames.count))),
        ]
        let write =
            tracks.isEmpty
            ? nil
            : { (xml: inout XMLText) in
                for (track, clips) in tracks.enumerated() {
                    for heard in clips { sound(heard, lane: -1 - track, in: start, &xml) }
                }
            }
        guard let take = event.take else {
            let attributes = place + [("name", "black")]
            guard let write else { return xml.element("gap", attributes) }
            return xml.element("gap", attributes, write)
        }
        let name = plan.composition.session.takes[take].angle.name
        let more = [("ref", "take\(take)"), ("name", name), ("srcEnable", hasOwnSound ? "all" : "video")]
        let level = hasOwnSound ? self.tracks[0].first { $0.frames.overlaps(event.frames) }.flatMap(adjustment) : nil
        if let multicam, let camera = multicam.cameras[take] {
            let sound = hasOwnSound ? multicam.microphones[.take(take)] : commonSound
            return angle(multicam, (camera, sound), named: name, place, level, &xml, write)
        }
        item(take, place + more, conform(event, take) + (level.map { [$0] } ?? []), &xml, write)
    }

    /// A connected clip.
    ///
    /// - Parameter parent: the start of the clip that contains it, on whose clock its offset counts.
    private func sound(_ heard: HeardClip, lane: Int, in parent: MediaTime, _ xml: inout XMLText) {
        let count = heard.frames.count
        if let multicam, let microphone = multicam.microphones[heard.input] {
            let start = multicam.frame(at: heard)
            return angle(
                multicam, (nil, microphone), named: multicam.channels[microphone].name,
                [
                    ("lane", "\(lane)"), ("offset", time(parent + rate.time(ofFrame: heard.frames.lowerBound))),
                    ("start", time(start)), ("duration", time(Int64(count))),
                ], adjustment(heard), &xml, nil)
        }
        let first = heard.input.take.map { start(of: heard.start, $0, count: count) } ?? soundStart(heard)
        let name = tracks.count == 1 ? "sound" : plan.audioSource(heard.input)?.angle.name ?? "sound"
        let attributes = [
            ("ref", asset(heard.input)), ("lane", "\(lane)"),
            ("offset", time(parent + rate.time(ofFrame: heard.frames.lowerBound))), ("name", name),
            ("start", time(first)), ("duration", time(Int64(count))), ("srcEnable", "audio"),
        ]
        let take = plan.sources.firstIndex { $0.path == plan.path(of: heard.input) }
        item(heard.input.take ?? take, attributes, adjustment(heard).map { [$0] } ?? [], &xml)
    }

    /// When a clip of a file without a picture begins in it.
    private func soundStart(_ heard: HeardClip) -> MediaTime {
        soundStart(of: heard.start, heard.input, count: heard.frames.count)
    }

    func soundStart(of time: MediaTime, _ input: SourceID, count: Int) -> MediaTime {
        let source = plan.audioSource(input)!
        let first = rate.frame(at: time - source.extent.start, .nearest)
        let most = rate.frame(at: source.extent.duration, .nearest) - Int64(count)
        let path = plan.path(of: input)
        let origin = plan.sources.firstIndex { $0.path == path }.map { start($0) } ?? .zero
        return origin + rate.time(ofFrame: max(0, min(first, most)))
    }

    /// An element without content.
    typealias Adjustment = (name: String, attributes: [(String, String)])

    private func adjustment(_ heard: HeardClip) -> Adjustment? {
        guard !heard.isAtItsLevel, let gain = heard.constantGain else { return nil }
        // −96 dB is silence.
        return ("adjust-volume", [("amount", gain > 0 ? "\(decibels(min(gain, PlanPart.mostGain)))dB" : "-96dB")])
    }

    /// How a picture of another shape fills the film, and how it is mirrored and turned.
    ///
    /// Final Cut mirrors, then turns counterclockwise, after it has fitted the picture to the film.
    func conform(_ event: CutList.Event?, _ take: Int) -> [Adjustment] {
        let (source, canvas) = (plan.sources[take], plan.output.canvas.size)
        let turn = source.turn
        let fit = event?.scene?.visibleLayers.first?.framing.fit ?? plan.output.fit
        let isFilled = if case .cropped = fit.effect(on: source.uprightSize, canvas: canvas) { true } else { false }
        var adjustments: [Adjustment] = []
        var scale = 1.0
        if turn.swapsAxes {
            let scales = { (size: PictureSize) in
                (Double(canvas.width) / Double(size.width), Double(canvas.height) / Double(size.height))
            }
            let (own, fitted) = (scales(source.uprightSize), scales(source.video.uprightSize))
            scale = (isFilled ? max(own.0, own.1) : min(own.0, own.1)) / min(fitted.0, fitted.1)
        } else if isFilled {
            adjustments.append(("adjust-conform", [("type", "fill")]))
        }
        var position: String?
        if isFilled, let event { position = self.position(event, take) }
        if turn != .upright || position != nil {
            var attributes = position.map { [("position", $0)] } ?? []
            attributes.append(("scale", "\(turn.mirrored ? -scale : scale) \(scale)"))
            let turned = (360 - turn.quarterTurns * 90) % 360
            if turned != 0 { attributes.append(("rotation", "\(turned > 180 ? turned - 360 : turned)")) }
            adjustments.append(("adjust-transform", attributes))
        }
        return adjustments
    }

    /// Where a picture that fills the film is, if not in its middle: to the right and up, in percent of the film's height.
    private func position(_ event: CutList.Event, _ take: Int) -> String? {
        guard let layer = event.scene?.visibleLayers.first, layer.framing.focus != .center else { return nil }
        let canvas = plan.output.canvas.size
        let center = LayerPlace(layer, take: take, of: plan).center(on: canvas)
        let percent = { (samples: Double) in (samples * 10000 / Double(canvas.height)).rounded() / 100 }
        return "\(percent(center.x)) \(percent(-center.y))"
    }

    /// - Parameter take: whose file it is of; `nil` for files without a picture.
    func item(
        _ take: Int?, _ attributes: [(String, String)], _ adjustments: [Adjustment], _ xml: inout XMLText,
        _ content: ((inout XMLText) -> Void)? = nil
    ) {
        let source = take.map { plan.sources[$0] }
        let timecode = source?.info.startTimecode.map { [("tcFormat", $0.isDropFrame ? "DF" : "NDF")] } ?? []
        // Its speed stays the same.
        let other = source.flatMap { $0.video.filmRate == rate ? nil : name(of: $0.video.filmRate) }
        guard other != nil || content != nil || !adjustments.isEmpty else {
            return xml.element("asset-clip", attributes + timecode)
        }
        xml.element("asset-clip", attributes + timecode) { xml in
            if let other { xml.element("conform-rate", [("scaleEnabled", "0"), ("srcFrameRate", other)]) }
            for adjustment in adjustments { xml.element(adjustment.name, adjustment.attributes) }
            content?(&xml)
        }
    }
}
