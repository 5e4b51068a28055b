import MediaTime
import Timeline
import Transitions

/// The times of the film's frames, and the recording times they show.
struct FilmTiming {
    let rate: FrameRate
    var excerpt: Excerpt
    /// The pauses that it leaves out, in frames of the recording.
    let pauses: [Range<Int64>]
    /// From the recording's own clock to the session clock.
    let recordingClock: TimeMap
    let shortestShot: MediaTime
    /// The most of a film that is trimmed at either end, or a picture held, for longer shots.
    let longestLoss = MediaTime.seconds(1)

    /// - Parameter pauses: skipped in addition.
    /// - Throws: `TimelineError`, `RequestError.onlyPause`.
    init(_ request: CompositionRequest, _ session: Session, _ rate: FrameRate, skipping pauses: [TimeRange]) throws {
        self.rate = rate
        let cut = { (skipped: [TimeRange]) throws(TimelineError) in
            try Excerpt(session, at: rate, span: request.span, keeping: request.range, skipping: skipped)
        }
        let whole = try cut(request.skipped)
        do { excerpt = pauses.isEmpty ? whole : try cut(request.skipped + pauses) } catch {
            throw RequestError.onlyPause
        }
        self.pauses = whole.kept.without(excerpt.kept)
        let count = excerpt.frameCount
        guard count <= TransitionPlanner.mostFrames else {
            throw TimelineError.filmTooLong(frames: count, most: TransitionPlanner.mostFrames)
        }
        recordingClock = session.recordingClock
        shortestShot = request.leastShot
    }

    /// The film has whole frames, and a cut goes to the nearest frame: there can be none in the last half frame.
    var cutEnd: MediaTime { rate.time(ofFrame: excerpt.frameCount) - rate.frameDuration / 2 }

    /// A time of the recording's own clock, on the film's; times in a skipped part map to the point of the skip.
    func filmTime(of time: MediaTime) -> MediaTime { excerpt.clock.source(at: recordingClock.target(at: time)) }
}

extension CompositionRequest {
    /// The shortest shot that a rule or the footage may make: the larger of one second and twice the transition, capped
    /// at the requested interval.
    var leastShot: MediaTime {
        if let shortestShot { return shortestShot }
        if case .every(let interval) = policy { return min(usualLeastShot, interval) }
        return usualLeastShot
    }

    /// The larger of one second and twice the transition.
    var usualLeastShot: MediaTime {
        max(.seconds(1), transition.specification.isHardCut ? .zero : transition.duration * 2)
    }
}
