/// How much happens in the picture of each camera, relative to what is usual for it.
package struct CameraMotion: Sendable {
    /// `values[camera][step]`, at `Conversation.rate` steps per second: 0 for the usual amount, 1 for much more.
    package var values: [[Float]]

    /// - Parameter count: the number of steps, from time zero of the tracks.
    package init(_ tracks: [PictureTrack], count: Int) { values = tracks.map { $0.motion(count) } }

    /// The same at other times: step n of the result is step `steps[n]` of this; beyond the end nothing happens.
    package func following(_ steps: [Int]) -> CameraMotion {
        var result = self
        result.values = values.map { own in steps.map { own.indices.contains($0) ? own[$0] : 0 } }
        return result
    }

    /// The best shots: the camera where something happens; otherwise the cameras alternate.
    ///
    /// - Parameters:
    ///   - unseen: when cameras are not available, unusable, or shaky.
    ///   - opening: the number of the camera to begin with, and whether the film must.
    /// - Returns: in order of time, without gaps.
    package func shots(_ unseen: Unseen, opening: (view: Int, isFixed: Bool)?, _ rules: ShotRules) -> [ChosenShot] {
        let (count, values) = (values.first?.count ?? 0, calmed(unseen.shaky))
        let tedium = Int32(ShotGains.tediumCost * ShotGains.unit)
        var gains = ShotGains(
            values: values.map { $0.map { Int32(($0 * ShotGains.unit).rounded()) } },
            places: [Int32](repeating: 0, count: count), tedium: [Int32](repeating: tedium, count: count))
        gains.hide(unseen)
        gains.avoid(unseen.shaky, at: rules.shake) { _, _ in true }
        var search = ShotSearch(gains, isFace: values.map { _ in true }, opening: opening, rules)
        return search.shots().map { shot in
            var shot = shot
            let sum = values[shot.view][shot.steps].reduce(0, +)
            shot.score = (sum / Float(shot.steps.count) * 100).rounded() / 100
            return shot
        }
    }

    /// Without what seems to happen in a picture that shakes: it may be the shake.
    private func calmed(_ shaky: [[Range<Int>]]) -> [[Float]] {
        var values = values
        for (view, ranges) in shaky.enumerated() {
            for step in ranges.joined() where values[view].indices.contains(step) { values[view][step] = 0 }
        }
        return values
    }
}

extension PictureTrack {
    /// How much more than usual happens at each step: the value of the nearest glance, smoothed over a second.
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

    /// The change, in hundredths of a code value, that is noise.
    private static let noise = 20
    /// How many times the usual change is something, and is much.
    private static let (least, most): (Float, Float) = (1.5, 4)
}
