import FixtureMedia
import Foundation
import MediaTime
import Testing

@testable import MediaIO

/// What probing says about time is what decoding finds.
@Suite struct TimingTests {
    @Test(arguments: Variant.all)
    func footageGoesFromTheFirstFrameToTheEndOfTheLast(_ variant: Variant) throws {
        let timing = variant.recording.timing
        let info = try video(try variant.recording.file())
        let first = (0..<timing.count).first { timing.tick($0) >= 0 }!
        #expect((info.footage.start - timing.time(first)).magnitude <= .milliseconds(1))
        // The last frame's length is what the container has for it, at most a frame off.
        #expect((info.footage.end - timing.end).magnitude <= timing.time(1) - timing.time(0) + .milliseconds(1))
        #expect(info.missingEnd == .zero)
        #expect(info.clock == FileClock() || variant.recording.container == .ts)
        #expect(!info.clock.hasJumps && !info.clock.ignoresEditLists)
    }

    struct Rate: Sendable { var rate: FrameRate, container: FixtureRecording.Container, frames: Int }
    static let ntsc = FrameRate(30000, 1001)!

    @Test(arguments: [FrameRate(24)!, FrameRate(25)!, .thirty, FrameRate(60)!, ntsc, FrameRate(24000, 1001)!])
    func constantRatesAreExact(_ rate: FrameRate) throws {
        let info = try video(try FixtureRecording().with { $0.timing = .constant(rate, frames: 40) }.file())
        #expect(info.frameRate == rate)
        #expect(!info.hasVariableFrameRate)
        #expect(info.filmRate == rate)
    }

    /// Only the first packets are looked at, and of those the last are shown out of order.
    @Test(arguments: [FrameRate.thirty, FrameRate(22)!, ntsc], [FixtureRecording.Container.mp4, .mkv])
    func reorderedFramesOfLongFilesAreNoPauses(_ rate: FrameRate, _ container: FixtureRecording.Container) throws {
        for bFrames in [2, 3, 5] {
            let info = try video(
                try FixtureRecording().with {
                    $0.timing = .constant(rate, frames: 330 + bFrames)
                    $0.video.bFrames = bFrames
                    $0.video.gop = 37
                    $0.container = container
                }.file())
            #expect(!info.hasVariableFrameRate, "\(bFrames) B-frames")
            #expect(info.frameRate == rate)
        }
    }

    @Test func roundedStampsAndTrimmedHeadsKeepTheRate() throws {
        for variant in Variant.all
        where ["H.264 in Matroska, B-frames", "trimmed head", "starts late"].contains(variant.testDescription) {
            let info = try video(try variant.recording.file())
            #expect(info.frameRate == .thirty, "\(variant.testDescription)")
            #expect(!info.hasVariableFrameRate)
        }
    }

    @Test func aFilmOfOddFootageHasAnOrdinaryRate() throws {
        // 7.3 frames a second, more or less: a screen that was recorded when something moved.
        let ticks = (0..<20).map { Int64($0) * 12_300 + ($0 % 3 == 0 ? 5000 : 0) }
        let info = try video(
            try FixtureRecording().with { $0.timing = .ticks(ticks, timescale: 90_000) }.file())
        #expect(info.hasVariableFrameRate)
        #expect(info.filmRate == .thirty)
    }

    @Test func anEditListThatHidesEverythingIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.video.bFrames = 2
            $0.sound = nil
        }
        let path = try folder.add(try recording.file(), as: "hidden.mp4")
        var bytes = folder.bytes("hidden.mp4")
        let place = try #require(bytes.indices.dropLast(3).first { Array(bytes[$0..<$0 + 4]) == Array("elst".utf8) })
        // version, flags, count, duration, media time (ISO/IEC 14496-12 §8.6.6): long after the end.
        for (offset, byte) in [0x3F, 0xFF, 0xFF, 0x00].enumerated() { bytes[place + 16 + offset] = UInt8(byte) }
        try folder.write(bytes, "hidden.mp4")
        let info = try video(path)
        #expect(info.clock.ignoresEditLists)
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        for frame in [0, 30, 44, 7] {
            let time = info.footage.start + FrameRate.thirty.time(ofFrame: Int64(frame))
            #expect(try reader.frame(at: time).barcode?.frame == frame)
        }
    }

    /// FFmpeg makes an index entry for every sample of every edit.
    @Test(arguments: [100, 101, 100_000])
    func editsBeyondAllReasonAreNotFollowed(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with { $0.sound = nil }
        try DamagedCopy.withEdits(count, try recording.file(), to: folder("edits.mp4"))
        let info = try video(folder("edits.mp4"))
        #expect(info.clock.ignoresEditLists == (count > 100))
        if count > 100 { #expect(info.footage.duration == .milliseconds(1500)) }
    }

    /// Of reordered frames in MP4 FFmpeg gives no lengths but those of the finest rate they could have: one tick of the
    /// 1/600 s of QuickTime.
    @Test(arguments: [40, 400])
    func theHeaderKnowsHowLongTheLastFrameLasts(_ frames: Int) throws {
        let ticks = (0..<Int64(frames)).map { $0 * 80 + $0 * 37 % 29 }
        let recording = FixtureRecording().with {
            $0.timing = .ticks(ticks, timescale: 600)
            $0.video.bFrames = 2
            $0.sound = nil
        }
        let info = try video(try recording.file())
        #expect((info.footage.end - recording.timing.end).magnitude <= .milliseconds(2))
        #expect(info.missingEnd == .zero)
    }

    @Test(arguments: ["mp4", "mkv"])
    func aFileThatIsCutShortSaysWhatItHas(_ ending: String) throws {
        let folder = try TemporaryFolder()
        let path = folder("cut.\(ending)")
        let whole = FixtureRecording().with {
            $0.container = FixtureRecording.Container(rawValue: ending)!
            if ending == "mkv" { $0.milliseconds() }
            $0.muxerOptions = ending == "mp4" ? [Pair("movflags", "faststart")] : []
        }
        try DamagedCopy.truncated(try whole.file(), keeping: 0.5, to: path)
        let info = try MediaInfo(probing: path)
        let video = try #require(info.video)
        #expect(video.footage.end < .milliseconds(1000) && video.footage.end > .milliseconds(300))
        #expect((video.footage.end + video.missingEnd - .milliseconds(1500)).magnitude < .milliseconds(100))
        #expect(info.duration == video.footage.end)
        let scan = try DamageScan(info, threads: 1)
        #expect(scan.damage.isTruncated)
        // Everything decodable is used: at most the frame that was cut is missing.
        let expected = Int(video.footage.duration.ticks(in: FrameRate.thirty.timeBase, .down))
        #expect((expected - 1...expected).contains(scan.pictureCount))
    }
}

/// Transport streams: clocks that start anywhere, wrap, and jump.
@Suite struct ContinuousClockTests {
    /// Every frame of `file` in order, then some by seeking.
    private func check(_ path: String, _ wanted: [(time: MediaTime, barcode: Barcode)]) throws {
        let info = try video(path)
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        for (time, barcode) in wanted { #expect(try reader.frame(at: time).barcode == barcode, "at \(time)") }
        for index in stride(from: wanted.count - 1, through: 0, by: -7) {
            #expect(try reader.frame(at: wanted[index].time).barcode == wanted[index].barcode)
        }
        #expect((info.footage.end - wanted.last!.time).magnitude < .milliseconds(50))
    }

    @Test func aClockThatWrapsGoesOn() throws {
        // 2³³ ticks of 1/90000 s are 95443.7 s: the counter wraps in the first second.
        let recording = FixtureRecording.transportStream(firstTick: 95_443 * 90_000)
        let path = try recording.file()
        // The clock begins with the first sample, which the encoder's priming puts 5 ms before the first picture.
        let start = try video(path).footage.start
        let wanted = (0..<45).map {
            (start + FrameRate.thirty.time(ofFrame: Int64($0)), Barcode(camera: .back, frame: $0))
        }
        try check(path, wanted)
        let found = try beeps(path)
        #expect(found.count == 2)
        for (beep, second) in zip(found, [0.0, 1]) {
            #expect(abs(beep.seconds - start.approximateSeconds - second) < 0.001)
        }
    }

    @Test(arguments: [(0, 5000), (5000, 0), (95_443, 5000), (20, 3600)])
    func aClockThatJumpsIsPutEndToEnd(_ starts: (Int64, Int64)) throws {
        let folder = try TemporaryFolder()
        let parts = try [
            FixtureRecording.transportStream(firstTick: starts.0 * 90_000).file(),
            FixtureRecording.transportStream(firstTick: starts.1 * 90_000) { $0.camera = .front }.file(),
        ]
        let path = try joined(parts, in: folder, as: "jump.ts")
        let info = try video(path)
        #expect(info.clock.hasJumps)
        let second = info.footage.duration / 2
        // The parts are 1.5 s and follow each other within two frames.
        #expect((second - .milliseconds(1500)).magnitude < .milliseconds(70))
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        var seen: [Barcode] = []
        var times: [MediaTime] = []
        for index in 0..<Int64(92) {
            let frame = try reader.frame(at: FrameRate.thirty.time(ofFrame: index))
            if let code = frame.barcode, seen.last != code {
                seen.append(code)
                times.append(frame.start)
            }
        }
        let all = [Camera.back, .front].flatMap { camera in (0..<45).map { Barcode(camera: camera, frame: $0) } }
        #expect(seen == all)
        // Going back finds the same.
        for index in [80, 10, 50, 44, 46] { #expect(try reader.frame(at: times[index]).barcode == all[index]) }
        // Sound keeps its relation to the picture: a beep where each part began, and a second later.
        let found = try beeps(path, seconds: 4)
        #expect(found.map(\.camera) == [.back, .back, .front, .front])
        for (beep, time) in zip(found, [times[0], times[30], times[45], times[75]]) {
            #expect(abs(beep.seconds - time.approximateSeconds) < 0.001)
        }
    }
}
