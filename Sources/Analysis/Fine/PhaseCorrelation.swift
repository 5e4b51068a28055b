import Platform

/// Finds a short window of one sound in another by the phases of their cross-spectrum (GCC-PHAT, Knapp and Carter
/// 1976): the peaks are as narrow as the band allows, however the rooms color the sound.
struct PhaseCorrelation {
    /// Samples of the second sound in the windows of an alignment: 1.92 s.
    static let usualLength = 30_720
    /// Samples searched on either side in the windows of an alignment: 64 ms.
    static let usualReach = 1024
    /// Samples of the second sound.
    let length: Int
    /// Samples searched on either side.
    let reach: Int
    /// How much of the magnitude is removed: removing all of it would make noise as loud as speech.
    private static let exponent: Float = 0.8

    private let transform: any FourierTransform
    /// 600 Hz to 7.8 kHz, with soft edges.
    private let band: [Float]
    private var one: [Float] = []
    private var other: [Float] = []
    private var lags: [Float] = []

    /// - Throws: what making a transform throws.
    init(_ transforms: FourierTransforms, length: Int = usualLength, reach: Int = usualReach) throws {
        (self.length, self.reach) = (length, reach)
        let size = powerOfTwo(atLeast: length + 2 * reach)
        transform = try transforms.transform(size: size)
        band = (0...size / 2).map { bin in
            let hertz = Float(bin) * Float(AnalysisSound.rate) / Float(size)
            return max(0, min(1, (hertz - 600) / 150)) * max(0, min(1, (7800 - hertz) / 300))
        }
    }

    /// The correlation at delays of −`reach`…`reach` samples, in its own standard deviations; `nil` for silence.
    ///
    /// - Parameters:
    ///   - long: `length + 2 · reach` samples of the first sound, from `reach` before the place where `short` is
    ///     expected.
    ///   - short: `length` samples of the second.
    mutating func curve(_ long: [Float], _ short: [Float]) -> [Float]? {
        guard long.contains(where: { $0 != 0 }), short.contains(where: { $0 != 0 }) else { return nil }
        transform.forward(long[...], into: &one)
        transform.forward(short[...], into: &other)
        whiten()
        transform.inverse(one, into: &lags)
        let curve = lags[...(2 * reach)]
        let deviation = (curve.reduce(0) { $0 + $1 * $1 } / Float(curve.count)).squareRoot() + 1e-20
        return curve.map { $0 / deviation }
    }

    /// Makes `one` the weighted cross-spectrum.
    private mutating func whiten() {
        var magnitudes = [Float](repeating: 0, count: band.count)
        var sum: Float = 0
        for bin in band.indices where band[bin] > 0 {
            let (a, b, c, d) = (one[2 * bin], one[2 * bin + 1], other[2 * bin], other[2 * bin + 1])
            let (real, imaginary) = (a * c + b * d, b * c - a * d)
            (one[2 * bin], one[2 * bin + 1]) = (real, imaginary)
            magnitudes[bin] = powf(real * real + imaginary * imaginary, Self.exponent / 2)
            sum += magnitudes[bin]
        }
        // Nearly empty bins are not amplified.
        let least = 1e-3 * sum / Float(band.count) + 1e-20
        for bin in band.indices {
            let weight = band[bin] / (magnitudes[bin] + least)
            one[2 * bin] = band[bin] > 0 ? one[2 * bin] * weight : 0
            one[2 * bin + 1] = band[bin] > 0 ? one[2 * bin + 1] * weight : 0
        }
    }
}
