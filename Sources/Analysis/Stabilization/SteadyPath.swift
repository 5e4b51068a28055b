/// Where to look in each frame of a recording so that the camera seems to move smoothly, at one zoom throughout.
///
/// The path of the camera is the sum of its motions; smoothed over time, it becomes the path that is shown. The zoom hides
/// the borders. Where it would not, the path is smoothed less, gradually.
package struct SteadyPath: Sendable {
    /// At least 1.
    package let zoom: Double
    /// One per frame: the shown view from the recorded one.
    package let corrections: [FrameMotion]

    /// - Parameters:
    ///   - times: of the frames in seconds, increasing.
    ///   - motions: of each frame from the one before.
    ///   - height: of the stored picture, in widths.
    ///   - smoothing: the standard deviation of the smoothing in seconds.
    ///   - zooms: the zooms allowed.
    package init(
        times: [Double], motions: [FrameMotion], height: Double, smoothing: Double, zooms: ClosedRange<Double>
    ) {
        let path = motions.reduce(into: [FrameMotion]()) { path, motion in
            let last = path.last ?? .none
            path.append(FrameMotion(x: last.x + motion.x, y: last.y + motion.y, angle: last.angle + motion.angle))
        }
        let smooth = Self.smoothed(path, times, deviation: smoothing)
        let full = zip(smooth, path).map { FrameMotion(x: $0.x - $1.x, y: $0.y - $1.y, angle: $0.angle - $1.angle) }
        // From a tripod, enlarging would only cost sharpness.
        guard full.contains(where: { max(abs($0.x), abs($0.y), abs($0.angle)) > Self.visible }) else {
            zoom = zooms.lowerBound
            corrections = full.map { _ in .none }
            return
        }
        let needs = full.map { Self.zoom(hiding: $0, height) }.sorted()
        // Not for the worst frames: a single blow must not cost the whole recording its edges.
        let usual = needs.isEmpty ? 1 : needs[(needs.count - 1) * 98 / 100]
        let zoom = min(max(usual, zooms.lowerBound), zooms.upperBound)
        self.zoom = zoom
        guard needs.contains(where: { $0 > zoom }) else {
            corrections = full
            return
        }
        let levels = Levels(widest: smoothing) { deviation in
            zip(Self.smoothed(path, times, deviation: deviation), path).map {
                FrameMotion(x: $0.x - $1.x, y: $0.y - $1.y, angle: $0.angle - $1.angle)
            }
        }
        let fitting = levels.fitting { Self.share(of: $1, besides: $0, height, zoom) }
        corrections = levels.blended(at: Self.limited(fitting, times, reach: max(smoothing, 0.1)))
    }

    /// The least zoom that leaves any room to move.
    package static func leastZoom(height: Double) -> Double { zoom(hiding: .none, height) }

    /// The average over time with the weights (1 − u²)⁴, almost a Gaussian, but of products only: the same on every
    /// machine. Beyond its ends the path goes on as its mirror image around the end point, so that it begins and ends
    /// where the recording does.
    private static func smoothed(_ path: [FrameMotion], _ times: [Double], deviation: Double) -> [FrameMotion] {
        guard let first = path.first, let last = path.last, path.count > 1 else { return path }
        let (start, end) = (times[0], times[times.count - 1])
        // u = 1 at √11 standard deviations: the variance of (1 − u²)ⁿ is 1 / (2n + 3).
        let reach = 11.0.squareRoot() * deviation
        // Mirrored parts no longer than the recording.
        let before = path.indices.dropFirst().prefix { times[$0] - start <= reach }.reversed().map { index in
            (2 * start - times[index], path[index].mirrored(around: first))
        }
        let after = path.indices.dropLast().reversed().prefix { end - times[$0] <= reach }.map { index in
            (2 * end - times[index], path[index].mirrored(around: last))
        }
        let points = before + Array(zip(times, path)) + after
        var from = 0
        return times.map { time in
            while from < points.count - 1, points[from].0 <= time - reach { from += 1 }
            var (sum, weights) = (FrameMotion.none, 0.0)
            var index = from
            while index < points.count, points[index].0 < time + reach {
                let distance = (points[index].0 - time) / reach
                let nearness = 1 - distance * distance
                let weight = nearness * nearness * nearness * nearness
                let point = points[index].1
                sum.x += weight * point.x
                sum.y += weight * point.y
                sum.angle += weight * point.angle
                weights += weight
                index += 1
            }
            // Times that go back are near none.
            guard weights > 0 else { return points[from].1 }
            return FrameMotion(x: sum.x / weights, y: sum.y / weights, angle: sum.angle / weights)
        }
    }

    /// The least zoom at which the view stays inside the picture.
    private static func zoom(hiding view: FrameMotion, _ height: Double) -> Double {
        // No sine is larger than its angle, and no cosine larger than 1.
        let sine = abs(view.angle)
        let (roomX, roomY) = (1 - 2 * abs(view.x) - margin, height - 2 * abs(view.y) - margin)
        guard roomX > 0, roomY > 0 else { return .infinity }
        return max(1, (1 + height * sine) / roomX, (height + sine) / roomY)
    }

    /// Half a sample of 1080p.
    private static let visible = 0.000_25
    /// The samples beyond the view that interpolation reads.
    private static let margin = 0.004

    /// The largest part of a correction, blended with one that a zoom hides, that it hides as well.
    private static func share(
        of wide: FrameMotion, besides narrow: FrameMotion, _ height: Double, _ zoom: Double
    ) -> Double {
        let fits = { (share: Double) in Self.zoom(hiding: narrow.blended(with: wide, share), height) <= zoom }
        guard !fits(1) else { return 1 }
        var range = (inside: 0.0, outside: 1.0)
        for _ in 0..<24 {
            let middle = (range.inside + range.outside) / 2
            if fits(middle) { range.inside = middle } else { range.outside = middle }
        }
        return range.inside
    }

    /// Values that change gradually and exceed none of those given: the least within reach, averaged over the reach.
    private static func limited(_ gains: [Double], _ times: [Double], reach: Double) -> [Double] {
        let within = { (index: Int, body: (Int) -> Void) in
            var other = index
            while other > 0, times[index] - times[other - 1] <= reach { other -= 1 }
            while other < times.count, times[other] - times[index] <= reach {
                body(other)
                other += 1
            }
        }
        let least = gains.indices.map { index in
            var least = gains[index]
            within(index) { least = min(least, gains[$0]) }
            return least
        }
        return gains.indices.map { index in
            var (sum, count) = (0.0, 0.0)
            within(index) {
                sum += least[$0]
                count += 1
            }
            return count > 0 ? sum / count : least[index]
        }
    }
}

/// The corrections of one recording by how much its path is smoothed: level 0 is the path as recorded, each further one is
/// smoothed √2 times as much.
private struct Levels {
    private let deviations: [Double]
    private let corrections: (Double) -> [FrameMotion]

    /// In seconds: less takes out what goes from frame to frame only.
    private static let narrowest = 0.06

    /// - Parameters:
    ///   - widest: the standard deviation of the last level, in seconds.
    ///   - corrections: those of a standard deviation.
    init(widest: Double, corrections: @escaping (Double) -> [FrameMotion]) {
        var deviations = [widest]
        while case let next = deviations[0] / 2.0.squareRoot(), next >= Self.narrowest {
            deviations.insert(next, at: 0)
        }
        (self.deviations, self.corrections) = (deviations, corrections)
    }

    /// For each frame, the level up to which all fit.
    ///
    /// - Parameter share: how far one fits that is blended with the level below, which fits; 1 if it fits itself.
    func fitting(_ share: (_ below: FrameMotion, _ level: FrameMotion) -> Double) -> [Double] {
        var fitting: [Double] = []
        var below: [FrameMotion] = []
        for (number, deviation) in deviations.enumerated() {
            let level = corrections(deviation)
            if number == 0 {
                fitting = level.map { _ in 0 }
                below = level.map { _ in .none }
            }
            for frame in level.indices where fitting[frame] == Double(number) {
                fitting[frame] += share(below[frame], level[frame])
            }
            below = level
        }
        return fitting
    }

    /// The corrections at these levels; between two, they are blended.
    func blended(at levels: [Double]) -> [FrameMotion] {
        var result = levels.map { _ in FrameMotion.none }
        var below = result
        for (number, deviation) in deviations.enumerated() {
            let level = corrections(deviation)
            for frame in level.indices where levels[frame] > Double(number) {
                result[frame] = below[frame].blended(with: level[frame], levels[frame] - Double(number))
            }
            below = level
        }
        return result
    }
}

extension FrameMotion {
    fileprivate func blended(with other: FrameMotion, _ share: Double) -> FrameMotion {
        guard share < 1 else { return other }
        return FrameMotion(
            x: x + (other.x - x) * share, y: y + (other.y - y) * share, angle: angle + (other.angle - angle) * share)
    }

    fileprivate func mirrored(around end: FrameMotion) -> FrameMotion {
        FrameMotion(x: 2 * end.x - x, y: 2 * end.y - y, angle: 2 * end.angle - angle)
    }
}
