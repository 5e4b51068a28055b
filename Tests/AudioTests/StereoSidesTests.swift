import Testing

@testable import Audio

/// Which stereo sound was recorded on one side only.
@Suite struct StereoSidesTests {
    /// Half a second of noise at a level in dBFS.
    private static func noise(_ level: Double, _ seed: UInt64 = 1) -> [Float] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        return (0..<24_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Uniform noise has a third of the energy of its peak.
            return (Float(state >> 40) / Float(1 << 23) - 1) * Float(Decibels.factor(level) * 3.0.squareRoot())
        }
    }

    /// Levels in dBFS of the left and the right channel, second by second; `nil` for silence.
    private static func heard(_ seconds: [(Double?, Double?)]) -> StereoSides {
        seconds.enumerated().reduce(into: StereoSides()) { sides, one in
            let seed = UInt64(one.offset)
            sides.hear([
                one.element.0.map { noise($0, 2 * seed + 1) } ?? [Float](repeating: 0, count: 24_000),
                one.element.1.map { noise($0, 2 * seed + 2) } ?? [Float](repeating: 0, count: 24_000),
            ])
        }
    }

    @Test func oneSideIsTold() {
        #expect(Self.heard([(-20, nil), (-50, nil)]).onlyOne == 0)
        #expect(Self.heard([(nil, -20)]).onlyOne == 1)
        // An empty input hisses while nobody speaks: 16 bits at −96 dBFS, a preamplifier at −75.
        #expect(Self.heard([(-20, -96), (-62, -96)]).onlyOne == 0)
        #expect(Self.heard([(-20, -75), (-50, -75), (nil, -75)]).onlyOne == 0)
        #expect(Self.heard([(-20, -62), (-24, nil)]).onlyOne == 0)
    }

    @Test func bothSidesStay() {
        #expect(Self.heard([(-20, -20)]).onlyOne == nil && Self.heard([(-20, -58)]).onlyOne == nil)
        #expect(Self.heard([]).onlyOne == nil && Self.heard([(nil, nil)]).onlyOne == nil)
        // Another microphone, switched on late; and one that is soft, but heard while the first one is silent.
        #expect(Self.heard([(-20, nil), (-20, nil), (nil, -30)]).onlyOne == nil)
        #expect(Self.heard([(-5, nil), (-55, -55)]).onlyOne == nil)
        // Nothing but hiss, whose sides differ.
        #expect(Self.heard([(-85, -130)]).onlyOne == nil)
        #expect(!Self.heard([(-30, -30)]).mayBeOne && Self.heard([(-70, -70)]).mayBeOne)
    }
}
