import FixtureMedia
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// Turning a recording by its display matrix alone.
@Suite struct DisplayMatrixEditorTests {
    private func write(_ path: String, _ orientation: Orientation, to output: String) throws -> VideoInfo {
        let video = try #require(try MediaInfo(probing: path).video)
        try DisplayMatrixEditor.write(
            path, track: video.trackID, orientation: orientation, to: output, mayReplace: false)
        return try #require(try MediaInfo(probing: output).video)
    }

    private func barcode(_ path: String, _ video: VideoInfo) throws -> Barcode? {
        let reader = try CameraReader(
            path: path, info: video, orientation: video.orientation,
            canvas: Canvas(size: video.uprightSize, format: .yuv420p8, color: .bt709), fit: .auto,
            outputRate: .thirty, threads: 1)
        return Barcode.read(SamplePlane(try reader.picture(at: .zero).luma, format: .yuv420p8))
    }

    @Test(arguments: Orientation.allCases, [FixtureRecording.Container.mp4, .mov])
    func aWrongMatrixIsPutRight(_ orientation: Orientation, _ container: FixtureRecording.Container) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.orientation = orientation
            $0.container = container
            $0.video.bFrames = 2
        }
        let original = try folder.add(try recording.file(), as: "original.\(container)")
        let wrong = try write(
            original, orientation.then(Orientation(quarterTurns: 1)), to: folder("wrong.\(container)"))
        #expect(wrong.orientation == orientation.then(Orientation(quarterTurns: 1)))
        #expect(wrong.uprightSize == orientation.apply(to: recording.size).transposed)
        let right = try write(folder("wrong.\(container)"), orientation, to: folder("right.\(container)"))
        #expect(right.orientation == orientation)
        #expect(try barcode(folder("right.\(container)"), right) == Barcode(camera: .back, frame: 0), "upright")
        // Nothing else has changed: all differences lie within the nine words.
        let (before, after) = (folder.bytes("original.\(container)"), folder.bytes("wrong.\(container)"))
        #expect(before.count == after.count)
        let changed = before.indices.filter { before[$0] != after[$0] }
        #expect((changed.last ?? 0) - (changed.first ?? 0) < 36)
    }

    @Test func otherContainersAreRefused() throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with { $0.container = .mkv }.file()
        #expect { try write(path, .upright, to: folder("out.mkv")) } throws: { "\($0)".contains("Rotate the pixels") }
        #expect(folder.contents == [])
    }

    @Test func anInputIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(try FixtureRecording().file(), as: "a.mp4")
        let before = folder.bytes("a.mp4")
        #expect(throws: MediaError.self) { try write(path, Orientation(quarterTurns: 2), to: path) }
        #expect(folder.bytes("a.mp4") == before)
    }

    /// The corner of the picture comes to lie in the corner of the plane.
    @Test(arguments: [
        (Orientation(quarterTurns: 1), [0, 1, 0, -1, 0, 0, 96, 0]),
        (Orientation(quarterTurns: 2), [-1, 0, 0, 0, -1, 0, 160, 96]),
        (Orientation(quarterTurns: 3), [0, -1, 0, 1, 0, 0, 0, 160]),
        (Orientation(quarterTurns: 0, mirrored: true), [-1, 0, 0, 0, 1, 0, 160, 0]),
        (.upright, [1, 0, 0, 0, 1, 0, 0, 0]),
    ])
    func theMatrixIsThatOfPhones(_ orientation: Orientation, _ words: [Int32]) throws {
        let before = DisplayMatrix(words: [0, -1 << 16, 0, -1 << 16, 0, 0, 5, 9, 1 << 30])
        let after = before.turned(to: orientation, within: .identity, width: 160 << 16, height: 96 << 16)
        #expect(after?.words == words.map { $0 << 16 } + [1 << 30])
    }

    /// Whatever a file says, there is a matrix or none.
    @Test func noMatrixIsTooLarge() {
        let extremes: [Int32] = [.min, .max, -1, 0, 1, 1 << 16]
        for along in extremes {
            for across in extremes {
                for outer in extremes {
                    let own = DisplayMatrix(words: [along, 0, 0, 0, across, 0, .min, .max, 1 << 30])
                    let movie = DisplayMatrix(words: [0, outer, 0, 1, 0, 0, .max, .min, 1 << 30])
                    for orientation in Orientation.allCases {
                        for matrix in [movie, .identity] {
                            let turned = own.turned(
                                to: orientation, within: matrix, width: Int(UInt32.max), height: Int(UInt32.max))
                            if let turned { #expect(turned.orientation != nil) }
                        }
                    }
                }
            }
        }
    }

    @Test func aStretchIsKept() throws {
        let stretched = DisplayMatrix(words: [3 << 15, 0, 0, 0, 1 << 16, 0, 7 << 16, 0, 1 << 30])
        let turned = stretched.turned(
            to: Orientation(quarterTurns: 1), within: .identity, width: 100 << 16, height: 50 << 16)
        #expect(turned?.words == [0, 3 << 15, 0, -1 << 16, 0, 0, 50 << 16, 0, 1 << 30])
    }

    @Test func aMatrixOfTheWholeMovieIsReckonedWith() throws {
        // The movie halves the width. Turned, the stored rows lie along the other axis, which it leaves alone.
        let narrow = DisplayMatrix(words: [1 << 15, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
        let within = DisplayMatrix.identity.turned(
            to: Orientation(quarterTurns: 1), within: narrow, width: 100 << 16, height: 50 << 16)
        #expect(within?.words == [0, 1 << 15, 0, -2 << 16, 0, 0, 100 << 16, 0, 1 << 30])
        // The movie turns already.
        let sideways = DisplayMatrix(words: [0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30])
        let plain = DisplayMatrix.identity.turned(
            to: Orientation(quarterTurns: 1), within: sideways, width: 64 << 16, height: 32 << 16)
        #expect(plain == .identity)
        // It makes no sense: nobody can say what is upright.
        let sheared = DisplayMatrix(words: [1 << 16, 1 << 16, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
        #expect(DisplayMatrix.identity.turned(to: .upright, within: sheared, width: 1 << 16, height: 1 << 16) == nil)
    }

    @Test func aMatrixThatMakesNoSenseIsReplaced() throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with {
            $0.displayMatrix = .words([1 << 16, 1 << 16, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])
        }.file()
        let turned = try write(path, Orientation(quarterTurns: 1), to: folder("out.mp4"))
        #expect(turned.orientation == Orientation(quarterTurns: 1) && !turned.hasUnusableDisplayMatrix)
    }

    /// Packets, times, sound and tags are the same; what is shown is the same picture, turned.
    @Test(arguments: Orientation.allCases)
    func everythingElseIsKept(_ change: Orientation) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.orientation = Orientation(quarterTurns: 1)
            $0.timing = .constant(.thirty, frames: 20, firstFrame: -5)
            $0.video.bFrames = 2
            $0.container = .mov
            $0.metadata = [Pair("title", "Kept"), Pair("creation_time", "2026-05-01T09:30:00.000000Z")]
            $0.moreAudio = [.init(encoder: "pcm_s16le")]
        }
        let source = try recording.file()
        _ = try write(source, recording.orientation.then(change), to: folder("out.mov"))
        let (before, after) = (try Movie(source), try Movie(folder("out.mov")))
        #expect(before.frames.count == after.frames.count && before.metadata == after.metadata)
        #expect(before.sound == after.sound)
        for (old, new) in zip(before.frames, after.frames) {
            #expect(old.time == new.time)
            #expect(new.luma == old.luma.turned(by: change))
        }
    }

    @Test(arguments: ["faststart", "frag_keyframe+empty_moov+delay_moov"])
    func indexesAtTheFrontAndFragmentsAreTurned(_ flags: String) throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().with { $0.muxerOptions = [Pair("movflags", flags)] }.file()
        #expect(try write(path, Orientation(quarterTurns: 3), to: folder("out.mp4")).orientation.quarterTurns == 3)
    }
}

extension SamplePlane {
    /// Turned sample by sample, apart from the code under test.
    fileprivate func turned(by orientation: Orientation) -> SamplePlane {
        let (w, h) = orientation.quarterTurns % 2 == 1 ? (height, width) : (width, height)
        var result = SamplePlane(width: w, height: h, depth: depth, samples: [UInt16](repeating: 0, count: w * h))
        for y in 0..<height {
            for x in 0..<width {
                let column = orientation.mirrored ? width - 1 - x : x
                let (tx, ty) = [
                    (column, y), (height - 1 - y, column), (width - 1 - column, height - 1 - y),
                    (y, width - 1 - column),
                ][orientation.quarterTurns]
                result.samples[ty * w + tx] = samples[y * width + x]
            }
        }
        return result
    }
}
