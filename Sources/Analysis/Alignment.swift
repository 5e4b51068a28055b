/// How one recording is placed in time relative to another, by their sound, and how certain that is. Times are
/// seconds.
package struct Alignment: Hashable, Sendable {
    /// How certain the place is.
    package enum Verdict: String, Hashable, Sendable {
        /// One offset stands out.
        case matched
        /// Several fit about equally well, as in sound that repeats.
        case ambiguous
        /// Nothing stands out: other sound, no overlap, or too little of it.
        case unmatched
    }

    /// A stretch without a jump.
    package struct Piece: Hashable, Sendable {
        /// Where it begins, on the clock of the second recording; the first at 0.
        package var from: Double
        /// Where time zero of the second recording would lie on the clock of the first.
        package var offset: Double
    }

    /// The result of a single short window.
    package struct Residual: Hashable, Sendable {
        /// On the clock of the second recording.
        package var time: Double
        /// How much later its sound is in the first recording than the whole alignment predicts.
        package var delay: Double
    }

    /// Unless it is `matched`, `pieces` are only a guess.
    package var verdict: Verdict
    /// In order; the best guess where nothing matched, empty where there was nothing to compare.
    package var pieces: [Piece] = []
    /// By how much the first clock runs faster than the second, in parts per million.
    package var drift = 0.0
    /// How long both recorded.
    package var overlap = 0.0
    /// When the overlap begins, on the clock of the second recording.
    var overlapStart = 0.0
    /// How far the best lag stands out from all lags, in robust standard deviations.
    package var distinctness = 0.0
    /// The height of the runner-up relative to the best lag, 0…1.
    var rival = 0.0
    /// Other, about equally good places for the beginning of the second recording in the first; none where it
    /// matched.
    package var alternatives: [Double] = []
    /// The residuals of the windows that agree.
    package var residuals: [Residual] = []
    /// Windows that were compared.
    package var windowCount = 0
    /// Both are the same recording, byte for byte.
    package var isCopy = false

    /// Best lags of unrelated recordings stand out by up to 4.8 deviations, those of the same scene by 8.6 and more,
    /// in 98 simulated pairs.
    static let leastDistinctness = 7.5
    /// Whether the best lag stands out enough to be accepted.
    package var isDistinct: Bool { distinctness >= Self.leastDistinctness }

    /// From here on windows are compared: if nearly all agree, that is as good as a lag that stands out.
    static let worthALook = 5.5

    /// Whether it can be accepted. With two songs of one tempo half of the windows agree, with repeating bars up to
    /// three quarters, with noise none.
    func isBorneOut(by agreeing: Int, of windows: Int) -> Bool {
        isDistinct ? agreeing >= 1 : agreeing >= 8 && agreeing * 10 >= windows * 9
    }

    /// A runner-up of four fifths of the best counts as equally good: loops have 0.99, real matches up to 0.6.
    static let mostRival = 0.8

    /// 0…1: for a match, more than a third, and a half at the smallest distinctness that is accepted alone; without a
    /// match, less than a quarter.
    package var confidence: Double {
        guard !isCopy else { return 1 }
        let alone = min(1, (1 - min(1, rival)) / (1 - 0.6))
        let belief = max(0, distinctness) / (max(0, distinctness) + Self.leastDistinctness)
        return verdict == .matched ? belief * (2 + alone) / 3 : min(belief * alone / 2, 0.24)
    }

    /// The alignment of a recording with its own copy.
    static func copy(lasting duration: Double) -> Alignment {
        var result = Alignment(verdict: .matched)
        (result.pieces, result.overlap, result.isCopy) = ([Piece(from: 0, offset: 0)], duration, true)
        return result
    }

    /// The time on the clock of the first recording of a `time` on that of the second.
    package func time(at time: Double) -> Double {
        let piece = pieces.last { $0.from <= time } ?? pieces.first ?? Piece(from: 0, offset: 0)
        return piece.offset + time * (1 + drift * 1e-6)
    }
}

extension Alignment {
    /// The uncertainty of the drift, in parts per million: three standard errors of a line through the windows that
    /// agree, and at least what moves either end of the overlap by a quarter of a millisecond.
    var driftDoubt: Double {
        let count = Double(residuals.count)
        guard count >= 3, overlap > 0 else { return .infinity }
        let middle = residuals.reduce(0) { $0 + $1.time } / count
        let spread = residuals.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
        // A window is off by at least half a sample.
        let square = max(residuals.reduce(0) { $0 + $1.delay * $1.delay } / count, 0.00003 * 0.00003)
        return 1e6 * max(3 * (square / max(spread, 1e-9)).squareRoot(), 0.0005 / overlap)
    }

    /// The alignment without a drift that cannot be told from zero: sound that needs no resampling can be copied.
    package var withoutDoubtfulDrift: Alignment { abs(drift) <= driftDoubt ? turned(to: 0) : self }

    /// The overlap, on the clock of the second recording.
    package var range: ClosedRange<Double> { overlapStart...(overlapStart + overlap) }

    /// The alignment with another drift: the middle of each piece keeps its place.
    ///
    /// - Parameter drift: in parts per million.
    package func turned(to drift: Double) -> Alignment {
        var result = self
        let range = self.range
        for index in pieces.indices {
            let end = index + 1 < pieces.count ? pieces[index + 1].from : range.upperBound
            let middle = (max(range.lowerBound, pieces[index].from) + end) / 2
            result.pieces[index].offset += (self.drift - drift) * 1e-6 * middle
        }
        result.drift = drift
        return result
    }

    /// The position of the second recording relative to a third one, given the position of the first relative to that
    /// one.
    package func chained(to other: Alignment) -> Alignment {
        var result = self
        result.drift = ((1 + drift * 1e-6) * (1 + other.drift * 1e-6) - 1) * 1e6
        let crossings = other.pieces.dropFirst().map { (($0.from - pieces[0].offset) / (1 + drift * 1e-6)) }
        let starts = Set(pieces.map(\.from) + crossings.filter { $0 > 0 }).sorted()
        result.pieces = starts.map { start in
            Piece(from: start, offset: other.time(at: time(at: start)) - start * (1 + result.drift * 1e-6))
        }
        return result
    }
}
