extension TimeMap {
    /// From this map's source to the next one's target.
    ///
    /// - Returns: `nil` where both drifts together are beyond `ClockRate.largestDrift`.
    package func followed(by next: TimeMap) -> TimeMap? {
        let crossings = next.pieces.count > 1 ? next.pieces.map { source(at: $0.source) } : []
        var result: [Piece] = []
        for start in Set(pieces.map(\.source) + crossings).sorted() {
            let between = target(at: start)
            let rates = (pieces[piece(at: start)].rate, next.pieces[next.piece(at: between)].rate)
            guard let rate = rates.0.times(rates.1) else { return nil }
            // Rates are rounded, but no piece may overlap the one before it.
            let target = max(next.target(at: between), result.last?.target(at: start) ?? .distantPast)
            if let last = result.last, last.rate == rate, last.target(at: start) == target { continue }
            result.append(Piece(source: start, target: target, rate: rate))
        }
        return TimeMap(pieces: result)
    }
}

extension ClockRate {
    /// Both rates combined, to a part in a billion.
    package func times(_ other: ClockRate) -> ClockRate? {
        let product = rescale(partsPerBillion, other.partsPerBillion, over: 1_000_000_000, .nearest)
        return ClockRate(partsPerBillion: partsPerBillion + other.partsPerBillion + product)
    }

    /// The drift in parts per million.
    package var partsPerMillion: Double { Double(partsPerBillion) / 1000 }
}
