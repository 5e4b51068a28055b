import Analysis
import Audio
import MediaIO
import MediaTime
import Placing
import Planning
import Render
import Timeline

/// Places in a film that switches snap to.
enum SnapMarks: String, Decodable, Sendable {
    /// Where copies of each camera can begin.
    case keyFrames
    /// Where somebody begins to speak, and the beats of music: both in the film's own sound.
    case speech, beats

    /// - Returns: output frames; one list for each camera of `keyFrames`, otherwise one list.
    /// - Throws: `MediaError`.
    func frames(of plan: RenderPlan, _ cancellation: Cancellation) throws -> [[Int64]] {
        let composition = plan.composition
        switch self {
        case .keyFrames:
            return composition.session.angles.map { angle in
                let takes = composition.session.takes.enumerated().filter { $0.element.angle == angle }
                let times = takes.flatMap { index, take in
                    (plan.sources[index].packets.known?.keyFrameTimes ?? []).map {
                        composition.clock.source(at: take.sessionTime(at: $0))
                    }
                }
                return frames(at: times.sorted(), of: composition)
            }
        case .speech:
            guard let sound = FilmSound(plan, cancellation) else { return [[]] }
            return [frames(at: try SpeechOnsets.find(in: sound).map(MediaTime.init(seconds:)), of: composition)]
        case .beats:
            guard let sound = FilmSound(plan, cancellation) else { return [[]] }
            let beats = try Beats(of: sound, FourierTransforms.standard)
            guard beats.clarity >= Beats.clear else { return [[]] }
            return [frames(at: beats.beats.map { MediaTime(seconds: $0.time) }, of: composition)]
        }
    }

    private func frames(at times: [MediaTime], of composition: Composition) -> [Int64] {
        times.map { composition.frameRate.frame(at: $0, .nearest) }.filter { (1..<composition.frameCount).contains($0) }
    }
}

extension MediaTime {
    fileprivate init(seconds: Double) { self.init(Int64((seconds * 1e6).rounded()), in: .microseconds) }
}

extension GOPIndex {
    fileprivate var keyFrameTimes: [MediaTime] { randomAccess.map(time(of:)) }
}

/// What is heard in a film, for analysis.
private final class FilmSound: SoundStream {
    private let mixer: AudioMixer
    private let cancellation: Cancellation

    /// `nil` when the film has no sound.
    init?(_ plan: RenderPlan, _ cancellation: Cancellation) {
        guard let mixer = AudioMixer(plan) else { return nil }
        (self.mixer, self.cancellation) = (mixer, cancellation)
    }

    func next() throws -> [Float] {
        let step = Int(AudioBuffer.sampleRate) / AnalysisSound.rate
        guard !cancellation.isCancelled, let sound = try mixer.next(Int(AudioBuffer.sampleRate)) else { return [] }
        // The mean of three samples leaves little above 8 kHz.
        return (0..<sound.frameCount / step).map { place in
            let range = place * step..<(place + 1) * step
            return sound.channels.reduce(Float(0)) { $0 + $1[range].reduce(0, +) }
                / Float(step * sound.channels.count)
        }
    }

    func skip(to position: Int) {
        mixer.seek(to: Int64(position) * Int64(AudioBuffer.sampleRate) / Int64(AnalysisSound.rate))
    }
}
