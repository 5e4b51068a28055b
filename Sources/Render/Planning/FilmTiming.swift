import MediaTime
import Timeline

/// When the film's frames are, and which of the recording's times they show.
struct FilmTiming {
    let rate: FrameRate
    let excerpt: Excerpt
    let shortestShot: MediaTime
    let longestLoss: MediaTime

    init(_ request: CompositionRequest, _ session: Session, _ rate: FrameRate) throws(TimelineError) {
        self.rate = rate
        excerpt = try Excerpt(
            session, at: rate, span: request.span, keeping: request.range, skipping: request.skipped)
        shortestShot = request.leastShot
        longestLoss = request.usualLeastShot
    }

    /// The film is whole frames, and a cut belongs to the nearest: from half a frame before the end there is none.
    var cutEnd: MediaTime { rate.time(ofFrame: excerpt.frameCount) - rate.frameDuration / 2 }

    /// A time counted from the beginning of the recording, on the film's clock; what lies in a part that is left out
    /// happens where it is left out.
    func filmTime(of time: MediaTime) -> MediaTime { excerpt.clock.source(at: excerpt.start + time) }
}

extension CompositionRequest {
    /// The shortest shot that a rule or the footage may make: the larger of one second and twice the transition, and no
    /// more than the interval that is asked for.
    var leastShot: MediaTime {
        if let shortestShot { return shortestShot }
        if case .every(let interval) = policy { return min(usualLeastShot, interval) }
        return usualLeastShot
    }

    /// The larger of one second and twice the transition: also the most that is lost for the sake of longer shots,
    /// whatever the shortest one is.
    var usualLeastShot: MediaTime {
        max(.seconds(1), transition.specification.isHardCut ? .zero : transition.duration * 2)
    }
}
