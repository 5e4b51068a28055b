import Analysis
import MediaTime
import Timeline

/// Why the director put a cut where it is.
public struct DirectorDecision: Hashable, Sendable, Codable {
    public var reason: Reason
    /// Of who speaks, how much of what is said in the shot is theirs; of several, how much of it is said at once; of a
    /// reaction, how little is said; of a beat, how much begins with it beside the strongest; of something that happens,
    /// how much it is; of a camera that is unusable, for how much of the shot. 0…1.
    public var score: Double
    /// How much later than decided the cut is, where it was moved: to a key frame, or to fit a transition.
    public var shift: MediaTime = .zero

    public enum Reason: Hashable, Sendable, Codable {
        /// Whoever is near this camera's microphone speaks, from a time of the film on.
        case speaks(Angle, from: MediaTime)
        /// Nobody speaks.
        case quiet
        /// Several speak at once.
        case together
        /// It is time for another picture than that of who speaks.
        case variety
        /// The face of who listens.
        case listens
        /// A bar of the music begins.
        case bar
        /// A beat of the music.
        case beat
        /// Something happens before this camera.
        case happens(Angle)
        /// Another camera would be shown, and cannot be.
        case unusable(Angle, PictureFault)
        /// The film begins.
        case opening
    }
}

/// A cut that the director asks for.
struct DirectorCut: Hashable {
    /// On the film's clock.
    var time: MediaTime
    var view: View
    var decision: DirectorDecision

    /// Whether it is a cut to who begins to speak and says most of the shot.
    var isToSpeaker: Bool {
        guard case .speaks(_, let start) = decision.reason else { return false }
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

    /// A cut further away is another one.
    private static let farthest = MediaTime.seconds(2)
}
