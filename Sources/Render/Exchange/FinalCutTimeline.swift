import MediaTime
import Planning
import Timeline

/// A film as Final Cut Pro's XML 1.10 (Apple's DTD): one storyline of clips, gaps and cross-dissolves.
///
/// All times are whole frames of the film, as rational seconds; a file's times begin at its first picture.
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
                    && cuts.events.allSatisfy { !$0.frames.overlaps(clip.frames) || $0.take == clip.input }
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

    private func frame(of time: MediaTime, _ take: Int) -> Int64 {
        max(0, rate.frame(at: time - plan.composition.session.takes[take].footage.start, .nearest))
    }

    private func resources(_ xml: inout XMLText) {
        let size = plan.output.canvas.size
        xml.element(
            "format",
            [
                ("id", "film"), ("frameDuration", time(1)), ("width", "\(size.width)"), ("height", "\(size.height)"),
            ])
        for (take, source) in plan.sources.enumerated() {
            let (size, own) = (source.uprightSize, source.video.frameRate)
            xml.element(
                "format",
                [
                    ("id", "format\(take)"), ("frameDuration", "\(own.denominator)/\(own.numerator)s"),
                    ("width", "\(size.width)"), ("height", "\(size.height)"),
                ])
            let footage = plan.composition.session.takes[take].footage
            var asset = [
                ("id", "take\(take)"), ("name", plan.composition.session.takes[take].angle.name), ("start", "0s"),
                ("duration", time(frame(of: footage.end, take))), ("hasVideo", "1"), ("format", "format\(take)"),
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
        let start = event.take.map { frame(of: event.start, $0) } ?? 0
        var attributes: [(String, String)] = [
            ("offset", time(event.frames.lowerBound)), ("start", time(start)),
            ("duration", time(Int64(event.frames.count))),
        ]
        let element = { (name: String, attributes: [(String, String)], xml: inout XMLText) in
            guard !sounds.isEmpty else { return xml.element(name, attributes) }
            xml.element(name, attributes) { xml in
                for heard in sounds {
                    xml.element(
                        "asset-clip",
                        [
                            ("ref", "take\(heard.input)"), ("lane", "-1"),
                            ("offset", time(start + heard.frames.lowerBound)), ("name", "sound"),
                            ("start", time(frame(of: heard.start, heard.input))),
                            ("duration", time(Int64(heard.frames.count))), ("srcEnable", "audio"),
                        ])
                }
            }
        }
        guard let take = event.take else {
            attributes.append(("name", "black"))
            return element("gap", attributes, &xml)
        }
        attributes.append(("ref", "take\(take)"))
        attributes.append(("name", plan.composition.session.takes[take].angle.name))
        attributes.append(("srcEnable", hasOwnSound ? "all" : "video"))
        element("asset-clip", attributes, &xml)
    }
}
