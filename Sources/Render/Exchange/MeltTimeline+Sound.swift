import MediaTime
import Planning
import Timeline

// What is heard.
extension MeltTimeline {
    /// The one who is heard throughout; `nil` for any other sound.
    var heardAngle: Angle? {
        guard case .angle(let angle) = plan.output.audio.choice, composition.session.angles.contains(angle) else {
            return nil
        }
        return angle
    }

    var sounds: [Item] {
        guard let angle = heardAngle else { return [] }
        var items: [Item] = []
        var frame: Int64 = 0
        let pieces = composition.clock.pieces
        let takes = composition.session.takes.indices.filter {
            composition.session.takes[$0].angle == angle && plan.sources[$0].audioStream != nil
        }
        for (index, piece) in pieces.enumerated() {
            let over =
                index + 1 < pieces.count ? rate.frame(at: pieces[index + 1].source, .nearest) : composition.frameCount
            for take in takes.sorted(by: {
                composition.session.takes[$0].range.start < composition.session.takes[$1].range.start
            }) {
                let range = composition.session.takes[take].range
                let start = max(
                    frame, rate.frame(at: piece.source, .nearest),
                    rate.frame(at: piece.source(at: range.start), .nearest))
                let end = min(over, rate.frame(at: piece.source(at: range.end), .nearest))
                guard start < end else { continue }
                items.append(Item(producer: nil, start: 0, count: start - frame))
                let time = composition.session.takes[take].fileTime(at: piece.target(at: rate.time(ofFrame: start)))
                items.append(
                    Item(producer: id(take, "a"), start: max(0, self.frame(of: time, take)), count: end - start))
                frame = end
            }
        }
        return items
    }
}
