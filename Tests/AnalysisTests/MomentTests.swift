@testable import Analysis
import MediaIO
import Testing

/// Where people laugh and answer each other, in sounds that are made for it.
@Suite("Best moments")
struct MomentTests {
    private static let rate = AnalysisSound.rate

    /// Words as noise: syllables of different lengths and levels, with pauses of half a second after each sentence.
    private struct Voices {
        var samples: [Float]
        private var seed: UInt64

        init(seconds: Int, seed: UInt64, from start: Int = 0) {
            self.seed = seed
            samples = (0..<seconds * rate).map { _ in 0 }
            for index in samples.indices { samples[index] = 0.0005 * noise() }
            var place = start * rate
            while place < samples.count {
                // A sentence of 4 s, and a pause.
                let end = min(samples.count, place + 4 * rate)
                while place < end {
                    let length = Int(0.08 * Float(rate) + abs(noise()) * 0.2 * Float(rate))
                    let level = 0.02 + 0.1 * abs(noise())
                    for index in place..<min(end, place + length) { samples[index] += level * noise() }
                    place += length + Int(abs(noise()) * 0.06 * Float(rate))
                }
                place = end + rate / 2
            }
        }

        mutating func noise() -> Float {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int64(bitPattern: seed) >> 40) / Float(1 << 23)
        }

        /// Many people: steady noise.
        mutating func addCrowd(_ seconds: Range<Int>) {
            for index in seconds.lowerBound * rate..<seconds.upperBound * rate { samples[index] += 0.1 * noise() }
        }

        /// One person: five bursts a second.
        mutating func addLaughter(_ seconds: Range<Int>) {
            for index in seconds.lowerBound * rate..<seconds.upperBound * rate {
                let phase = Float(index % (rate / 5)) / Float(rate / 5)
                samples[index] = phase < 0.5 ? 0.15 * noise() : 0.004 * noise()
            }
        }

        func heard() throws -> MomentSound {
            try MomentSound(of: KeptSound(samples), recorded: [0..<samples.count], .standard)
        }
    }

    private func found(
        _ sounds: [Voices], turns: [(speaker: Int, range: Range<Int>)] = [], motion: [Float] = [], count: Int = 1
    ) throws -> [MomentSearch.Moment] {
        let search = MomentSearch(try sounds.map { try $0.heard() }, turns: turns, motion: motion)
        let step = Conversation.rate
        return search.find(
            count, lengths: 15 * step...30 * step, within: [0..<sounds[0].samples.count / Self.rate * step])
    }

    private static func voices(_ seed: UInt64 = 1) -> Voices { Voices(seconds: 120, seed: seed) }

    @Test func aCrowdIsFoundAndEndsTheMoment() throws {
        var voices = Self.voices()
        voices.addCrowd(70..<73)
        let moment = try #require(try found([voices]).first)
        guard case .laughter(let step)? = moment.reasons.first else {
            Issue.record("\(moment.reasons)")
            return
        }
        #expect(abs(step - 70 * Conversation.rate) < Conversation.rate)
        // What they laugh about is before it.
        #expect(moment.range.lowerBound < 67 * Conversation.rate && moment.range.contains(72 * Conversation.rate))
    }

    @Test func somebodyWhoLaughsIsFound() throws {
        var voices = Self.voices()
        voices.addLaughter(80..<83)
        let moment = try #require(try found([voices]).first)
        #expect(moment.reasons.contains { if case .laughter = $0 { true } else { false } }, "\(moment.reasons)")
        #expect(moment.range.contains(81 * Conversation.rate))
    }

    @Test func whatOneOfTwoMicrophonesHearsIsNoLaughter() throws {
        let (plain, other) = (Self.voices(), Self.voices(2))
        var loud = other
        loud.addCrowd(70..<73)
        let hasLaughter = { (moments: [MomentSearch.Moment]) in
            moments.contains { $0.reasons.contains { if case .laughter = $0 { true } else { false } } }
        }
        #expect(!hasLaughter(try found([plain, loud], count: 5)))
        var both = plain
        both.addCrowd(70..<73)
        #expect(hasLaughter(try found([both, loud], count: 5)))
        #expect(!hasLaughter(try found([plain, other], count: 5)), "speech alone is none")
    }

    /// Every moment begins and ends in a pause: sentences last 4 s, and pauses half a second.
    @Test func noWordIsCut() throws {
        let moments = try found([Self.voices(3)], count: 4)
        #expect(moments.count == 4)
        for moment in moments {
            for edge in [moment.range.lowerBound, moment.range.upperBound] {
                let place = Double(edge) / Double(Conversation.rate)
                let inSentence = place.truncatingRemainder(dividingBy: 4.5)
                #expect(inSentence >= 4 || inSentence < 0.01, "\(place) s")
            }
            #expect((15...30).contains(Double(moment.range.count) / Double(Conversation.rate)))
        }
        for (index, moment) in moments.enumerated() {
            #expect(!moments[..<index].contains { $0.range.overlaps(moment.range) })
        }
    }

    @Test func quickExchangesAreFound() throws {
        let step = Conversation.rate
        // One speaks for a minute; then two answer each other sentence by sentence.
        var turns: [(speaker: Int, range: Range<Int>)] = [(0, 0..<63 * step)]
        for sentence in 14..<26 {
            let start = Int(Double(sentence) * 4.5 * Double(step))
            turns.append((sentence % 2, start..<start + 4 * step))
        }
        let moment = try #require(try found([Self.voices(4)], turns: turns).first)
        #expect(moment.range.lowerBound >= 58 * step)
        #expect(
            moment.reasons.contains { if case .exchange(_, [0, 1]) = $0 { true } else { false } }, "\(moment.reasons)")
    }

    @Test func louderVoicesAndLivelyPicturesCount() throws {
        var voices = Self.voices(5)
        for index in 90 * Self.rate..<117 * Self.rate { voices.samples[index] *= 3 }
        let loud = try #require(try found([voices]).first)
        #expect(loud.reasons.contains(.loud) && loud.range.lowerBound >= 80 * Conversation.rate, "\(loud)")
        var motion = [Float](repeating: 0.2, count: 120 * Conversation.rate)
        for step in 20 * Conversation.rate..<45 * Conversation.rate { motion[step] = 2 }
        let lively = try #require(try found([Self.voices(6)], motion: motion).first)
        #expect(lively.reasons.contains(.lively) && lively.range.upperBound <= 50 * Conversation.rate, "\(lively)")
    }

    @Test func silenceAndShortSoundsHaveNoMoment() throws {
        var silent = Self.voices()
        silent.samples = silent.samples.map { _ in 0 }
        #expect(try found([silent]).count == 1, "any second will do where nobody speaks")
        #expect(try found([Voices(seconds: 10, seed: 1)]).isEmpty)
        #expect(MomentSearch([], turns: []).find(3, lengths: 100...200, within: [0..<1000]).isEmpty)
    }
}
