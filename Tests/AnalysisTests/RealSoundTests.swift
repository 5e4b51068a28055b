import Platform
import TestSupport
import Testing

@testable import Analysis

/// Two phones in a room with something that people know: spoken sentences, sweeps.
@Suite struct RealSoundTests {
    private static let rate = SceneSound.rate

    /// What a phone records of a sound from `start` on: with a reflection, and its own noise.
    private static func recorded(_ sound: [Float], from start: Double, echo: (delay: Int, gain: Float), seed: UInt64)
        -> [Float]
    {
        var random = Seeded(seed)
        let first = Int(start * Double(rate))
        return sound.indices.dropFirst(first).map { n in
            let reflected = n >= echo.delay ? echo.gain * sound[n - echo.delay] : 0
            return sound[n] + reflected + Float.random(in: -0.004...0.004, using: &random)
        }
    }

    /// The second phone begins 1.7 s later.
    private static func expectAligned(_ sound: [Float]) throws {
        let result = try aligned(
            recorded(sound, from: 0.4, echo: (61, 0.5), seed: 2), recorded(sound, from: 2.1, echo: (97, -0.6), seed: 3))
        #expect(result.verdict == .matched && result.pieces.count == 1)
        #expect(abs(result.time(at: 0) - 1.7) < 0.001)
    }

    @Test(.enabled(if: Speech.isInstalled, "espeak-ng is not installed"))
    func spokenSentencesAreAligned() throws {
        let speech = try Speech.spoken(
            """
            Two phones stand on one table, and each of them films the other side of the room.
            Nobody pressed the buttons at the same moment. One of them began almost two seconds later.
            What both of them heard is this voice, and from it the film will know when each of them began.
            """)
        try #require(speech.count > 10 * Self.rate)
        try Self.expectAligned(speech)
    }

    /// From 200 Hz to 6 kHz, as speakers are measured: no two alike, at no regular times.
    @Test func sweepsAreAligned() throws {
        var random = Seeded(3)
        var sound = [Float](repeating: 0, count: 24 * Self.rate)
        var start = Self.rate / 2
        while start < sound.count {
            let length = Int.random(in: 3000..<9000, using: &random)
            let (low, high) = (
                Float.random(in: 200...800, using: &random), Float.random(in: 2000...6000, using: &random)
            )
            var phase: Float = 0
            for n in start..<min(sound.count, start + length) {
                let share = Float(n - start) / Float(length)
                phase += 2 * .pi * low * powf(high / low, share) / Float(Self.rate)
                sound[n] = 0.2 * sinf(phase)
            }
            start += length + Int.random(in: 2000..<16_000, using: &random)
        }
        try Self.expectAligned(sound)
    }
}

/// Speech by espeak-ng, which most machines do not have.
private enum Speech {
    static let isInstalled = output(of: "command -v espeak-ng").isEmpty == false

    /// At the rate of all analyses.
    static func spoken(_ text: String) throws -> [Float] {
        let file = output(of: "espeak-ng -v en --stdout '\(text)'")
        try #require(file.count > 44)
        let samples = stride(from: 44, to: file.count - 1, by: 2).map { place in
            Float(Int16(truncatingIfNeeded: Int(file[place]) | Int(file[place + 1]) << 8)) / 32_768
        }
        let rate = Double(Int(file[24]) | Int(file[25]) << 8 | Int(file[26]) << 16)
        return (0..<Int(Double(samples.count - 1) * Double(AnalysisSound.rate) / rate)).map { n in
            let place = Double(n) * rate / Double(AnalysisSound.rate)
            let part = Float(place - place.rounded(.down))
            return samples[Int(place)] * (1 - part) + samples[Int(place) + 1] * part
        }
    }

    private static func output(of command: String) -> [UInt8] {
        guard let pipe = popen(command + " 2>/dev/null", "r") else { return [] }
        defer { pclose(pipe) }
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, pipe), count > 0 { result += block[..<count] }
        return result
    }
}
