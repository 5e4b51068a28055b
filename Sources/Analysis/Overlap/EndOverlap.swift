/// The overlap of the end of one recording and the beginning of the next.
package struct EndOverlap: Hashable, Sendable {
    /// Time zero of the second recording on the clock of the first, in seconds.
    package var offset: Double
    /// How long both recorded, in seconds.
    package var length: Double
    /// How far this length stands out from chance, in standard deviations of it.
    package var distinctness: Double
    /// Its height divided by the runner-up's.
    package var lead: Double

    /// The overlap of recordings that match: the one that begins later begins inside the other.
    package init(_ alignment: Alignment) {
        offset = abs(alignment.pieces.first?.offset ?? 0)
        (length, distinctness) = (alignment.overlap, alignment.distinctness)
        // Ten for a best lag without any rival.
        lead = 1 / max(alignment.rival, 0.1)
    }

    init(offset: Double, length: Double, distinctness: Double, lead: Double) {
        (self.offset, self.length, self.distinctness, self.lead) = (offset, length, distinctness, lead)
    }

    /// The support for an overlap from other sources.
    package enum Doubt: Sendable {
        /// Other sources, such as time stamps, indicate that both recorded at about this time.
        case expected
        /// Other sources neither support nor contradict it.
        case open
        /// Other sources indicate something else, or nothing at all.
        case unexpected
    }

    /// Whether it can be accepted.
    ///
    /// In simulated scenes of speech, seams with an overlap of half a second or more had up to 24 deviations and a
    /// lead of up to 4.2; one of ten had neither, because nobody spoke. Other pairs of clips of one scene had up to 10
    /// deviations or a lead of 2.5. Steady noise of any color, wind, surf, rain and clicks, each compared some thousand
    /// times, had up to 5.8 deviations; hum had more, but no lead above 1.4.
    package func convinces(_ doubt: Doubt) -> Bool {
        switch doubt {
        case .expected: distinctness >= 5.5 && lead >= 1.6
        case .open: distinctness >= 7 && lead >= 1.9
        case .unexpected: distinctness >= 9 && lead >= 2.5
        }
    }

    /// 0…1: half at the threshold for overlaps with little support from stamps.
    package var confidence: Double { distinctness / (distinctness + 7) * min(1, max(0, lead - 1) / 0.9) }
}

/// Finds short overlaps, from 0.3 to 4 seconds, of recordings made one after the other; `SoundAligner` needs three
/// seconds (docs/decisions/0021-stitch-what-is-known.md).
///
/// Two views of both sounds are correlated at every length: the rises, whitened (`OnsetGate`), and all bins of a
/// short-time spectrum above their noise, made equally loud (`SpectralFlattening`). A repeated vowel looks like an
/// overlap in one of them, rarely in both.
package struct EndOverlapFinder {
    private let transforms: FourierTransforms

    /// Seconds at the end and at the beginning that are compared: longer overlaps are not found.
    package static let reach = 4.0
    private static let most = AnalysisSound.position(reach)
    /// Shorter overlaps cannot be told from chance.
    static let least = AnalysisSound.rate * 3 / 10
    /// Peaks at least this many samples apart are different peaks: 20 ms.
    static let apart = AnalysisSound.rate / 50
    /// How far both views may differ, in samples: 0.5 ms.
    private static let slack = AnalysisSound.rate / 2000

    /// - Parameter transforms: shared by analyses on one thread; missing sizes are created as they are needed.
    package init(_ transforms: FourierTransforms) { self.transforms = transforms }

    /// Both ends of a recording, prepared for comparison: a megabyte.
    package struct Ends: Sendable {
        fileprivate var end: [[Float]]
        /// In two views.
        fileprivate(set) var beginning: [[Float]]
        /// Samples of the whole recording.
        fileprivate var sampleCount: Int
    }

    /// - Throws: what reading and making transforms throw.
    package func ends(of sound: HeardSound) throws -> Ends {
        let count = min(Self.most, sound.sampleCount)
        guard count >= Self.least else {
            return Ends(end: [[], []], beginning: [[], []], sampleCount: sound.sampleCount)
        }
        return Ends(
            end: try views(sound.stretch(from: sound.sampleCount - count, count: count)),
            beginning: try views(sound.stretch(from: 0, count: count)), sampleCount: sound.sampleCount)
    }

    /// The rises, whitened, and everything above the noise, made equally loud.
    func views(_ stretch: (samples: [Float], rises: [Float])) throws -> [[Float]] {
        let flattening = SpectralFlattening(try transforms.transform(size: SpectralFlattening.size))
        return [try whitened(stretch.rises), flattening.flattened(stretch.samples)]
    }

    /// The best guess; `convinces` decides whether to accept it. `nil` if either is silent or too short.
    ///
    /// - Throws: what making transforms throws.
    package func find(end one: Ends, beginning other: Ends) throws -> EndOverlap? {
        let count = min(Self.most, one.sampleCount, other.sampleCount)
        guard count > Self.least else { return nil }
        let views = try zip(one.end, other.beginning).map {
            try scores(Array($0.suffix(count)), Array($1.prefix(count)))
        }
        guard let combined = Self.combined(views) else { return nil }
        let best = combined.indices.max { combined[$0] < combined[$1] }!
        let rival = combined.indices.filter { abs($0 - best) > Self.apart }.map { combined[$0] }.max() ?? 0
        guard combined[best] > 0 else { return nil }
        let exact = Self.exact(best, views)
        let length = exact + Self.least
        return EndOverlap(
            offset: Double(one.sampleCount - length) / Double(AnalysisSound.rate),
            length: Double(length) / Double(AnalysisSound.rate), distinctness: Double(combined[best]),
            lead: Double(combined[best] / max(rival, 1e-6)))
    }

    /// How well the last samples of the first fit the first ones of the second, for every count of them from `least`
    /// on, in standard deviations of chance; `nil` for silence.
    private func scores(_ one: [Float], _ other: [Float]) throws -> [Float]? {
        let transform = try transforms.transform(size: powerOfTwo(atLeast: one.count + other.count))
        let squares = (one.map { $0 * $0 }, other.map { $0 * $0 })
        let lags = transform.correlation(one, other)
        let spreads = transform.correlation(squares.0, squares.1)
        let total = squares.0.exactSum * squares.1.exactSum
        var (before, after) = (0.0, 0.0)
        var result: [Float] = []
        for length in 1...one.count {
            before += Double(squares.0[one.count - length])
            after += Double(squares.1[length - 1])
            guard length >= Self.least else { continue }
            let lag = one.count - length
            result.append(
                Self.score(lags[lag], spread: spreads[lag], even: before * after / Double(length), total: total))
        }
        return Self.standardized(result)
    }

    /// A sum of products, in its own standard deviations: products of independent sounds have random signs, so it is the
    /// root of the sum of their squares. What few samples have in common, however loud, weighs no more than they are.
    ///
    /// - Parameters:
    ///   - spread: the sum of the squared products; not less than it would be with evenly spread energy.
    ///   - total: the product of the energies of all samples, by which sums are rounded.
    static func score(_ sum: Float, spread: Float, even: Double, total: Double) -> Float {
        let variance = max(Double(spread), even, 1e-10 * total)
        return variance > 0 ? Float(Double(sum) / variance.squareRoot()) : 0
    }

    /// In robust standard deviations, where neighboring samples resemble each other and scores vary by more than one;
    /// `nil` if all are the same.
    static func standardized(_ scores: [Float]) -> [Float]? {
        let median = middle(of: scores)
        let deviation = 1.4826 * middle(of: scores.map { abs($0 - median) })
        guard deviation > 0 else { return nil }
        return scores.map { $0 / max(1, deviation) }
    }

    /// The harmonic mean of two views, which may differ by `slack`: high only where both are.
    static func combined(_ views: [[Float]?]) -> [Float]? {
        guard let rises = views[0], let bins = views[1] else { return nil }
        return zip(widest(rises), widest(bins)).map { (one: Float, other: Float) -> Float in
            one > 0 && other > 0 ? 2 * one * other / (one + other) : 0
        }
    }

    /// Where both views together are highest, near a place that `combined` found to within `slack`.
    static func exact(_ place: Int, _ views: [[Float]?]) -> Int {
        guard let rises = views[0], let bins = views[1] else { return place }
        let near = max(0, place - 2 * slack)...min(rises.count - 1, place + 2 * slack)
        return near.max { rises[$0] + bins[$0] < rises[$1] + bins[$1] }!
    }

    /// The highest value within `slack` of each.
    private static func widest(_ values: [Float]) -> [Float] {
        values.indices.map { n in
            values[max(0, n - slack)...min(values.count - 1, n + slack)].max()!
        }
    }

    /// The samples with equal power at all frequencies that have any.
    private func whitened(_ samples: [Float]) throws -> [Float] {
        let transform = try transforms.transform(size: powerOfTwo(atLeast: 2 * samples.count))
        var (spectrum, result) = ([Float](), [Float]())
        transform.forward(samples[...], into: &spectrum)
        SpectralFlattening.whiten(&spectrum)
        transform.inverse(spectrum, into: &result)
        return Array(result.prefix(samples.count))
    }
}

extension [Float] {
    /// The sum, without the rounding of single values.
    var exactSum: Double { reduce(0) { $0 + Double($1) } }
}

extension HeardSound {
    var sampleCount: Int { levels.sampleCount }

    /// A stretch, and its rises.
    ///
    /// - Throws: what reading throws.
    fileprivate func stretch(from start: Int, count: Int) throws -> (samples: [Float], rises: [Float]) {
        var tape = SoundTape(try open())
        let samples = try tape.read(from: start - OnsetGate.leadIn, count: OnsetGate.leadIn + count)
        return (Array(samples[OnsetGate.leadIn...]), OnsetGate(levels).gated(samples))
    }
}
