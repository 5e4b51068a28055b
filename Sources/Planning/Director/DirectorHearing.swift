import Analysis
import MediaIO
import Placing
import Timeline

/// What automatic cuts follow.
enum DirectorLead {
    case speech(Speech)
    case music(MusicRhythm, BeatRule)
    /// What happens in the picture.
    case picture
}

/// Finds out from the sound what the cuts follow.
struct DirectorHearing {
    let recording: Recording
    /// In order of preference.
    let cameras: [Angle]
    /// The camera that shows everybody; nobody speaks near its microphone.
    let wide: Angle?
    let music: AddedSound?
    private let transforms = FourierTransforms.standard

    /// - Throws: `RequestError.fewMicrophones`, `.microphoneNotSynced`, `.microphonesAlike`, `.noMusic`,
    ///   `.noBeat`, `.noRecordedBeat` or `.nothingHeard`, `MediaError`.
    func lead(_ subject: DirectorRequest.Subject) throws -> DirectorLead {
        switch subject {
        case .speech: return .speech(try speech())
        case .music(let rule, let shift):
            guard var rhythm = try rhythm() else { throw RequestError.noMusic }
            guard rhythm.isClear else {
                throw music.map { .noBeat(music: $0.path) } ?? RequestError.noRecordedBeat(heard[0])
            }
            rhythm.shift = shift
            return .music(rhythm, rule)
        case .picture: return .picture
        case .auto:
            do {
                let speech = try speech()
                return speech.talk.isOfOnePlace ? try playedMusic() ?? .speech(speech) : .speech(speech)
            } catch RequestError.microphonesAlike {
                return try playedMusic() ?? .picture
            } catch RequestError.microphoneNotSynced {
                return .picture
            } catch RequestError.fewMicrophones {
                if let rhythm = try rhythm(), rhythm.isCertain { return .music(rhythm, .bars) }
                return .picture
            }
        }
    }

    /// The cameras with sound.
    private var heard: [Angle] {
        let heard = Set(zip(recording.session.takes, recording.sources).filter { $1.audioStream != nil }.map(\.0.angle))
        return cameras.filter(heard.contains)
    }

    /// Who speaks, by the microphones that were given, or else by those of the cameras.
    ///
    /// - Throws: `RequestError.fewMicrophones`, `.microphoneNotSynced` or `.microphonesAlike`, `MediaError`.
    func speech() throws -> Speech {
        let speakers = heard.filter { $0 != wide }
        if recording.soundNames.count > 1 {
            var given = try Speech(recording.soundNames, recording, transforms)
            // Microphones near nobody tell nothing of the others.
            let near = given.speakers.indices.filter { !given.talk.turns(of: $0).isEmpty }.map { given.speakers[$0] }
            if near.count > 1, near.count < given.speakers.count {
                let faults = given.faults
                given = try Speech(near, recording, transforms)
                given.faults = faults
            }
            guard given.talk.isOfOnePlace, speakers.count > 1 else { return try checked(given) }
            // Recorders in the middle of a room tell less than cameras near the speakers, and more than a common sound.
            let own = try Speech(speakers, recording, transforms)
            let isCommon = own.talk.isOfOnePlace && !given.talk.isUndecidable || own.talk.isUndecidable
            return try checked(isCommon ? given : own)
        }
        guard speakers.count > 1 else {
            throw RequestError.fewMicrophones(speakers.isEmpty ? recording.soundNames : speakers, wide: wide)
        }
        let speech = try Speech(speakers, recording, transforms)
        // Microphones that hear one speaker each have nothing in common to be synced by.
        guard !speech.talk.isExclusive, let apart = speakers.first(where: recording.unmatched.contains) else {
            return try checked(speech)
        }
        // One that heard nobody is no reason not to listen to the others.
        let others = speakers.filter { !recording.unmatched.contains($0) }
        guard others.count > 1 else { throw RequestError.microphoneNotSynced(apart) }
        return try checked(Speech(others, recording, transforms))
    }

    private func checked(_ speech: Speech) throws(RequestError) -> Speech {
        guard !speech.talk.isUndecidable else { throw .microphonesAlike(speech.speakers) }
        return speech
    }

    /// Music that was played where the cameras were, not music added under the speech.
    private func playedMusic() throws -> DirectorLead? {
        guard let first = (heard + recording.soundNames).first else { return nil }
        let rhythm = try MusicRhythm(of: first, recording, transforms)
        return rhythm.isCertain ? .music(rhythm, .bars) : nil
    }

    /// The rhythm of the film's own music, otherwise of the first camera's sound.
    private func rhythm() throws -> MusicRhythm? {
        if let music, case .music(let settings) = music.role {
            return try MusicRhythm(of: music, settings, transforms)
        }
        return try heard.first.map { try MusicRhythm(of: $0, recording, transforms) }
    }
}
