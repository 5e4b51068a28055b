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
                .init(source: .take(7), range: 0..<10, offset: 100, gain: .constant(1)),
                .init(source: .take(8), range: 6..<20, offset: -6, gain: .constant(0.5)),
                .init(source: .take(9), range: 0..<20, offset: 0, gain: .constant(0)),
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

    @Test("the highest sum of gains is found, in the middle of cross-fades too")
    func highestGain() {
        var (out, into) = (GainEnvelope.constant(1), GainEnvelope.constant(0))
        out.change(to: 0, at: 40, over: 20)
        into.change(to: 1, at: 40, over: 20)
        var mix = Mix(
            tracks: [
                .init(source: .take(0), range: 0..<60, offset: 0, gain: out),
                .init(source: .take(1), range: 40..<100, offset: 0, gain: into),
            ], frameCount: 100)
        #expect(abs(mix.highestGain() - Float(2).squareRoot()) < 1e-6)
        mix.tracks.append(.init(source: .take(2), range: 90..<95, offset: 0, gain: .constant(0.6)))
        #expect(mix.highestGain() == 1.6)
        // What is lowered counts as it is heard.
        mix.tracks[2].courses = [.constant(0.5)]
        #expect(abs(mix.highestGain() - Float(2).squareRoot()) < 1e-6)
    }

    @Test("fades lie inside both ends, and share what there is")
    func fades() {
        let wide = GainEnvelope.fading(100..<200, in: 20, out: 30)
        #expect([100, 120, 170, 200].map { wide.gain(at: $0) } == [0, 1, 1, 0])
        let tight = GainEnvelope.fading(0..<50, in: 60, out: 40)
        #expect([0, 30, 50].map { tight.gain(at: $0) } == [0, 1, 0])
        #expect(GainEnvelope.fading(0..<50, in: 0, out: 0).constantGain(in: 0..<50) == 1)
        let half = wide.scaled(by: 0.5)
        #expect(half.gain(at: 150) == 0.5 && half.gain(at: 110) == wide.gain(at: 110) / 2)
    }
}
