import Analysis
import MediaIO
import MediaTime
import Placing
import Timeline

/// Who speaks, on the clock of the recording.
struct Speech {
    let talk: Conversation
    /// The cameras whose microphones are compared, by their numbers in `talk`.
    let speakers: [Angle]
    /// Of the microphones that were given, and are not part of a camera.
    var faults: [(microphone: Angle, fault: Diagnostic.MicrophoneFault)]

    /// - Throws: `MediaError`.
    init(_ speakers: [Angle], _ recording: Recording, _ transforms: FourierTransforms) throws {
        let sounds = try speakers.map { try CameraSound(of: $0, recording) }
        talk = try Conversation(sounds, recorded: sounds.map(\.recorded), transforms)
        self.speakers = speakers
        faults = zip(speakers, sounds).compactMap { speaker, sound in
            recording.soundNames.contains(speaker) ? sound.meter.fault.map { (speaker, $0) } : nil
        }
    }

    /// What the user should know of the microphones.
    var notes: [Diagnostic] {
        Diagnostic.MicrophoneFault.allCases.compactMap { fault in
            let microphones = faults.filter { $0.fault == fault }.map(\.microphone)
            return microphones.isEmpty ? nil : .microphonesFaulty(microphones, fault)
        }
    }

    /// Who says something when in a film, in order.
    func spoken(in composition: Composition) -> [SpeakerTurn] {
        let steps = composition.clock.steps(in: composition.session.recordingClock, duration: composition.duration)
        let talk = talk.following(steps)
        return speakers.indices.flatMap { speaker in
            talk.turns(of: speaker).map { turn in
                SpeakerTurn(
                    angle: speakers[speaker],
                    range: TimeRange(start: .ofStep(turn.lowerBound), end: .ofStep(turn.upperBound)))
            }
        }.sorted { ($0.range.start, $0.angle.name) < ($1.range.start, $1.angle.name) }
    }

    /// When each speaker's microphone is open in a film, in order.
    ///
    /// - Parameter heard: those that are not muted.
    func turns(in composition: Composition, of heard: (Angle) -> Bool) -> [SpeakerTurn] {
        let steps = composition.clock.steps(in: composition.session.recordingClock, duration: composition.duration)
        return zip(speakers, talk.following(steps).openMicrophones()).filter { heard($0.0) }.flatMap { angle, open in
            open.map {
                SpeakerTurn(angle: angle, range: TimeRange(start: .ofStep($0.lowerBound), end: .ofStep($0.upperBound)))
            }
        }.sorted { ($0.range.start, $0.angle.name) < ($1.range.start, $1.angle.name) }
    }
}

extension MediaTime {
    /// The time of a step of the analysis.
    static func ofStep(_ step: Int) -> MediaTime { .seconds(1) * Int64(step) / Int64(Conversation.rate) }
}

extension TimeMap {
    /// For each step of a film with this clock, the step of the recording that it shows.
    func steps(in recordingClock: TimeMap, duration: MediaTime) -> [Int] {
        let count = Int(duration.ticks(in: .perSecond(Int32(Conversation.rate)), .nearest))
        return (0..<max(1, count)).map { step in
            let time = recordingClock.source(at: target(at: .ofStep(step)))
            return Int(time.ticks(in: .perSecond(Int32(Conversation.rate)), .down))
        }
    }
}
