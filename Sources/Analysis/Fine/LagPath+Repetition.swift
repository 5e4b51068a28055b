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
