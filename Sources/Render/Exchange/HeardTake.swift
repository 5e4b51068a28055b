import MediaTime
import Planning
import Timeline

/// A stretch of a take that is heard.
struct HeardTake {
    /// Of the film.
    var frames: Range<Int64>
    var take: Int
    /// What is heard first, on the clock of the file.
    var start: MediaTime
}

extension RenderPlan {
    /// The camera that is heard throughout; `nil` for any other sound.
    var heardAngle: Angle? {
        guard case .angle(let angle) = output.audio.choice, composition.session.angles.contains(angle) else {
            return nil
        }
        return angle
    }

    /// Where the camera that is heard throughout has sound, part by part of the film.
    var heardTakes: [HeardTake] {
        guard let angle = heardAngle else { return [] }
        let (session, rate, pieces) = (composition.session, composition.frameRate, composition.clock.pieces)
        let takes = session.takes.indices.filter { session.takes[$0].angle == angle && sources[$0].audioStream != nil }
            .sorted { session.takes[$0].range.start < session.takes[$1].range.start }
        var heard: [HeardTake] = []
        var frame: Int64 = 0
        for (index, piece) in pieces.enumerated() {
            let over =
                index + 1 < pieces.count ? rate.frame(at: pieces[index + 1].source, .nearest) : composition.frameCount
            let place = { (time: MediaTime) in rate.frame(at: piece.source(at: time), .nearest) }
            for take in takes {
                let range = session.takes[take].range
                let start = max(frame, rate.frame(at: piece.source, .nearest), place(range.start))
                let end = min(over, place(range.end))
                guard start < end else { continue }
                let time = session.takes[take].fileTime(at: piece.target(at: rate.time(ofFrame: start)))
                heard.append(HeardTake(frames: start..<end, take: take, start: time))
                frame = end
            }
        }
        return heard
    }
}
