import MediaTime
import Planning

extension DirectorDecision {
    /// The reason as an editor would give it: "front speaks from 0:12.600, 97% of the speech in this shot".
    ///
    /// - Parameter cut: where the cut is.
    func text(at cut: MediaTime) -> String {
        let share = "\(fixed(score * 100, 0))%"
        let why =
            switch reason {
            case .speaks(let angle, let start):
                "\(angle) \(speaking(start, cut)), \(share) of the speech in this shot"
            case .quiet: "nobody speaks in this shot"
            case .together: "several speak at once, \(share) of the speech in this shot"
            case .variety: "a change of picture"
            case .listens: "reaction of the listener"
            case .bar: "a bar begins"
            case .beat: "on the beat"
            case .happens(let angle): "something happens in \(angle)"
            case .unusable(let angle, let fault): "\(angle) is \(fault)"
            case .opening: "the film begins"
            case .pinned: "set by hand"
            }
        guard shift != .zero else { return why }
        return why + " (cut moved \(shift.magnitude) \(shift > .zero ? "later" : "earlier"))"
    }

    /// "speaks from 0:12.600", or "has been speaking since 0:01.900" if that was before the cut.
    private func speaking(_ start: MediaTime?, _ cut: MediaTime) -> String {
        guard let start else { return "speaks" }
        return start < cut
            ? "has been speaking since \(start.clockDescription)" : "speaks from \(start.clockDescription)"
    }

    /// The reason's name for programs.
    fileprivate var word: String {
        switch reason {
        case .speaks: "speaks"
        case .quiet: "quiet"
        case .together: "together"
        case .variety: "variety"
        case .listens: "listens"
        case .bar: "bar"
        case .beat: "beat"
        case .happens: "happens"
        case .unusable: "unusable"
        case .opening: "opening"
        case .pinned: "pinned"
        }
    }
}

extension PlanEvent.Decision {
    /// - Parameters:
    ///   - time: where the cut is.
    ///   - view: the view it shows.
    init(_ decision: DirectorDecision, at time: MediaTime, view: String) {
        self.init(
            time: time.approximateSeconds, view: view, reason: decision.word, score: decision.score,
            shift: decision.shift == .zero ? nil : decision.shift.approximateSeconds)
        if case .speaks(let angle, let start) = decision.reason {
            (speaker, from) = (angle.name, start?.approximateSeconds)
        }
        if case .unusable(let angle, let fault) = decision.reason {
            (camera, self.fault) = (angle.name, fault.rawValue)
        }
    }
}

extension PlanReport {
    /// The automatic cuts with their times in the film.
    var decisions: [(time: MediaTime, view: String, decision: DirectorDecision)] {
        let composition = planned.plan.composition
        return planned.decisions.sorted { $0.key < $1.key }.map { index, decision in
            let segment = composition.segments[index]
            return (
                composition.frameRate.time(ofFrame: segment.frames.lowerBound),
                segment.scene.map { "\($0)" } ?? "black", decision
            )
        }
    }

    /// "  0:12.360  front: front speaks from …".
    var decisionLines: [String] {
        decisions.map { "  \($0.time.clockDescription)  \($0.view): \($0.decision.text(at: $0.time))" }
    }
}
