import Analysis
import MediaIO
import MediaTime
import Parameters
import Placing
import Platform
import Timeline

/// A stretch of a recording that stands alone.
package struct Highlight: Hashable, Sendable {
    /// On the clock of the recording.
    package var range: TimeRange
    /// The sum of what its reasons are worth; more than 2 is rare.
    package var score: Double
    /// The most important first; may be empty.
    package var reasons: [Reason]

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

extension Highlight.Reason: CustomStringConvertible {
    /// "people laugh or clap at 12:58.200".
    package var description: String {
        switch self {
        case .laughter(let time): "people laugh or clap at \(time.clockDescription)"
        case .exchange(let turns, let who): "\(turns) turns of \(list(who.map(\.name), "and"))"
        case .loud: "louder than usual"
        case .lively: "much happens in the picture"
        case .fluent: "hardly a pause"
        }
    }
}

extension CompositionRequest {
    /// Finds the best stretches of a recording.
    ///
    /// - Parameters:
    ///   - count: how many, at most.
    ///   - lengths: of the recording, before anything is skipped.
    /// - Returns: the best one first; none overlaps another.
    /// - Throws: `RequestError.noHighlights`, and as `plan(_:)`.
    package func highlights(
        _ recording: Recording, count: Int, lengths: ClosedRange<MediaTime>
    ) throws -> [Highlight] {
        try RequestPlanner(self, recording).highlights(count: count, lengths: lengths)
    }

    /// The same, and a plan of each as a film of its own.
    ///
    /// - Throws: as `highlights(_:count:lengths:)`.
    package func plannedHighlights(
        _ recording: Recording, count: Int, lengths: ClosedRange<MediaTime>
    ) throws -> [(highlight: Highlight, planned: PlannedRender)] {
        let planner = try RequestPlanner(self, recording)
        return try planner.highlights(count: count, lengths: lengths).map { highlight in
            var own = planner
            own.request.range = highlight.range
            return (highlight, try own.plan())
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
    fileprivate func highlights(count: Int, lengths: ClosedRange<MediaTime>) throws -> [Highlight] {
        let (search, speakers) = try Trace.span("find highlights") { try momentSearch() }
        let step = { (time: MediaTime, rounding: Rounding) in
            Int(time.ticks(in: .perSecond(Int32(Conversation.rate)), rounding))
        }
        let kept = try Excerpt(
            session, at: primaryRate, span: request.span, keeping: request.range, skipping: request.skipped
        ).kept
        let limits = kept.map { frames in
            let (start, end) = (
                primaryRate.time(ofFrame: frames.lowerBound), primaryRate.time(ofFrame: frames.upperBound)
            )
            return step(start, .up)..<max(step(start, .up), step(end, .down))
        }
        let shortest = step(lengths.lowerBound, .up)
        let found = search.find(
            count, lengths: shortest...max(shortest, step(lengths.upperBound, .down)),
            within: limits)
        guard !found.isEmpty else { throw RequestError.noHighlights(lengths) }
        return found.map { moment in
            Highlight(
                range: TimeRange(start: .ofStep(moment.range.lowerBound), end: .ofStep(moment.range.upperBound)),
                score: Double((moment.score * 100).rounded() / 100),
                reasons: moment.reasons.map { .init($0, speakers) })
        }
    }

    /// What is heard and seen, and the speakers that it numbers.
    private func momentSearch() throws -> (search: MomentSearch, speakers: [Angle]) {
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
        return (MomentSearch(sounds, turns: turns, motion: most), speech?.speakers ?? [])
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
