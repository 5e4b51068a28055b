import Audio
import FixtureMedia
import Foundation
import MediaTime
import TestSupport
import Testing

@testable import MediaIO

/// Sound that is cleaned stays where it was, to the sample.
@Suite struct SoundCleanerTests {
    private static let rate = 48_000

    private static func read(
        _ samples: [Float], _ cleaning: SoundCleaning, in folder: TemporaryFolder
    ) throws -> [Float] {
        try SoundFile.write([samples], rate: 48_000, to: folder("sound.wav"))
        let reader = try AudioReader(path: folder("sound.wav"), stream: 0, cleaning: cleaning)
        return try reader.read(from: 0, count: samples.count + rate).channels[0]
    }

    private static func tone(_ hertz: Double, seconds: Double, amplitude: Double = 0.25) -> [Float] {
        (0..<Int(seconds * Double(rate))).map {
            Float(amplitude * sin(2 * Double.pi * hertz * Double($0) / Double(rate)))
        }
    }

    private static func decibels(_ samples: ArraySlice<Float>) -> Double {
        10 * log10(samples.reduce(1e-20) { $0 + Double($1) * Double($1) } / Double(samples.count))
    }

    @Test(arguments: [
        SoundCleaning(highpass: 80), SoundCleaning(denoise: 12), SoundCleaning(declicks: true),
        SoundCleaning(highpass: 120, denoise: 20, declicks: true),
    ])
    func soundStaysWhereItWas(_ cleaning: SoundCleaning) throws {
        let folder = try TemporaryFolder()
        // Of no whole number of any filter's windows.
        let samples = Beeps.samples(.front, rate: Self.rate, from: -24_000, count: 4 * Self.rate + 777)
        let cleaned = try Self.read(samples, cleaning, in: folder)
        let (before, after) = (Beeps.find(samples, rate: Self.rate), Beeps.find(cleaned, rate: Self.rate))
        #expect(before.count == 4 && after.count == 4)
        // A high-pass turns the phase of 1.7 kHz by up to 5°: a third of a sample.
        for (one, other) in zip(before, after) { #expect(abs(one.position - other.position) <= 1) }
        // The end is there, and nothing behind it.
        #expect(cleaned[(samples.count - 480)..<samples.count].contains { $0 != 0 })
        #expect(cleaned[samples.count...].allSatisfy { $0 == 0 })
    }

    @Test func aHighPassTakesWhatIsLow() throws {
        let folder = try TemporaryFolder()
        let (low, high) = (Self.tone(40, seconds: 2), Self.tone(1000, seconds: 2))
        let middle = Self.rate..<Self.rate * 3 / 2
        let cleaning = SoundCleaning(highpass: 160)
        // Second order, two octaves below its corner: 24 dB.
        let lowered = try Self.decibels(Self.read(low, cleaning, in: folder)[middle]) - Self.decibels(low[middle])
        #expect((-25.0 ... -22).contains(lowered), "\(lowered) dB")
        let kept = try Self.decibels(Self.read(high, cleaning, in: folder)[middle]) - Self.decibels(high[middle])
        #expect(abs(kept) < 0.1, "\(kept) dB")
    }

    @Test func noiseIsLoweredAndWhatStandsOutIsNot() throws {
        let folder = try TemporaryFolder()
        // Three seconds of hiss, and then a tone with it.
        var random = Seeded(5)
        let hiss = (0..<6 * Self.rate).map { _ in Float.random(in: -0.004...0.004, using: &random) }
        let tone = [Float](repeating: 0, count: 3 * Self.rate) + Self.tone(1000, seconds: 3)
        let samples = zip(hiss, tone).map { $0 + $1 }
        try SoundFile.write([samples], rate: 48_000, to: folder("noise.wav"))
        var cleaning = SoundCleaning(denoise: 12)
        cleaning.noiseProfile = try cleaning.measuredNoiseProfile(
            of: folder("noise.wav"), stream: 0, clock: FileClock())
        // Even noise of ±0.004 has an RMS of 0.004 / √3. At the bottom, where a band has few bins, the loudest counts.
        let noise = try #require(cleaning.noiseProfile)
        try #require(noise.count == 15)
        #expect(noise[5...].allSatisfy { abs($0 + 52.7) < 0.7 }, "\(noise)")
        #expect(noise[..<5].allSatisfy { (-57.0 ... -47).contains($0) }, "\(noise)")
        let cleaned = try Self.read(samples, cleaning, in: folder)
        let (alone, spoken) = (2 * Self.rate..<Self.rate * 5 / 2, 4 * Self.rate..<5 * Self.rate)
        let lowered = Self.decibels(cleaned[alone]) - Self.decibels(samples[alone])
        #expect((-13.0 ... -11).contains(lowered), "\(lowered) dB")
        let kept = Self.decibels(cleaned[spoken]) - Self.decibels(samples[spoken])
        #expect(abs(kept) < 1, "\(kept) dB")
    }

    /// A rumble that falls with frequency: with a white profile, it would be lowered by less than a decibel.
    @Test func noiseThatIsNotWhiteIsLowered() throws {
        let folder = try TemporaryFolder()
        var random = Seeded(9)
        var (slow, fast): (Float, Float) = (0, 0)
        let noise = (0..<6 * Self.rate).map { _ -> Float in
            let white = Float.random(in: -0.0004...0.0004, using: &random)
            slow += (white * 60 - slow) * 0.02
            fast += (slow - fast) * 0.02
            return white + fast
        }
        let tone = [Float](repeating: 0, count: 3 * Self.rate) + Self.tone(1000, seconds: 3)
        let samples = zip(noise, tone).map { $0 + $1 }
        try SoundFile.write([samples], rate: 48_000, to: folder("noise.wav"))
        var cleaning = SoundCleaning(denoise: 12)
        cleaning.noiseProfile = try cleaning.measuredNoiseProfile(
            of: folder("noise.wav"), stream: 0, clock: FileClock())
        let cleaned = try Self.read(samples, cleaning, in: folder)
        let (alone, spoken) = (2 * Self.rate..<Self.rate * 5 / 2, 4 * Self.rate..<5 * Self.rate)
        let lowered = Self.decibels(cleaned[alone]) - Self.decibels(samples[alone])
        #expect((-14.0 ... -8).contains(lowered), "\(lowered) dB")
        let kept = Self.decibels(cleaned[spoken]) - Self.decibels(samples[spoken])
        #expect(abs(kept) < 1, "\(kept) dB")
    }

    /// A hum far above everything else is outside of what the filter can describe; the highs of a voice are not taken
    /// for noise instead.
    @Test func aHumDoesNotCostTheHighs() throws {
        let folder = try TemporaryFolder()
        let turn = 2 * Float.pi / Float(Self.rate)
        var random = Seeded(9)
        let noise = (0..<6 * Self.rate).map { n in
            0.008 * sinf(turn * Float(120 * n % Self.rate)) + Float.random(in: -0.0001...0.0001, using: &random)
        }
        // Quiet highs, −60 dBFS.
        let tone = [Float](repeating: 0, count: 3 * Self.rate) + Self.tone(9000, seconds: 3).map { $0 / 350 }
        let samples = zip(noise, tone).map { $0 + $1 }
        try SoundFile.write([samples], rate: 48_000, to: folder("noise.wav"))
        var cleaning = SoundCleaning(highpass: 400, denoise: 12)
        cleaning.noiseProfile = try SoundCleaning().measuredNoiseProfile(
            of: folder("noise.wav"), stream: 0, clock: FileClock())
        let cleaned = try Self.read(samples, cleaning, in: folder)
        let plain = try Self.read(samples, SoundCleaning(highpass: 400), in: folder)
        let spoken = 4 * Self.rate..<5 * Self.rate
        #expect(abs(Self.decibels(cleaned[spoken]) - Self.decibels(plain[spoken])) < 1)
    }

    /// What a high-pass rings in digital silence is not the noise, nor is the padding of the last second.
    @Test(arguments: [nil, 80.0]) func silenceIsNoNoise(_ highpass: Double?) throws {
        let folder = try TemporaryFolder()
        var random = Seeded(4)
        let samples = (0..<Self.rate * 61 / 20).map { n in
            n % Self.rate < Self.rate * 2 / 5 ? 0 : Float.random(in: -0.004...0.004, using: &random)
        }
        try SoundFile.write([samples], rate: 48_000, to: folder("noise.wav"))
        let profile = try SoundCleaning(highpass: highpass, denoise: 12).measuredNoiseProfile(
            of: folder("noise.wav"), stream: 0, clock: FileClock())
        #expect(profile[5...].allSatisfy { abs($0 + 52.7) < 1.5 }, "\(profile)")
    }

    @Test func clicksAreReplacedByWhatIsAroundThem() throws {
        let folder = try TemporaryFolder()
        let tone = Self.tone(440, seconds: 3)
        var samples = tone
        for place in stride(from: 24_000, to: samples.count - 24_000, by: 12_347) { samples[place] = 0.95 }
        let cleaned = try Self.read(samples, SoundCleaning(declicks: true), in: folder)
        let error = { (sound: [Float]) in zip(sound, tone).map { abs($0 - $1) }.max()! }
        #expect(error(samples) > 0.6 && error(Array(cleaned.prefix(tone.count))) < 0.05)
    }
}
