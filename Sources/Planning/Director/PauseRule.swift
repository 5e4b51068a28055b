import Analysis
import MediaTime
import Parameters
import Placing
import Platform
import Timeline

/// Which pauses between words a film leaves out, and how what is left is joined.
public struct PauseRule: Hashable, Sendable {
    /// The shortest pause that is shortened.
    public var least = MediaTime.milliseconds(800)
    /// How much of it stays after a word, and before the next.
    public var kept = MediaTime.milliseconds(200)
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
    /// - Throws: `RequestError.noMicrophone` or `.noSpeech`, `MediaError`.
    func heardPauses() throws -> [TimeRange] {
        guard let rule = request.pauses else { return [] }
        var heard = (session.angles + recording.soundNames).filter { request.mix.factor(of: $0) > 0 }
        if case .angle(let angle) = request.sound { heard = [angle] }
        let recorded = Set(recording.audioSources.values.map(\.angle))
        heard.removeAll { !recorded.contains($0) }
        guard !heard.isEmpty else { throw RequestError.noMicrophone }
        let levels = try concurrently(heard.count) { [heard, recording] number in
            let sound = try CameraSound(of: heard[number], recording)
            return try VoiceLevel(of: sound, recorded: sound.recorded)
        }
        guard
            let found = Pauses.find(
                levels, least: rule.least.approximateSeconds, kept: rule.kept.approximateSeconds)
        else { throw RequestError.noSpeech }
        let time = { (seconds: Double) in MediaTime.milliseconds(Int64((seconds * 1000).rounded())) }
        return found.map { TimeRange(start: time($0.lowerBound), end: time($0.upperBound)) }
    }

    /// The pauses within the requested part of the recording.
    var shownPauses: [TimeRange] {
        guard let range = request.range else { return pauses }
        return pauses.map(range.intersection).filter { !$0.isEmpty }
    }
}

extension FilmTiming {
    /// The frames of the film at which a pause was left out, and nothing else.
    func joins(of pauses: [TimeRange], skipped: [TimeRange]) -> [Int64] {
        let gaps = zip(excerpt.kept, excerpt.kept.dropFirst()).map { $0.upperBound..<$1.lowerBound }
        return zip(gaps, excerpt.parts.dropFirst()).compactMap { gap, part in
            let own = TimeRange(start: rate.time(ofFrame: gap.lowerBound), end: rate.time(ofFrame: gap.upperBound))
            let isSkipped = skipped.contains { !$0.intersection(own).isEmpty }
            return isSkipped || !pauses.contains { !$0.intersection(own).isEmpty } ? nil : part.lowerBound
        }
    }
}
