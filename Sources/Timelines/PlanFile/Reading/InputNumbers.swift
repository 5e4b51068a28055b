import MediaTime
import Placing
import Planning
import Timeline

/// The numbers of all sound sources, after files were added and takes repeated: takes first, then sound files.
struct InputNumbers {
    private let finder: MediaFinder
    private let copies: [Replay.Copy]

    init(_ finder: MediaFinder, _ copies: [Replay.Copy]) { (self.finder, self.copies) = (finder, copies) }

    private var takes: Int { finder.media.count + copies.count }

    func tracks(_ heard: [[SoundReader.Heard]]) -> [SoundTrack] {
        heard.map { track in
            SoundTrack(
                clips: track.map { heard in
                    var clip = heard.clip
                    switch heard.found {
                    case .media(let index): clip.input = index
                    case .sound(let index): clip.input = takes + index
                    }
                    return clip
                })
        }
    }

    /// Renumbers a plan's inputs, and gives repeated takes and sound files the same settings.
    func renumber(_ audio: inout AudioSettings) {
        // A plan file may contain any number; what is out of range stays so, and is refused later.
        let renumbered = { (input: Int) in input < finder.plannedMedia ? input : input &+ (takes - finder.plannedMedia)
        }
        for index in audio.mix.measurements.indices {
            audio.mix.measurements[index].input = renumbered(audio.mix.measurements[index].input)
        }
        if case .tracks(var tracks) = audio.choice {
            for track in tracks.indices {
                for clip in tracks[track].clips.indices {
                    tracks[track].clips[clip].input = renumbered(tracks[track].clips[clip].input)
                }
            }
            audio.choice = .tracks(tracks)
        }
        let repeats =
            copies.enumerated().map { (of: $1.take, input: finder.media.count + $0, shift: $1.shift) }
            + finder.repeats(copies).enumerated().map {
                (of: takes + $1.sound, input: takes + finder.sounds.count + $0, shift: $1.shift)
            }
        let measurements = audio.mix.measurements
        for again in repeats {
            guard var one = measurements.first(where: { $0.input == again.of }) else { continue }
            one.input = again.input
            one.clock = one.clock?.shifted(by: again.shift)
            audio.mix.measurements.append(one)
        }
        audio.mix.measurements.sort { $0.input < $1.input }
        audio.roomTones = audio.roomTones.map { tones in
            tones
                + copies.enumerated().flatMap { index, copy in
                    tones.filter { $0.take == copy.take }.map {
                        RoomTone(take: finder.media.count + index, range: $0.range, level: $0.level)
                    }
                }
        }
    }
}

extension MediaFinder {
    /// Takes that are placed on the session clock a second time.
    func repeatedMedia(_ copies: [Replay.Copy]) -> [PlanDocument.Media] {
        copies.map { copy in
            var again = media[copy.take]
            again.take.clock = again.take.clock.shifted(by: copy.shift)
            return again
        }
    }

    /// The sound files of the recording, repeated like its takes.
    func repeatedSounds(_ copies: [Replay.Copy]) -> [PlanDocument.Sound] {
        repeats(copies).map { sound, shift in
            var again = sounds[sound]
            again.clock = again.clock.shifted(by: shift)
            return again
        }
    }

    /// Which sound files are repeated, and how much later.
    fileprivate func repeats(_ copies: [Replay.Copy]) -> [(sound: Int, shift: MediaTime)] {
        Set(copies.map(\.shift)).sorted().flatMap { shift in
            sounds.indices.filter { sounds[$0].role == .recording }.map { ($0, shift) }
        }
    }

    /// The identity of the file that a URL points to: its number, otherwise the URL.
    func name(of url: String) -> String {
        switch known(url) {
        case .media(let index)?: "take \(media.firstIndex { $0.take.path == media[index].take.path } ?? index)"
        case .sound(let index)?: "sound \(index)"
        case nil: url
        }
    }
}
