import Analysis
import MediaTime
import Timeline

/// Why the director put a cut where it is.
public struct DirectorDecision: Hashable, Sendable, Codable {
    public var reason: Reason
    /// For a speaker, their share of the speech in the shot; for several, the share of crosstalk; for a reaction, how
    /// little is said; for a beat, its strength relative to the strongest; for an event, how much happens; for an
    /// unusable camera, its share of the shot. 0…1.
    public var score: Double
    /// How much later the cut is than decided, if it was moved: to a key frame, or to fit a transition.
    public var shift: MediaTime = .zero

    public enum Reason: Hashable, Sendable, Codable {
        /// The person near this camera's microphone speaks, from a time of the film; `nil` if it is not in the film.
        case speaks(Angle, from: MediaTime?)
        /// Nobody speaks.
        case quiet
        /// Several speak at once.
        case together
        /// A change from the speaker's picture, for variety.
        case variety
        /// The face of a listener.
        case listens
        /// A bar of the music begins.
        case bar
        /// A beat of the music.
        case beat
        /// Something happens in this camera's picture.
        case happens(Angle)
        /// The camera shown before became unusable.
        case unusable(Angle, PictureFault)
        /// The film begins.
        case opening
    }
}

/// A cut that the director requests.
struct DirectorCut: Hashable {
    /// On the film's clock.
    var time: MediaTime
    var view: View
    var decision: DirectorDecision

    /// Whether the shot begins with its speaker's turn and is mostly theirs.
    var isToSpeaker: Bool {
        guard case .speaks(_, let start?) = decision.reason else { return false }
        return decision.score >= 0.5 && start - time < .seconds(1)
    }
}

extension [DirectorCut] {
    /// The decisions by segment number; a cut that was dropped has none.
    func decisions(in composition: Composition) -> [Int: DirectorDecision] {
        let frame = composition.frameRate.frameDuration
        return reduce(into: [:]) { result, cut in
            let starts = composition.segments.map { composition.frameRate.time(ofFrame: $0.frames.lowerBound) }
            let near = starts.partitioningIndex { $0 > cut.time }
            let candidates = [near - 1, near].filter { starts.indices.contains($0) && result[$0] == nil }
            let nearest = candidates.min { (starts[$0] - cut.time).magnitude < (starts[$1] - cut.time).magnitude }
            guard let nearest, (starts[nearest] - cut.time).magnitude <= Self.farthest else { return }
            result[nearest] = cut.decision
            let shift = starts[nearest] - cut.time
            // A cut belongs to the nearest frame.
            if shift.magnitude >= frame { result[nearest]!.shift = shift }
        }
    }

    /// A cut that is farther away is a different one.
    private static let farthest = MediaTime.seconds(2)
}
