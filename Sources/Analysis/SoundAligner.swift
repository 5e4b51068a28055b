/// Aligns two recordings in time by their sound (docs/decisions/0016-sync-by-sound.md).
///
/// 1. Coarse: the envelopes at every lag at which they overlap; accepted if the best lag stands out enough.
/// 2. The path of the lag along the overlap, in which lost samples are jumps.
/// 3. Fine: windows of two seconds, and the line through all of them.
package struct SoundAligner {
    private let transforms: FourierTransforms
    /// Recordings with a shorter overlap, in seconds, fit by chance.
    package static let leastOverlap = LagSearch.leastOverlap

    /// - Parameter transforms: shared by analyses on one thread; missing sizes are created as they are needed.
    package init(_ transforms: FourierTransforms) { self.transforms = transforms }

    /// - Parameter areCopies: whether both come from the same bytes; called only if they sound the same throughout.
    /// - Returns: the position of `other` on the clock of `one`.
    /// - Throws: what reading and making transforms throw, and what `areCopies` throws.
    package func align(
        _ one: HeardSound, _ other: HeardSound, areCopies: () throws -> Bool = { false }
    ) throws -> Alignment {
        if one.hasLevels(of: other), try areCopies() { return .copy(lasting: one.duration) }
        let hops = max(one.levels.hopsPerLevel, other.levels.hopsPerLevel)
        let envelopes = (one.envelope(hopsPerLevel: hops), other.envelope(hopsPerLevel: hops))
        let search = try LagSearch.best(envelopes.0, envelopes.1, transforms)
        guard let best = search.peaks.first else { return Alignment(verdict: .unmatched) }
        let overlap = max(0, -best.lag)...min(other.duration, one.duration - best.lag)
        var result = Alignment(verdict: .unmatched)
        result.pieces = [Alignment.Piece(from: 0, offset: best.lag)]
        (result.overlapStart, result.overlap) = (overlap.lowerBound, overlap.upperBound - overlap.lowerBound)
        result.distinctness = best.height
        result.alternatives = search.peaks.dropFirst().filter { $0.height > Alignment.mostRival * best.height }.map(
            \.lag)
        result.rival = search.peaks.count > 1 ? search.peaks[1].height / best.height : 0
        guard best.height >= Alignment.worthALook else { return result }

        var path = try LagPath(envelopes.0, envelopes.1, near: search.peaks, transforms)
        let lineAlong = { (path: LagPath) in
            var reading = try WindowReading(one, other)
            let fits = try reading.fits(path.windows(envelopes.0, envelopes.1), transforms, path)
            return AlignmentLine(fits, pieces: path.pieces.count)
        }
        var line = try lineAlong(path)
        if let steep = path.alternative.map(LagPath.init) {
            let steepLine = try lineAlong(steep)
            if steepLine.agreeing.reduce(0, +) > line.agreeing.reduce(0, +) { (path, line) = (steep, steepLine) }
        }
        if abs(line.slope) > Self.leastTurn {
            path = line.correcting(path)
            line = try lineAlong(path)
        }
        if let whole = try path.withoutRepetition(line, lineAlong) {
            path = whole
            line = try lineAlong(path)
        }
        // A stretch beyond a jump, and peaks smeared by drift, are not rivals of the best lag.
        let rivals = search.peaks.filter { peak in
            !path.pieces.contains { piece in
                let ends = [piece.lag(at: piece.range.lowerBound), piece.lag(at: piece.range.upperBound)]
                return (ends.min()! - LagSearch.apart...ends.max()! + LagSearch.apart).contains(peak.lag)
            }
        }
        result.rival = (rivals.first?.height ?? 0) / best.height
        try describe(&result, path, line, search.peaks, one, other)
        guard result.isBorneOut(by: line.agreeing.reduce(0, +), of: result.windowCount) else { return result }
        result.verdict = result.rival > Alignment.mostRival ? .ambiguous : .matched
        result.alternatives =
            result.verdict == .matched
            ? [] : rivals.filter { $0.height > Alignment.mostRival * best.height }.map(\.lag)
        return result
    }

    /// A drift that the path did not include blurs the windows, this one by three samples: from here on they are read
    /// again.
    private static let leastTurn = 100e-6

    /// Halfway between two lags that alternate, as when two people, each near one microphone, take turns: no device gets
    /// its samples back. Two jumps may be two devices that lost as much.
    ///
    /// - Returns: `nil` for fewer than three jumps, or others.
    private static func middle(ofAlternating offsets: [Double]) -> Double? {
        let (first, second) = (offsets.first!, offsets.dropFirst().first ?? 0)
        let isAlternating = offsets.enumerated().allSatisfy { abs($1 - ($0 % 2 == 0 ? first : second)) < sameLag }
        return offsets.count > 3 && isAlternating ? (first + second) / 2 : nil
    }

    /// In seconds: people move a little while they talk.
    private static let sameLag = 0.01

    /// Whether a piece's lag is one of those that stand out.
    private func stands(_ piece: LagPath.Piece, out peaks: [LagSearch.Peak]) -> Bool {
        peaks.contains { $0.height >= Alignment.worthALook && abs($0.lag - piece.lag) < LagSearch.apart / 4 }
    }

    /// Combines path and line. A jump counts only if both sides are confirmed.
    private func describe(
        _ result: inout Alignment, _ path: LagPath, _ line: AlignmentLine, _ peaks: [LagSearch.Peak],
        _ one: HeardSound, _ other: HeardSound
    ) throws {
        let residuals = line.residuals()
        result.windowCount = residuals.count
        result.residuals = residuals.compactMap { residual in
            residual.offset.map { Alignment.Residual(time: residual.fit.time, delay: $0) }
        }
        let borne = path.pieces.indices.filter { piece in
            path.pieces.count == 1 || line.agreeing[piece] >= 2 || stands(path.pieces[piece], out: peaks)
        }
        guard let main = borne.max(by: { line.heights[$0] < line.heights[$1] }) else { return }
        let drift = path.pieces[main].slope + line.slope
        result.drift = drift * 1e6
        // At time zero, from the delay in the middle of the piece's windows and the drift.
        let offsets = borne.map { piece in
            let middle = line.middles[piece]
            // Where windows are too noisy, the envelopes' lag is kept: accurate to a hundredth of a second.
            let fine = path.pieces.count == 1 || line.agreeing[piece] >= 2
            return path.pieces[piece].lag(at: middle) + (fine ? line.offset(at: middle, piece: piece) : 0)
                - drift * middle
        }
        result.pieces = [Alignment.Piece(from: 0, offset: offsets[0])]
        if let between = Self.middle(ofAlternating: offsets) {
            result.pieces[0].offset = between
            return
        }
        for (n, piece) in borne.enumerated().dropFirst() {
            let edge = path.pieces[piece].range.lowerBound
            let place = try JumpPlace(
                between: one.open(), other.open(), in: max(0, edge - 4)...(edge + 4),
                delays: (offsets[n - 1] + drift * edge, offsets[n] + drift * edge))
            result.pieces.append(Alignment.Piece(from: place.time, offset: offsets[n]))
        }
    }
}
