extension Conversation {
    /// The best shots of the conversation.
    ///
    /// - Parameters:
    ///   - views: the views to choose from, at least one.
    ///   - unseen: when they are not available, unusable, or shaky.
    ///   - opening: the number of the view to begin with, and whether the film must.
    ///   - wide: the number of a view of everybody that is shown at the beginning, and again after every long exchange.
    /// - Returns: in order of time, without gaps.
    package func shots(
        _ views: [ShotView], unseen: Unseen = Unseen(), opening: (view: Int, isFixed: Bool)? = nil, wide: Int? = nil,
        _ rules: ShotRules
    ) -> [ChosenShot] {
        let isFace = views.map { if case .speakers = $0 { true } else { false } }
        var gains = SpeechGains(self, views, lead: rules.lead).gains
        gains.hide(unseen)
        // Who speaks is shown, however their camera shakes.
        let speech = speechNearby
        gains.avoid(unseen.shaky, at: rules.shake) { view, step in !isFace[view] || !speech[step] }
        var search = ShotSearch(gains, isFace: isFace, opening: opening, rules)
        let turns = shares.indices.map { SpeechGains.turns(of: $0, in: self) }
        let found = search.shots()
        let shots =
            wide.map { wide in
                rules.interspersed(found, with: wide, opens: opening?.isFixed != true) {
                    unseen.isGood(wide, in: $0)
                }
            } ?? found
        return shots.map { shot in
            var shot = shot
            shot.score = score(of: shot, views[shot.view])
            if case .speakers(let speakers) = views[shot.view], !shot.isReaction {
                let runs = speakers.compactMap { speaker in
                    turns[speaker].first { $0.upperBound > shot.steps.lowerBound }.map { (speaker, $0.lowerBound) }
                }
                if let (speaker, start) = runs.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }), start < shot.steps.upperBound {
                    (shot.speaker, shot.onset) = (speaker, start)
                }
            }
            return shot
        }
    }

    /// Whether anybody speaks within a second of each step: pauses within a turn, and the moment before it, belong to it.
    private var speechNearby: [Bool] {
        let voices = activity.reduce(into: [0]) { $0.append($0.last! + ($1 > 0.3 ? 1 : 0)) }
        return activity.indices.map { step in
            voices[min(activity.count, step + VoiceTrack.rate)] > voices[max(0, step - VoiceTrack.rate)]
        }
    }

    /// The share of a shot's speech for which the view is right, rounded to hundredths; 1 if nobody speaks. For a
    /// reaction, how little is said.
    private func score(of shot: ChosenShot, _ view: ShotView) -> Float {
        var (speech, right): (Float, Float) = (0, 0)
        for step in shot.steps {
            speech += activity[step]
            switch view {
            case .speakers(let speakers):
                right += activity[step] * speakers.sorted().reduce(Float(0)) { $0 + shares[$1][step] }
            case .everybody: right += activity[step] * together[step]
            }
        }
        let share = shot.isReaction ? 1 - speech / Float(shot.steps.count) : speech > 0 ? right / speech : 1
        return (max(0, min(1, share)) * 100).rounded() / 100
    }

    /// The same at other times: step n of the result is step `steps[n]` of this one; nobody speaks beyond the end.
    package func following(_ steps: [Int]) -> Conversation {
        let pick = { (values: [Float], rest: Float) in steps.map { values.indices.contains($0) ? values[$0] : rest } }
        return Conversation(
            activity: pick(activity, 0), shares: shares.map { pick($0, 1 / Float(shares.count)) },
            together: pick(together, 0), doubt: pick(doubt, 0))
    }
}
