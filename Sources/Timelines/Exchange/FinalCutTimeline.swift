import MediaTime
import Planning
import Timeline

/// A film as Final Cut Pro's XML 1.10 (Apple's DTD): one storyline of clips, gaps and cross-dissolves.
///
/// All times are rational seconds, on the timeline whole frames of the film. A file's times begin with its first
/// picture, at the timecode of the file: Final Cut refuses clips of others.
struct FinalCutTimeline {
    private let cuts: CutList
    private let plan: RenderPlan
    private let name: String
    private let url: (String) -> String
    private var rate: FrameRate { plan.composition.frameRate }
    /// Each clip plays with its own sound, without a track for it.
    private let hasOwnSound: Bool
    private let sounds: [HeardClip]

    /// - Parameter url: the absolute URL of the file at a path.
    init(_ cuts: CutList, _ plan: RenderPlan, name: String, url: @escaping (String) -> String) {
        (self.cuts, self.plan, self.name, self.url) = (cuts, plan, name, url)
        let heard = plan.heardTakes
        hasOwnSound =
            plan.output.audio.choice == .follow && !heard.isEmpty
            && heard.allSatisfy { clip in
                plan.isInStep(clip.input)
                    && cuts.events.allSatisfy { !$0.frames.overlaps(clip.frames) || $0.take == clip.input.take }
            }
        sounds = hasOwnSound ? [] : heard
    }

    var text: String {
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
    private func time(_ frames: Int64) -> String {
        frames == 0 ? "0s" : "\(frames * rate.denominator)/\(rate.numerator)s"
    }

    /// A time of a file, in seconds: of the film's rate where possible.
    private func time(_ time: MediaTime) -> String {
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
    private func start(of time: MediaTime, _ take: Int, count: Int) -> MediaTime {
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
            let (size, own) = (source.uprightSize, source.video.filmRate)
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
                    clip(event, sounds: index == 0 ? sounds : [], &xml)
                }
            }
        }
    }

    /// A clip or a gap; the first one contains the sound of the whole film.
    private func clip(_ event: CutList.Event, sounds: [HeardClip], _ xml: inout XMLText) {
        let start = event.take.map { self.start(of: event.start, $0, count: event.frames.count) } ?? .zero
        let place = [
            ("offset", time(event.frames.lowerBound)), ("start", time(start)),
            ("duration", time(Int64(event.frames.count))),
        ]
        // Their offsets count on the clip's own clock.
        let write = { (xml: inout XMLText) in
            for heard in sounds {
                let take = heard.input.take!
                item(
                    take,
                    [
                        ("ref", "take\(take)"), ("lane", "-1"),
                        ("offset", time(start + rate.time(ofFrame: heard.frames.lowerBound))), ("name", "sound"),
                        ("start", time(self.start(of: heard.start, take, count: heard.frames.count))),
                        ("duration", time(Int64(heard.frames.count))), ("srcEnable", "audio"),
                    ], &xml)
            }
        }
        guard let take = event.take else {
            let attributes = place + [("name", "black")]
            return sounds.isEmpty ? xml.element("gap", attributes) : xml.element("gap", attributes, write)
        }
        let name = plan.composition.session.takes[take].angle.name
        let more = [("ref", "take\(take)"), ("name", name), ("srcEnable", hasOwnSound ? "all" : "video")]
        item(take, place + more, &xml, sounds.isEmpty ? nil : write)
    }

    private func item(
        _ take: Int, _ attributes: [(String, String)], _ xml: inout XMLText, _ content: ((inout XMLText) -> Void)? = nil
    ) {
        let source = plan.sources[take]
        let timecode = source.info.startTimecode.map { [("tcFormat", $0.isDropFrame ? "DF" : "NDF")] } ?? []
        // Its speed stays the same.
        let other = source.video.filmRate == rate ? nil : name(of: source.video.filmRate)
        guard other != nil || content != nil else { return xml.element("asset-clip", attributes + timecode) }
        xml.element("asset-clip", attributes + timecode) { xml in
            if let other { xml.element("conform-rate", [("scaleEnabled", "0"), ("srcFrameRate", other)]) }
            content?(&xml)
        }
    }
}
