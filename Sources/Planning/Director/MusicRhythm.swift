import Analysis
import MediaIO
import MediaTime
import Placing
import Timeline

/// The beats that cuts follow: of the film's own music, or of a camera's sound.
struct MusicRhythm {
    let beats: Beats
    /// How many beats later bars begin than was found.
    var shift = 0.0
    /// Where the music is on the film's clock; `nil` for the clock of the recording.
    private let music: (settings: SoundRole.Music, extent: TimeRange)?
    /// Whether there is a beat to cut on.
    var isClear: Bool { beats.clarity >= Beats.clear && !beats.beats.isEmpty }
    /// Whether the beat is so clear that the user need not request it.
    var isCertain: Bool { isClear && beats.clarity >= Beats.certain }

    /// Reads a camera's sound once.
    init(of angle: Angle, _ recording: Recording, _ transforms: FourierTransforms) throws {
        beats = try Beats(of: CameraSound(of: angle, recording), transforms)
        music = nil
    }

    /// Reads the music that is added to the film.
    init(of sound: AddedSound, _ settings: SoundRole.Music, _ transforms: FourierTransforms) throws {
        let source = try sound.source()
        let stream = try AnalysisReader(path: source.path, stream: source.stream, clock: source.info.clock)
        beats = try Beats(of: stream, transforms)
        music = (settings, source.extent)
    }

    /// The beats on the film's clock, and their exact times.
    func beats(_ timing: FilmTiming) -> [(time: MediaTime, beat: Beats.Beat)] {
        let placed = music.map { repeated($0.settings, $0.extent, until: timing.cutEnd) } ?? recorded(timing)
        return placed.filter { .zero <= $0.time && $0.time < timing.cutEnd }.map { time, beat in
            var beat = beat
            beat.time = time.approximateSeconds
            return (time, beat)
        }
    }

    private var beatTimes: [(time: MediaTime, beat: Beats.Beat)] {
        beats.beats.shifted(by: shift).map { (MediaTime(Int64(($0.time * 1e6).rounded()), in: .microseconds), $0) }
    }

    /// The beats of the recording, without those in skipped parts.
    private func recorded(_ timing: FilmTiming) -> [(time: MediaTime, beat: Beats.Beat)] {
        beatTimes.compactMap { time, beat in
            let film = timing.filmTime(of: time)
            let shown = timing.recordingClock.source(at: timing.excerpt.clock.target(at: film))
            return (shown - time).magnitude < .milliseconds(1) ? (film, beat) : nil
        }
    }

    /// The beats of the music, repeated where it loops.
    private func repeated(
        _ music: SoundRole.Music, _ extent: TimeRange, until end: MediaTime
    ) -> [(time: MediaTime, beat: Beats.Beat)] {
        let first = extent.start + music.start
        let length = extent.duration - music.start
        // Less than a second has no beat.
        let loops = music.loops && length > .seconds(1)
        let heard = beatTimes.filter { $0.time >= first && (!loops || $0.time - first < length) }
        let starts =
            loops ? (0...Int64(end.approximateSeconds / length.approximateSeconds)).map { length * $0 } : [.zero]
        return starts.flatMap { start in heard.map { ($0.time - first + start, $0.beat) } }
    }
}
