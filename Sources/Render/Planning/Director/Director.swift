import Analysis
import MediaIO
import MediaTime
import Timeline

/// Decides the cuts of a film by who speaks (docs/decisions/0024-the-director.md).
struct Director {
    private let request: DirectorRequest
    private let session: Session
    /// The cameras with a microphone of somebody, in the order of the conversation's numbers.
    private let speakers: [Angle]
    private let views: [(view: View, kind: ShotView)]
    /// On the clock of the recording.
    private let talk: Conversation

    /// Hears the sound of every camera once.
    ///
    /// - Parameter cameras: in the order in which they are preferred.
    /// - Throws: `RequestError.fewMicrophones` or `.microphoneNotSynced`, `TimelineError.unknownAngle`, `MediaError`.
    init(_ request: DirectorRequest, _ recording: Recording, cameras: [Angle]) throws {
        (self.request, session) = (request, recording.session)
        let wide = request.wide
        if let wide, !session.angles.contains(wide) {
            throw TimelineError.unknownAngle(name: wide.name, known: session.angles.map(\.name))
        }
        let heard = Set(zip(recording.session.takes, recording.sources).filter { $1.audioStream != nil }.map(\.0.angle))
        let speakers = cameras.filter { heard.contains($0) && $0 != wide }
        guard speakers.count > 1 else { throw RequestError.fewMicrophones(speakers, wide: wide) }
        if let apart = speakers.first(where: recording.isUnmatched) { throw RequestError.microphoneNotSynced(apart) }
        var views = speakers.enumerated().map { (view: View.single($1), kind: ShotView.speaker($0)) }
        // Cameras that hear nobody are taken to show everybody.
        views += cameras.filter { !speakers.contains($0) }.map { (.single($0), .everybody) }
        if let both = request.both { views.append((both, .everybody)) }
        (self.speakers, self.views) = (speakers, views)
        talk = try Conversation(
            speakers.map { try CameraSound(of: $0, recording) }, FourierTransforms { try RealTransform(size: $0) })
    }

    /// The cuts of the film, the first one at zero.
    ///
    /// - Parameters:
    ///   - opening: the camera to begin with where nobody speaks, or in any case.
    ///   - shortest: the shortest shot that is asked for.
    func decisions(
        _ timing: FilmTiming, opening: (camera: Angle, isFixed: Bool), shortest: MediaTime?, least: MediaTime
    ) -> [DirectorDecision] {
        let film = talk.following(steps(timing))
        var rules = request.style.rules
        rules.hasReactions = request.hasReactions
        // A cut moves to the nearest frame, so that the shot may be a frame shorter.
        let wished = shortest?.approximateSeconds ?? max(rules.shortest, least.approximateSeconds)
        rules.shortest = wished + timing.rate.frameDuration.approximateSeconds
        let first = views.firstIndex { $0.view == .single(opening.camera) }
        let shots = film.shots(
            views.map(\.kind), hidden: views.map { hidden($0.view, film.activity.count, timing) },
            opening: first.map { ($0, opening.isFixed) }, rules)
        return shots.map(decision)
    }

    private static func time(_ step: Int) -> MediaTime { .seconds(1) * Int64(step) / Int64(Conversation.rate) }

    /// Of each step of the film, the step of the recording that it shows.
    private func steps(_ timing: FilmTiming) -> [Int] {
        let clock = timing.excerpt.clock
        let length = timing.rate.time(ofFrame: timing.excerpt.frameCount)
        let count = Int(length.ticks(in: .perSecond(Int32(Conversation.rate)), .nearest))
        return (0..<max(1, count)).map { step in
            let time = clock.target(at: Self.time(step)) - session.union.start
            return Int(time.ticks(in: .perSecond(Int32(Conversation.rate)), .down))
        }
    }

    /// The steps of the film at which a camera has no footage; of other views it is left to whoever lays them out.
    private func hidden(_ view: View, _ count: Int, _ timing: FilmTiming) -> [Range<Int>] {
        guard case .single(let angle) = view else { return [] }
        let covered = session.coverage(of: angle)
        let clock = timing.excerpt.clock
        return (0..<count).reduce(into: []) { ranges, step in
            let time = clock.target(at: Self.time(step))
            guard !covered.contains(where: { $0.contains(time) }) else { return }
            if let last = ranges.last, last.upperBound == step {
                ranges[ranges.count - 1] = last.lowerBound..<step + 1
            } else {
                ranges.append(step..<step + 1)
            }
        }
    }

    private func decision(_ shot: ChosenShot) -> DirectorDecision {
        let (view, kind) = views[shot.view]
        let reason: DirectorDecision.Reason =
            switch kind {
            case .everybody: .everybody
            case .speaker where shot.isReaction: .listens
            case .speaker(let number): shot.onset.map { .speaks(speakers[number], from: Self.time($0)) } ?? .quiet
            }
        return DirectorDecision(
            time: Self.time(shot.steps.lowerBound), view: view, reason: reason, score: Double(shot.score))
    }
}

extension Recording {
    /// Its sound was compared with that of others, and fits nowhere or in several places.
    fileprivate func isUnmatched(_ angle: Angle) -> Bool {
        notes.contains { note in
            guard case .notSynced(_, angle, _, let why) = note else { return false }
            return why == .unmatched || why == .ambiguous
        }
    }
}
