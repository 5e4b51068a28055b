import Platform

/// What one microphone tells about how lively a recording is, ten times a second.
package struct MomentSound: Sendable {
    /// Looks per second.
    package static let rate = 10

    let voice: VoiceLevel
    /// The level of everything below 4 kHz in decibels.
    let levels: [Float]
    /// How far it is above the noise.
    let leads: [Float]
    /// Whether many people laugh or clap: loud, and steadier than any voice.
    let isCrowd: [Bool]
    /// Whether somebody laughs: bursts at a steady 3.5 to 7 Hz.
    let isLaugh: [Bool]

    /// Reads all of a sound once.
    ///
    /// - Parameter recorded: when the microphone recorded, in samples.
    /// - Throws: errors from reading and from making transforms.
    package init(of stream: any SoundStream, recorded: [Range<Int>], _ transforms: FourierTransforms) throws {
        var track = VoiceTrack()
        var bands = BandCourse(try PowerSpectra(transforms, hop: BandLevels.hop))
        while case let samples = try stream.next(), !samples.isEmpty {
            track.hear(samples)
            bands.hear(samples)
        }
        self.init(VoiceLevel(track, recorded: recorded), bands)
    }

    private init(_ voice: VoiceLevel, _ bands: BandCourse) {
        self.voice = voice
        let (course, hop) = (bands.levels, BandCourse.perLook)
        let floor = Self.floor(course, rate: BandCourse.rate)
        let looks = 0..<course.count / hop
        let noise = looks.map { floor[min(floor.count - 1, $0 / Self.rate)] }
        levels = looks.map { course[$0 * hop..<($0 + 1) * hop].max() ?? 0 }
        leads = zip(levels, noise).map { $0 - $1 }
        let (crowd, laugh) = (BandCourse.rate, BandCourse.rate * 32 / 25)
        let rhythm = Rhythm(count: laugh, rate: Float(BandCourse.rate))
        /// Whether a window around a look is this much above the noise.
        let isLoud = { (window: Range<Int>, look: Int, least: Float) in
            course[window].sorted()[window.count / 2] - noise[look] >= least
        }
        let window = { (length: Int, look: Int) in
            let start = look * hop + hop / 2 - length / 2
            return start >= 0 && start + length <= course.count ? start..<start + length : nil
        }
        isCrowd = looks.map { look in
            guard let window = window(crowd, look), isLoud(window, look, Self.leastCrowd) else { return false }
            // The last looks have no whole second.
            return look < bands.unsteadiness.count && bands.unsteadiness[look] <= Self.mostUnsteady
        }
        isLaugh = looks.map { look in
            guard let window = window(laugh, look), isLoud(window, look, Self.leastLaugh) else { return false }
            return rhythm.isLaughter(course[window])
        }
    }

    /// How far a crowd's median is above the noise, in decibels, and how much the level of a band varies: voices vary by
    /// five decibels or more. Measured on 51 recordings of laughter and applause between speech.
    private static let (leastCrowd, mostUnsteady): (Float, Float) = (8, 4.3)
    private static let leastLaugh: Float = 3

    /// The noise for each second, in decibels: the level below which a twelfth of 16 s is, and 2 dB.
    private static func floor(_ course: [Float], rate: Int) -> [Float] {
        stride(from: 0, to: max(1, course.count), by: rate).map { place in
            let near = course[max(0, place - 8 * rate)..<min(course.count, place + 8 * rate)].sorted()
            return max(-60, (near.isEmpty ? -60 : near[near.count / 12]) + 2)
        }
    }

    /// The spectrum of how a level changes.
    private struct Rhythm {
        private let waves: [(frequency: Float, cosines: [Float], sines: [Float])]
        private let gain: Float

        init(count: Int, rate: Float) {
            let window = (0..<count).map { 0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(max(1, count - 1))) }
            let resolution = rate / Float(2 * count)
            waves = (Int(1.2 / resolution)...Int(14 / resolution)).map { number in
                let frequency = Float(number) * resolution
                let phases = (0..<count).map { 2 * .pi * frequency / rate * Float($0) }
                return (
                    frequency, zip(phases, window).map { cosf($0) * $1 }, zip(phases, window).map { sinf($0) * $1 }
                )
            }
            gain = window.reduce(0, +) / 2
        }

        /// Whether four fifths of what changes between 1.2 and 14 Hz do so at one rate of laughter, by 4 dB or more.
        func isLaughter(_ levels: ArraySlice<Float>) -> Bool {
            let (count, values) = (Float(levels.count), Array(levels))
            let mean = values.reduce(0, +) / count
            // Without its slope.
            var (slope, norm): (Float, Float) = (0, 0)
            for (index, value) in values.enumerated() {
                let place = Float(index) - (count - 1) / 2
                slope += place * (value - mean)
                norm += place * place
            }
            let flat = values.enumerated().map { $1 - mean - slope / norm * (Float($0) - (count - 1) / 2) }
            let powers = waves.map { wave -> Float in
                var (real, imaginary): (Float, Float) = (0, 0)
                for index in flat.indices {
                    real += flat[index] * wave.cosines[index]
                    imaginary += flat[index] * wave.sines[index]
                }
                return real * real + imaginary * imaginary
            }
            let rates = waves.indices.filter { (3.5...7).contains(waves[$0].frequency) }
            guard let peak = rates.max(by: { powers[$0] < powers[$1] }) else { return false }
            let near = powers[max(0, peak - 2)...min(powers.count - 1, peak + 2)].reduce(0, +)
            return near >= 0.8 * powers.reduce(0, +) && powers[peak].squareRoot() / gain >= 4
        }
    }
}

/// The level of a sound 100 times a second, and how steady its bands are; of long sounds, no more is kept.
private struct BandCourse {
    static let rate = 100
    static let perLook = rate / MomentSound.rate
    /// Of everything below 4 kHz, in decibels.
    private(set) var levels: [Float] = []
    /// For each look, the mean standard deviation of all bands in the second around it, in decibels.
    private(set) var unsteadiness: [Float] = []
    private var spectra: PowerSpectra
    private let bank = MelBand.bank(
        count: BandLevels.bandCount, from: 200, to: 7000, size: PowerSpectra.window)
    /// The levels of all bands in the last second.
    private var recent: [[Float]] = []

    init(_ spectra: PowerSpectra) { self.spectra = spectra }

    mutating func hear(_ samples: [Float]) {
        spectra.append(samples)
        while spectra.next() {
            let energies = bank.map { $0.energy(spectra.power) }
            // The upper bands are above 4 kHz.
            levels.append(10 * log10f(max(energies.prefix(15).reduce(0, +), 1e-12)))
            // Below −80 dB, only rounding varies.
            recent.append(energies.map { 10 * log10f(max($0, 1e-5)) })
            if recent.count > Self.rate { recent.removeFirst() }
            // A look is in the middle of its second.
            let looked = levels.count - Self.rate / 2 + Self.perLook / 2
            while unsteadiness.count * Self.perLook + Self.perLook <= looked { unsteadiness.append(deviation) }
        }
    }

    private var deviation: Float {
        guard recent.count == Self.rate else { return .infinity }
        let count = Float(recent.count)
        return (0..<bank.count).reduce(0) { sum, band in
            let mean = recent.reduce(0) { $0 + $1[band] } / count
            let variance = recent.reduce(0) { $0 + ($1[band] - mean) * ($1[band] - mean) } / count
            return sum + variance.squareRoot()
        } / Float(bank.count)
    }
}
