import Analysis
import MediaTime
import Parameters
import Placing
import Platform
import Timeline

/// Which pauses between words a film leaves out, and how what is left is joined.
public struct PauseRule: Hashable, Sendable {
    /// The shortest pause that is shortened.
    public var least = MediaTime.seconds(1)
    /// How much of it stays after a word, and before the next.
    public var kept = MediaTime.milliseconds(200)
    /// By how much a pause must become shorter: a join is seen, and not worth it for less.
    package var gain = MediaTime.milliseconds(400)
    /// Whether pictures at the joins morph into each other; otherwise there is a hard cut.
    public var isMorphed = false

    /// What suits a conversation.
    public init() {}

    /// Short, because the pictures before and after a pause resemble each other.
    var join: TransitionRequest {
        isMorphed
            ? TransitionRequest(Specification(name: "morph"), duration: .milliseconds(200)) : .hardCut
    }
}

extension RequestPlanner {
    /// The pauses to leave out, on the clock of the recording.
    ///
    /// - Returns: `nil` if there is no sound, or nothing but noise.
    /// - Throws: `MediaError`.
    func heardPauses() throws -> [TimeRange]? {
        guard let rule = request.pauses else { return [] }
        var heard = (session.angles + recording.soundNames).filter { request.mix.factor(of: $0) > 0 }
        let recorded = Set(recording.audioSources.values.map(\.angle))
        heard.removeAll { !recorded.contains($0) }
        // Where the one that was chosen has no sound, another is heard.
        var chosen: Angle?
        if case .angle(let angle) = request.sound, recorded.contains(angle) { chosen = angle }
        heard = heard.filter { $0 != chosen } + [chosen].compactMap(\.self)
        var levels = try concurrently(heard.count) { [heard, recording] number in
            let sound = try CameraSound(of: heard[number], recording)
            return try VoiceLevel(of: sound, recorded: sound.recorded)
        }
        let first = chosen.map { _ in [levels.removeLast()] }
        return Pauses.find(
            [first, levels].compactMap(\.self), least: rule.least.approximateSeconds,
            kept: rule.kept.approximateSeconds, gain: rule.gain.approximateSeconds
        )?.map { TimeRange(start: MediaTime(seconds: $0.lowerBound), end: MediaTime(seconds: $0.upperBound)) }
    }
}

extension RequestPlanner {
    /// Why no pauses are left out.
    func pauseNotes(_ draft: Draft) -> [Diagnostic] {
        guard let rule = request.pauses, draft.pauses.isEmpty else { return [] }
        let least = MediaTime(
            seconds: Pauses.least(kept: rule.kept.approximateSeconds, gain: rule.gain.approximateSeconds))
        return [.noPauses(least: pauses == nil ? nil : max(rule.least, least))]
    }
}

extension FilmTiming {
    /// On the clock of the recording.
    var pauseRanges: [TimeRange] {
        pauses.map { TimeRange(start: rate.time(ofFrame: $0.lowerBound), end: rate.time(ofFrame: $0.upperBound)) }
    }

    /// The frames of the film at which a pause was left out, and nothing else.
    var joins: [Int64] {
        let pauses = Set(pauses)
        return zip(zip(excerpt.kept, excerpt.kept.dropFirst()), excerpt.parts.dropFirst()).compactMap { kept, part in
            pauses.contains(kept.0.upperBound..<kept.1.lowerBound) ? part.lowerBound : nil
        }
    }
}
