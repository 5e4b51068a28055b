import CFFmpeg
import FixtureMedia
import Foundation
import MediaTime
import Audio
import TestSupport
import Testing

@testable import MediaIO

/// Sound is where its stamps say, to the millisecond, whatever its form.
@Suite struct AudioReaderTests {
    struct Source: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var container: FixtureRecording.Container
        var sound: FixtureRecording.Sound
        /// Beeps of the file's clock, in seconds.
        var beeps: [Double]
    }

    static let sources = [
        Source(testDescription: "AAC, priming in the edit list", container: .mp4, sound: .init(), beeps: [0, 1]),
        Source(
            testDescription: "late by 0.4 s", container: .mp4, sound: .init(firstSample: 19_200), beeps: [1]),
        Source(
            testDescription: "before the picture", container: .mov,
            sound: .init(encoder: "pcm_s16le", firstSample: -9600), beeps: [0, 1]),
        Source(
            testDescription: "44.1 kHz 5.1", container: .mov,
            sound: .init(encoder: "pcm_s16le", sampleRate: 44_100, channels: 6), beeps: [0, 1]),
        Source(
            testDescription: "96 kHz mono", container: .mov,
            sound: .init(encoder: "pcm_s16le", sampleRate: 96_000, channels: 1), beeps: [0, 1]),
        Source(
            testDescription: "FLAC, stamps in milliseconds", container: .mkv,
            sound: .init(encoder: "flac", sampleRate: 44_100), beeps: [0, 1]),
    ]

    @Test(arguments: sources)
    func beepsAreWhereTheyWereMade(_ source: Source) throws {
        let path = try FixtureRecording().with {
            $0.container = source.container
            $0.sound = source.sound
            if source.container == .mkv { $0.milliseconds() }
        }.file()
        let found = try beeps(path)
        #expect(found.count == source.beeps.count)
        for (beep, wanted) in zip(found, source.beeps) { #expect(abs(beep.seconds - wanted) <= 0.001) }
    }

    /// What one channel is heard with at the left and at the right, of sound whose first channel is that of the fixture,
    /// whose second is half as loud and whose others are silent.
    @Test(arguments: [
        // Mono keeps its level.
        (1, [1, 1]), (2, [1, 0.5]),
        // FFmpeg's own downmix: left, and 0.707 of center and of surround, which are silent here.
        (6, [1, 0.5]),
    ])
    func channelsKeepTheirLevel(_ channels: Int, gains: [Double]) throws {
        let path = try FixtureRecording().with {
            $0.container = .mov
            $0.sound = .init(encoder: "pcm_s16le", channels: channels)
        }.file()
        let info = try MediaInfo(probing: path)
        let sound = try AudioReader(path: path, stream: info.audio[0].streamIndex).read(from: 0, count: 48_000)
        let made = Beeps.samples(.back, rate: 48_000, from: 0, count: 48_000)
        for (samples, gain) in zip(sound.channels, gains) {
            let error = zip(samples, made).map { abs(Double($0) - Double($1) * gain) }.max()!
            // 16 bits are rounded, scaled by 32767 and read as parts of 32768.
            #expect(error < 1.5 / 32_768)
        }
    }

    /// FFmpeg until 6.0 takes the samples for 16 bits each, which is noise; later ones read them.
    @Test(arguments: [("sowt", "pcm_s16le", UInt8(16)), ("in24", "pcm_s24le", 24)])
    func samplesOfAnotherSizeAreNotMadeNoiseOf(_ name: String, _ encoder: String, _ bits: UInt8) throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with {
            $0.container = .mov
            $0.sound = .init(encoder: encoder)
        }.file()
        try DamagedCopy.withPCMConfiguration(name, bits: bits, channels: 2, path, to: folder("pcm.mp4"))
        let sound = try #require(try MediaInfo(probing: folder("pcm.mp4")).audio.first)
        guard sound.isDecodable else {
            #expect(bits != 16 && sound.codec == "ipcm")
            return
        }
        #expect(try beeps(folder("pcm.mp4")).map(\.camera) == [.back, .back])
    }

    @Test func everyTrackCanBeChosen() throws {
        let path = try FixtureRecording().with {
            $0.sound = .init(isDefault: false)
            $0.moreAudio = [.init(channels: 1, camera: .front)]
        }.file()
        let info = try MediaInfo(probing: path)
        #expect(info.audio.map(\.isDefault) == [false, true])
        #expect(info.audio.map(\.channels) == [2, 1])
        #expect(try beeps(path, track: 0).map(\.camera) == [.back, .back])
        #expect(try beeps(path, track: 1).map(\.camera) == [.front, .front])
    }

    @Test func aDamagedPacketIsAGapAndNothingMoves() throws {
        let folder = try TemporaryFolder()
        let sound = try FixtureRecording().with {
            $0.container = .ts
            $0.timing = .ticks((0..<75).map { $0 * 3000 }, timescale: 90_000)
        }.file()
        let whole = try beeps(sound)
        let path = folder("damaged.ts")
        try DamagedCopy.flipped(sound, from: 0.55, to: 0.62, count: 200, to: path)
        let info = try MediaInfo(probing: path)
        let scan = try DamageScan(info, threads: 1)
        #expect(!scan.damage.isEmpty)
        let found = try beeps(path)
        #expect(found.count >= 2)
        for beep in found { #expect(whole.contains { abs($0.seconds - beep.seconds) <= 0.001 }) }
    }
}

/// What is decoded and not yet asked for.
@Suite struct AudioQueueTests {
    private func tone(_ value: Float, count: Int) -> AudioBuffer {
        var buffer = AudioBuffer(frameCount: count)
        for c in buffer.channels.indices { for n in 0..<count { buffer.channels[c][n] = value } }
        return buffer
    }

    @Test func aLongHoleIsSilenceThatTakesNoRoom() {
        var queue = AudioQueue()
        queue.append(tone(0.25, count: 1000), at: 0)
        let later = Int64(48_000 * 50 * 60) + 7
        queue.append(tone(0.5, count: 1000), at: later)
        #expect(queue.end == later + 1000)
        #expect(queue.frameCount == 2000)
        #expect(queue.samples(from: 999, count: 2).channels[0] == [0.25, 0])
        #expect(queue.samples(from: later / 2, count: 4096) == AudioBuffer(frameCount: 4096))
        queue.forget(before: later / 2)
        #expect(queue.frameCount == 1000)
        #expect(queue.samples(from: later - 1, count: 2).channels[1] == [0, 0.5])
        #expect(queue.samples(from: later + 999, count: 2).channels[1] == [0.5, 0])
        queue.forget(before: later + 1000)
        #expect(queue.frameCount == 0)
    }

    @Test func overlapsReplaceNothingAndBrokenStampsAreLeftOut() {
        var queue = AudioQueue()
        queue.append(tone(0.25, count: 100), at: -30)
        queue.append(tone(0.5, count: 100), at: 20)
        // Decoding was ahead of what is asked for, or not: it makes no difference.
        queue.forget(before: 120)
        queue.append(tone(1, count: 100), at: 120 + queue.longestHole)
        queue.append(tone(0.75, count: 100), at: 120)
        #expect(queue.end == 220)
        #expect(
            queue.samples(from: 110, count: 20).channels[0] == Array(repeating: 0, count: 10)
                + Array(repeating: 0.75, count: 10))
    }
}

/// A microphone's clock against the stamps.
@Suite struct ClockDriftTests {
    /// Feeds frames of `length` samples whose stamps run `drift` samples a frame ahead, with jitter; returns how far
    /// sound and stamps are apart at most once settled.
    private func worst(drift: Double, jitter: Int64, length: Int64 = 1024, frames: Int = 2000) -> Double {
        var judge = ClockDrift()
        var seeded = Seeded(3)
        var written = 0.0
        var bending: (left: Double, rate: Double) = (0, 0)
        var worst = 0.0
        for frame in 0..<frames {
            let stamp = Double(frame) * (Double(length) + drift)
            let noise = Int64.random(in: -jitter...jitter, using: &seeded)
            switch judge.judge(Int64((stamp - written).rounded()) + noise) {
            case .jump: written = stamp
            case .bend(let samples):
                bending = (Double(judge.bendLength), Double(samples) / Double(judge.bendLength))
            case .nothing: break
            }
            worst = max(worst, abs(stamp - written))
            let bent = min(Double(length), bending.left)
            written += Double(length) + bent * bending.rate
            bending.left -= bent
        }
        return worst
    }

    @Test func slowDriftIsFollowedWithinAMillisecond() {
        // 100 ppm, more than any phone: 0.1 sample a frame of 1024.
        #expect(worst(drift: 0.1, jitter: 0) <= 48)
        #expect(worst(drift: -0.1, jitter: 0) <= 48)
        // The same under stamps rounded to milliseconds.
        #expect(worst(drift: 0.1, jitter: 24) <= 48)
    }

    @Test func roundedStampsAloneMoveNothing() {
        #expect(worst(drift: 0, jitter: 24) == 0)
    }

    @Test func aLostPacketIsAJump() {
        var judge = ClockDrift()
        #expect(judge.judge(0) == .nothing)
        #expect(judge.judge(1024) == .jump)
        #expect(judge.judge(-1024) == .jump)
    }
}

/// Several frames of AMR in one packet.
@Suite struct PacketSplitterTests {
    @Test func cutsAtTheLengthsOfTheStandard() throws {
        // Frame types 7 (12.2 kb/s, 32 bytes with header), 8 (comfort noise, 6), 0 (4.75 kb/s, 13), 15 (none, 1).
        let types: [UInt8] = [7, 8, 0, 15, 7]
        let lengths = [32, 6, 13, 1, 32]
        let bytes = zip(types, lengths).flatMap { [$0 << 3] + [UInt8](repeating: 0xAA, count: $1 - 1) }
        var splitter = try #require(PacketSplitter(AV_CODEC_ID_AMR_NB))
        let packet = try PacketOwner()
        try check("av_new_packet", av_new_packet(packet.pointer, Int32(bytes.count)))
        for (index, byte) in bytes.enumerated() { packet.pointer.pointee.data[index] = byte }
        packet.pointer.pointee.pts = 77
        splitter.cut(packet.pointer)
        var found: [(Int, Int64)] = []
        repeat {
            #expect(packet.pointer.pointee.data[0] == types[found.count] << 3)
            found.append((Int(packet.pointer.pointee.size), packet.pointer.pointee.pts))
        } while splitter.next(in: packet.pointer)
        #expect(found.map(\.0) == lengths)
        #expect(found.map(\.1) == [77] + Array(repeating: compose_no_timestamp, count: 4))
        #expect(PacketSplitter(AV_CODEC_ID_AAC) == nil)
    }
}
