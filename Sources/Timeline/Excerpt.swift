import Parameters
import MediaTime

/// The parts of a session that a film shows, in whole frames; the rest is skipped and the gaps are closed.
///
/// ```
/// recording  0 ▒▒▒▒ 120 ━━━━━━━━━ 480 ▒▒▒▒ 600 ━━━━━ 720
/// film                0 ━━━━━━━━━ 360 ┿━━━━━ 480          a cut wherever something is skipped
/// ```
package struct Excerpt: Hashable, Sendable {
    /// Frames counted from `start`; in order, none empty, none touching.
    package private(set) var kept: [Range<Int64>]
    /// Of the film; all frames are counted at this rate.
    package let rate: FrameRate
    /// Frame 0 of the recording on the session clock.
    package let start: MediaTime

    /// The clock of a film that another program cut, whose parts need not begin on frames counted from `start`.
    private var givenClock: TimeMap?

    /// Which part of a session's footage to use.
    package enum Span: String, Sendable, CaseIterable {
        /// From the first frame of any camera to the last of any.
        case union
        /// Where every camera has footage, gaps inside included.
        case intersection
    }

    /// The whole span.
    package init(_ session: Session, at rate: FrameRate) {
        self.rate = rate
        start = session.union.start
        kept = [0..<session.frameCount(at: rate)]
    }

    /// What a film shows.
    package init(of film: Composition) {
        let (clock, rate) = (film.clock, film.frameRate)
        let seams = clock.pieces.dropFirst().map { rate.frame(at: $0.source, .nearest) }
        let parts = zip([0] + seams, seams + [film.frameCount]).map { $0..<max($0, $1) }
        let starts = zip(clock.pieces, parts).map { $0.target(at: rate.time(ofFrame: $1.lowerBound)) }
        let start = starts.min()!
        (self.rate, self.start) = (rate, start)
        kept = zip(starts, parts).map { time, part in
            let first = rate.frame(at: time - start, .nearest)
            return first..<first + Int64(part.count)
        }
        givenClock = clock
    }

    /// - Parameters:
    ///   - range: the part to keep, counted from the start of the recording.
    ///   - skipped: the parts of it to skip.
    /// - Throws: `TimelineError.nothingKept`.
    package init(
        _ session: Session, at rate: FrameRate, span: Span, keeping range: TimeRange?, skipping skipped: [TimeRange]
    ) throws(TimelineError) {
        self.init(session, at: rate)
        let frames = { (range: TimeRange) in
            rate.frame(at: range.start, .nearest)..<rate.frame(at: range.end, .nearest)
        }
        if span == .intersection {
            let common = session.intersection
            kept = kept.map { $0.clamped(to: frames(common.shifted(by: -start))) }
        }
        if let range { kept = kept.map { $0.clamped(to: frames(range)) } }
        kept = kept.without(skipped.map(frames))
        kept.removeAll(where: \.isEmpty)
        guard !kept.isEmpty else {
            throw .nothingKept(
                recording: session.union.duration,
                common: span == .intersection ? session.intersection.shifted(by: -start) : nil)
        }
    }

    /// Frames of the film: all that are kept.
    package var frameCount: Int64 { kept.reduce(0) { $0 + Int64($1.count) } }

    /// For each part, the film's frames that show it.
    package var parts: [Range<Int64>] {
        var first: Int64 = 0
        return kept.map { part in
            defer { first += Int64(part.count) }
            return first..<first + Int64(part.count)
        }
    }

    /// From the film's clock to the session clock.
    package var clock: TimeMap {
        if let givenClock { return givenClock }
        return TimeMap(
            pieces: zip(parts, kept).map { film, part in
                TimeMap.Piece(
                    source: rate.time(ofFrame: film.lowerBound), target: start + rate.time(ofFrame: part.lowerBound))
            })!
    }

    /// The same excerpt with frames removed at both ends of the film.
    package func trimmed(start head: Int64, end tail: Int64) -> Excerpt {
        guard head > 0 || tail > 0 else { return self }
        var trimmed = self
        trimmed.givenClock = nil
        let film = head..<frameCount - tail
        trimmed.kept = zip(parts, kept).compactMap { own, part in
            let rest = own.clamped(to: film)
            guard !rest.isEmpty else { return nil }
            let first = part.lowerBound + rest.lowerBound - own.lowerBound
            return first..<first + Int64(rest.count)
        }
        return trimmed
    }
}

// A film that is edited.
extension Excerpt {
    /// Only some frames of the film.
    package func keeping(_ frames: KeptFrames) -> Excerpt {
        guard frames != KeptFrames(count: frameCount) else { return self }
        var rest = self
        let parts = parts
        rest.kept = frames.ranges.flatMap { range in
            zip(parts, kept).compactMap { own, part in
                let shown = own.clamped(to: range)
                let first = part.lowerBound + shown.lowerBound - own.lowerBound
                return shown.isEmpty ? nil : first..<first + Int64(shown.count)
            }
        }
        guard let givenClock else { return rest }
        // Pieces begin with each range, and where those of the given clock do.
        let pieces = zip(frames.ranges, frames.parts).flatMap { range, part in
            parts.map { $0.clamped(to: range) }.filter { !$0.isEmpty }.map { shown in
                TimeMap.Piece(
                    source: rate.time(ofFrame: part.lowerBound + shown.lowerBound - range.lowerBound),
                    target: givenClock.target(at: rate.time(ofFrame: shown.lowerBound)))
            }
        }
        rest.givenClock = TimeMap(pieces: pieces)
        return rest
    }

    /// The frames of this one that a film shows; `nil` if it shows anything else, or in another order.
    package func frames(of film: Composition) -> KeptFrames? {
        guard film.frameRate == rate else { return nil }
        let own = Array(zip(parts, clock.pieces))
        let seams = film.clock.pieces.dropFirst().map { rate.frame(at: $0.source, .nearest) }
        var ranges: [Range<Int64>] = []
        for (first, end) in zip([0] + seams, seams + [film.frameCount]) where first < end {
            let time = film.clock.target(at: rate.time(ofFrame: first))
            let places = own.lazy.compactMap { part, piece -> Int64? in
                let place = rate.frame(at: time - piece.target, .nearest)
                let isHere = piece.target + rate.time(ofFrame: place) == time && place >= 0
                return isHere && place + end - first <= part.count ? part.lowerBound + place : nil
            }
            guard let place = places.first, ranges.last.map({ $0.upperBound <= place }) ?? true else { return nil }
            ranges.append(place..<place + end - first)
        }
        return KeptFrames(ranges)
    }
}

extension [Range<Int64>] {
    /// What of these ranges is in none of the others. These are in order and do not overlap.
    package func without(_ others: [Range<Int64>]) -> [Range<Int64>] {
        var rest = others.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }[...]
        var result: [Range<Int64>] = []
        for range in self {
            var start = range.lowerBound
            while let gap = rest.first, gap.lowerBound < range.upperBound {
                if start < gap.lowerBound { result.append(start..<gap.lowerBound) }
                start = Swift.max(start, gap.upperBound)
                // It may reach into the next range.
                guard gap.upperBound <= range.upperBound else { break }
                rest.removeFirst()
            }
            if start < range.upperBound { result.append(start..<range.upperBound) }
        }
        return result
    }
}
