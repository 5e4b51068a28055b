import Audio
import Platform

/// The spectrum of a recording's noise: of the quietest tenth of all stretches of 0.1 s, in the bands of FFmpeg's
/// denoiser.
struct NoiseMeter {
    /// In hertz: `band_centre` of libavfilter's `afftdn`. A band reaches from its center divided by √1.5 to its center
    /// times √1.5.
    static let centers = [80, 120, 180, 270, 410, 620, 930, 1400, 2100, 3150, 4750, 7100, 10_700, 16_000, 24_000]
    /// Bands up to this center have few bins; noise there is often hum, which is in one of them.
    private static let highestHum = 410

    private static let window = 2048
    /// In dBFS: nothing below it is noise.
    static let leastLevel = -85.0
    private static let leastPower = powf(10, Float(leastLevel) / 10)
    private let transform: RealTransform
    private let hann = (0..<window).map { 0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(window)) }
    /// The bins of each band.
    private let bins: [Range<Int>]
    private let samplesPerStretch: Int
    /// For each stretch the power in each band, as that of white noise of the same density.
    private var stretches: [[Float]] = []

    /// - Throws: `MediaError.noTransform`.
    init(sampleRate: Int) throws(MediaError) {
        transform = try RealTransform(size: Self.window)
        samplesPerStretch = sampleRate / 10
        bins = Self.centers.map { center in
            let edge = { (factor: Double) in
                min(Self.window / 2, Int((Double(center * Self.window) / Double(sampleRate) * factor).rounded(.up)))
            }
            let (low, over) = (edge(1 / 1.5.squareRoot()), edge(1.5.squareRoot()))
            return low..<max(low + 1, over)
        }
    }

    /// - Parameter channels: samples from where the previous ones ended; stretches do not continue in the next ones.
    mutating func append(_ channels: [[Float]]) {
        let last = (channels.first?.count ?? 0) - samplesPerStretch
        for start in stride(from: 0, through: last, by: samplesPerStretch) {
            let power = power(channels.map { $0[start..<start + samplesPerStretch] })
            // Digital silence is not noise, nor is what a filter rings in it.
            if power.contains(where: { $0 > Self.leastPower }) { stretches.append(power) }
        }
    }

    /// The mean of three windows of each channel.
    private func power(_ channels: [ArraySlice<Float>]) -> [Float] {
        var sums = [Float](repeating: 0, count: Self.window / 2 + 1)
        var windowed = [Float](repeating: 0, count: Self.window)
        var spectrum: [Float] = []
        for channel in channels {
            for third in 0..<3 {
                let start = channel.startIndex + (samplesPerStretch - Self.window) * third / 2
                for n in windowed.indices { windowed[n] = channel[start + n] * hann[n] }
                transform.forward(windowed[...], into: &spectrum)
                for bin in sums.indices {
                    sums[bin] += spectrum[2 * bin] * spectrum[2 * bin] + spectrum[2 * bin + 1] * spectrum[2 * bin + 1]
                }
            }
        }
        // A Hann window has 3/8 of the energy.
        let scale = 1 / (Float(3 * channels.count * Self.window) * 3 / 8)
        return zip(Self.centers, bins).map { center, bins in
            let band = sums[bins]
            return scale * (center <= Self.highestHum ? band.max()! : band.reduce(0, +) / Float(bins.count))
        }
    }

    /// In dBFS (RMS) for each band.
    var profile: [Double] {
        guard !stretches.isEmpty else { return Self.centers.map { _ in Self.leastLevel } }
        // The mean of decibels: noise that is louder in some bands does not hide speech in others.
        let loudness = stretches.map { $0.reduce(0) { $0 + log2f(max($1, 1e-14)) } }
        let quiet = loudness.indices.sorted { loudness[$0] < loudness[$1] }.prefix(max(1, stretches.count / 10))
        return Self.centers.indices.map { band in
            let mean = quiet.reduce(0) { $0 + stretches[$1][band] } / Float(quiet.count)
            // Noise is steady: if no moment is quiet, a voice is quieter in each band at other moments.
            let least = stretches.map { $0[band] }.sorted()[stretches.count / 10]
            return Decibels.of(min(mean, 2 * least).squareRoot())
        }
    }
}
