import Platform

/// The correlation of one window: how well it fits at each delay.
struct WindowFit: Sendable {
    /// The middle of the window, in seconds of the second recording.
    var time: Double
    var piece: Int
    /// The delay that the path predicts here, and the delay at the middle of the curve, in seconds.
    var expected: Double
    var delay: Double
    /// In standard deviations, one value for each sample of delay.
    var curve: [Float]
    private var middle: Int { curve.count / 2 }

    /// The curve at `offset` seconds from the delay that the path predicts.
    func height(at offset: Double) -> Float {
        let place = (offset + expected - delay) * Double(AnalysisSound.rate) + Double(middle)
        let index = Int(place.rounded(.down))
        guard index >= 0, index + 1 < curve.count else { return 0 }
        let part = Float(place - Double(index))
        return curve[index] * (1 - part) + curve[index + 1] * part
    }

    /// The highest peak within `reach` seconds of `offset`: its distance from the delay that the path predicts, and
    /// its height.
    func peak(near offset: Double, within reach: Double) -> (offset: Double, height: Float)? {
        let rate = Double(AnalysisSound.rate)
        let place = (offset + expected - delay) * rate + Double(middle)
        let first = max(0, Int((place - reach * rate).rounded(.up)))
        let last = min(curve.count - 1, Int((place + reach * rate).rounded(.down)))
        guard first <= last, let best = (first...last).max(by: { curve[$0] < curve[$1] }) else { return nil }
        let found = Double(best) + vertex(curve, best) - Double(middle)
        return (found / rate + delay - expected, curve[best])
    }
}

/// The line that most windows agree on: an offset for each piece, and one drift throughout, both relative to the
/// delay that the path predicts.
struct AlignmentLine: Sendable {
    /// The offset of each piece at its place in `middles`, in seconds.
    private(set) var offsets: [Double]
    private(set) var middles: [Double]
    /// Seconds per second.
    private(set) var slope = 0.0
    /// The summed curves at the line, one for each piece, in standard deviations of one window.
    private(set) var heights: [Float]
    private let fits: [WindowFit]
    /// Windows with a peak near the highest line, whether or not that is the direct sound's.
    private(set) var agreeing: [Int]

    private static let step = 1 / Double(AnalysisSound.rate)
    /// Windows that span less than eight seconds get a flat line.
    private static let leastSpan = 8.0
    /// The clocks of two phones differ by some 40 ppm.
    private static let usualDrift = 40e-6

    /// How many windows must support a drift before it is accepted: about one for the usual drift, five for ten times
    /// as much, because some clocks are far off.
    private static func surprise(at drift: Double) -> Float {
        let square = Float((drift / usualDrift) * (drift / usualDrift))
        return 2 * logf(1 + square / 2)
    }

    /// - Parameter pieces: how many the path has.
    init(_ fits: [WindowFit], pieces: Int) {
        self.fits = fits
        offsets = Array(repeating: 0, count: pieces)
        heights = Array(repeating: 0, count: pieces)
        agreeing = heights.map { _ in 0 }
        middles = (0..<pieces).map { piece in
            let times = fits.filter { $0.piece == piece }.map(\.time)
            return times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count)
        }
        guard !fits.isEmpty else { return }
        search()
        sharpen()
        settle()
        countAgreeing()
        moveToDirectSound()
        settle()
    }

    private var span: Double { fits.last!.time - fits.first!.time }

    func offset(at time: Double, piece: Int) -> Double { offsets[piece] + slope * (time - middles[piece]) }

    /// The path, corrected by the windows.
    func correcting(_ path: LagPath) -> LagPath {
        LagPath(
            pieces: path.pieces.indices.map { index in
                let (old, middle) = (path.pieces[index], middles[index])
                return LagPath.Piece(
                    range: old.range, lag: old.lag(at: middle) + offset(at: middle, piece: index),
                    slope: old.slope + slope, middle: middle)
            })
    }

    private mutating func countAgreeing() {
        for fit in fits {
            let peak = fit.peak(near: offset(at: fit.time, piece: fit.piece), within: Self.tolerance)
            if let peak, peak.height >= Self.strong { agreeing[fit.piece] += 1 }
        }
    }

    /// For each window, where its peak near the line is, if it has one.
    func residuals() -> [(fit: WindowFit, offset: Double?)] {
        fits.map { fit in
            let line = offset(at: fit.time, piece: fit.piece)
            let peak = fit.peak(near: line, within: Self.tolerance)
            return (fit, peak.flatMap { $0.height >= Self.strong ? $0.offset - line : nil })
        }
    }

    /// A window agrees when it has a peak of 4.8 deviations (one in a million by chance) within 0.6 ms.
    private static let strong: Float = 4.8
    private static let tolerance = 0.0006

    /// Tries all drifts and offsets, in steps of a millisecond at either end, on curves that are as blunt.
    private mutating func search() {
        let blunt = fits.map { $0.blunted(by: 8) }
        let reach = Double(PhaseCorrelation.usualReach) * Self.step
        let slopes =
            span < Self.leastSpan
            ? [0] : symmetric(most: min(LagPath.mostDrift, 1.2 * reach / span), step: 0.001 / span)
        let grid = symmetric(most: reach, step: 4 * Self.step)
        improve(slopes, blunt) { _ in grid }
    }

    /// Tries drifts around the result, in steps of a tenth of a millisecond at either end, and offsets, in single
    /// samples.
    private mutating func sharpen() {
        let slopes =
            span < Self.leastSpan
            ? [0] : symmetric(most: 0.0015 / span, step: 0.0001 / span).map { $0 + slope }
        let found = offsets
        let grid = symmetric(most: 0.003, step: Self.step)
        heights = heights.map { _ in 0 }
        improve(slopes, fits) { piece in grid.map { $0 + found[piece] } }
    }

    /// Moves from the highest peak of the summed curves to that of the direct sound. The phones do not move, so all
    /// pieces have the same reflections.
    private mutating func moveToDirectSound() {
        var sum = [Float](repeating: 0, count: 2 * DirectSound.needed + 1)
        for fit in fits {
            let first = offset(at: fit.time, piece: fit.piece) - Double(DirectSound.needed) * Self.step
            fit.addHeights(from: first, step: Self.step, to: &sum)
        }
        let shift = Double(DirectSound(sum).shift) * Self.step
        for piece in offsets.indices { offsets[piece] += shift }
    }

    /// Picks the drift, and for each piece the offset, with the highest sum of the curves; the usual drift must gain
    /// as much as one window.
    private mutating func improve(_ slopes: [Double], _ fits: [WindowFit], _ grid: (Int) -> [Double]) {
        var best: Float = -.infinity
        let grids = offsets.indices.map(grid)
        let window = fits.reduce(0) { $0 + ($1.curve.max() ?? 0) } / Float(fits.count)
        for candidate in slopes {
            var (total, places, sums): (Float, [Double], [Float]) = (0, offsets, heights)
            for piece in offsets.indices {
                var sum = [Float](repeating: 0, count: grids[piece].count)
                for fit in fits where fit.piece == piece {
                    let turn = candidate * (fit.time - middles[piece])
                    fit.addHeights(from: grids[piece][0] + turn, step: grids[piece][1] - grids[piece][0], to: &sum)
                }
                let top = sum.indices.max { sum[$0] < sum[$1] }!
                (places[piece], sums[piece]) = (grids[piece][top], sum[top])
                total += sum[top]
            }
            total -= Self.surprise(at: candidate) * window
            if total > best { (best, slope, offsets, heights) = (total, candidate, places, sums) }
        }
    }

    /// Least squares through the windows' own peaks near the line, with sub-sample precision. Known clocks differ by
    /// some 40 ppm, windows by 0.2 ms: over half a minute, reflections that come and go look like more drift than
    /// that.
    private mutating func settle() {
        // The larger the drift, the smaller the penalty: half at three times the usual drift.
        let unusual = slope / (3 * Self.usualDrift)
        let weak = (0.0002 / Self.usualDrift) * (0.0002 / Self.usualDrift) / (1 + unusual * unusual)
        for tolerance in [0.0008, 0.0006, 0.0005] {
            var points: [(fit: WindowFit, offset: Double, weight: Double)] = []
            for fit in fits {
                let line = offset(at: fit.time, piece: fit.piece)
                guard let peak = fit.peak(near: line, within: tolerance), peak.height > 0 else { continue }
                let miss = (peak.offset - line) / tolerance
                let height = Double(min(peak.height, 15))
                points.append((fit, peak.offset, height * height * max(0, 1 - miss * miss) + 1e-6))
            }
            let means = offsets.indices.map { piece in
                weightedMean(points.filter { $0.fit.piece == piece }.map { ($0.fit.time, $0.offset, $0.weight) })
            }
            var (lean, spread, weight) = (0.0, 0.0, 0.0)
            for point in points {
                let mean = means[point.fit.piece]!
                lean += point.weight * (point.fit.time - mean.time) * (point.offset - mean.value)
                spread += point.weight * (point.fit.time - mean.time) * (point.fit.time - mean.time)
                weight += point.weight
            }
            if span >= Self.leastSpan, !points.isEmpty {
                slope = lean / (spread + weight / Double(points.count) * weak)
            }
            for (piece, mean) in means.enumerated() {
                guard let mean else { continue }
                offsets[piece] = mean.value + slope * (middles[piece] - mean.time)
            }
        }
    }
}

extension WindowFit {
    /// The curve's positive part, smeared over `reach` samples to either side.
    fileprivate func blunted(by reach: Int) -> WindowFit {
        var result = self
        var sum: Float = 0
        for n in -reach..<curve.count {
            if n + reach < curve.count { sum += max(0, curve[n + reach]) }
            if n - reach > 0 { sum -= max(0, curve[n - reach - 1]) }
            if n >= 0 { result.curve[n] = sum }
        }
        return result
    }

    /// Adds the heights at `first`, `first + step`, … to `sum`.
    fileprivate func addHeights(from first: Double, step: Double, to sum: inout [Float]) {
        for n in sum.indices { sum[n] += height(at: first + Double(n) * step) }
    }
}

/// `-most…most` in equal steps, zero included.
private func symmetric(most: Double, step: Double) -> [Double] {
    let count = max(1, Int(most / step))
    return (-count...count).map { Double($0) * step }
}

private func weightedMean(_ points: [(time: Double, value: Double, weight: Double)]) -> (time: Double, value: Double)? {
    let weight = points.reduce(0) { $0 + $1.weight }
    guard weight > 0 else { return nil }
    return (
        points.reduce(0) { $0 + $1.time * $1.weight } / weight, points.reduce(0) { $0 + $1.value * $1.weight } / weight
    )
}

/// Finds the peak of a summed correlation that is the direct sound at both microphones, not a reflection at one of
/// them.
///
/// A reflection at the first microphone comes after the direct sound's peak, one at the second before it. The phone
/// farther from the source picks up more of the room, so most reflections are on one side, and the direct sound is
/// the edge where they begin: often not their highest peak.
struct DirectSound {
    /// Samples from the middle of the curve to the direct sound, or to the best candidate for it.
    let shift: Int

    /// A peak below half the height of the highest may be noise.
    private static let leastHeight: Float = 0.5
    /// The sides of a peak that are compared: from 1 ms, beyond its own width, to 20 ms, when a room's early
    /// reflections have arrived.
    private static let side = AnalysisSound.rate / 1000..<AnalysisSound.rate / 50
    /// Candidates are within 20 ms, the path of 7 m: the loudest reflection may come from a far wall.
    private static let reach = AnalysisSound.rate / 50
    /// Samples to either side of the middle that are needed.
    static let needed = reach + side.upperBound + 1
    /// Where both sides are quieter than this share of the whole curve's mean, neither counts as louder.
    private static let quiet: Float = 0.5

    /// - Parameter curve: `2 · needed + 1` heights, a sample apart.
    init(_ curve: [Float]) {
        let (middle, highest) = (Self.needed, curve.max()!)
        var sums: [Float] = [0]
        for height in curve { sums.append(sums.last! + max(0, height) * max(0, height)) }
        let ground = Self.quiet * sums.last! / Float(curve.count) * Float(Self.side.count)
        var (best, found): (Float, Int) = (0, 0)
        for n in (middle - Self.reach)...(middle + Self.reach) {
            guard curve[n] > curve[n - 1], curve[n] >= curve[n + 1], curve[n] >= Self.leastHeight * highest else {
                continue
            }
            let before = sums[n - Self.side.lowerBound] - sums[n - Self.side.upperBound] + ground
            let after = sums[n + Self.side.upperBound] - sums[n + Self.side.lowerBound] + ground
            // The peak's own power and the ratio between its two sides count equally.
            let score = curve[n] * curve[n] * max(before, after) / min(before, after)
            if score > best { (best, found) = (score, n - middle) }
        }
        shift = found
    }
}
