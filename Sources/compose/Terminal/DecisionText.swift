import Planning

extension DirectorDecision {
    /// "0:12.360  front  front speaks from 0:12.600 (0.97)".
    var line: String {
        let why =
            switch reason {
            case .speaks(let angle, let start): "\(angle) speaks from \(start.clockDescription)"
            case .quiet: "nobody speaks yet"
            case .everybody: "for everybody"
            case .listens: "listens"
            }
        return "\(time.clockDescription)  \(view)  \(why) (\(fixed(score, 2)))"
    }
}

extension PlanEvent.Decision {
    init(_ decision: DirectorDecision) {
        self.init(time: decision.time.approximateSeconds, view: "\(decision.view)", reason: "", score: decision.score)
        switch decision.reason {
        case .speaks(let angle, let start):
            (reason, speaker, from) = ("speaks", angle.name, start.approximateSeconds)
        case .quiet: reason = "quiet"
        case .everybody: reason = "everybody"
        case .listens: reason = "listens"
        }
    }
}
