import MediaTime
import Placing
import Timeline
import Transitions

extension RequestPlanner {
    /// Analyzes the sound and the pictures of the recording, if cuts follow them; one camera cannot be cut.
    ///
    /// - Throws: as `Director.init`.
    func heardDirector() throws -> Director? {
        guard let wished = request.director,
            session.angles.count > 1 || !wished.speakers.isEmpty || recording.soundNames.count > 1
        else { return nil }
        let count = session.frameCount(at: primaryRate)
        guard count <= TransitionPlanner.mostFrames else {
            throw TimelineError.filmTooLong(frames: count, most: TransitionPlanner.mostFrames)
        }
        let music = request.addedSounds.first { if case .music = $0.role { true } else { false } }
        return try Director(wished, recording, cameras: turn, steadied: steadied(), music: music)
    }

    /// Who speaks, if everybody is heard by their own microphone: if that is requested, or no sound is and cuts follow
    /// speech near several microphones.
    ///
    /// - Returns: who is heard together instead, if speakers are requested of sounds that have nothing in common.
    /// - Throws: as `DirectorHearing.speech`.
    func heardSpeech() throws -> (speech: Speech?, together: HeardTogether?) {
        let isMuted = { (angle: Angle) in request.mix.factor(of: angle) == 0 }
        switch request.sound {
        case .speakers:
            if let speech = director?.speech { return (speech, nil) }
            do {
                let hearing = DirectorHearing(
                    recording: recording, cameras: turn, wide: request.director?.wide, music: nil)
                return (try hearing.speech(), nil)
            } catch let error as RequestError where error.isOfUnlikeSounds {
                // A game and who plays it are no conversation.
                guard let together = try heardTogether() else { throw error }
                return (nil, together)
            }
        case .primary:
            // One microphone that was given is heard by itself, unlike a camera's.
            return (
                director?.speech.flatMap { speech in
                    let isApart = speech.speakers.allSatisfy(recording.soundNames.contains)
                    return speech.speakers.count { !isMuted($0) } > (isApart ? 0 : 1) ? speech : nil
                }, nil
            )
        case .none, .follow, .mix, .angle, .tracks: return (nil, nil)
        }
    }

    /// The director's cuts, with single cameras as the request's view shows them; `nil` if a rule or a list determines them.
    func directorCuts(_ timing: FilmTiming) -> (cuts: [DirectorCut], avoided: [Diagnostic])? {
        guard let director, let wished = request.director else { return nil }
        let (cuts, avoided) = director.cuts(
            timing, opening: (turn[0], request.startWith != nil), shortest: request.shortestShot,
            least: request.usualLeastShot)
        let pins = wished.pinned.map {
            SwitchTime(time: timing.filmTime(of: $0.time), view: $0.view, transition: $0.transition)
        }
        let shortest = request.shortestShot ?? max(request.usualLeastShot, wished.style.shortestShot)
        let shown = cuts.pinning(pins, shortest: shortest, turn: turn).filter {
            $0.time < timing.cutEnd || $0.decision.reason == .pinned
        }.map { cut in
            guard let angle = cut.view.camera, let view = request.views.first?.of(angle) else { return cut }
            var cut = cut
            cut.view = view
            return cut
        }
        return (shown, avoided)
    }

    /// The decisions as cut points, otherwise those of the policy.
    func cutPoints(_ decided: [DirectorCut]?, _ timing: FilmTiming) throws -> [CutPoint] {
        guard let decided else {
            let (stage, clock) = (stage, timing.excerpt.clock)
            let hasFootage = { (view: View, time: MediaTime, tolerance: MediaTime) in
                let scene = try? stage.scene(of: view) {
                    session.nearestTake(of: $0, at: clock.target(at: time), within: tolerance) != nil
                }
                return scene != nil
            }
            let views = request.views.isEmpty ? turn.map(View.single) : request.views
            // A frame may begin a little before the footage.
            let canShow = { (view: View, time: MediaTime, shot: MediaTime, tolerance: MediaTime) in
                hasFootage(view, time, max(tolerance, timing.rate.frameDuration))
                    && hasFootage(view, min(time + shot, timing.cutEnd), timing.rate.frameDuration / 2)
            }
            let shortest = timing.shortestShot
            return try request.policy.cutPoints(
                views: views, duration: timing.cutEnd, transition: request.transition,
                filmTime: timing.filmTime(of:)
            ) { view, time in
                // Throughout the shortest shot, or it would be taken out again.
                if canShow(view, time, shortest, .zero) { return true }
                guard time == .zero, case .every(let interval) = request.policy else { return false }
                // The first view may begin late in its turn, or the beginning of the film is trimmed.
                return canShow(view, interval - shortest, shortest, .zero)
                    || canShow(view, .zero, max(shortest, timing.longestLoss), timing.longestLoss)
            }
        }
        return decided.enumerated().map { index, cut in
            var transition = request.transition
            if let own = cut.transition {
                // Cuts are hard by default; a transition that was named takes its usual time.
                if transition.duration == .zero { transition.duration = TransitionRequest.usualDuration }
                transition.specification = own
            }
            return CutPoint(
                time: cut.time, view: cut.view, transition: index == 0 ? .hardCut : transition,
                isAutomatic: cut.decision.reason != .pinned)
        }
    }
}
