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

    /// Without a drift that cannot be told from zero: sound that needs no resampling can be copied.
    package var withoutDoubtfulDrift: Alignment { abs(drift) <= driftDoubt ? turned(to: 0) : self }

    /// The overlap, on the clock of the second recording.
    package var range: ClosedRange<Double> { overlapStart...(overlapStart + overlap) }

    /// With another drift: the middle of each piece keeps its place.
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
