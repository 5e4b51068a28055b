import Analysis
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

/// A stretch of a recording that stands alone, as a film.
package struct Highlight {
    /// On the clock of the recording.
    package var range: TimeRange
    /// The sum of what its reasons are worth; more than 2 is rare.
    package var score: Double
    /// The most important first; may be empty.
    package var reasons: [Reason]
    package var planned: PlannedRender

    /// Why a stretch was chosen.
    package enum Reason: Hashable, Sendable {
        /// People laugh or clap, at this time of the recording.
        case laughter(MediaTime)
        /// How many turns of speech follow each other, and whose they are.
        case exchange(Int, [Angle])
        /// Voices are louder than usual.
        case loud
        /// More than usual happens in the picture.
        case lively
        /// Somebody speaks nearly all the time.
        case fluent
    }
}

extension CompositionRequest {
    /// Finds the best stretches of a recording, and plans each as a film of its own.
    ///
    /// - Parameters:
    ///   - count: how many, at most.
    ///   - lengths: of the recording, before anything is skipped.
    /// - Returns: the best one first; none overlaps another.
    /// - Throws: `RequestError.noHighlights`, and as `plan(_:)`.
    package func highlights(
        _ recording: Recording, count: Int, lengths: ClosedRange<MediaTime>
    ) throws -> [Highlight] {
        let planner = try RequestPlanner(self, recording)
        let (moments, speakers) = try Trace.span("find highlights") {
            try planner.moments(count: count, lengths: lengths)
        }
        guard !moments.isEmpty else { throw RequestError.noHighlights(lengths) }
        return try moments.map { moment in
            var own = planner
            let range = TimeRange(start: .ofStep(moment.range.lowerBound), end: .ofStep(moment.range.upperBound))
            own.request.range = range
            return Highlight(
                range: range, score: Double((moment.score * 100).rounded() / 100),
                reasons: moment.reasons.map { .init($0, speakers) }, planned: try own.plan())
        }
    }
}

extension Highlight.Reason {
    fileprivate init(_ reason: MomentSearch.Reason, _ speakers: [Angle]) {
        self =
            switch reason {
            case .laughter(let step): .laughter(.ofStep(step))
            case .exchange(let changes, let who): .exchange(changes + 1, who.sorted().map { speakers[$0] })
            case .loud: .loud
            case .lively: .lively
            case .fluent: .fluent
            }
    }
}

extension RequestPlanner {
    /// - Returns: the stretches, and the speakers that they number.
    fileprivate func moments(
        count: Int, lengths: ClosedRange<MediaTime>
    ) throws -> (moments: [MomentSearch.Moment], speakers: [Angle]) {
        let speech = try speakersHeard()
        let recorded = Set(recording.audioSources.values.map(\.angle))
        let heard = (session.angles + recording.soundNames).filter {
            recorded.contains($0) && request.mix.factor(of: $0) > 0
        }
        let sounds = try concurrently(heard.count) { [recording] number in
            let sound = try CameraSound(of: heard[number], recording)
            return try MomentSound(of: sound, recorded: sound.recorded, .standard)
        }
        let turns = (speech?.speakers ?? []).indices.flatMap { speaker in
            speech!.talk.turns(of: speaker).map { (speaker: speaker, range: $0) }
        }.sorted { ($0.range.lowerBound, $0.speaker) < ($1.range.lowerBound, $1.speaker) }
        var pictures = director?.pictures
        if sounds.isEmpty { pictures = try CameraPictures(turn, recording, steadied: steadied()) }
        let motion = pictures?.motion.values ?? []
        let most = (motion.first?.indices ?? 0..<0).map { step in motion.map { $0[step] }.max() ?? 0 }
        let search = MomentSearch(sounds, turns: turns, motion: most)
        let step = { (time: MediaTime, rounding: Rounding) in
            Int(time.ticks(in: .perSecond(Int32(Conversation.rate)), rounding))
        }
        let whole = TimeRange(start: .zero, end: session.union.duration)
        let common = session.intersection.shifted(by: -session.union.start)
        let limits = (request.span == .intersection ? common : whole).intersection(request.range ?? whole)
        return (
            search.find(
                count,
                lengths: step(
                    lengths.lowerBound, .up)...max(
                        step(lengths.lowerBound, .up), step(lengths.upperBound, .down)),
                within: step(limits.start, .up)..<max(step(limits.start, .up), step(limits.end, .down))),
            speech?.speakers ?? []
        )
    }

    /// Who speaks, whatever decides the cuts; `nil` if the microphones do not tell.
    private func speakersHeard() throws -> Speech? {
        if let speech = director?.speech ?? speech { return speech }
        let hearing = DirectorHearing(recording: recording, cameras: turn, wide: request.director?.wide, music: nil)
        do { return try hearing.speech() } catch is RequestError {
            return nil
        }
    }
}
