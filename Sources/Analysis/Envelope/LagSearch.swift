/// How well two envelopes fit at every lag at which they overlap.
struct LagSearch: Sendable {
    /// A lag at which they fit better than at the lags around it.
    struct Peak: Hashable, Sendable {
        /// Where the second recording begins in the first, in seconds.
        var lag: Double
        /// How far it stands out from all lags, in robust standard deviations.
        var height: Double
    }

    /// The highest first, at least `apart` from each other; empty when the recordings are too short.
    private(set) var peaks: [Peak] = []

    /// Overlaps shorter than three seconds fit by chance.
    static let leastOverlap = 3.0
    /// Peaks closer than this are the same: a fifth of a second.
    static let apart = 0.2
    private static let mostPeaks = 10
    /// A best lag of this many deviations needs no second check: twice what is accepted.
    private static let clear = 2 * Alignment.leastDistinctness
    /// The stretch that is searched separately where drift may have smeared the whole: in 160 s the largest drift
    /// moves a lag by less than `apart`.
    private static let stretch = 160.0
    private static let stretchCount = 6

    /// Searches the whole, or the stretch of the shorter recording that stands out most: in an hour, a drift of 500
    /// ppm smears the best lag over two seconds.
    ///
    /// - Throws: what making a transform throws.
    static func best(_ one: Envelope, _ other: Envelope, _ transforms: FourierTransforms) throws -> LagSearch {
        let whole = try LagSearch(one, other, transforms)
        let length = Int(stretch * one.rate)
        let room = min(one.count, other.count) - length
        guard let best = whole.peaks.first, best.height < clear, room > length else { return whole }
        let stretches = try (0..<stretchCount).map { n in
            let start = n * room / (stretchCount - 1)
            let isFirst = one.count < other.count
            let (from, whole) = isFirst ? (one, other) : (other, one)
            var search = try LagSearch(whole, from.stretch(from: start, count: length), transforms)
            let before = Double(start) / one.rate
            for peak in search.peaks.indices {
                search.peaks[peak].lag = (search.peaks[peak].lag - before) * (isFirst ? -1 : 1)
            }
            return search
        }
        return ([whole] + stretches).max { ($0.peaks.first?.height ?? 0) < ($1.peaks.first?.height ?? 0) }!
    }

    /// - Parameters:
    ///   - one: of the same rate as `other`.
    /// - Throws: what making a transform throws.
    init(_ one: Envelope, _ other: Envelope, _ transforms: FourierTransforms) throws {
        let least = Int(Self.leastOverlap * one.rate)
        guard min(one.count, other.count) > least else { return }
        let fits = try Self.correlation(one, other, transforms)
        // From the first lag at which they overlap long enough to the last.
        let first = least - other.count
        let last = one.count - least
        var scores = [Float](repeating: 0, count: last - first + 1)
        for lag in first...last {
            let overlap = min(one.count, lag + other.count) - max(0, lag)
            scores[lag - first] = fits[lag + other.count - 1] / Float(overlap).squareRoot()
        }
        standardize(&scores)
        findPeaks(in: scores, firstLag: first, rate: one.rate)
        lowerCoincidences(one, other)
        addRepetition(one, other, fits)
    }

    /// Fewer half seconds in which both change together are coincidence. One click in silence, with its reverberation,
    /// has up to 3.2, two claps that both recorded 3.9, seconds of speech 12.
    private static let leastEvents = 3.5

    /// In near silence deviations are small, and one click beside another stands out by any number of them: where little
    /// else changes, a peak counts no more deviations than it has events.
    private mutating func lowerCoincidences(_ one: Envelope, _ other: Envelope) {
        var fewest = peaks
        for index in peaks.indices {
            let events = one.events(in: other, lag: Int((peaks[index].lag * one.rate).rounded()))
            guard events < Self.leastEvents else { break }
            fewest[index].height = min(peaks[index].height, events)
        }
        peaks = fewest.sorted { $0.height > $1.height }
    }

    /// The overlap may be too short to show repetition at the lags that are searched, such as one beep a second in
    /// four seconds. Lags with half of the least overlap cannot win, but they count as rivals.
    private mutating func addRepetition(_ one: Envelope, _ other: Envelope, _ fits: [Float]) {
        guard let best = peaks.first else { return }
        let overlap = { (lag: Int) in max(0, lag)..<min(one.count, lag + other.count) }
        let most = Int(Self.leastOverlap * one.rate)
        let center = Int((best.lag * one.rate).rounded())
        guard overlap(center).count < 2 * most else { return }
        let energies = (one.runningEnergies(), other.runningEnergies())
        let energy = { (lag: Int) -> (Float, Float) in
            let range = overlap(lag)
            return (
                energies.0[range.upperBound] - energies.0[range.lowerBound],
                energies.1[range.upperBound - lag] - energies.1[range.lowerBound - lag]
            )
        }
        // A correlation coefficient, so that overlaps of different lengths are comparable.
        let fit = { (lag: Int) -> Float in
            let (first, second) = energy(lag)
            return fits[lag + other.count - 1] / ((first * second).squareRoot() + 1e-6)
        }
        // Silence fits silence anywhere, and repeats nothing.
        let density = { (lag: Int) -> (Float, Float) in
            let (energy, count) = (energy(lag), Float(overlap(lag).count))
            return (energy.0 / count, energy.1 / count)
        }
        let usual = density(center)
        let short = (most / 2 - other.count...one.count - most / 2).filter { lag in
            guard overlap(lag).count < most, abs(lag - center) > Int(Self.apart * one.rate) else { return false }
            let own = density(lag)
            return own.0 > usual.0 / 4 && own.1 > usual.1 / 4
        }
        guard let rival = short.max(by: { fit($0) < fit($1) }) else { return }
        let height = best.height * Double(min(1, fit(rival) / max(fit(center), 1e-6)))
        guard height > Alignment.mostRival * best.height else { return }
        peaks.insert(Peak(lag: Double(rival) / one.rate, height: height), at: 1)
    }

    /// The correlation at every lag, the first being `1 - other.count`: in blocks, because the length of a transform is
    /// limited.
    private static func correlation(
        _ one: Envelope, _ other: Envelope, _ transforms: FourierTransforms
    ) throws -> [Float] {
        let block = min(powerOfTwo(atLeast: max(one.count, other.count, 256)), FourierTransforms.longest / 2)
        let transform = try transforms.transform(size: 2 * block)
        var result = [Float](repeating: 0, count: one.count + other.count - 1)
        var (spectrum, lags) = ([Float](), [Float]())
        for i in stride(from: 0, to: one.count, by: block) {
            let spectra = (0..<BandLevels.bandCount).map { band in
                transform.forward(one.samples(band, from: i, count: block)[...], into: &spectrum)
                return spectrum
            }
            for j in stride(from: 0, to: other.count, by: block) {
                var cross = [Float](repeating: 0, count: 2 * block + 2)
                for band in spectra.indices {
                    transform.forward(other.samples(band, from: j, count: block)[...], into: &spectrum)
                    addProduct(spectra[band], conjugate: spectrum, to: &cross)
                }
                transform.inverse(cross, into: &lags)
                for lag in (1 - block)..<block {
                    let index = lag + i - j + other.count - 1
                    guard result.indices.contains(index) else { continue }
                    result[index] += lags[lag < 0 ? lag + 2 * block : lag]
                }
            }
        }
        return result
    }

    /// Median and median absolute deviation, which the peaks themselves hardly affect.
    private func standardize(_ scores: inout [Float]) {
        let median = middle(of: scores)
        let deviation = 1.4826 * middle(of: scores.map { abs($0 - median) }) + 1e-9
        for n in scores.indices { scores[n] = (scores[n] - median) / deviation }
    }

    private mutating func findPeaks(in scores: [Float], firstLag: Int, rate: Double) {
        var scores = scores
        let reach = max(1, Int(Self.apart * rate))
        while peaks.count < Self.mostPeaks {
            let best = scores.indices.max { scores[$0] < scores[$1] }!
            // Every search has peaks of three deviations, which mean nothing. The best is still reported.
            guard scores[best] > 3 || peaks.isEmpty else { return }
            peaks.append(
                Peak(
                    lag: (Double(best + firstLag) + vertex(scores, best)) / rate, height: Double(scores[best])))
            for n in max(0, best - reach)...min(scores.count - 1, best + reach) { scores[n] = -.infinity }
        }
    }
}

extension Envelope {
    /// In how many half seconds both change together when the other is moved by a lag, by how evenly they share the sum of
    /// the products (the participation ratio).
    fileprivate func events(in other: Envelope, lag: Int) -> Double {
        let length = max(1, Int(rate / 2))
        let overlap = max(0, lag)..<max(0, lag, min(count, lag + other.count))
        var (sum, squares) = (0.0, 0.0)
        for start in stride(from: overlap.lowerBound, to: overlap.upperBound, by: length) {
            let steps = start..<min(overlap.upperBound, start + length)
            var product = 0
            for index in steps.lowerBound * BandLevels.bandCount..<steps.upperBound * BandLevels.bandCount {
                product += Int(values[index]) * Int(other.values[index - lag * BandLevels.bandCount])
            }
            sum += Double(product)
            squares += Double(product) * Double(product)
        }
        return sum > 0 ? sum * sum / squares : 0
    }

    /// For each place, and one past the last, the sum of the squares before it.
    fileprivate func runningEnergies() -> [Float] {
        var (sum, result) = (Float(0), [Float(0)])
        for n in 0..<count {
            for index in n * BandLevels.bandCount..<(n + 1) * BandLevels.bandCount {
                let value = Float(values[index]) / Self.stepsPerDeviation
                sum += value * value
            }
            result.append(sum)
        }
        return result
    }

    /// One band of a stretch, as far as there is data.
    func samples(_ band: Int, from start: Int, count length: Int) -> [Float] {
        let range = max(0, start)..<max(0, start, min(count, start + length))
        return range.map { Float(values[$0 * BandLevels.bandCount + band]) / Self.stepsPerDeviation }
    }
}

/// Adds the product of a spectrum and the conjugate of another to a third.
func addProduct(_ one: [Float], conjugate other: [Float], to sum: inout [Float]) {
    sum.withUnsafeMutableBufferPointer { sum in
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for n in stride(from: 0, to: sum.count, by: 2) {
                    let (a, b, c, d) = (one[n], one[n + 1], other[n], other[n + 1])
                    sum[n] += a * c + b * d
                    sum[n + 1] += b * c - a * d
                }
            }
        }
    }
}

/// The median; 0 for no values.
func middle(of values: [Float]) -> Float {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

/// Where a peak is between its neighbors, −0.5…0.5, by the parabola through the three.
func vertex(_ values: [Float], _ peak: Int) -> Double {
    guard peak > 0, peak + 1 < values.count, values[peak - 1].isFinite, values[peak + 1].isFinite else { return 0 }
    let bend = values[peak - 1] - 2 * values[peak] + values[peak + 1]
    guard bend < 0 else { return 0 }
    return Double(max(-0.5, min(0.5, 0.5 * (values[peak - 1] - values[peak + 1]) / bend)))
}
