import Audio
import MediaTime
import Planning
import Timeline

/// The same with multiclips: each shot names all cameras and microphones that were recorded at its time.
struct FinalCut7Multicam: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "fcp7xml-multicam", ending: "xml",
        summary: "the same with multiclips of all cameras and microphones, in sync, to switch again",
        carries: FinalCut7Sequence.format.carries, isUsual: false)
    private let sequence: FinalCut7Sequence

    init(_ film: ExchangedFilm) throws(PlanError) {
        sequence = try FinalCut7Sequence(film, multicam: Multicam(film.plan))
    }

    func text() -> String { sequence.text() }
}

extension FinalCut7Sequence {
    /// The angles beside a take, on the clock of its file: whoever does not know multiclips reads the file alone.
    func multiclip(_ multicam: Multicam, _ take: Int, _ xml: inout XMLText, _ written: inout Written) {
        guard let shown = multicam.cameras[take] else { return }
        let id = "multiclip\(take + 1)"
        let isNew = written.multiclips.insert(take).inserted
        xml.element("multiclip", [("id", id)]) { xml in
            xml.element("name", text: "\(name) multicam")
            xml.element("collapsed", text: "FALSE")
            xml.element("synctype", text: "1")
            for (index, channel) in multicam.channels.enumerated() {
                let pieces = multicam.pieces(of: index, besides: take)
                guard !pieces.isEmpty else { continue }
                let isHeard = multicam.microphones[.take(take)] == index
                xml.element("angle") { xml in
                    xml.element("activevideoangle", text: index == shown ? "TRUE" : "FALSE")
                    xml.element("activeaudioangle", text: isHeard ? "TRUE" : "FALSE")
                    let own = [("id", "\(id)-angle\(index + 1)")]
                    guard isNew else { return xml.element("clip", own) }
                    xml.element("clip", own) { xml in
                        xml.element("name", text: channel.name)
                        xml.element("duration", text: "\(pieces.last!.frames.upperBound)")
                        rate(rate, &xml)
                        xml.element("media") { xml in
                            if channel.hasPicture { angle(channel, pieces, "video", &xml, &written) }
                            if channel.hasSound { angle(channel, pieces, "audio", &xml, &written) }
                        }
                    }
                }
            }
        }
    }

    private func angle(
        _ channel: Multicam.Channel, _ pieces: [Multicam.Piece], _ kind: String, _ xml: inout XMLText,
        _ written: inout Written
    ) {
        xml.element(kind) { xml in
            xml.element("track") { xml in
                for piece in pieces {
                    written.angleClips += 1
                    let clip = Clip(id: "angleclip\(written.angleClips)", frames: piece.frames, seen: piece.frames)
                    let track = kind == "audio" ? sourceChannel(piece.input, 1) ?? 1 : nil
                    item(clip, channel.name, input: piece.input, at: piece.start, &xml, &written) { xml, _ in
                        guard let track else { return }
                        xml.element("sourcetrack") { xml in
                            xml.element("mediatype", text: kind)
                            xml.element("trackindex", text: "\(track)")
                        }
                    }
                }
            }
        }
    }
}
