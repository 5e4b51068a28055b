import Audio
import MediaTime
import Placing
import Timeline

/// The sound of consecutive clips: each clip's own, cross-faded where two overlap, and bridged with room tone in gaps.
///
/// ```
/// clip  ━━━━━━━━╲                ╱━━━━━━━━      50 ms each
/// tone         ╱━━╲╱━━╲╱━━━╲╱━━━╲               the quietest stretch of either clip, as often as needed
/// ```
///
/// All fades are equal-power, and sounds that play together are uncorrelated, so the level stays constant.
struct SeamMix {
    /// A clip's sound, with its start and end before fades.
    private struct Run {
        var take: Int
        var heard: Range<Int64>
        /// Added to a position of the film to get one on the session clock.
        var offset: Int64
        /// Window of the transition into it.
        var window: Range<Int64>?
        /// The index of its segment: consecutive runs are adjacent if their segments are, with no black or silent segment
        /// between them.
        var segment: Int
    }

    private let composition: Composition
    private let tones: [RoomTone]
    private let sounding: [Int: TimeRange]
    private let settings: MixSettings

    /// Fade time at a clip's ends: short enough to keep a syllable, too long to click.
    static let fade = Int64(AudioBuffer.sampleRate / 20)
    /// Between two repetitions of a room tone, and between the two clips' tones.
    private static let blend = Int64(AudioBuffer.sampleRate / 10)
    private static let clock = TimeBase.perSecond(AudioBuffer.sampleRate)

    /// - Parameter sounding: when the sound of each take that has any begins and ends, on the session clock.
    init(
        _ composition: Composition, _ tones: [RoomTone], sounding: [Int: TimeRange],
        settings: MixSettings = MixSettings()
    ) {
        self.composition = composition
        self.tones = tones
        self.sounding = sounding
        self.settings = settings
    }

    var frameCount: Int64 { composition.duration.ticks(in: Self.clock, .nearest) }

    var tracks: [Mix.Track] {
        var runs = runs()
        var gains = runs.map { _ in GainEnvelope.constant(1) }
        var bridges: [Mix.Track] = []
        for index in runs.indices.dropFirst() {
            if let common = overlap(runs[index - 1], runs[index]) {
                gains[index - 1].change(to: 0, at: common.lowerBound, over: Int64(common.count))
                gains[index] = Self.rising(over: common)
                runs[index - 1].heard = runs[index - 1].heard.lowerBound..<common.upperBound
                runs[index].heard = common.lowerBound..<runs[index].heard.upperBound
            } else {
                let (one, next) = (ended(runs[index - 1], runs[index]), begun(runs[index]))
                (runs[index - 1].heard, runs[index].heard) = (one, next)
                let (end, start) = (one.upperBound, next.lowerBound)
                gains[index - 1].change(to: 0, at: end - Self.fade, over: Self.fade)
                gains[index] = Self.rising(over: start..<start + Self.fade)
                bridges += bridge(
                    from: runs[index - 1].take, to: runs[index].take, over: end - Self.fade..<start + Self.fade)
            }
        }
        let tracks = zip(runs, gains).map { run, gain in
            Mix.Track(source: .take(run.take), range: run.heard, offset: run.offset, gain: gain)
        }
        return (tracks + bridges).filter { !$0.range.isEmpty }.map { track in
            var track = track
            track.gain = track.gain.scaled(
                by: settings.factor(of: composition.session.takes[track.source.take!].angle, input: track.source))
            return track
        }
    }

    private static func rising(over range: Range<Int64>) -> GainEnvelope {
        var gain = GainEnvelope([.init(range.lowerBound, 0)])
        gain.change(to: 1, at: range.lowerBound, over: Int64(range.count))
        return gain
    }

    private func position(ofFrame frame: Int64) -> Int64 {
        composition.frameRate.time(ofFrame: frame).ticks(in: Self.clock, .nearest)
    }

    /// Each clip with sound, as far as its sound extends on the film's clock while its part of the film lasts.
    private func runs() -> [Run] {
        let windows = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0.frames) })
        return composition.segments.enumerated().compactMap { index, segment in
            let middle = (segment.frames.lowerBound + segment.frames.upperBound) / 2
            let time = composition.sessionTime(ofFrame: middle, inSegment: index)
            guard let angle = segment.scene?.mainAngle,
                let take = composition.session.nearestTake(of: angle, at: time), let range = sounding[take]
            else { return nil }
            let piece = composition.clock.pieces[
                composition.clock.piece(at: composition.frameRate.time(ofFrame: segment.frames.lowerBound))]
            let offset = piece.target.ticks(in: Self.clock, .nearest) - piece.source.ticks(in: Self.clock, .nearest)
            let start = range.start.ticks(in: Self.clock, .up) - offset
            let own = start..<max(start, range.end.ticks(in: Self.clock, .down) - offset)
            // A clip that is silent while it is shown is like one without sound.
            guard
                own.overlaps(
                    position(ofFrame: segment.frames.lowerBound)..<position(ofFrame: segment.frames.upperBound))
            else { return nil }
            let window = windows[index].map { position(ofFrame: $0.lowerBound)..<position(ofFrame: $0.upperBound) }
            return Run(
                take: take, heard: own.clamped(to: 0..<frameCount), offset: offset, window: window, segment: index)
        }
    }

    /// The range at a seam where both are heard: their transition, limited to where both have sound.
    private func overlap(_ one: Run, _ next: Run) -> Range<Int64>? {
        guard next.segment == one.segment + 1 else { return nil }
        let cut = position(ofFrame: composition.segments[next.segment].frames.lowerBound)
        let window = next.window ?? cut - Self.fade / 2..<cut + Self.fade / 2
        let common = one.heard.clamped(to: next.heard).clamped(to: window)
        return common.count >= Self.fade / 2 ? common : nil
    }

    /// A clip, ending at the start of the next at the latest.
    private func ended(_ run: Run, _ next: Run) -> Range<Int64> {
        let cut = position(ofFrame: composition.segments[next.segment].frames.lowerBound)
        return run.heard.lowerBound..<max(run.heard.lowerBound, min(run.heard.upperBound, cut))
    }

    /// A clip from the start of its segment.
    private func begun(_ run: Run) -> Range<Int64> {
        let cut = position(ofFrame: composition.segments[run.segment].frames.lowerBound)
        return min(run.heard.upperBound, max(run.heard.lowerBound, cut))..<run.heard.upperBound
    }

    /// Room tone from where one clip begins to fade out to where the next has faded in: each clip's own on its side;
    /// only the quieter one if the time is short, or if the other is so loud that it must contain other sounds.
    private func bridge(from one: Int, to next: Int, over range: Range<Int64>) -> [Mix.Track] {
        let before = tones.last { $0.take == one }
        let after = tones.first { $0.take == next }
        guard let quieter = [before, after].compactMap({ $0 }).min(by: { $0.level < $1.level }) else { return [] }
        // Twelve decibels exceed the difference between two microphones in one room.
        if let before, let after, before.take != after.take, range.count > 4 * Self.blend,
            abs(before.level - after.level) < 12_000
        {
            let middle = (range.lowerBound + range.upperBound) / 2
            return repeated(before, over: range.lowerBound..<middle + Self.blend / 2, rise: Self.fade, fall: Self.blend)
                + repeated(after, over: middle - Self.blend / 2..<range.upperBound, rise: Self.blend, fall: Self.fade)
        }
        return repeated(quieter, over: range, rise: Self.fade, fall: Self.fade)
    }

    /// A room tone repeated as often as needed, each repetition cross-faded into the next.
    private func repeated(
        _ tone: RoomTone, over range: Range<Int64>, rise: Int64, fall: Int64
    ) -> [Mix.Track] {
        let take = composition.session.takes[tone.take]
        let start = take.sessionTime(at: tone.range.start).ticks(in: Self.clock, .nearest)
        let length = tone.range.duration.ticks(in: Self.clock, .nearest)
        guard sounding[tone.take] != nil, length > 2 * Self.blend else { return [] }
        // As many as needed, all of equal length, so that none is too short for its fades.
        let whole = Int64(range.count)
        let count = whole <= length ? 1 : (whole - Self.blend - 1) / (length - Self.blend) + 1
        return (0..<count).map { n in
            let first = range.lowerBound + n * (whole - Self.blend) / count
            let end =
                n == count - 1
                ? range.upperBound : range.lowerBound + (n + 1) * (whole - Self.blend) / count + Self.blend
            let last = n == count - 1 ? fall : Self.blend
            var gain = Self.rising(over: first..<first + (n == 0 ? rise : Self.blend))
            gain.change(to: 0, at: end - last, over: last)
            return Mix.Track(source: .take(tone.take), range: first..<end, offset: start - first, gain: gain)
        }
    }
}
