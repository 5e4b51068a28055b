import Platform

/// The level of each band of a sound, up to 100 times a second: what two microphones in one scene have in common.
///
/// One byte for each level, and fewer levels a second for very long recordings, so ten hours take no more memory than
/// three.
struct BandLevels: Sendable {
    /// Bands on the mel scale, 200 Hz to 7 kHz.
    static let bandCount = 20
    /// Samples between levels, before any are merged: 10 ms.
    static let hop = AnalysisSound.rate / 100
    /// Above this many, levels are merged in pairs: 2.9 hours at 100 a second.
    static let mostLevels = 1 << 20

    /// `levels[n * bandCount + band]`, see `Step`.
    var levels: [UInt8] = []
    /// How many hops each level covers: a power of two.
    var hopsPerLevel = 1
    /// How often each step of energy above 700 Hz occurs, for the noise floor of `OnsetGate`.
    var highSteps = [Int](repeating: 0, count: 256)
    /// Samples that were read.
    var sampleCount = 0

    /// Levels of each band.
    var count: Int { levels.count / Self.bandCount }
    /// Levels per second.
    var rate: Double { 100 / Double(hopsPerLevel) }
    /// Length of the sound in seconds.
    var duration: Double { Double(sampleCount) / Double(AnalysisSound.rate) }

    /// A level is energy in steps of an eighth of an octave, 0.376 dB, from 2⁻¹⁷ on: 96 dB in a byte.
    enum Step {
        static func of(_ energy: Float) -> UInt8 {
            UInt8(clamping: Int(((log2f(max(energy, 1e-12)) + 17) * 8).rounded()))
        }
        static func energy(_ step: Int) -> Float { exp2f(Float(step) / 8 - 17) }
    }

    /// The same at half the rate.
    func halved() -> BandLevels {
        var result = self
        let half = count / 2
        result.levels = [UInt8](unsafeUninitializedCapacity: half * Self.bandCount) { buffer, length in
            for n in 0..<half {
                for band in 0..<Self.bandCount {
                    let one = UInt16(levels[2 * n * Self.bandCount + band])
                    let other = UInt16(levels[(2 * n + 1) * Self.bandCount + band])
                    buffer[n * Self.bandCount + band] = UInt8((one + other) / 2)
                }
            }
            length = half * Self.bandCount
        }
        result.hopsPerLevel *= 2
        return result
    }
}

/// Reads a stream once and records its band levels.
struct LevelMeter {
    private static let window = PowerSpectra.window
    private var spectra: PowerSpectra
    private let bank = MelBand.bank(count: BandLevels.bandCount, from: 200, to: 7000, size: window)
    private var merged = [UInt16](repeating: 0, count: BandLevels.bandCount)
    private var mergedHops = 0
    private var result = BandLevels()

    /// - Parameter progress: receives the number of seconds read so far.
    /// - Throws: what reading and making a transform throw.
    static func levels(
        of stream: any SoundStream, _ transforms: FourierTransforms, progress: (Double) -> Void = { _ in }
    ) throws -> BandLevels {
        var meter = LevelMeter(try PowerSpectra(transforms, hop: BandLevels.hop))
        while case let samples = try stream.next(), !samples.isEmpty {
            meter.append(samples)
            progress(meter.result.duration)
        }
        return meter.result
    }

    private init(_ spectra: PowerSpectra) { self.spectra = spectra }

    private mutating func append(_ samples: [Float]) {
        result.sampleCount += samples.count
        spectra.append(samples)
        while spectra.next() {
            noteHighEnergy()
            for band in bank.indices {
                merged[band] += UInt16(BandLevels.Step.of(bank[band].energy(spectra.power)))
            }
            mergedHops += 1
            if mergedHops == result.hopsPerLevel { finishLevel() }
        }
    }

    private mutating func finishLevel() {
        for band in merged.indices {
            result.levels.append(UInt8(merged[band] / UInt16(mergedHops)))
            merged[band] = 0
        }
        mergedHops = 0
        if result.count == BandLevels.mostLevels { result = result.halved() }
    }

    /// Mean square of everything above 700 Hz, by Parseval's theorem: a Hann window has 3/8 of the energy.
    private mutating func noteHighEnergy() {
        var sum: Float = 0
        for bin in (700 * Self.window / AnalysisSound.rate)..<(Self.window / 2) {
            sum += spectra.power[bin]
        }
        let size = Float(Self.window)
        result.highSteps[Int(BandLevels.Step.of(2 * sum / (size * size * 3 / 8)))] += 1
    }
}

/// A triangle on the mel scale: how much of each bin of a spectrum belongs to the band.
struct MelBand {
    private var first: Int
    private var weights: [Float]

    /// Bands with centers at equal distances in mel (2595 · log₁₀(1 + f / 700)), each reaching from the previous
    /// center to the next.
    static func bank(count: Int, from low: Float, to high: Float, size: Int) -> [MelBand] {
        let mel = { (hertz: Float) in 2595 * log10f(1 + hertz / 700) }
        let edges = (0..<count + 2).map { n in
            let m = mel(low) + (mel(high) - mel(low)) * Float(n) / Float(count + 1)
            return 700 * (powf(10, m / 2595) - 1) * Float(size) / Float(AnalysisSound.rate)
        }
        return (0..<count).map { n in
            let (start, center, end) = (edges[n], edges[n + 1], edges[n + 2])
            let bins = Int(start.rounded(.up))...Int(end)
            return MelBand(
                first: bins.lowerBound,
                weights: bins.map {
                    max(0, min((Float($0) - start) / (center - start), (end - Float($0)) / (end - center)))
                })
        }
    }

    func energy(_ power: [Float]) -> Float {
        var sum: Float = 0
        for n in weights.indices { sum += power[first + n] * weights[n] }
        return sum
    }
}
