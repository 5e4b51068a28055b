import Testing

@testable import Audio

@Suite("Mixes")
struct MixTests {
    @Test("a gain stays where nothing changes, and changes by equal power")
    func envelope() {
        var gain = GainEnvelope.constant(0)
        gain.change(to: 1, at: 100, over: 100)
        gain.change(to: 0, at: 500, over: 100)
        #expect(gain.gain(at: 0) == 0 && gain.gain(at: 100) == 0 && gain.gain(at: 200) == 1 && gain.gain(at: 499) == 1)
        #expect(gain.gain(at: 600) == 0 && gain.gain(at: 10_000) == 0)
        for step in Int64(1)..<100 {
            let (rise, fall) = (gain.gain(at: 100 + step), gain.gain(at: 500 + step))
            #expect(abs(rise * rise + fall * fall - 1) < 1e-5, "\(step)")
        }
        #expect(gain.constantGain(in: 0..<100) == 0 && gain.constantGain(in: 200..<500) == 1)
        #expect(gain.constantGain(in: 150..<160) == nil && gain.constantGain(in: 0..<10_000) == nil)
        #expect(gain.constantGain(in: 450..<502) == nil)
    }

    @Test("tracks are read where they are heard, and nowhere else")
    func tracks() {
        let mix = Mix(
            tracks: [
                .init(source: 7, range: 0..<10, offset: 100, gain: .constant(1)),
                .init(source: 8, range: 6..<20, offset: -6, gain: .constant(0.5)),
                .init(source: 9, range: 0..<20, offset: 0, gain: .constant(0)),
            ], frameCount: 20)
        var asked: [String] = []
        let buffer = mix.buffer(from: 4, count: 8) { track, start, count in
            asked.append("\(track) \(start) \(count)")
            var part = AudioBuffer(frameCount: count)
            part.channels = Array(repeating: Array(repeating: Float(track + 1), count: count), count: 2)
            return part
        }
        #expect(asked == ["0 104 6", "1 0 6"])
        #expect(buffer.channels[0] == [1, 1, 2, 2, 2, 2, 1, 1])
    }
}
