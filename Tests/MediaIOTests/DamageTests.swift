import FixtureMedia
import Foundation
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// What is broken is concealed and counted; what is whole is not accused.
@Suite struct DamageTests {
    @Test(arguments: Variant.all)
    func aWholeFileHasNone(_ variant: Variant) throws {
        let scan = try DamageScan(try MediaInfo(probing: try variant.recording.file()), threads: 1)
        #expect(scan.damage.isEmpty, "\(scan.damage)")
        let timing = variant.recording.timing
        #expect(scan.pictureCount == (0..<timing.count).filter { timing.tick($0) >= 0 }.count)
    }

    /// Codecs whose decoders notice a flipped byte; HEVC without checksums, VP8 and VP9 code so tightly
    /// that nearly all decode to something, of which FFmpeg does not say a word even to its debug log.
    @Test(arguments: [
        "plain", "B-frames", "open GOP", "MPEG-4 in MP4", "Motion JPEG in MOV", "ProRes", "AV1", "HEVC with checksums",
    ])
    func flippedBytesAreCountedWhereTheyAre(_ name: String) throws {
        let variant = try #require(Variant.all.first { $0.testDescription == name })
        let folder = try TemporaryFolder()
        let whole = try variant.recording.with { $0.sound = nil }.file()
        let path = folder("damaged.\(variant.recording.container.rawValue)")
        try DamagedCopy.flipped(whole, from: 0.4, to: 0.5, count: 12, seed: 4, to: path)
        let scan = try DamageScan(try MediaInfo(probing: path), threads: 1)
        #expect(scan.damage.pictureCount > 0)
        // The middle tenth of the bytes, and what refers to it: neither the first nor the last third of the pictures.
        for time in scan.damage.pictureTimes { #expect(time > .milliseconds(400) && time < .milliseconds(1100)) }
        // Nothing behind the damage is lost.
        let reader = try FrameReader(path: path, info: try video(path), outputRate: .thirty, threads: 1)
        for frame in [0, 3, 35, 44] {
            let found = try reader.frame(at: FrameRate.thirty.time(ofFrame: Int64(frame)))
            #expect(found.barcode == Barcode(camera: .back, frame: frame))
        }
    }

    @Test func theSameDamageMetTwiceCountsOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder("damaged.mp4")
        try DamagedCopy.flipped(
            try FixtureRecording().with { $0.sound = nil }.file(), from: 0.4, to: 0.5, count: 12, to: path)
        let info = try video(path)
        let reader = try FrameReader(path: path, info: info, outputRate: .thirty, threads: 1)
        var counts: [Int] = []
        for _ in 0..<3 {
            for frame in 0..<Int64(45) { _ = try reader.frame(at: FrameRate.thirty.time(ofFrame: frame)) }
            counts.append(reader.decoder.damage.pictureCount)
        }
        #expect(counts[0] > 0)
        #expect(counts == Array(repeating: counts[0], count: 3))
    }

    /// All pictures of a file and what was wrong with it, with some threads.
    private func decoded(_ path: String, threads: Int, from time: MediaTime? = nil) throws -> [String] {
        let decoder = try VideoDecoder(path: path, info: try video(path), threads: threads)
        if let time { try decoder.seek(to: time) }
        var lines: [String] = []
        while let frame = try decoder.next() { lines.append("\(frame.start) \(PictureDigest(frame.pointer))") }
        return lines + ["\(decoder.damage)"]
    }

    private func opens(_ path: String, threads: Int) -> Bool {
        (try? VideoDecoder(path: path, info: try video(path), threads: threads)) != nil
    }

    static let interlaced = Variant("interlaced") {
        $0.video.isInterlaced = true
        $0.video.bFrames = 2
    }
    static let threaded =
        [interlaced]
        + Variant.all.filter {
            [
                "plain", "B-frames", "open GOP", "one key frame", "HEVC", "HEVC, open GOP, 10 bit", "MPEG-4 in AVI",
                "Motion JPEG in MOV", "ProRes", "VP8 in WebM", "VP9 in WebM", "H.264 in Matroska, B-frames",
                "transport stream, B-frames",
            ].contains($0.testDescription)
        }

    /// Large enough for several threads to be at work on pictures that refer to each other.
    private static func large(_ variant: Variant) -> FixtureRecording {
        variant.recording.with {
            $0.sound = nil
            $0.size = PictureSize(width: 640, height: 384)
        }
    }

    @Test(arguments: threaded)
    func damagedPicturesDoNotDependOnThreads(_ variant: Variant) throws {
        let folder = try TemporaryFolder()
        let whole = try Self.large(variant).file()
        let path = folder("damaged.\(variant.recording.container.rawValue)")
        var readable = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            try DamagedCopy.flipped(
                whole, from: 0.15, to: 0.9, count: seed == 1 ? 1 : 20, seed: seed, to: path)
            guard (try? MediaInfo(probing: path).video) != nil else { continue }
            // Newer FFmpegs refuse a file whose configuration record is hit ("Invalid NAL unit size in extradata").
            guard opens(path, threads: 1) else {
                #expect(!opens(path, threads: 4), "seed \(seed)")
                continue
            }
            readable += 1
            let one = try decoded(path, threads: 1)
            for _ in 0..<4 { #expect(try decoded(path, threads: 4) == one, "seed \(seed)") }
            let later = try decoded(path, threads: 1, from: .milliseconds(700))
            #expect(try decoded(path, threads: 3, from: .milliseconds(700)) == later, "seed \(seed), sought")
        }
        #expect(readable > 0)
    }

    /// The last packet is cut in two.
    @Test(arguments: threaded)
    func whatIsLeftOfATruncatedFileDoesNotDependOnThreads(_ variant: Variant) throws {
        let folder = try TemporaryFolder()
        let whole = try Self.large(variant).with {
            if [.mp4, .mov].contains($0.container) { $0.muxerOptions = [Pair("movflags", "faststart")] }
        }.file()
        let path = folder("cut.\(variant.recording.container.rawValue)")
        for share in [0.4, 0.57, 0.73, 0.9] {
            try DamagedCopy.truncated(whole, keeping: share, to: path)
            let one = try decoded(path, threads: 1)
            for _ in 0..<2 { #expect(try decoded(path, threads: 4) == one, "\(share)") }
        }
    }

    @Test(arguments: Variant.all)
    func wholeFilesAreDecodedBySeveralThreads(_ variant: Variant) throws {
        let path = try variant.recording.file()
        let decoder = try VideoDecoder(path: path, info: try video(path), threads: 4)
        while try decoder.next() != nil {}
        #expect(decoder.phase == .ahead)
        // FFmpeg complains of the pictures before an open GOP's first, and of those it cannot be told from damage.
        guard !variant.recording.video.isOpenGOP || variant.recording.video.encoder != "libx264" else { return }
        try decoder.seek(to: .milliseconds(700))
        while try decoder.next() != nil {}
        #expect(decoder.phase == .ahead)
    }

    @Test func mergingKeepsEachPlaceOnce() {
        var a = Damage()
        a.notePicture(at: .seconds(1))
        a.notePicture(at: .seconds(2))
        var b = Damage()
        b.notePicture(at: .seconds(2))
        b.noteAudio(at: .seconds(3))
        b.notePicture(at: nil)
        a.merge(b)
        #expect(a.pictureCount == 3 && a.audioCount == 1)
        #expect(a.pictureTimes == [.seconds(1), .seconds(2)])
        #expect("\(a)" == "3 damaged pictures (at 0:01.000, 0:02.000), 1 gap (at 0:03.000) in the sound")
        #expect("\(Damage())" == "none")
    }

    /// Tracks without a header or with any number, and any time scale, duration and edit: whatever FFmpeg makes of them,
    /// nothing is converted that does not fit.
    @Test func numbersOfTracksNeverTrap() throws {
        let folder = try TemporaryFolder()
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: try FixtureRecording().file())))
        // By the kinds of their boxes, counted from it: ISO/IEC 14496-12 §8.3.2, §8.4.2, §8.2.2, §8.6.6, §8.6.1.2.
        let places = [
            "tkhd": [16, 24], "mdhd": [16, 20], "mvhd": [16, 20], "elst": [8, 12, 16, 20], "stts": [12, 16],
        ]
        var (read, refused) = (0, 0)
        func probe(_ bytes: [UInt8]) throws {
            try folder.write(bytes, "a.mp4")
            do {
                let info = try MediaInfo(probing: folder("a.mp4"))
                for sound in info.audio { _ = try info.extent(ofSound: sound) }
                if let video = info.video { _ = try GOPIndex(reading: info.path, video: video).reorderDepth }
                _ = (info.wallClock, try info.audio.map { try AudioPackets(path: info.path, stream: $0.streamIndex) })
                read += 1
            } catch is MediaError { refused += 1 }
        }
        for (kind, fields) in places.sorted(by: { $0.key < $1.key }) {
            let boxes = whole.indices.dropLast(28).filter { whole[$0..<$0 + 4].elementsEqual(kind.utf8) }
            #expect(boxes.count > 0, "\(kind)")
            for box in boxes {
                var bytes = whole
                bytes.replaceSubrange(box..<box + 4, with: Array("free".utf8))
                try probe(bytes)
                for field in fields {
                    for number: UInt32 in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF] {
                        bytes = whole
                        for byte in 0..<4 {
                            bytes[box + field + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte))
                        }
                        try probe(bytes)
                    }
                }
            }
        }
        #expect(read > 50 && read + refused > 100)
    }

    /// A fragment's first time has 64 bits (ISO/IEC 14496-12 §8.8.12 `tfdt`).
    @Test func timesFarFromZeroAreNone() throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 90)
            $0.video.gop = 30
            $0.muxerOptions = [Pair("movflags", "frag_keyframe+empty_moov+default_base_moof")]
        }.file()
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let boxes = whole.indices.dropLast(16).filter { whole[$0..<$0 + 4].elementsEqual("tfdt".utf8) }
        #expect(boxes.count > 2)
        for number: UInt64 in [1 << 62, 1 << 63 - 1, 1 << 63, .max] {
            for box in [boxes[0], boxes[1], boxes[boxes.count - 1]] {
                var bytes = whole
                bytes[box + 4] = 1
                for byte in 0..<8 { bytes[box + 8 + byte] = UInt8(truncatingIfNeeded: number >> (56 - 8 * byte)) }
                try folder.write(bytes, "a.mp4")
                guard let info = try? MediaInfo(probing: folder("a.mp4")) else { continue }
                if let video = info.video {
                    let index = try GOPIndex(reading: info.path, video: video)
                    #expect(index.entries.allSatisfy { $0.presentation.magnitude < 1 << 61 } || index.blocker != nil)
                    #expect(video.footage.duration < .century)
                }
                for sound in info.audio {
                    _ = try AudioPackets(path: info.path, stream: sound.streamIndex)
                    #expect(try info.extent(ofSound: sound).duration < .century)
                }
            }
        }
    }
}
