/// How the lag between two envelopes changes along their overlap: slowly where a clock drifts, with a jump where a
/// device dropped samples.
struct LagPath: Sendable {
    /// A stretch without a jump. Times are seconds of the second recording.
    struct Piece: Hashable, Sendable {
        var range: ClosedRange<Double>
        /// The lag at `middle`, and how fast it grows.
        var lag: Double
        var slope: Double
        var middle: Double

        func lag(at time: Double) -> Double { lag + slope * (time - middle) }
    }

    /// In order; at least one.
    private(set) var pieces: [Piece]
    /// The same with the slopes of short pieces, if they are large: what windows must confirm.
    private(set) var alternative: [Piece]?

    init(pieces: [Piece]) { self.pieces = pieces }

    /// Seconds of sound that one lag is measured on.
    private static let chunk = 6.0
    private static let hop = 2.0
    /// A device loses 100 to 400 ms. Farther away, up to `mostLost`, the lag is searched only as far as there are
    /// peaks: what was recorded after the loss has one of its own.
    static let reach = 0.6
    private static let mostLost = 15.0
    /// Two clocks drift apart by no more than this: seven times the largest on record. A recording whose speed was
    /// changed from 30 to 29.97 pictures a second is 1000 ppm off.
    static let mostDrift = 1.1e-3
    /// Losses below 50 ms cannot be told from reflections.
    private static let leastJump = 0.05
    /// Slopes are fitted only to longer stretches: in two minutes, the largest drift moves the lag by 0.12 s, twelve
    /// steps of the envelope at its full rate.
    private static let leastForSlope = 120.0
    /// A slope above 350 ppm blurs the windows so much that none may agree; in 20 s it shows, but with sparse sound it
    /// may come from reflections.
    private static let leastForSteepSlope = 20.0
    private static let steep = 350e-6
    /// The most chunks that are compared, in recordings of hours.
    private static let mostChunks = 2000.0

    /// - Parameter peaks: where the second recording begins in the first, to a step or two, somewhere in the overlap;
    ///   the best first, at least one.
    /// - Throws: what making a transform throws.
    init(_ one: Envelope, _ other: Envelope, near peaks: [LagSearch.Peak], _ transforms: FourierTransforms) throws {
        let lag = peaks[0].lag
        let lags =
            [lag]
            + peaks.filter { $0.height >= Alignment.worthALook && abs($0.lag - lag) <= Self.mostLost }.map(\.lag)
        let (lowest, highest) = (lags.min()!, lags.max()!)
        let overlap = max(0, -highest)...min(other.duration, one.duration - lowest)
        let length = overlap.upperBound - overlap.lowerBound
        pieces = [
            Piece(
                range: overlap, lag: lag, slope: 0, middle: (overlap.lowerBound + overlap.upperBound) / 2)
        ]
        guard length >= Self.chunk + 2 * Self.hop else { return }
        let fits = try ChunkFits(
            one, other, near: (lowest + highest) / 2,
            reach: (highest - lowest) / 2 + Self.reach + Self.mostDrift * length, chunk: Self.chunk,
            starts: stride(
                from: overlap.lowerBound, through: overlap.upperBound - Self.chunk,
                by: max(Self.hop, length / Self.mostChunks)
            ).map { $0 }, transforms)
        let path = fits.bestPath(leastJump: max(2, Int(Self.leastJump * one.rate)), expected: lags)
        pieces = Self.pieces(of: path, fits, overlap, rate: one.rate)
        let turned = Self.pieces(of: path, fits, overlap, rate: one.rate, steepest: true)
        alternative = turned == pieces ? nil : turned
    }

    private static func pieces(
        of path: [Int], _ fits: ChunkFits, _ overlap: ClosedRange<Double>, rate: Double, steepest: Bool = false
    ) -> [Piece] {
        var result: [Piece] = []
        var first = 0
        for n in 1...path.count {
            let jumps = n < path.count && abs(path[n] - path[n - 1]) >= max(2, Int(leastJump * rate))
            guard n == path.count || jumps else { continue }
            // A chunk begins half its length before the time it represents.
            let time = { (n: Int) in fits.starts[n] + chunk / 2 }
            let start = first == 0 ? overlap.lowerBound : (time(first - 1) + time(first)) / 2
            let end = n == path.count ? overlap.upperBound : (time(n - 1) + time(n)) / 2
            let points = (first..<n).map {
                (time: time($0), lag: fits.lag(of: path[$0], in: $0), weight: fits.height(of: path[$0], in: $0))
            }
            result.append(piece(through: points, start...end, steepest: steepest))
            first = n
        }
        return result
    }

    /// - Parameter points: weighted by how well they fit.
    private static func piece(
        through points: [(time: Double, lag: Double, weight: Double)], _ range: ClosedRange<Double>,
        steepest: Bool
    ) -> Piece {
        let count = points.reduce(1e-9) { $0 + $1.weight }
        let middle = points.reduce(0) { $0 + $1.time * $1.weight } / count
        let lag = points.reduce(0) { $0 + $1.lag * $1.weight } / count
        let spread = points.reduce(1e-9) { $0 + ($1.time - middle) * ($1.time - middle) * $1.weight }
        let slope = points.reduce(0) { $0 + ($1.time - middle) * ($1.lag - lag) * $1.weight } / spread
        let length = range.upperBound - range.lowerBound
        guard length >= leastForSlope || steepest && length >= leastForSteepSlope && abs(slope) >= steep else {
            return Piece(range: range, lag: points.map(\.lag).sorted()[points.count / 2], slope: 0, middle: middle)
        }
        return Piece(range: range, lag: lag, slope: max(-mostDrift, min(mostDrift, slope)), middle: middle)
    }
}

/// How well each chunk of the second recording fits at each lag near one.
struct ChunkFits {
    /// Seconds of the second recording.
    let starts: [Double]
    /// `fits[chunk][state]`: correlation squared, so that what fits by chance counts for little.
    private var fits: [[Float]] = []
    private let reach: Int
    private let rate: Double
    private let center: Double
    /// Marks an origin that is not a neighbor.
    private static let jump = Int8.max

    /// - Throws: what making a transform throws.
    init(
        _ one: Envelope, _ other: Envelope, near lag: Double, reach: Double, chunk: Double, starts: [Double],
        _ transforms: FourierTransforms
    ) throws {
        self.starts = starts
        rate = one.rate
        let (center, reach, length) = (
            Int((lag * one.rate).rounded()), Int((reach * one.rate).rounded(.up)), Int(chunk * one.rate)
        )
        self.reach = reach
        self.center = Double(center) / one.rate
        let transform = try transforms.transform(size: max(512, powerOfTwo(atLeast: length + 2 * reach)))
        var (long, short, lags) = ([Float](), [Float](), [Float]())
        for start in starts.map({ Int($0 * one.rate) }) {
            let from = start + center - reach
            var cross = [Float](repeating: 0, count: transform.size + 2)
            for band in 0..<BandLevels.bandCount {
                transform.forward(one.padded(band, from: from, count: length + 2 * reach)[...], into: &long)
                transform.forward(other.padded(band, from: start, count: length)[...], into: &short)
                addProduct(long, conjugate: short, to: &cross)
            }
            transform.inverse(cross, into: &lags)
            let energy = other.energies(from: start, count: length).reduce(0, +)
            let energies = one.energies(from: from, count: length + 2 * reach)
            fits.append(Self.squares(lags, energy, energies, length))
        }
    }

    /// Squared correlations, each divided by the energies of what it compares.
    private static func squares(_ lags: [Float], _ energy: Float, _ energies: [Float], _ length: Int) -> [Float] {
        var sum = energies[..<length].reduce(0, +)
        return (0...(energies.count - length)).map { state in
            defer {
                if state + length < energies.count { sum += energies[state + length] - energies[state] }
            }
            let fit = max(0, lags[state])
            // Below a tenth of the usual energy there is hardly anything to compare, and nothing should fit.
            let least = 0.1 * Float(length * BandLevels.bandCount)
            return fit * fit / (max(energy, least) * max(sum, least))
        }
    }

    /// Where the second recording begins in the first, in seconds.
    func lag(of state: Int) -> Double { center + Double(state - reach) / rate }

    /// The same, between the steps of the envelope.
    func lag(of state: Int, in chunk: Int) -> Double { lag(of: state) + vertex(fits[chunk], state) / rate }

    /// How well a chunk fits at a state.
    func height(of state: Int, in chunk: Int) -> Double { Double(fits[chunk][state]) }

    /// The best path through the chunks (Viterbi): staying costs nothing, a step a little, and a jump as much as two
    /// and a half good chunks gain, so that a single chunk cannot cause one. To a lag that is `expected` it costs half.
    func bestPath(leastJump: Int, expected: [Double]) -> [Int] {
        let best = fits.map { $0.max()! }.sorted()
        let good = best[best.count * 3 / 4]
        let step = 0.02 * good
        let jumps = fits[0].indices.map { state in
            expected.contains { abs($0 - lag(of: state)) < LagSearch.apart / 4 } ? 1.25 * good : 2.5 * good
        }
        var scores = fits[0]
        // For each chunk, the state that jumps come from, and how many states ahead each state's best origin is.
        var origins: [(highest: Int, steps: [Int8])] = []
        for fit in fits.dropFirst() {
            let highest = scores.indices.max { scores[$0] < scores[$1] }!
            var steps = [Int8](repeating: 0, count: fit.count)
            var next = fit
            for state in fit.indices {
                var (from, score) = (Int8(0), scores[state])
                if state > 0, scores[state - 1] - step > score { (from, score) = (-1, scores[state - 1] - step) }
                if state + 1 < fit.count, scores[state + 1] - step > score {
                    (from, score) = (1, scores[state + 1] - step)
                }
                if scores[highest] - jumps[state] > score, abs(highest - state) >= leastJump {
                    (from, score) = (Self.jump, scores[highest] - jumps[state])
                }
                steps[state] = from
                next[state] += score
            }
            scores = next
            origins.append((highest, steps))
        }
        var path = [scores.indices.max { scores[$0] < scores[$1] }!]
        for (highest, steps) in origins.reversed() {
            let step = steps[path.last!]
            path.append(step == Self.jump ? highest : path.last! + Int(step))
        }
        return path.reversed()
    }
}

extension Envelope {
    /// One band of a stretch, padded with zeros.
    fileprivate func padded(_ band: Int, from start: Int, count length: Int) -> [Float] {
        var result = [Float](repeating: 0, count: length)
        for n in max(0, start)..<max(0, start, min(count, start + length)) {
            result[n - start] = Float(values[n * BandLevels.bandCount + band]) / Self.stepsPerDeviation
        }
        return result
    }

    /// The squares of all bands at each place of a stretch, zero where there is no data.
    fileprivate func energies(from start: Int, count length: Int) -> [Float] {
        var result = [Float](repeating: 0, count: length)
        for n in max(0, start)..<max(0, start, min(count, start + length)) {
            for index in n * BandLevels.bandCount..<(n + 1) * BandLevels.bandCount {
                let value = Float(values[index]) / Self.stepsPerDeviation
                result[n - start] += value * value
            }
        }
        return result
    }
}

extension LagPath {
    /// If this share of the windows beyond a jump fits at the lag before it too, the sound repeats.
    private static let mostRepeated = 0.5

    /// The path without jumps by more than `reach` that only come from sound that repeats: at a real one, windows on
    /// the shorter side do not fit at the lag of the longer side.
    ///
    /// - Parameter lineAlong: reads the windows along a path.
    /// - Returns: `nil` if there are none.
    func withoutRepetition(_ line: AlignmentLine, _ lineAlong: (LagPath) throws -> AlignmentLine) rethrows -> LagPath? {
        let jumps = zip(pieces, pieces.dropFirst()).contains { abs($0.lag - $1.lag) > Self.reach }
        guard jumps, let main = pieces.indices.max(by: { line.agreeing[$0] < line.agreeing[$1] }) else { return nil }
        var whole = pieces[main]
        whole.range = pieces[0].range.lowerBound...pieces.last!.range.upperBound
        let residuals = try lineAlong(LagPath(pieces: [whole])).residuals()
        let isRepeated = { (piece: Piece) in
            let windows = residuals.filter { piece.range.contains($0.fit.time) }
            let fitting = windows.count { $0.offset != nil }
            return abs(piece.lag - whole.lag) > Self.reach && fitting >= 1
                && Double(fitting) >= Self.mostRepeated * Double(windows.count)
        }
        var merged: [Piece] = []
        for piece in pieces {
            var next = piece
            if isRepeated(piece) {
                next = Piece(range: piece.range, lag: whole.lag, slope: whole.slope, middle: whole.middle)
            }
            if let last = merged.last, last.lag == next.lag {
                merged[merged.count - 1].range = last.range.lowerBound...next.range.upperBound
            } else {
                merged.append(next)
            }
        }
        return merged.count < pieces.count ? LagPath(pieces: merged) : nil
    }
}
