/// A stretch at an end of the overlap that fits at another lag than the rest: samples were lost so near the end that
/// the chunks of `LagPath` do not show it. It is looked for only where no window agrees with the line.
struct EndPiece {
    private let isAtStart: Bool
    /// Of the second recording, in seconds.
    private let range: ClosedRange<Double>
    /// How much greater its lag is, in seconds.
    private let shift: Double

    /// Longer stretches have chunks of their own.
    private static let longest = 10.0
    /// A device loses 100 to 400 ms. A source nearer to the other microphone moves the lag by up to 20 ms.
    private static let (least, most) = (0.05, 0.6)
    /// How far the line may be off, in samples: 3 ms.
    private static let slack = 48
    /// Of the summed curves, in standard deviations.
    private static let height: Float = 8
    /// What the line, and any other lag as in sound that repeats, may reach of that.
    private static let mostRival: Float = 0.5
    /// A single knock fits another knock as well as speech fits itself: the whole needs eight windows that agree, and
    /// the stretch three short windows of three deviations.
    private static let (fewest, fewestShort): (Int, Int) = (8, 3)
    private static let shortHeight: Float = 3
    /// Of a short window, in samples, and how far its peak may be off: 0.48 s and 0.6 ms.
    private static let (shortLength, shortSlack) = (7680, 10)

    /// - Parameters:
    ///   - path: of the whole overlap.
    ///   - line: through the windows along it.
    ///   - isAtStart: whether to look at the beginning of the overlap or at its end.
    ///   - open: begins to read the windows.
    /// - Returns: `nil` if the line fits, or nothing else does.
    /// - Throws: what `open`, reading and making transforms throw.
    init?(
        of path: LagPath, _ line: AlignmentLine, isAtStart: Bool, _ transforms: FourierTransforms,
        open: () throws -> WindowReading
    ) throws {
        let agreeing = line.residuals().filter { $0.offset != nil }.map(\.fit)
        let index = isAtStart ? 0 : path.pieces.count - 1
        guard agreeing.count >= Self.fewest, let nearest = isAtStart ? agreeing.first : agreeing.last,
            nearest.piece == index
        else { return nil }
        let piece = path.pieces[index]
        let end = isAtStart ? piece.range.lowerBound : piece.range.upperBound
        let room = abs(nearest.time - end)
        let length = Double(PhaseCorrelation.usualLength) / Double(AnalysisSound.rate)
        guard room > length, room <= Self.longest else { return nil }
        let expected = { (time: Double) in piece.lag(at: time) + line.offset(at: time, piece: index) }

        var correlation = try PhaseCorrelation(transforms, reach: AnalysisSound.position(Self.most) + Self.slack)
        // Windows overlap by three quarters; the last one ends near the first that agrees with the line.
        let hop = length / 4
        let starts = (0...Int((room - length / 2) / hop)).map { n in
            isAtStart ? end + Double(n) * hop : end - length - Double(n) * hop
        }
        var reading = try open()
        var curves: [[Float]?] = try (isAtStart ? starts : starts.reversed()).map { start in
            try reading.curve(of: path, index, from: start, at: expected, &correlation)
        }
        if !isAtStart { curves.reverse() }
        guard let place = Self.place(in: curves) else { return nil }
        let shift = Double(place.lag - correlation.reach) / Double(AnalysisSound.rate)
        // The last window may include a little of what follows.
        let reached = abs(starts[place.last] - starts[0]) + length * 3 / 4
        range = isAtStart ? end...(end + reached) : (end - reached)...end
        (self.isAtStart, self.shift) = (isAtStart, shift)

        correlation = try PhaseCorrelation(transforms, length: Self.shortLength)
        let short = Double(Self.shortLength) / Double(AnalysisSound.rate)
        reading = try open()
        let heights = try stride(from: range.lowerBound, through: range.upperBound - short, by: short).map { start in
            try reading.curve(of: path, index, from: start, at: { expected($0) + shift }, &correlation)?[
                (correlation.reach - Self.shortSlack)...(correlation.reach + Self.shortSlack)
            ].max() ?? 0
        }
        guard heights.count(where: { $0 >= Self.shortHeight }) >= Self.fewestShort else { return nil }
    }

    /// Where the first curves, however many, sum up to the highest peak beside the line, and the last of the curves that
    /// belong to it; `nil` if nothing stands out.
    private static func place(in curves: [[Float]?]) -> (lag: Int, last: Int)? {
        guard let count = curves.lazy.compactMap({ $0?.count }).first else { return nil }
        let (middle, near) = (count / 2, AnalysisSound.position(least))
        let beside = (0..<count).filter { abs($0 - middle) >= near }
        var sum = [Float](repeating: 0, count: count)
        var sums: [[Float]] = []
        var best: (height: Float, lag: Int) = (0, 0)
        for curve in curves {
            if let curve { for n in sum.indices { sum[n] += curve[n] } }
            sums.append(sum)
            let lag = beside.max { sum[$0] < sum[$1] }!
            let height = sum[lag] / ((sum.reduce(0) { $0 + $1 * $1 } / Float(count)).squareRoot() + 1e-20)
            if height > best.height { best = (height, lag) }
        }
        let atLine = { (sum: [Float]) in sum[(middle - slack)...(middle + slack)].max()! }
        let last = sums.indices.max { sums[$0][best.lag] - atLine(sums[$0]) < sums[$1][best.lag] - atLine(sums[$1]) }!
        let top = sums[last][best.lag]
        let rival = beside.lazy.filter { abs($0 - best.lag) >= near }.map { sums[last][$0] }.max()!
        guard best.height >= height, rival < mostRival * top, atLine(sums[last]) < mostRival * top else { return nil }
        return (best.lag, last)
    }

    /// The path with this stretch as a piece of its own.
    func added(to path: LagPath) -> LagPath {
        var pieces = path.pieces
        let index = isAtStart ? 0 : pieces.count - 1
        var piece = pieces[index]
        (piece.range, piece.lag) = (range, piece.lag + shift)
        let rest = pieces[index].range
        pieces[index].range =
            isAtStart ? range.upperBound...rest.upperBound : rest.lowerBound...range.lowerBound
        pieces.insert(piece, at: isAtStart ? 0 : pieces.count)
        return LagPath(pieces: pieces)
    }
}

extension WindowReading {
    /// The curve of the window of the second recording that begins at `start`, around the lag expected in its middle.
    fileprivate mutating func curve(
        of path: LagPath, _ piece: Int, from start: Double, at lag: (Double) -> Double,
        _ correlation: inout PhaseCorrelation
    ) throws -> [Float]? {
        let half = Double(correlation.length) / Double(2 * AnalysisSound.rate)
        let window = Window(
            start: AnalysisSound.position(start), piece: piece,
            expected: AnalysisSound.position(start + lag(start + half)))
        return try fit(window, path, &correlation)?.fit.curve
    }
}
