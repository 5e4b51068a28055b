import Platform

/// The onset strength of a sound, 100 times a second: the increase of energy in its bands (spectral flux), relative to
/// its surroundings.
struct OnsetStrength {
    /// Steps per second.
    static let rate = 100
    /// In standard deviations of the surrounding seconds; 0 where nothing increases.
    private(set) var values: [Float]
    /// For the lowest bands only: drums and basses mark where bars begin.
    private(set) var low: [Float]
    /// For the upper half of the bands only: snares, claps, hats.
    private(set) var high: [Float]

    /// Reads all of a sound once.
    ///
    /// - Throws: errors from reading and from making a transform.
    init(of stream: any SoundStream, _ transforms: FourierTransforms) throws {
        var meter = FluxMeter(try PowerSpectra(transforms, hop: FluxMeter.hop, silence: PowerSpectra.window / 2))
        while case let samples = try stream.next(), !samples.isEmpty { meter.hear(samples) }
        (values, low, high) = (
            Self.overUsual(meter.rises), Self.overUsual(meter.lowRises), Self.overUsual(meter.highRises)
        )
    }

    /// Sounds without onsets vary by this much, in log₂ of energy over all bands: a tone beats against the hops of the
    /// windows. The softest of generated music varies by 6, noise by 2, a sine by 0.1 to 0.4.
    private static let steady: Float = 1.5

    private static func overUsual(_ rises: [Float]) -> [Float] {
        let usual = rises.smoothed(over: rate)
        let over = zip(rises, usual).map { max(0, $0 - $1) }
        // A quiet passage counts as much as a loud one.
        let variance = over.map { $0 * $0 }.smoothed(over: 8 * rate)
        return zip(over, variance).map { $0 / ($1.squareRoot() + steady) }
    }
}

/// Reads a stream once and measures the energy increases.
private struct FluxMeter {
    static let hop = AnalysisSound.rate / OnsetStrength.rate
    private static let bandCount = 24
    /// The number of bands for drums and basses: up to 290 Hz.
    private static let lowBands = 2
    /// Steps over which an increase is measured: a window is three hops long.
    private static let lag = 2
    /// Steps over which a band's usual energy is averaged.
    private static let memory: Float = 1000
    /// How far below the usual level sound still counts.
    private static let depth: Float = 30

    private(set) var rises: [Float] = []
    private(set) var lowRises: [Float] = []
    private(set) var highRises: [Float] = []
    private var count = 0
    private var spectra: PowerSpectra
    private let bank = MelBand.bank(count: bandCount, from: 30, to: 7500, size: PowerSpectra.window)
    private var usual = [Float](repeating: 0, count: bandCount)
    /// The most recent levels, the oldest first.
    private var levels = [[Float]](repeating: [Float](repeating: 0, count: bandCount), count: lag + 1)

    init(_ spectra: PowerSpectra) { self.spectra = spectra }

    mutating func hear(_ samples: [Float]) {
        spectra.append(samples)
        while spectra.next() { measure() }
    }

    private mutating func measure() {
        count += 1
        levels.removeFirst()
        let share = 1 / min(Self.memory, Float(count))
        levels.append(
            bank.indices.map { band in
                let energy = bank[band].energy(spectra.power) + 1e-6
                usual[band] += (energy - usual[band]) * share
                return log2f(1 + Self.depth * energy / usual[band])
            })
        let rise = (0..<Self.bandCount).map { max(0, levels[Self.lag][$0] - levels[0][$0]) }
        let isFirst = count <= Self.lag
        rises.append(isFirst ? 0 : rise.reduce(0, +))
        lowRises.append(isFirst ? 0 : rise.prefix(Self.lowBands).reduce(0, +))
        highRises.append(isFirst ? 0 : rise.suffix(Self.bandCount / 2).reduce(0, +))
    }
}
