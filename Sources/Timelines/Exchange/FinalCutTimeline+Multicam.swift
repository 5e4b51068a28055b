import Audio
import MediaTime
import Planning

/// The same with a multicam clip: the storyline's clips are parts of it, and switch between its angles.
struct FinalCutMulticam: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "fcpxml-multicam", ending: "fcpxml",
        summary: "the same as a multicam clip of all cameras and microphones, in sync, to switch again",
        carries: FinalCutTimeline.format.carries.subtracting([.aims]).union([.drift]), isUsual: false)
    private let timeline: FinalCutTimeline

    init(_ film: ExchangedFilm) { timeline = FinalCutTimeline(film, multicam: Multicam(film.plan)) }

    func text() -> String { timeline.text() }
}

extension FinalCutTimeline {
    /// The multicam clip itself, with an angle for each camera and microphone.
    func write(_ multicam: Multicam, named name: String, _ xml: inout XMLText) {
        xml.element("media", [("id", "multicam"), ("name", "\(name) multicam")]) { xml in
            let isDropFrame = Timecode(frame: 0, at: rate).isDropFrame
            let attributes = [("format", "film"), ("tcStart", "0s"), ("tcFormat", isDropFrame ? "DF" : "NDF")]
            xml.element("multicam", attributes) { xml in
                for (index, channel) in multicam.channels.enumerated() {
                    xml.element("mc-angle", [("name", channel.name), ("angleID", id(ofAngle: index))]) { xml in
                        pieces(of: channel, &xml)
                    }
                }
            }
        }
    }

    private func id(ofAngle index: Int) -> String { "angle\(index + 1)" }

    private func pieces(of channel: Multicam.Channel, _ xml: inout XMLText) {
        var end: Int64 = 0
        for piece in channel.pieces {
            let (first, count) = (piece.frames.lowerBound, piece.frames.count)
            if first > end {
                xml.element(
                    "gap",
                    [("name", "Gap"), ("offset", time(end)), ("start", "3600s"), ("duration", time(first - end))])
            }
            end = piece.frames.upperBound
            let take = channel.hasPicture ? piece.input.take : nil
            let start =
                take.map { self.start(of: piece.start, $0, count: count) }
                ?? soundStart(of: piece.start, piece.input, count: count)
            var attributes = [
                ("ref", asset(piece.input)), ("offset", time(first)), ("name", channel.name), ("start", time(start)),
                ("duration", time(Int64(count))),
            ]
            if channel.hasPicture != channel.hasSound || take == nil {
                attributes.append(("srcEnable", take == nil ? "audio" : "video"))
            }
            // As the first shot of the camera shows it.
            let event = cuts.events.first { $0.take == take && $0.scene?.visibleLayers.count == 1 }
            let file = plan.path(of: piece.input)
            item(
                take ?? plan.sources.firstIndex { $0.path == file }, attributes, take.map { conform(event, $0) } ?? [],
                &xml)
        }
    }

    /// A part of the multicam clip that shows or plays one of its angles.
    func angle(
        _ multicam: Multicam, _ shown: (picture: Int?, sound: Int?), named name: String, _ place: [(String, String)],
        _ level: Adjustment?, _ xml: inout XMLText, _ content: ((inout XMLText) -> Void)?
    ) {
        var attributes = [("ref", "multicam"), ("name", name)] + place
        if shown.picture == nil || shown.sound == nil {
            attributes.append(("srcEnable", shown.picture == nil ? "audio" : "video"))
        }
        xml.element("mc-clip", attributes) { xml in
            if let level { xml.element(level.name, level.attributes) }
            if let picture = shown.picture, picture == shown.sound {
                xml.element("mc-source", [("angleID", id(ofAngle: picture)), ("srcEnable", "all")])
            } else {
                for (angle, kind) in [(shown.picture, "video"), (shown.sound, "audio")] {
                    guard let angle else { continue }
                    xml.element("mc-source", [("angleID", id(ofAngle: angle)), ("srcEnable", kind)])
                }
            }
            content?(&xml)
        }
    }
}
