import Testing

@testable import Audio

/// Music gives way to speech before it begins, holds still while it lasts, and comes back after it.
@Suite struct DuckerTests {
    private static let rate = Int(AudioBuffer.sampleRate)

    /// Noise, the same each time.
    private static func hiss(_ n: Int) -> Float {
        var x = UInt64(n) &* 0x9E37_79B9_7F4A_7C15
        x ^= x >> 29
        x = x &* 0xBF58_476D_1CE4_E5B9
        return Float(Int32(truncatingIfNeeded: x >> 32)) / Float(Int32.max)
    }

    /// Seconds of noise at an amplitude, and speech in some of them: syllables of 150 ms with gaps of 80 ms.
    private static func film(_ seconds: Int, noise: Float, speech: Range<Int>?, clickAt click: Int? = nil)
        -> AudioBuffer
    {
        var buffer = AudioBuffer(frameCount: seconds * rate)
        for n in 0..<buffer.frameCount {
            let speaks = speech.map { (($0.lowerBound * rate)..<($0.upperBound * rate)).contains(n) } ?? false
            let isSyllable = speaks && n % (rate * 23 / 100) < rate * 15 / 100
            let isClick = click.map { (($0 * rate)..<($0 * rate + rate / 100)).contains(n) } ?? false
            let sample = hiss(n) * (isSyllable ? 0.2 : isClick ? 0.8 : noise)
            (buffer.channels[0][n], buffer.channels[1][n]) = (sample, sample)
        }
        return buffer
    }

    /// The gains of all samples, in blocks of an odd size, of a film that is heard just far enough ahead.
    private static func gains(_ film: AudioBuffer, _ ducking: Ducking = Ducking(depth: 12)) -> [Float] {
        var ducker = Ducker(ducking)
        var (gains, heard) = ([Float](), 0)
        while gains.count < film.frameCount {
            let count = min(4099, film.frameCount - gains.count)
            let end = min(film.frameCount, gains.count + count + ducker.lookahead)
            if heard < end {
                var part = AudioBuffer(frameCount: end - heard)
                for c in 0..<2 { part.channels[c] = Array(film.channels[c][heard..<end]) }
                ducker.hear(part)
                heard = end
            }
            gains += ducker.gains(count: count)
        }
        return gains
    }

    @Test func itIsDownBeforeTheFirstWordAndHoldsUntilTheLast() {
        let ducking = Ducking(depth: 12, attack: 0.3, release: 1)
        let gains = Self.gains(Self.film(14, noise: 0.001, speech: 5..<9, clickAt: 2), ducking)
        let low = Float(Decibels.factor(-12))
        let second = { (time: Double) in Int(time * Double(Self.rate)) }
        // A click is no speech; lowering begins 0.3 s ahead, and a block or two earlier.
        #expect(gains[..<second(4.55)].allSatisfy { $0 == 1 })
        // No pumping: not a hundredth of a decibel in any pause between syllables.
        #expect(gains[second(5)..<second(9)].allSatisfy { abs($0 - low) < 0.0003 })
        // It comes back 0.6 s after the last word, within a second, and stays.
        #expect(gains[second(9.4)] < low + 0.0003 && gains[second(10.8)...].allSatisfy { $0 == 1 })
        // One way down and one way up, at the speeds that were asked for.
        let steps = zip(gains.dropFirst(), gains).map { $0 - $1 }
        #expect(steps.lastIndex { $0 < 0 }! < steps.firstIndex { $0 > 0 }!)
        let (down, up) = (steps.count { $0 < 0 }, steps.count { $0 > 0 })
        #expect(abs(Double(down) / 48_000 - 0.3) < 0.011 && abs(Double(up) / 48_000 - 1) < 0.011)
        // Nothing steps: 12 dB in 0.3 s are less than 0.0003 of full scale in a sample.
        #expect(steps.allSatisfy { abs($0) < 0.0003 })
    }

    @Test(arguments: [Float(0.0005), 0.02, 0.2])
    func steadyNoiseIsNoSpeechHoweverLoud(_ noise: Float) {
        #expect(Self.gains(Self.film(8, noise: noise, speech: nil)).allSatisfy { $0 == 1 })
    }

    @Test func speechIsHeardInNoise() {
        // 20 dB over the street.
        let gains = Self.gains(Self.film(12, noise: 0.02, speech: 4..<8))
        #expect(gains[4 * Self.rate..<8 * Self.rate].allSatisfy { $0 < 0.2516 })
        #expect(gains[3 * Self.rate] == 1 && gains[11 * Self.rate] == 1)
    }

    /// Syllables 8 dB above the street, with 80 of 230 ms between them, for half a minute.
    @Test func peopleWhoTalkWithoutAPauseAreHeardThroughout() {
        let gains = Self.gains(Self.film(34, noise: 0.08, speech: 2..<32))
        // So close to the noise, the first syllable is heard a few blocks late.
        #expect(gains[21 * Self.rate / 10..<32 * Self.rate].allSatisfy { $0 < 0.2516 })
        #expect(gains[0] == 1 && gains.last == 1)
    }

    @Test func aProgrammeThatEndsIsFollowedBySilence() {
        var ducker = Ducker(Ducking())
        ducker.hear(Self.film(1, noise: 0.001, speech: nil))
        #expect(ducker.gains(count: 5 * Self.rate).allSatisfy { $0 == 1 })
    }

    @Test func decibelsAreFactors() {
        // Known to ten digits.
        for (decibels, factor) in [(0, 1), (20, 10), (-20, 0.1), (-6, 0.5011872336), (-60, 0.001), (24, 15.8489319246)]
        {
            #expect(abs(Decibels.factor(Double(decibels)) / factor - 1) < 1e-10)
        }
    }
}
