import MediaIO
import MediaTime
import Placing
import Timeline

// What is done to pictures, besides cutting and laying out: copying, its reasons, previews and the studio ask here.

extension Finish {
    /// What is done to all pictures of each take; `nil` for nothing.
    func alterations(_ session: Session, _ sources: [Source]) -> [CopyBlocker?] {
        zip(session.takes, sources).map { take, source in
            if let text, text.isDrawn(on: take.angle, source) { return .text }
            if looks[take.angle] != nil { return .look(take.angle) }
            return stabilization[take.angle] == nil ? nil : .stabilized(take.angle)
        }
    }
}

extension [CopyBlocker?] {
    /// Where pictures are altered, why; elsewhere the takes' own.
    func over(_ takes: [Result<GOPIndex, CopyBlocker>]) -> [Result<GOPIndex, CopyBlocker>] {
        zip(self, takes).map { alteration, take in alteration.map { .failure($0) } ?? take }
    }
}

extension RenderPlan {
    /// What is done to all pictures of each take; `nil` for nothing.
    package var alterations: [CopyBlocker?] { output.finish.alterations(composition.session, sources) }

    /// The frames of a film that something is drawn over, in order, without overlaps, and why they are encoded.
    package var drawnOver: [EncodeSpan.Part] {
        let (film, graphics) = (composition, output.graphics)
        let whole = 0..<film.frameCount
        var fades: [Range<Int64>] = []
        if let fadeIn = graphics.fadeIn { fades.append(0..<film.frameCount(of: fadeIn)) }
        if let fadeOut = graphics.fadeOut {
            fades.append(whole.upperBound - film.frameCount(of: fadeOut)..<whole.upperBound)
        }
        let said = graphics.captions?.isDrawn == true ? captions.captions.map(\.range) : []
        var others = (graphics.titles.map(\.range) + cues + said).map(film.frames(showing:))
        if let logo = graphics.logo { others.append(logo.range.map(film.frames(showing:)) ?? whole) }
        // The number of fades and others that begin at a frame, less those that end there.
        var changes: [Int64: (fades: Int, others: Int)] = [:]
        for range in fades {
            changes[range.lowerBound, default: (0, 0)].fades += 1
            changes[range.upperBound, default: (0, 0)].fades -= 1
        }
        for range in others {
            changes[range.lowerBound, default: (0, 0)].others += 1
            changes[range.upperBound, default: (0, 0)].others -= 1
        }
        var (parts, now): ([EncodeSpan.Part], (fades: Int, others: Int)) = ([], (0, 0))
        let borders = changes.keys.sorted()
        for (start, end) in zip(borders, borders.dropFirst()) {
            now = (now.fades + changes[start]!.fades, now.others + changes[start]!.others)
            // Where both apply, the fade is the reason.
            let reason: EncodeReason? = now.fades > 0 ? .fade : now.others > 0 ? .graphics : nil
            if let reason { parts.append(EncodeSpan.Part(frames: start..<end, reason: reason)) }
        }
        return parts
    }
}

extension PictureText {
    /// Whether the pictures of a camera's file have text in them.
    fileprivate func isDrawn(on angle: Angle, _ source: Source) -> Bool {
        timecode != nil || label != nil && !name(of: angle).isEmpty || clock != nil && source.info.wallClock != nil
    }
}
