/// Maps times on one clock, the source, to another, the target: piecewise linear, exact, never decreasing.
///
/// ```
///target       ╭╴ a jump: target times without a source time
///          ╱  ┆╱
///        ╱    ╱
///     ╱────────────  source, without gaps
/// ```
///
/// A take has one from its file to the session: an offset and the drift of its clock; its sound has one with a jump
/// where the device lost samples. A composition has one from the film to the session, with a jump for every part that
/// is cut. The first piece extends back without end, and the last one forward.
package struct TimeMap: Hashable, Sendable {
    /// A section of constant rate, up to the start of the next.
    package struct Piece: Hashable, Sendable {
        /// Where it starts on the source clock.
        package var source: MediaTime
        /// The same instant on the target clock.
        package var target: MediaTime
        /// Target time per source time.
        package var rate: ClockRate

        /// The piece that begins at one instant of both clocks; by default, both run equally fast.
        package init(source: MediaTime, target: MediaTime, rate: ClockRate = .one) {
            self.source = source
            self.target = target
            self.rate = rate
        }

        /// On the target clock, as if the piece were unbounded: the handle of a clip beyond a jump.
        package func target(at time: MediaTime) -> MediaTime { target + rate.scaled(time - source) }

        /// On the source clock, as if the piece were unbounded.
        package func source(at time: MediaTime) -> MediaTime { source + rate.unscaled(time - target) }
    }

    /// In order; at least one.
    package let pieces: [Piece]

    /// - Returns: `nil` unless sources and targets increase from piece to piece and no piece overlaps the one before
    ///   it.
    package init?(pieces: [Piece]) {
        guard !pieces.isEmpty else { return nil }
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            guard piece.source < next.source, piece.target(at: next.source) <= next.target else { return nil }
        }
        self.pieces = pieces
    }

    /// `target = offset + source · rate`.
    package init(offset: MediaTime, rate: ClockRate = .one) {
        pieces = [Piece(source: .zero, target: offset, rate: rate)]
    }

    package static let identity = TimeMap(offset: .zero)

    /// The index of the piece that a source time belongs to.
    package func piece(at time: MediaTime) -> Int { max(0, pieces.partitioningIndex { $0.source > time } - 1) }

    /// A source time on the target clock.
    package func target(at time: MediaTime) -> MediaTime {
        pieces.count == 1 ? pieces[0].target(at: time) : pieces[piece(at: time)].target(at: time)
    }

    /// A target time on the source clock; within a jump, the source time of the jump.
    package func source(at time: MediaTime) -> MediaTime {
        guard pieces.count > 1 else { return pieces[0].source(at: time) }
        let index = max(0, pieces.partitioningIndex { $0.target > time } - 1)
        let source = pieces[index].source(at: time)
        return index + 1 < pieces.count ? min(source, pieces[index + 1].source) : source
    }

    /// The same map onto a target clock that is `offset` ahead.
    package func shifted(by offset: MediaTime) -> TimeMap {
        TimeMap(checked: pieces.map { Piece(source: $0.source, target: $0.target + offset, rate: $0.rate) })
    }

    /// The same map without its jumps: the first piece, continued.
    package var withoutJumps: TimeMap { TimeMap(checked: [pieces[0]]) }

    /// The jumps alone, from the source clock to itself: followed by `withoutJumps`, this map to a flick.
    ///
    /// - Precondition: all pieces have the same rate.
    package var jumps: TimeMap {
        precondition(pieces.allSatisfy { $0.rate == pieces[0].rate }, "a drift that changes is no jump")
        return TimeMap(checked: pieces.map { Piece(source: $0.source, target: pieces[0].source(at: $0.target)) })
    }

    /// The parts of a source range without a jump, and the piece of each as a map of its own.
    package func sections(of range: TimeRange) -> [(map: TimeMap, range: TimeRange)] {
        pieces.indices.compactMap { index in
            let start = index == 0 ? range.start : max(range.start, pieces[index].source)
            let end = index + 1 < pieces.count ? min(range.end, pieces[index + 1].source) : range.end
            return start < end ? (TimeMap(checked: [pieces[index]]), TimeRange(start: start, end: end)) : nil
        }
    }

    private init(checked pieces: [Piece]) { self.pieces = pieces }
}

extension TimeMap: Codable {
    /// One list for each piece: source and target in flicks, and the drift in parts per billion.
    package init(from decoder: any Decoder) throws {
        let lists = try decoder.singleValueContainer().decode([[Int64]].self)
        let pieces = lists.compactMap { list -> Piece? in
            guard list.count == 3, let rate = ClockRate(partsPerBillion: list[2]) else { return nil }
            return Piece(source: MediaTime(flicks: list[0]), target: MediaTime(flicks: list[1]), rate: rate)
        }
        guard pieces.count == lists.count, let map = TimeMap(pieces: pieces) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "these pieces are no map of times"))
        }
        self = map
    }

    /// One list for each piece: source and target in flicks, and the drift in parts per billion.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pieces.map { [$0.source.flicks, $0.target.flicks, $0.rate.partsPerBillion] })
    }
}

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
