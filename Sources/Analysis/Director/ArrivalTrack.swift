/// Which of two microphones sound reaches first, and by how much, at every step: the highest peak of their phase
/// correlation (GCC-PHAT, Knapp and Carter 1976).
///
/// Automatic gain control and microphones close together distort levels, but not delays.
struct ArrivalTrack {
    struct Peak {
        /// By how many samples the sound arrives later at the first microphone.
        var delay: Float
        /// In standard deviations of the correlation.
        var height: Float
    }

    /// The highest peak of each step; a height of 0 if there is none.
    private(set) var peaks: [Peak] = []
    /// Samples searched in each direction: 24 ms, for 5 m between the microphones and a sync error of 9 ms.
    static let reach = 384

    private var cross: [Float] = []
    private var lags: [Float] = []
    private var curve = [Float](repeating: 0, count: 2 * reach + 1)

    /// Adds a step.
    ///
    /// - Parameters:
    ///   - one: the spectrum of a window of the first microphone, from `WindowSpectrum`; `other` is the second's.
    ///   - transform: the transform that made the spectra.
    mutating func hear(_ one: [Float], _ other: [Float], band: [Float], _ transform: any FourierTransform) {
        whiten(one, other, band)
        transform.inverse(cross, into: &lags)
        var sum: Float = 0
        for n in curve.indices {
            curve[n] = lags[(n - Self.reach + transform.size) % transform.size]
            sum += curve[n] * curve[n]
        }
        let deviation = (sum / Float(curve.count)).squareRoot()
        peaks.append(deviation > 0 ? highest(deviation) : Peak(delay: 0, height: 0))
    }

    /// The cross-spectrum with its magnitudes to the power of ⅛: fully whitened, noise would be as loud as speech. Uses
    /// only square roots, which give the same result on every machine.
    private mutating func whiten(_ one: [Float], _ other: [Float], _ band: [Float]) {
        if cross.count != one.count { cross = [Float](repeating: 0, count: one.count) }
        for bin in band.indices {
            let (a, b, c, d) = (one[2 * bin], one[2 * bin + 1], other[2 * bin], other[2 * bin + 1])
            let (real, imaginary) = (a * c + b * d, b * c - a * d)
            let quarter = (real * real + imaginary * imaginary).squareRoot().squareRoot()
            let eighth = quarter.squareRoot()
            // |x|^(7/8), as the square of x to the power of 7/16.
            let magnitude = quarter * eighth * eighth.squareRoot()
            let weight = band[bin] / (magnitude + 1e-12)
            (cross[2 * bin], cross[2 * bin + 1]) = (real * weight, imaginary * weight)
        }
    }

    private func highest(_ deviation: Float) -> Peak {
        var found = Peak(delay: 0, height: 0)
        for n in 1..<curve.count - 1 where curve[n] > curve[n - 1] && curve[n] >= curve[n + 1] {
            let height = curve[n] / deviation
            if height > found.height { found = Peak(delay: Float(n - Self.reach), height: height) }
        }
        return found
    }
}

/// Spectra of windows of a tenth of a second, for `ArrivalTrack`.
struct WindowSpectrum {
    /// Samples.
    static let length = AnalysisSound.rate / 10
    /// Room for `length` and the searched delays, without wrapping around.
    static let size = 2048
    /// 300 Hz to 6.5 kHz, with soft edges.
    static let band = (0...size / 2).map { bin in
        let hertz = Float(bin * AnalysisSound.rate) / Float(size)
        return max(0, min(1, (hertz - 300) / 100)) * max(0, min(1, (6500 - hertz) / 300))
    }
    /// A Welch window: as good as any other here, and computed with multiplications only.
    private static let window = (0..<length).map { n in
        let x = (Float(n) + 0.5) / Float(length) * 2 - 1
        return 1 - x * x
    }

    private var windowed = [Float](repeating: 0, count: length)
    private(set) var values: [Float] = []

    mutating func measure(_ samples: ArraySlice<Float>, _ transform: any FourierTransform) {
        for (n, sample) in samples.enumerated() { windowed[n] = sample * Self.window[n] }
        transform.forward(windowed[...], into: &values)
    }
}
