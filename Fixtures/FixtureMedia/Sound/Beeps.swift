/// A beep of 50 ms at every full second, over quiet noise, exact to the sample.
///
/// The tone sweeps upward by a fifth, so that it matches itself in one place only: a steady tone would match
/// nearly as well one period (1 ms) off.
package enum Beeps {
    package static let amplitude: Float = 0.5
    static let noise: Float = 0.002
    /// Milliseconds.
    static let length = 50

    /// Sample `n` (0…) of a camera's beep at `rate` samples per second.
    static func template(_ camera: Camera, rate: Int) -> [Float] {
        let count = rate * length / 1000
        let start = camera.beepFrequency / Double(rate)
        let slope = start * 0.2 / Double(count)
        return (0..<count).map { n in
            let t = Double(n)
            return amplitude * Float(sine(turns: start * t + slope * t * t / 2))
        }
    }

    /// `count` samples from position `start` of the file's clock, which may be negative.
    package static func samples(_ camera: Camera, rate: Int, from start: Int64, count: Int) -> [Float] {
        let template = template(camera, rate: rate)
        return (0..<count).map { n in
            let position = start + Int64(n)
            let second = Int(((position % Int64(rate)) + Int64(rate)) % Int64(rate))
            return (second < template.count ? template[second] : 0) + noise * hiss(position)
        }
    }

    /// A scene: noise of two colors whose level changes every tenth of a second, never the same way twice.
    ///
    /// - Parameter start: in samples of the scene.
    package static func scene(rate: Int, from start: Int64, count: Int) -> [Float] {
        (0..<count).map { n in
            let position = start + Int64(n)
            let block = position / Int64(rate / 10)
            let level = max(0.01, hiss(block &* 7919)) * 0.3
            let color: Float = hiss(block &* 104_729) > 0 ? 0.9 : -0.9
            return level * (hiss(position) + color * hiss(position - 1)) / 2
        }
    }

    /// The same at every position whoever asks: a hash, ±1.
    package static func hiss(_ position: Int64) -> Float {
        var x = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
        x ^= x >> 29
        x = x &* 0xBF58_476D_1CE4_E5B9
        return Float(Int32(truncatingIfNeeded: x >> 32)) / Float(Int32.max)
    }

    /// A beep that was found.
    package struct Found: Hashable, Sendable {
        /// Where it begins, in samples.
        package var position: Int
        package var camera: Camera
    }

    /// All whole beeps in `samples`, by their first sample.
    package static func find(_ samples: [Float], rate: Int) -> [Found] {
        let templates = Camera.allCases.map { ($0, template($0, rate: rate)) }
        let block = rate / 400
        var found: [Found] = []
        var index = 0
        samples.withUnsafeBufferPointer { samples in
            while (index + 1) * block <= samples.count {
                var energy: Float = 0
                for n in index * block..<(index + 1) * block { energy += samples[n] * samples[n] }
                // A fortieth of the beep's power: heard also while it is faded in.
                guard energy > Float(block) * amplitude * amplitude / 80 else {
                    index += 1
                    continue
                }
                var best: (score: Float, position: Int, camera: Camera)?
                for (camera, template) in templates {
                    for position in max(0, (index - 1) * block)...(index + 1) * block {
                        guard position + template.count <= samples.count else { break }
                        var score: Float = 0
                        for n in 0..<template.count { score += template[n] * samples[position + n] }
                        if score > best?.score ?? 0 { best = (score, position, camera) }
                    }
                }
                if let best {
                    found.append(Found(position: best.position, camera: best.camera))
                    // What encoders smear behind a beep is no beep.
                    index = (best.position + templates[0].1.count + rate / 40) / block + 1
                } else {
                    index += rate / 20 / block
                }
            }
        }
        return found
    }
}

/// The sine of whole turns, exact enough for sound and without a maths library.
func sine(turns: Double) -> Double {
    var x = turns - turns.rounded()
    // Into ±¼ turn, where the series converges quickly.
    if x > 0.25 { x = 0.5 - x }
    if x < -0.25 { x = -0.5 - x }
    let a = x * 2 * Double.pi
    let s = a * a
    return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))))
}
