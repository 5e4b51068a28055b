/// Which beats may be cut on.
public enum BeatRule: Hashable, Sendable {
    /// Those that begin a bar.
    case bars
    /// Those on which most begins.
    case hits
    /// Every nth, counted from the first downbeat; fewer where shots would be too short.
    case every(Int)

    /// Whether the rule itself sets the length of shots.
    public var isSteady: Bool { if case .every = self { true } else { false } }
}

extension [Beats.Beat] {
    /// Those that may be cut on.
    public func cuts(_ rule: BeatRule) -> [Beats.Beat] {
        switch rule {
        case .bars: return filter(\.isDownbeat)
        case .hits:
            let mean = reduce(0) { $0 + $1.strength } / Float(Swift.max(1, count))
            return filter { $0.strength > Self.hit * mean }
        case .every(let count):
            let first = firstIndex(where: \.isDownbeat) ?? 0
            return indices.filter { $0 >= first && ($0 - first) % count == 0 }.map { self[$0] }
        }
    }

    /// A hit is so much stronger than other beats.
    private static let hit: Float = 1.25

    /// The best shots of a film that is cut on these beats, whose times are the film's.
    ///
    /// - Parameters:
    ///   - count: steps of the film, `Conversation.rate` of them a second.
    ///   - cameras: how many there are.
    ///   - unseen: when they cannot be shown, or should not be.
    ///   - opening: the number of the camera to begin with.
    /// - Returns: in order of time, without gaps.
    public func shots(_ count: Int, cameras: Int, unseen: Unseen = Unseen(), opening: Int, _ rules: ShotRules)
        -> [ChosenShot]
    {
        let mean = reduce(0) { $0 + $1.strength } / Float(Swift.max(1, self.count))
        var places = [Int32](repeating: Self.offBeat, count: count + 1)
        for beat in self {
            let step = beat.step
            guard places.indices.contains(step) else { continue }
            // Where more begins, a cut is better: worth up to a second of speech.
            let strength = Swift.min(1, Swift.max(-1, beat.strength / Swift.max(mean, 1e-6) - 1))
            places[step] = Int32((-strength * ShotGains.unit * Float(Conversation.rate)).rounded())
        }
        let nothing = [Int32](repeating: 0, count: count)
        let tedium = Int32(ShotGains.tediumCost * ShotGains.unit)
        var gains = ShotGains(
            values: (0..<cameras).map { _ in nothing }, places: places, tedium: nothing.map { _ in tedium })
        gains.hide(unseen)
        var search = ShotSearch(
            gains, isFace: (0..<cameras).map { _ in true }, opening: (opening, true), rules)
        return search.shots()
    }

    /// What a cut beside the beat costs, in thousandths of a step: more than all a film can be worth.
    private static let offBeat: Int32 = 2_000_000_000
}

extension Beats.Beat {
    /// The step of `Conversation.rate` that it is nearest to.
    public var step: Int { Int((time * Double(Conversation.rate)).rounded()) }
}
