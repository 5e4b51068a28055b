/// A scene that is heard: noise of changing pitch, as irregular as speech, the same for all who record it.
package struct SceneSound {
    /// Samples per second.
    package static let rate = 16_000
    private let samples: [Float]

    /// - Parameter seed: of another scene with another number.
    package init(seconds: Double, seed: UInt64 = 1) {
        var random = Seeded(seed)
        var samples = [Float](repeating: 0, count: Int(seconds * Double(Self.rate)))
        var start = 0
        while start < samples.count {
            let length = Int.random(in: 1000..<5000, using: &random)
            let level = Float.random(in: 0.005..<0.05, using: &random)
            // A resonator of two poles: noise around a pitch of its own (the cosine of its angle), as bands of speech.
            let cosine = Float.random(in: -0.7..<0.99, using: &random)
            var past: (Float, Float) = (0, 0)
            for n in start..<min(samples.count, start + length) {
                let noise = Float.random(in: -1...1, using: &random)
                past = (noise + 2 * 0.97 * cosine * past.0 - 0.97 * 0.97 * past.1, past.0)
                samples[n] += past.0 * level * min(1, Float(start + length - n) / 800)
            }
            start += Int.random(in: 300..<2500, using: &random)
        }
        self.samples = samples
    }

    /// A click every `period` seconds, each like the other.
    package init(metronome period: Double, seconds: Double) {
        samples = (0..<Int(seconds * Double(Self.rate))).map { n in
            let place = n % Int(period * Double(Self.rate))
            return place < 400 ? Float(place % 8 < 4 ? 1 : -1) * 0.3 * Float(400 - place) / 400 : 0
        }
    }

    /// What a phone records of it.
    ///
    /// - Parameters:
    ///   - start: the scene's second at which the phone begins.
    ///   - drift: by how much the phone's clock runs faster, in parts per million.
    ///   - noise: its own, as an amplitude.
    ///   - seed: of the noise.
    package func recorded(
        from start: Double, seconds: Double, drift: Double = 0, noise: Float = 0.002, seed: UInt64
    ) -> [Float] {
        var random = Seeded(seed)
        return (0..<Int(seconds * Double(Self.rate))).map { n in
            let place = start * Double(Self.rate) + Double(n) / (1 + drift * 1e-6)
            let (index, part) = (Int(place.rounded(.down)), Float(place - place.rounded(.down)))
            let heard =
                index < 0 || index + 1 >= samples.count ? 0 : samples[index] * (1 - part) + samples[index + 1] * part
            return heard + noise * Float.random(in: -1...1, using: &random)
        }
    }
}
