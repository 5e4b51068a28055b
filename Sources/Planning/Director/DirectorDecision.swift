import Analysis
import MediaTime
import Parameters
import Timeline

/// Why the director put a cut where it is.
package struct DirectorDecision: Hashable, Sendable, Codable {
    package var reason: Reason
    /// For a speaker, their share of the speech in the shot; for several, the share of crosstalk; for a reaction, how
    /// little is said; for a beat, its strength relative to the strongest; for an event, how much happens; for an
    /// unusable camera, its share of the shot. 0…1.
    package var score: Double
    /// How much later the cut is than decided, if it was moved: to a key frame, or to fit a transition.
    package var shift: MediaTime = .zero

    /// What caused a cut.
    package enum Reason: Hashable, Sendable, Codable {
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
        /// The user wants a cut there.
        case pinned
    }
}

struct DirectorCut: Hashable {
    /// On the film's clock.
    var time: MediaTime
    var view: View
    var decision: DirectorDecision
    /// `nil` for the film's.
    var transition: Specification?

    /// Whether the shot begins with its speaker's turn and is mostly theirs.
    var isToSpeaker: Bool {
        guard case .speaks(_, let start?) = decision.reason else { return false }
        return decision.score >= 0.5 && start - time < .seconds(1)
    }
}

extension [DirectorCut] {
    /// The cuts with those that the user wants; others closer to them than the shortest shot are left out, and others
    /// between two that are close to each other.
    ///
    /// - Parameters:
    ///   - pins: with times of the film.
    ///   - turn: the cameras that take turns where a pin names no view.
    func pinning(_ pins: [SwitchTime], shortest: MediaTime, turn: [Angle]) -> [DirectorCut] {
        let pins = pins.sorted { $0.time < $1.time }
        let given = zip(pins, pins.dropFirst()).filter { $1.time - $0.time <= Self.longestGivenShot }
        let free = filter { cut in
            cut.time == .zero || !given.contains { $0.time < cut.time && cut.time < $1.time }
        }
        let cuts = pins.reduce(free) { cuts, pin in
            guard pin.time > .zero else {
                guard let view = pin.view else { return cuts }
                return [DirectorCut(time: .zero, view: view, decision: .init(reason: .pinned, score: 1))]
                    + cuts.dropFirst()
            }
            let isFree = { (cut: DirectorCut) in
                cut.time == .zero || cut.decision.reason == .pinned || (cut.time - pin.time).magnitude >= shortest
            }
            let before = cuts.filter { $0.time < pin.time && isFree($0) }
            let shown = before.last?.view
            let near = cuts.last { !isFree($0) || $0.time == pin.time }?.view
            let next = turn.map(View.single).first { $0 != shown }
            guard let view = pin.view ?? (near == shown ? nil : near) ?? next else { return cuts }
            let cut = DirectorCut(
                time: pin.time, view: view, decision: .init(reason: .pinned, score: 1), transition: pin.transition)
            return before + [cut] + cuts.filter { $0.time > pin.time && isFree($0) }
        }
        // What is shown already goes on. A pin that changes nothing is reported by the planner.
        return cuts.reduce(into: []) { cuts, cut in
            if cuts.last?.view != cut.view || cut.decision.reason == .pinned { cuts.append(cut) }
        }
    }

    /// Who sets two cuts by hand so close to each other wants one shot between them.
    private static let longestGivenShot = MediaTime.seconds(10)

    /// The decisions by segment number; a cut that was dropped has none.
    ///
    /// - Parameter clock: from the clock of the cuts to the session's.
    func decisions(in composition: Composition, _ clock: TimeMap) -> [Int: DirectorDecision] {
        composition.segments.enumerated().reduce(into: [:]) { result, segment in
            guard let cut = segment.element.cut else { return }
            result[segment.offset] = self[cut].decision
            let start = clock.source(at: composition.sessionTime(ofFrame: segment.element.frames.lowerBound))
            let shift = start - self[cut].time
            // A cut belongs to the nearest frame.
            if shift.magnitude >= composition.frameRate.frameDuration { result[segment.offset]!.shift = shift }
        }
    }
}
