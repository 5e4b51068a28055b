/// The gain of a track by sample position in the film: points, with equal-power fades between them.
///
/// ```
/// gain 1        ╭──────────╮
///              ╱            ╲
///      0 ─────╯              ╰─────  before the first point: its gain; after the last: its gain
/// ```
package struct GainEnvelope: Hashable, Sendable {
    /// A gain that is reached at a position.
    package struct Point: Hashable, Sendable {
        /// In samples of the film.
        package var position: Int64
        /// A factor: 1 leaves the level as it is.
        package var gain: Float
        package init(_ position: Int64, _ gain: Float) {
            self.position = position
            self.gain = gain
        }
    }

    /// Sorted by position; two at one position are a step.
    package private(set) var points: [Point]

    /// - Parameter points: sorted by position; at least one.
    package init(_ points: [Point]) {
        precondition(!points.isEmpty && zip(points, points.dropFirst()).allSatisfy { $0.position <= $1.position })
        self.points = points
    }

    package static func constant(_ gain: Float) -> GainEnvelope { GainEnvelope([Point(0, gain)]) }

    /// Full gain in a range, with fades inside both ends; fades that do not fit share the range.
    package static func fading(_ range: Range<Int64>, in rise: Int64, out fall: Int64) -> GainEnvelope {
        let most = Int64(range.count)
        let isTight = rise + fall > most
        let up = isTight ? most * rise / (rise + fall) : rise
        var gain = GainEnvelope([Point(range.lowerBound, up == 0 ? 1 : 0)])
        if up > 0 { gain.change(to: 1, at: range.lowerBound, over: up) }
        let down = isTight ? most - up : fall
        if down > 0 { gain.change(to: 0, at: range.upperBound - down, over: down) }
        return gain
    }

    /// Adds a change to another gain, beginning no earlier than the last one ended.
    package mutating func change(to gain: Float, at position: Int64, over length: Int64) {
        let start = max(position, points[points.count - 1].position)
        points.append(Point(start, points[points.count - 1].gain))
        points.append(Point(start + max(0, position + length - start), gain))
    }

    package func scaled(by factor: Float) -> GainEnvelope {
        factor == 1 ? self : GainEnvelope(points.map { Point($0.position, $0.gain * factor) })
    }

    package func gain(at position: Int64) -> Float {
        let next = index(after: position)
        guard next < points.count else { return points.last!.gain }
        guard next > 0 else { return points[0].gain }
        let (a, b) = (points[next - 1], points[next])
        guard a.gain != b.gain else { return a.gain }
        let share = Float(position - a.position) / Float(b.position - a.position)
        return a.gain < b.gain
            ? a.gain + (b.gain - a.gain) * Crossfade.incomingGain(at: share)
            : b.gain + (a.gain - b.gain) * Crossfade.outgoingGain(at: share)
    }

    /// The index of the first point after a position: there can be thousands.
    private func index(after position: Int64) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].position > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The gain throughout these samples; `nil` where it changes.
    package func constantGain(in range: Range<Int64>) -> Float? {
        let gain = gain(at: range.lowerBound)
        let near = points[max(0, index(after: range.lowerBound) - 1)...].prefix { $0.position < range.upperBound }
        let changes = zip(near, points[near.startIndex...].dropFirst()).contains { $0.gain != gain || $1.gain != gain }
        return changes || self.gain(at: range.upperBound - 1) != gain ? nil : gain
    }
}

/// The gains of two sources during a cross-fade.
enum Crossfade {
    /// The gain of the incoming source at `position` in 0…1, with equal power: the squares of both gains add up to
    /// one, so uncorrelated sounds keep their loudness. Exactly 0 and 1 at and beyond the ends.
    static func incomingGain(at position: Float) -> Float {
        guard position > 0 else { return 0 }
        guard position < 1 else { return 1 }
        let quarters = Double(position)
        return Float(quarters <= 0.5 ? series(quarters, from: 1) : series(1 - quarters, from: 0))
    }

    /// The gain of the outgoing source: the mirror image.
    static func outgoingGain(at position: Float) -> Float { incomingGain(at: 1 - position) }

    /// The sine (`first` 1) or cosine (`first` 0) of up to half a right angle, by its Taylor series.
    ///
    /// Not the library's `sin`, whose last bit differs between platforms. The truncation error is below 1e-12.
    private static func series(_ quarters: Double, from first: Double) -> Double {
        let angle = quarters * (.pi / 2)
        var sum = 1.0
        for n in stride(from: first + 12, to: first, by: -2) { sum = 1 - angle * angle * sum / (n * (n - 1)) }
        return first == 1 ? angle * sum : sum
    }
}
