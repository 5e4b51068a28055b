/// How much happens before each camera, against what is usual before it.
public struct CameraMotion: Sendable {
    /// `values[camera][step]`, `Conversation.rate` steps a second: 0 for what is usual, 1 for much more.
    public var values: [[Float]]

    /// - Parameter count: steps, from time zero of the tracks on.
    public init(_ tracks: [PictureTrack], count: Int) { values = tracks.map { $0.motion(count) } }

    /// The same at other times: step n of the result is step `steps[n]` of this; beyond the end nothing happens.
    public func following(_ steps: [Int]) -> CameraMotion {
        var result = self
        result.values = values.map { own in steps.map { own.indices.contains($0) ? own[$0] : 0 } }
        return result
    }

    /// The best shots: the camera before which something happens, and else each in turn.
    ///
    /// - Parameter opening: the number of the camera to begin with, and whether the film must.
    /// - Returns: in order of time, without gaps.
    public func shots(_ unseen: Unseen, opening: (view: Int, isFixed: Bool)?, _ rules: ShotRules) -> [ChosenShot] {
        let count = values.first?.count ?? 0
        let tedium = Int32(ShotGains.tediumCost * ShotGains.unit)
        var gains = ShotGains(
            values: values.map { $0.map { Int32(($0 * ShotGains.unit).rounded()) } },
            places: [Int32](repeating: 0, count: count), tedium: [Int32](repeating: tedium, count: count))
        gains.hide(unseen)
        var search = ShotSearch(gains, isFace: values.map { _ in true }, opening: opening, rules)
        return search.shots().map { shot in
            var shot = shot
            let sum = values[shot.view][shot.steps].reduce(0, +)
            shot.score = (sum / Float(shot.steps.count) * 100).rounded() / 100
            return shot
        }
    }
}

extension PictureTrack {
    /// How much more happens than usual, at each step: that of the nearest glance, blended over a second.
    fileprivate func motion(_ count: Int) -> [Float] {
        let changes = sights.map(\.change).sorted()
        guard !changes.isEmpty else { return [Float](repeating: 0, count: count) }
        let usual = changes[changes.count / 2] + Self.noise
        let values = sights.map { sight in
            let times = Float(sight.change) / Float(usual)
            return max(0, min(1, (times - Self.least) / (Self.most - Self.least)))
        }
        var nearest = 0
        return (0..<count).map { step in
            let time = Double(step) / Double(Conversation.rate)
            while nearest + 1 < sights.count, sights[nearest + 1].time - time < time - sights[nearest].time {
                nearest += 1
            }
            return values[nearest]
        }.smoothed(over: Conversation.rate)
    }

    /// Hundredths of a code value that change before a camera before which nothing happens.
    private static let noise = 20
    /// How many times the usual is something, and is much.
    private static let (least, most): (Float, Float) = (1.5, 4)
}
