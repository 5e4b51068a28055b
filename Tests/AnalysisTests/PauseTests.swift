import FixtureMedia
import TestSupport
import Testing

@testable import Analysis

/// What may be left out between words.
@Suite struct PauseTests {
    private static let rate = 16_000
    private static let seconds = 40
    private static let turns = [
        Talk.Turn(speaker: 0, start: 1.5, end: 6), Talk.Turn(speaker: 1, start: 6.5, end: 11),
        Talk.Turn(speaker: 0, start: 12.4, end: 15), Talk.Turn(speaker: 1, start: 15.2, end: 15.5),
        Talk.Turn(speaker: 1, start: 18, end: 24), Talk.Turn(speaker: 0, start: 25, end: 31),
        Talk.Turn(speaker: 0, start: 31.9, end: 37),
    ]

    /// Turns that rise and fall over a tenth of a second, as words do, at one of two microphones.
    private static func samples(seat: Int, level: Float = 1) -> [Float] {
        let count = seconds * rate
        var sum = Talk.samples([], seat: seat, rate: rate, from: 0, count: count)
        for turn in turns {
            let start = Int(turn.start * Double(rate))
            let length = Int((turn.end - turn.start) * Double(rate))
            let noise = Talk.samples([], seat: seat, rate: rate, from: Int64(start), count: length)
            let voice = Talk.samples([turn], seat: seat, rate: rate, from: Int64(start), count: length)
            for n in 0..<length {
                let edge = min(1, Float(min(n, length - n)) / Float(rate / 10))
                sum[start + n] += (voice[n] - noise[n]) * edge * level
            }
        }
        return sum
    }

    private static func level(_ samples: [Float], recorded: Range<Int>? = nil) throws -> VoiceLevel {
        try VoiceLevel(of: HeardSamples(samples), recorded: [recorded ?? 0..<samples.count])
    }

    @Test(arguments: [[0, 1], [0], [1]], [1, 0.1] as [Float])
    func onlyWhatIsBetweenWordsIsLeftOut(_ seats: [Int], _ level: Float) throws {
        let microphones = try seats.map { try Self.level(Self.samples(seat: $0, level: level)) }
        let pauses = try #require(Pauses.find([microphones], least: 0.8, kept: 0.2, gain: 0.1))
        // The pauses of half a second and less stay.
        let wanted = [(0, 1.3), (11.2, 12.2), (15.7, 17.8), (24.2, 24.8), (31.2, 31.7), (37.2, 40.0)]
        try #require(pauses.count == wanted.count, "\(pauses)")
        for (pause, (start, end)) in zip(pauses, wanted) {
            // The edges of the faintest words sink into the noise, for half of what is kept.
            #expect(pause.lowerBound >= start - 0.1 && pause.lowerBound < start + 0.15, "\(pause)")
            #expect(pause.upperBound <= end + 0.1 && pause.upperBound > end - 0.15, "\(pause)")
        }
    }

    @Test func aJoinIsOnlyMadeWhereItGainsEnough() throws {
        let level = try Self.level(Self.samples(seat: 0))
        let pauses = try #require(Pauses.find([[level]], least: 0.8, kept: 0.2, gain: 0.7))
        // Not those of 0.6 and 0.5 s; the beginning and the end have no join.
        #expect(pauses.count == 4, "\(pauses)")
        #expect(pauses.dropFirst().dropLast().allSatisfy { $0.upperBound - $0.lowerBound >= 0.7 })
    }

    @Test func shortPausesAreShortenedOnRequest() throws {
        let pauses = try #require(Pauses.find([[Self.level(Self.samples(seat: 0))]], least: 0.3, kept: 0.05, gain: 0.1))
        #expect(pauses.contains { $0.lowerBound > 6 && $0.upperBound < 6.5 })
    }

    /// Applause and music go on for longer than anybody speaks.
    @Test func whatIsLoudIsNoPauseHoweverLongItIs() throws {
        var random = Seeded(3)
        let applause = (0..<28 * Self.rate).map { _ in Float.random(in: -0.1...0.1, using: &random) }
        let level = try Self.level(Self.samples(seat: 0) + applause + Self.samples(seat: 0))
        let pauses = try #require(Pauses.find([[level]], least: 0.8, kept: 0.2, gain: 0.1))
        #expect(pauses.count > 6 && pauses.allSatisfy { $0.upperBound < 40.1 || $0.lowerBound > 67.9 }, "\(pauses)")
    }

    /// A microphone that was switched off, or a file with a gap, writes zeros.
    @Test func digitalSilenceIsAPauseAndChangesNoOther() throws {
        let samples = Self.samples(seat: 0)
        let usual = try #require(Pauses.find([[Self.level(samples)]], least: 0.8, kept: 0.2, gain: 0.1))
        for place in [0, 12 * Self.rate] {
            var gap = samples
            let zeros = place == 0 ? 0..<Self.rate : place..<place + 10 * Self.rate
            gap.replaceSubrange(zeros, with: repeatElement(0, count: zeros.count))
            let pauses = try #require(Pauses.find([[Self.level(gap)]], least: 0.8, kept: 0.2, gain: 0.1))
            let times = zeros.map { Double($0) / Double(Self.rate) }
            let others = usual.filter { $0.upperBound < times.first! - 0.5 || $0.lowerBound > times.last! + 0.5 }
            #expect(
                others.count > 2 && others.allSatisfy { other in pauses.contains { $0.overlaps(other) } }, "\(pauses)")
            #expect(pauses.contains { $0.contains((times.first! + times.last!) / 2) })
        }
    }

    @Test func noiseHasNoPauses() throws {
        let noise = Talk.samples([], seat: 0, rate: Self.rate, from: 0, count: Self.seconds * Self.rate)
        #expect(try Pauses.find([[Self.level(noise)]], least: 0.8, kept: 0.2, gain: 0.1) == nil)
        let silence = [Float](repeating: 0, count: Self.seconds * Self.rate)
        #expect(try Pauses.find([[Self.level(silence)]], least: 0.8, kept: 0.2, gain: 0.1) == nil)
    }

    @Test func nothingIsKnownWhereNobodyListens() throws {
        var samples = Self.samples(seat: 0)
        for n in 14 * Self.rate..<samples.count { samples[n] = 0 }
        let one = try Self.level(samples, recorded: 0..<14 * Self.rate)
        #expect(try #require(Pauses.find([[one]], least: 0.8, kept: 0.2, gain: 0.1)).allSatisfy { $0.upperBound < 14 })
        // The other one goes on.
        let both = [one, try Self.level(Self.samples(seat: 1))]
        #expect(try #require(Pauses.find([both], least: 0.8, kept: 0.2, gain: 0.1)).count == 6)
        // Nobody hears the other microphone while the chosen one records.
        var other = Self.samples(seat: 1)
        for n in other.indices where n < 14 * Self.rate { other[n] += n % 8 < 4 ? 0.05 : -0.05 }
        let chosen = [[one], [try Self.level(other)]]
        #expect(try #require(Pauses.find(chosen, least: 0.8, kept: 0.2, gain: 0.1)).count == 6)
        #expect(try #require(Pauses.find([chosen[0] + chosen[1]], least: 0.8, kept: 0.2, gain: 0.1)).count < 6)
    }

    /// Recordings of 24 bits may be that quiet.
    @Test func wordsFarBelowUsualLevelsStay() throws {
        let quiet = try Self.level(Self.samples(seat: 0).map { $0 * 0.003 })
        let pauses = try #require(Pauses.find([[quiet]], least: 0.8, kept: 0.2, gain: 0.1))
        #expect(pauses.count == 6)
        for pause in pauses {
            #expect(!Self.turns.contains { $0.start < pause.upperBound && pause.lowerBound < $0.end })
        }
    }
}
