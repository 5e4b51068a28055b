import Analysis
import MediaIO
import Placing
import Timeline

extension CompositionRequest {
    /// The recording with channels as microphones: those of a file of which one is named ("lav-1"), and those of the only
    /// sound file if different people are near them, as two lavaliers left and right, or the inputs of a recorder.
    ///
    /// - Throws: `MediaError`.
    func withMicrophonesApart(_ recording: Recording) throws -> Recording {
        var recording = recording
        for name in recording.soundNames {
            let channels = Array(0..<recording.channelCount(of: name))
            guard channels.contains(where: { names(Recording.channel($0, of: name)) }) else { continue }
            recording = recording.takenApart(name, try audible(channels, of: name, recording))
        }
        let isOfSpeech: Bool =
            switch director?.subject {
            case .auto?, .speech?: true
            case .music?, .picture?: false
            case nil: sound == .speakers
            }
        guard isOfSpeech, [.primary, .speakers].contains(sound), recording.soundNames.count == 1,
            let name = recording.soundNames.first, !names(name)
        else { return recording }
        var channels = try audible(Array(0..<recording.channelCount(of: name)), of: name, recording)
        while channels.count > 1 {
            let trial = recording.takenApart(name, channels)
            let talk = try Speech(trial.soundNames, trial, .standard).talk
            let near = channels.indices.filter { !talk.turns(of: $0).isEmpty }.map { channels[$0] }
            guard near.count < channels.count else { return talk.levelSpread < Self.leastSpread ? recording : trial }
            channels = near
        }
        return recording
    }

    /// The channels of a recorder that something is plugged into, and those that are named: comparing each with each takes
    /// long.
    private func audible(_ channels: [Int], of name: Angle, _ recording: Recording) throws -> [Int] {
        guard channels.count > 2 else { return channels }
        let apart = recording.takenApart(name, channels)
        return try channels.filter { channel in
            let own = Recording.channel(channel, of: name)
            return try names(own) || !CameraSound.isSilent(own, apart, peak: MicrophoneMeter.silence)
        }
    }

    /// Whether anything is requested of this sound by its name.
    private func names(_ name: Angle) -> Bool {
        mix.levels.contains { $0.angle == name } || mix.cleanings.contains { $0.angle == name }
            || director?.speakers[name] != nil || sound == .angle(name)
    }

    /// Decibels by which the levels of two channels change against each other where they have speakers of their own; left
    /// and right of one stereo microphone change by less.
    private static let leastSpread: Float = 12
}

extension Recording {
    /// With a sound for each of these channels of one, counted from 0.
    fileprivate func takenApart(_ name: Angle, _ channels: [Int]) -> Recording {
        var result = self
        let path = sounds.first { $0.angle == name }?.path
        result.sounds = sounds.flatMap { sound in
            guard sound.angle == name else { return [sound] }
            return channels.map { channel in
                var own = sound
                own.angle = Self.channel(channel, of: name)
                own.selection.channels = SoundChannels(both: channel)
                return own
            }
        }
        result.notes.removeAll { if case .soundNamed(let named) = $0 { named.path == path } else { false } }
        result.notes.append(
            .microphonesOf(
                path: path ?? "",
                channels.map { .init(angle: Self.channel($0, of: name), part: "channel \($0 + 1)") }, leftOut: []))
        return result
    }
}
