import MediaTime
import Placing
import Timeline

/// How to treat the time between two clips.
package enum GapTreatment: String, Hashable, Sendable, CaseIterable {
    /// The gap is skipped.
    case close
    /// The gap is black.
    case black
    /// The last picture before the gap is held.
    case hold
}

extension Stitch {
    /// The clips, and the sound heard throughout, as a recording for planning a film.
    ///
    /// - Throws: same as `Recording.init`.
    package func recording() throws -> Recording {
        var recording = try Recording(clips.map(\.input))
        // Its picture, if any, is not used.
        if let continuous {
            let unmatched = clips.indices.filter { clips[$0].place == nil && recording.sources[$0].audioStream != nil }
            recording.sounds += continuous.source.parts(outside: unmatched.map { clips[$0].range })
        }
        return recording
    }

    /// Sets what a request needs to show the clips one after the other: cuts at the seams, gaps treated as requested.
    ///
    /// A cut is in the middle of an overlap, or else at the start of the next clip. Without a back camera, the one with
    /// most footage is the primary one, so that most of the film can be copied.
    package func fill(_ request: inout CompositionRequest, gaps: GapTreatment) {
        let start = clips[0].range.start
        request.startWith = clips[0].input.angle
        request.primary = primary
        request.views = []
        request.policy = .at(
            zip(clips.dropFirst(), seams).map { clip, seam in
                let cut = seam.gap < .zero ? clip.range.start - seam.gap / 2 : clip.range.start
                return SwitchTime(time: cut - start, view: clip.input.angle.map(View.single))
            })
        request.shortestShot = .zero
        request.sound = continuous.map { .angle($0.source.angle) } ?? .follow
        request.roomTones = seams.flatMap { [$0.tones.before, $0.tones.after].compactMap { $0 } }
        (request.holdsPictures, request.leadsThroughBlack) = (gaps == .hold, gaps == .black)
        guard gaps == .close else { return }
        request.skipped = zip(zip(clips, clips.dropFirst()), seams).compactMap { pair, seam in
            seam.gap > .zero ? TimeRange(start: pair.0.range.end - start, end: pair.1.range.start - start) : nil
        }
    }
}

extension Stitch {
    fileprivate var primary: Angle? {
        let angles = clips.compactMap(\.input.angle)
        guard !angles.contains("back") else { return "back" }
        let footage = { (angle: Angle) in
            clips.filter { $0.input.angle == angle }.reduce(MediaTime.zero) { $0 + $1.range.duration }
        }
        // The first of equals.
        return angles.reversed().max { footage($0) < footage($1) }
    }
}

extension AudioSource {
    /// What is left of it outside of some ranges of the session clock, which is its own clock: there, others are heard.
    fileprivate func parts(outside ranges: [TimeRange]) -> [AudioSource] {
        var (parts, start): ([AudioSource], MediaTime) = ([], extent.start)
        for range in ranges.joined() + [TimeRange(start: extent.end, end: extent.end)] {
            var part = self
            part.extent = TimeRange(start: start, end: max(start, min(range.start, extent.end)))
            if !part.extent.isEmpty { parts.append(part) }
            start = max(start, range.end)
        }
        return parts
    }
}
