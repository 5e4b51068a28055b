/// The place of a clip in a continuous recording of the whole scene.
package struct ClipPlace: Hashable, Sendable {
    /// Time zero of the clip on the clock of the recording, in seconds.
    package var offset: Double
    /// By how much the recording's clock runs faster, in parts per million.
    package var drift: Double
    /// 0…1.
    package var confidence: Double
}

/// Places clips in a continuous recording: with `SoundAligner` if the clip is long enough for it, otherwise by
/// comparing its first seconds with the whole recording in the two views of `EndOverlapFinder`.
package struct ClipFinder {
    private let transforms: FourierTransforms
    private let overlaps: EndOverlapFinder

    /// Samples of the recording that are compared together; with the clip's beginning they fill the longest
    /// transform.
    private static let block = FourierTransforms.longest / 2

    /// - Parameter transforms: shared by analyses on one thread; missing sizes are created as they are needed.
    package init(_ transforms: FourierTransforms) {
        self.transforms = transforms
        overlaps = EndOverlapFinder(transforms)
    }

    /// - Returns: `nil` if it is not certain, or if more than one place fits.
    /// - Throws: what reading and making transforms throw.
    package func place(of clip: HeardSound, _ ends: EndOverlapFinder.Ends, in whole: HeardSound) throws -> ClipPlace? {
        let alignment = try SoundAligner(transforms).align(whole, clip)
        if alignment.verdict == .matched, let first = alignment.pieces.first {
            var place = ClipPlace(offset: first.offset, drift: alignment.drift, confidence: alignment.confidence)
            // Envelopes alone are accurate to some hundredths of a second.
            if alignment.residuals.isEmpty, let found = try search(ends, in: whole),
                abs(found.offset - place.offset) < Self.envelopeDoubt
            {
                (place.offset, place.drift) = (found.offset, 0)
            }
            return place
        }
        guard alignment.verdict == .unmatched, let found = try search(ends, in: whole), found.convinces(.unexpected)
        else { return nil }
        return ClipPlace(offset: found.offset, drift: 0, confidence: found.confidence)
    }

    /// In seconds: how far off an alignment may be in which no window of the samples themselves agrees.
    private static let envelopeDoubt = 0.05

    /// The best place of a clip's beginning in the whole recording, as an overlap as long as the beginning.
    private func search(_ ends: EndOverlapFinder.Ends, in whole: HeardSound) throws -> EndOverlap? {
        let length = ends.beginning[0].count
        guard length >= EndOverlapFinder.least, whole.sampleCount > length else { return nil }
        let clip = try ends.beginning.map { view in
            let squares = view.map { $0 * $0 }
            return try (spectrum(of: view), spectrum(of: squares), energy: squares.exactSum)
        }
        var tape = SoundTape(try whole.open())
        let gate = OnsetGate(whole.levels)
        // The best of every fiftieth of a second, so that the runner-up is a different place.
        var peaks: [(place: Int, height: Float)] = []
        for start in stride(from: 0, to: whole.sampleCount - length + 1, by: Self.block - length) {
            let samples = try tape.read(from: start - OnsetGate.leadIn, count: OnsetGate.leadIn + Self.block)
            let views = try overlaps.views((Array(samples[OnsetGate.leadIn...]), gate.gated(samples)))
            let last = min(Self.block - length, whole.sampleCount - length - start)
            let scores = try zip(views, clip).map { try self.scores($0, $1, length: length, count: last + 1) }
            guard let combined = EndOverlapFinder.combined(scores) else { continue }
            for from in stride(from: 0, to: combined.count, by: EndOverlapFinder.apart) {
                let range = from..<min(combined.count, from + EndOverlapFinder.apart)
                let best = range.max { combined[$0] < combined[$1] }!
                peaks.append((start + EndOverlapFinder.exact(best, scores), combined[best]))
            }
        }
        guard let best = peaks.max(by: { $0.height < $1.height }) else { return nil }
        let rival = peaks.filter { abs($0.place - best.place) > EndOverlapFinder.apart }.map(\.height).max() ?? 0
        return EndOverlap(
            offset: Double(best.place) / Double(AnalysisSound.rate),
            length: Double(length) / Double(AnalysisSound.rate),
            distinctness: Double(best.height), lead: Double(best.height / max(rival, 1e-6)))
    }

    private func spectrum(of samples: [Float]) throws -> [Float] {
        var spectrum: [Float] = []
        try transforms.transform(size: FourierTransforms.longest).forward(samples[...], into: &spectrum)
        return spectrum
    }

    /// How well the clip, given by its spectrum and that of its squares, fits at each of `count` samples of a block, in
    /// standard deviations of chance; `nil` for silence.
    private func scores(
        _ block: [Float], _ clip: ([Float], [Float], energy: Double), length: Int, count: Int
    ) throws -> [Float]? {
        let transform = try transforms.transform(size: FourierTransforms.longest)
        let squares = block.map { $0 * $0 }
        let lags = transform.correlation(try spectrum(of: block), with: clip.0)
        let spreads = transform.correlation(try spectrum(of: squares), with: clip.1)
        let total = squares.exactSum * clip.energy
        var energy = Array(squares.prefix(length)).exactSum
        var result: [Float] = []
        for n in 0..<count {
            let even = energy * clip.energy / Double(length)
            result.append(EndOverlapFinder.score(lags[n], spread: spreads[n], even: even, total: total))
            guard n + length < block.count else { break }
            energy += Double(squares[n + length]) - Double(squares[n])
        }
        return EndOverlapFinder.standardized(result)
    }
}
