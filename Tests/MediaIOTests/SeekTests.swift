import FixtureMedia
import MediaTime
import TestSupport
import Testing

@testable import MediaIO

/// The frame for every instant is the right one, in whatever order instants are asked for.
@Suite struct SeekTests {
    @Test(arguments: Variant.all)
    func findsEveryFrameForwardsBackwardsAndAtRandom(_ variant: Variant) throws {
        let path = try variant.recording.file()
        let info = try video(path)
        let timing = variant.recording.timing
        let count = timing.count
        let first = (0..<count).first { timing.tick($0) >= 0 }!
        let shown = Array(first..<count)
        var seeded = Seeded(7)
        let random = (0..<24).map { _ in shown.randomElement(using: &seeded)! }
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        let backwards = stride(from: shown.count - 1, through: 0, by: -5).map { shown[$0] }
        for frame in shown + backwards + random {
            let found = try reader.frame(at: timing.time(frame))
            #expect(found.barcode == Barcode(camera: .back, frame: frame), "at \(timing.time(frame))")
            // Stamps are as exact as the container: 1 ms in Matroska, none is coarser.
            #expect((found.start - timing.time(frame)).magnitude <= .milliseconds(1))
        }
        #expect(reader.decoder.damage.isEmpty, "\(reader.decoder.damage)")
    }

    /// A camera that is not shown for a while lets go of its pictures, and costs no more decoding than one that keeps them.
    @Test(arguments: Variant.all)
    func findsEveryFrameAfterARest(_ variant: Variant) throws {
        let path = try variant.recording.file()
        let timing = variant.recording.timing
        let first = (0..<timing.count).first { timing.tick($0) >= 0 }!
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 2)
        let keeping = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 2)
        let frames = Array(first..<timing.count)
        for (frame, next) in zip(frames, frames.dropFirst(17)).enumerated().filter({ $0.offset % 5 == 0 }).map(
            \.element)
        {
            for (reader, rests) in [(reader, true), (keeping, false)] {
                #expect(try reader.frame(at: timing.time(frame)).barcode?.frame == frame)
                if rests { reader.rest(until: timing.time(next)) }
                #expect(try reader.frame(at: timing.time(next)).barcode?.frame == next)
            }
        }
        #expect(reader.seekCount == keeping.seekCount)
        #expect(reader.decoder.damage.isEmpty)
    }

    /// On the way to a frame, those that no others refer to are not decoded.
    @Test(arguments: ["libx264", "libx265"], [false, true])
    func leavesOutWhatNothingRefersTo(encoder: String, pauses: Bool) throws {
        let recording = FixtureRecording().with {
            $0.video.encoder = encoder
            $0.video.gop = 300
            $0.video.bFrames = 2
            // A still picture of two seconds after every sixth.
            $0.timing = .ticks((0..<120).map { Int64($0 + (pauses ? $0 / 7 * 60 : 0)) }, timescale: 30)
            $0.sound = nil
        }
        let path = try recording.file()
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 2)
        for frame in [3, 40, 41, 39, 60, 100, 101, 102, 66, 80, 119, 30, 20] {
            let end =
                frame + 1 < 120 ? recording.timing.time(frame + 1) - .milliseconds(20) : recording.timing.time(frame)
            #expect(try reader.frame(at: end).barcode?.frame == frame, "\(frame)")
            if frame == 40, !pauses { #expect(reader.decoder.leftOut != nil) }
        }
        #expect(reader.decoder.damage.isEmpty)
    }

    /// The fixtures declare it in both containers; in a transport stream nothing says that it stays so.
    @Test(arguments: [FixtureRecording.Container.mp4, .ts]) func leavesOutPicturesOnlyWhereTheHeaderDeclaresTheirOrder(
        _ container: FixtureRecording.Container
    ) throws {
        let recording = FixtureRecording().with {
            $0.video.gop = 300
            $0.video.bFrames = 2
            $0.timing = .constant(.thirty, frames: 90)
            $0.container = container
            $0.sound = nil
        }
        let path = try recording.file()
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 2)
        _ = try reader.frame(at: recording.timing.time(60))
        #expect((reader.decoder.leftOut == nil) == (container == .ts))
    }

    @Test func restsWhereAKeyFrameFollows() throws {
        let recording = FixtureRecording().with { $0.video.gop = 10 }
        let path = try recording.file()
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 1)
        _ = try reader.frame(at: .zero)
        reader.rest(until: recording.timing.time(8))
        #expect(!reader.isResting)
        reader.rest(until: recording.timing.time(12))
        #expect(reader.isResting)
        #expect(try reader.frame(at: recording.timing.time(13)).barcode?.frame == 13)
        #expect(!reader.isResting && reader.seekCount == 1)
    }

    @Test(arguments: [24, 25, 30, 60])
    func choosesTheNearestFrameOfAVariableRate(_ rate: Int64) throws {
        let recording = Variant.all.first { $0.testDescription == "variable rate" }!.recording
        let path = try recording.file()
        let info = try video(path)
        let output = FrameRate(rate)!
        let reader = try FrameReader(path: path, info: info, outputRate: output, threads: 1)
        let half = min(output.frameDuration, info.frameRate.frameDuration) / 2
        for index in 0..<(rate * 2) {
            let time = output.time(ofFrame: index)
            let found = try reader.frame(at: time)
            #expect(found.barcode?.frame == recording.timing.frame(at: time, tolerance: half))
        }
    }

    @Test func timesBeforeAndAfterTheFootageShowItsEnds() throws {
        let path = try FixtureRecording().file()
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 1)
        #expect(try reader.frame(at: .seconds(-5)).barcode?.frame == 0)
        #expect(try reader.frame(at: .seconds(500)).barcode?.frame == 44)
        #expect(try reader.frame(at: .seconds(-5)).barcode?.frame == 0)
    }

    @Test func aBrokenStampDoesNotFreezeThePicture() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(
            try FixtureRecording().with {
                $0.milliseconds()
                $0.container = .mkv
                $0.sound = nil
            }.file(), as: "broken.mkv")
        var bytes = folder.bytes("broken.mkv")
        // SimpleBlock of track 1 at 400 ms, frame 12: EBML id A3, size, track 81, 16-bit time stamp (RFC 9559 §10.2).
        let stamp: [UInt8] = [0x81, 0x01, 0x90]
        let place = try #require(bytes.indices.dropLast(3).first { Array(bytes[$0..<$0 + 3]) == stamp })
        // 20 480 ms.
        bytes[place + 1] = 0x50
        bytes[place + 2] = 0x00
        try folder.write(bytes, "broken.mkv")
        let info = try video(path)
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        for frame in [0, 5, 11, 13, 14, 20, 43] {
            let found = try reader.frame(at: FrameRate.thirty.time(ofFrame: Int64(frame)))
            #expect(found.barcode?.frame == frame)
        }
        #expect(reader.decoder.damage.pictureCount == 1)
    }

    /// FFmpeg, once some stamps are wrong, takes decoding times for all later pictures.
    @Test func stuckStampsMoveNoLaterPicture() throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 150)
            $0.video.bFrames = 2
        }
        let path = try recording.file()
        let tick = Int((try video(path)).timeBase.denominator) / 30
        try DamagedCopy.withStuckStamps(40..<60, step: tick, path, to: folder("stuck.mp4"))
        let reader = try FrameReader(
            path: folder("stuck.mp4"), info: try video(folder("stuck.mp4")), outputRate: .thirty, threads: 1)
        for frame in [10, 30, 75, 90, 140] {
            let found = try reader.frame(at: recording.timing.time(frame))
            #expect(found.barcode?.frame == frame, "\(frame)")
        }
    }
}
