import MediaTime
import Timeline

extension CompositionRequest {
    /// What a user should know of the shots that came of this request.
    func notes(on cuts: [CutPoint], _ session: Session) -> [Diagnostic] {
        if case .at = policy, session.angles.count == 1 { return [.onlyCamera(session.angles[0])] }
        if case .every(let interval) = policy, cuts.count < 2, session.angles.count > 1 {
            return [.neverSwitches(interval: interval)]
        }
        return []
    }
}

extension Composition {
    /// Where no camera has footage.
    var holeNotes: [Diagnostic] {
        let holes = segments.filter { $0.scene == nil }.map(\.frames)
        guard let first = holes.first else { return [] }
        let time = frameRate.time(ofFrame:)
        return [
            .black(
                TimeRange(start: time(first.lowerBound), end: time(first.upperBound)), others: holes.count - 1,
                total: time(holes.reduce(0) { $0 + Int64($1.count) }))
        ]
    }
}

extension RenderPlan {
    /// Where the sound changes camera, because one has no footage.
    var audioNotes: [Diagnostic] {
        guard case .angle = output.audio.choice else { return [] }
        // The last frame may last a little longer than the footage: nobody hears that end.
        let end = composition.duration - .milliseconds(100)
        return mixPlanner.changes().filter { $0.time < end }.map {
            .audioChanges(at: $0.time, from: $0.from, to: $0.to)
        }
    }
}
