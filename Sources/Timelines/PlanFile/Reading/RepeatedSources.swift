import Audio
import MediaTime
import Placing
import Planning
import Timeline

extension AudioSettings {
    /// Gives takes and sound files that are placed a second time the same settings.
    mutating func repeatSources(of finder: MediaFinder, _ copies: [Replay.Copy]) {
        let repeats =
            copies.enumerated().map {
                (of: SourceID.take($1.take), again: SourceID.take(finder.media.count + $0), shift: $1.shift)
            }
            + finder.repeats(copies).enumerated().map {
                (of: .sound($1.sound), again: .sound(finder.sounds.count + $0), shift: $1.shift)
            }
        for (of, again, shift) in repeats {
            guard var one = mix.measurements.first(where: { $0.input == of }) else { continue }
            one.input = again
            one.clock = one.clock?.shifted(by: shift)
            mix.measurements.append(one)
        }
        mix.measurements.sort { $0.input < $1.input }
        roomTones = roomTones.map { tones in
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
    func repeatedMedia(_ copies: [Replay.Copy]) -> [PlannedTake] {
        copies.map { copy in
            var again = media[copy.take]
            again.clock = again.clock.shifted(by: copy.shift)
            return again
        }
    }

    /// The sound files of the recording, repeated like its takes.
    func repeatedSounds(_ copies: [Replay.Copy]) -> [PlannedSound] {
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

    /// The identity of the file that a URL points to: its place in the plan, otherwise the URL.
    func name(of url: String) -> String {
        switch listed(path(url)) {
        case .take(let index)?:
            "\(SourceID.take(media.firstIndex { $0.path == media[index].path } ?? index))"
        case .sound(let index)?: "\(SourceID.sound(index))"
        case nil: url
        }
    }
}
