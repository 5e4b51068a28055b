import MediaTime
import Timeline

/// The numbers of all that is heard, after files were added and takes repeated: takes, and then sound files.
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

    /// Gives what a plan says of its inputs their new numbers, and says the same of takes that are repeated.
    ///
    /// - Parameter sounds: how many there are that are not repeated.
    func renumber(_ audio: inout AudioSettings, _ sounds: Int) {
        let planned = audio.mix.alignments.map { alignment in
            var own = alignment
            if own.input >= finder.plannedMedia { own.input += takes - finder.plannedMedia }
            return own
        }
        let repeated = copies.enumerated().compactMap { index, copy in
            audio.mix.alignments.first { $0.input == copy.take }.map {
                MixSettings.Alignment(input: finder.media.count + index, clock: $0.clock.shifted(by: copy.shift))
            }
        }
        audio.mix.alignments = (planned + repeated).sorted { $0.input < $1.input }
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
    /// Takes that lie on the session clock once more.
    func repeatedMedia(_ copies: [Replay.Copy]) -> [PlanDocument.Media] {
        copies.map { copy in
            var again = media[copy.take]
            again.take.clock = again.take.clock.shifted(by: copy.shift)
            return again
        }
    }

    /// Sound files of the recording, as often as its takes.
    func repeatedSounds(_ copies: [Replay.Copy]) -> [PlanDocument.Sound] {
        Set(copies.map(\.shift)).sorted().flatMap { shift in
            sounds.filter { $0.role == .recording }.map { sound in
                var again = sound
                again.clock = again.clock.shifted(by: shift)
                return again
            }
        }
    }

    /// What tells the file that a URL means from others: its number, or else the URL.
    func name(of url: String) -> String {
        switch try? find(url, name: "", title: "") {
        case .media(let index)?: "take \(media.firstIndex { $0.take.path == media[index].take.path } ?? index)"
        case .sound(let index)?: "sound \(index)"
        case nil: url
        }
    }
}
