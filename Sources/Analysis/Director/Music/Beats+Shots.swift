/// The beats on which cuts are allowed.
public enum BeatRule: Hashable, Sendable {
    /// Downbeats.
    case bars
    /// The strongest quarter of the beats.
    case hits
    /// Every nth, counted from the first downbeat; fewer if shots would be too short.
    case every(Int)

    /// Whether the rule determines the length of shots.
    package var isSteady: Bool { if case .every = self { true } else { false } }
}

extension [Beats.Beat] {
    /// Bars that begin so many beats later; part of a beat moves the beats themselves.
    package func shifted(by shift: Double) -> [Beats.Beat] {
        let whole = Int(shift.rounded(.down))
        return indices.map { index in
            var beat = self[index]
            beat.isDownbeat = indices.contains(index - whole) && self[index - whole].isDownbeat
            // Not across the pause between two songs.
            let gaps = [index, index - 1].filter { indices.contains($0) && indices.contains($0 + 1) }
                .map { self[$0 + 1].time - self[$0].time }
            beat.time += (shift - Double(whole)) * (gaps.min() ?? 0)
            return beat
        }
    }

    /// The beats on which cuts are allowed.
    package func cuts(_ rule: BeatRule) -> [Beats.Beat] {
        switch rule {
        case .bars: return filter(\.isDownbeat)
        case .hits:
            let strengths = map(\.strength).sorted()
            return filter { $0.strength >= strengths[count * 3 / 4] }
        case .every(let count):
            let first = firstIndex(where: \.isDownbeat) ?? 0
            return indices.filter { $0 >= first && ($0 - first) % count == 0 }.map { self[$0] }
        }
    }

    /// The best shots of a film that is cut on these beats; their times are the film's.
    ///
    /// - Parameters:
    ///   - count: the number of steps of the film, at `Conversation.rate` per second.
    ///   - cameras: how many there are.
    ///   - unseen: when they are not available, unusable, or shaky.
    ///   - opening: the number of the camera to begin with.
    /// - Returns: in order of time, without gaps.
    package func shots(_ count: Int, cameras: Int, unseen: Unseen = Unseen(), opening: Int, _ rules: ShotRules)
        -> [ChosenShot]
    {
        let mean = reduce(0) { $0 + $1.strength } / Float(Swift.max(1, self.count))
        var places = [Int32](repeating: Self.offBeat, count: count + 1)
        for beat in self {
            let step = beat.step
            guard places.indices.contains(step) else { continue }
            // A stronger beat is a better cut: by up to a second of speech.
            let strength = Swift.min(1, Swift.max(-1, beat.strength / Swift.max(mean, 1e-6) - 1))
            places[step] = Int32((-strength * ShotGains.unit * Float(Conversation.rate)).rounded())
        }
        let nothing = [Int32](repeating: 0, count: count)
        let tedium = Int32(ShotGains.tediumCost * ShotGains.unit)
        var gains = ShotGains(
            values: (0..<cameras).map { _ in nothing }, places: places, tedium: nothing.map { _ in tedium })
        gains.hide(unseen)
        gains.avoid(unseen.shaky, at: rules.shake) { _, _ in true }
        var search = ShotSearch(
            gains, isFace: (0..<cameras).map { _ in true }, opening: (opening, true), rules)
        return search.shots()
    }

    /// The cost of a cut off the beat, in thousandths of a step: more than a whole film can gain.
    private static let offBeat: Int32 = 2_000_000_000
}

extension Beats.Beat {
    /// The nearest step of `Conversation.rate`.
    package var step: Int { Int((time * Double(Conversation.rate)).rounded()) }
}
