import Platform

/// Makes everything above a sound's noise equally loud, at all times and frequencies: bins of a short-time spectrum
/// lose their magnitudes and keep their phases.
struct SpectralFlattening {
    /// 64 ms; frames every quarter of it, so that Hann windows of analysis and synthesis add up to a constant.
    static let size = 1024
    private static let hop = size / 4
    private let transform: any FourierTransform
    private let hann: [Float]

    /// - Parameter transform: of `size` samples.
    init(_ transform: any FourierTransform) {
        self.transform = transform
        hann = (0..<Self.size).map { 0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(Self.size)) }
    }

    func flattened(_ samples: [Float]) -> [Float] {
        var frames = spectra(of: samples)
        let weights = floors(of: frames)
        var result = [Float](repeating: 0, count: samples.count)
        var piece: [Float] = []
        for n in frames.indices {
            for bin in weights.indices {
                let (real, imaginary) = (frames[n][2 * bin], frames[n][2 * bin + 1])
                let magnitude = (real * real + imaginary * imaginary).squareRoot()
                let gain = weights[bin].edge / (magnitude + weights[bin].floor)
                (frames[n][2 * bin], frames[n][2 * bin + 1]) = (real * gain, imaginary * gain)
            }
            transform.inverse(frames[n], into: &piece)
            let start = (n - 3) * Self.hop
            for k in max(0, -start)..<min(Self.size, samples.count - start) { result[start + k] += piece[k] * hann[k] }
        }
        return result
    }

    /// The spectra of windows that begin up to three hops before the first sample, so that every sample is in four of
    /// them.
    private func spectra(of samples: [Float]) -> [[Float]] {
        var windowed = [Float](repeating: 0, count: Self.size)
        return stride(from: -3 * Self.hop, to: samples.count, by: Self.hop).map { start in
            for k in 0..<Self.size {
                windowed[k] = samples.indices.contains(start + k) ? samples[start + k] * hann[k] : 0
            }
            var spectrum: [Float] = []
            transform.forward(windowed[...], into: &spectrum)
            return spectrum
        }
    }

    /// For each bin twice its median magnitude, which noise seldom exceeds, with soft edges: 300 Hz to 7.8 kHz.
    private func floors(of frames: [[Float]]) -> [(floor: Float, edge: Float)] {
        (0...Self.size / 2).map { bin in
            let magnitudes = frames.map { frame in
                (frame[2 * bin] * frame[2 * bin] + frame[2 * bin + 1] * frame[2 * bin + 1]).squareRoot()
            }
            let hertz = Float(bin) * Float(AnalysisSound.rate) / Float(Self.size)
            return (2 * middle(of: magnitudes) + 1e-9, Self.edge(hertz, from: 300))
        }
    }

    /// Removes most of the magnitudes of a whole spectrum, 600 Hz to 7.8 kHz.
    static func whiten(_ spectrum: inout [Float]) {
        let bins = spectrum.count / 2
        // Removing all of the magnitude would make noise as loud as speech.
        let magnitudes = (0..<bins).map { bin in
            powf(spectrum[2 * bin] * spectrum[2 * bin] + spectrum[2 * bin + 1] * spectrum[2 * bin + 1], 0.8 / 2)
        }
        // Nearly empty bins are not amplified.
        let least = 1e-3 * magnitudes.reduce(0, +) / Float(bins) + 1e-20
        for bin in 0..<bins {
            let hertz = Float(bin) * Float(AnalysisSound.rate) / Float(2 * (bins - 1))
            let gain = edge(hertz, from: 600) / (magnitudes[bin] + least)
            spectrum[2 * bin] *= gain
            spectrum[2 * bin + 1] *= gain
        }
    }

    private static func edge(_ hertz: Float, from low: Float) -> Float {
        max(0, min(1, (hertz - low) / 150)) * max(0, min(1, (7800 - hertz) / 300))
    }
}
