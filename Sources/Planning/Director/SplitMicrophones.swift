import Analysis
import MediaIO
import Placing
import Timeline

extension CompositionRequest {
    /// The recording with the channels of its only sound file as microphones, if different people are near them: two
    /// lavaliers left and right, or the inputs of a recorder.
    ///
    /// - Throws: `MediaError`.
    func withMicrophonesApart(_ recording: Recording) throws -> Recording {
        let isOfSpeech: Bool =
            switch director?.subject {
            case .auto?, .speech?: true
            case .music?, .picture?: false
            case nil: sound == .speakers
            }
        guard isOfSpeech, [.primary, .speakers].contains(sound), recording.soundNames.count == 1,
            let name = recording.soundNames.first, !names(name),
            let count = recording.sounds.first?.audio?.channels, (2...Self.mostMicrophones).contains(count),
            recording.sounds.allSatisfy({ $0.audio?.channels == count && $0.selection.channels == nil })
        else { return recording }
        let split = { (channels: [Int]) in
            var split = recording
            split.sounds = recording.sounds.flatMap { sound in
                channels.map { channel in
                    var own = sound
                    own.angle = Angle("\(name)-\(channel + 1)")
                    own.selection.channels = SoundChannels(both: channel)
                    return own
                }
            }
            return split
        }
        var channels = Array(0..<count)
        while channels.count > 1 {
            let trial = split(channels)
            let talk = try Speech(trial.soundNames, trial, .standard).talk
            let near = channels.indices.filter { !talk.turns(of: $0).isEmpty }.map { channels[$0] }
            guard near.count == channels.count else {
                channels = near
                continue
            }
            guard talk.levelSpread >= Self.leastSpread else { return recording }
            var found = trial
            found.notes.removeAll { if case .soundNamed = $0 { true } else { false } }
            found.notes.append(
                .microphonesOf(
                    path: recording.sounds[0].path,
                    zip(trial.soundNames, channels).map { .init(angle: $0, part: "channel \($1 + 1)") }, leftOut: []))
            return found
        }
        return recording
    }

    /// Whether anything is requested of this sound by its name.
    private func names(_ name: Angle) -> Bool {
        mix.levels.contains { $0.angle == name } || mix.cleanings.contains { $0.angle == name }
            || director?.speakers[name] != nil
    }

    /// A recorder has at most this many; files with more channels are rooms or films.
    private static let mostMicrophones = 16
    /// Decibels by which the levels of two channels change against each other where they have speakers of their own; left
    /// and right of one stereo microphone change by less.
    private static let leastSpread: Float = 12
}
