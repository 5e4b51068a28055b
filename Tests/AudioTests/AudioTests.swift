import Foundation
import Testing

@testable import Audio

/// Left counts up from `first`, right is its negative.
private func ramp(_ count: Int, from first: Float = 1) -> AudioBuffer {
    var buffer = AudioBuffer(frameCount: count)
    for n in 0..<count { (buffer.channels[0][n], buffer.channels[1][n]) = (first + Float(n), -first - Float(n)) }
    return buffer
}

@Suite("Audio buffers")
struct AudioTests {
    @Test("a new buffer is silence of the length asked for", arguments: [0, 1, 1023])
    func silence(count: Int) {
        let buffer = AudioBuffer(frameCount: count)
        #expect(buffer.frameCount == count && buffer.channels.count == AudioBuffer.channelCount)
        #expect(buffer.channels.joined().allSatisfy { $0 == 0 })
    }

    @Test(
        "adding mixes what lies inside and leaves out the rest",
        arguments: [
            // offset → the left channel of ten samples of 100, with 1, 2, 3, 4 added
            (0, [101, 102, 103, 104, 100, 100]), (2, [100, 100, 101, 102, 103, 104]),
            (4, [100, 100, 100, 100, 101, 102]),
            (5, [100, 100, 100, 100, 100, 101]), (6, [100, 100, 100, 100, 100, 100]),
            (-1, [102, 103, 104, 100, 100, 100]),
            (-3, [104, 100, 100, 100, 100, 100]), (-4, [100, 100, 100, 100, 100, 100]),
            (1000, [100, 100, 100, 100, 100, 100]),
        ] as [(Int, [Float])])
    func add(offset: Int, left: [Float]) {
        var buffer = AudioBuffer(frameCount: 6)
        buffer.channels = [Array(repeating: 100, count: 6), Array(repeating: -100, count: 6)]
        buffer.add(ramp(4), at: offset)
        #expect(buffer.channels == [left, left.map { -$0 }])
    }

    @Test("a longer buffer covers a shorter one; an empty one changes nothing")
    func addUneven() {
        var buffer = AudioBuffer(frameCount: 3)
        buffer.add(ramp(10), at: -4)
        #expect(buffer.channels[0] == [5, 6, 7])
        buffer.add(AudioBuffer(frameCount: 0), at: 1)
        #expect(buffer.channels[1] == [-5, -6, -7])
        var empty = AudioBuffer(frameCount: 0)
        empty.add(ramp(3), at: 0)
        #expect(empty.frameCount == 0)
    }

    @Test("gain is asked for once per sample and applied to every channel")
    func gain() {
        var buffer = ramp(4)
        var asked: [Int] = []
        buffer.apply { n in
            asked.append(n)
            return Float(n) / 2
        }
        #expect(asked == [0, 1, 2, 3] && buffer.channels == [[0, 1, 3, 6], [0, -1, -3, -6]])
    }
}

@Suite("Crossfade")
struct CrossfadeTests {
    @Test(
        "the ends are exact, and beyond them nothing happens",
        arguments: [
            (-5, 0), (-0.0, 0), (0, 0), (1, 1), (1.5, 1), (.infinity, 1), (-.infinity, 0),
        ] as [(Float, Float)])
    func ends(position: Float, incoming: Float) {
        #expect(Crossfade.incomingGain(at: position) == incoming)
        #expect(Crossfade.outgoingGain(at: position) == 1 - incoming)
    }

    @Test("the power stays the same throughout, and the gains never turn back")
    func equalPower() {
        var last: Float = 0
        for step in 0...1000 {
            let position = Float(step) / 1000
            let (incoming, outgoing) = (Crossfade.incomingGain(at: position), Crossfade.outgoingGain(at: position))
            #expect(abs(incoming * incoming + outgoing * outgoing - 1) < 1e-6)
            #expect((last...1).contains(incoming) && (0...1).contains(outgoing))
            #expect(outgoing == Crossfade.incomingGain(at: 1 - position), "the mirror image")
            last = incoming
        }
    }

    @Test("every gain is the sine, correctly rounded: no library's last bit is in it")
    func sine() {
        for step in 0...1000 {
            let position = Float(step) / 1000
            #expect(Crossfade.incomingGain(at: position) == Float(sin(Double(position) * .pi / 2)), "\(step)")
        }
    }
}
