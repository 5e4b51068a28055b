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
            canvas: Canvas(size: video.uprightSize, format: .yuv420p8, colour: .bt709), fit: .auto,
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
        let wrong = try write(original, orientation.then(Orientation(quarterTurns: 1)), to: folder("wrong.\(container)"))
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
        #expect { try write(path, .upright, to: folder("out.mkv")) } throws: { "\($0)".contains("--bake") }
        #expect(folder.contents == [])
    }

    @Test func anInputIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(try FixtureRecording().file(), as: "a.mp4")
        let before = folder.bytes("a.mp4")
        #expect(throws: MediaError.self) { try write(path, Orientation(quarterTurns: 2), to: path) }
        #expect(folder.bytes("a.mp4") == before)
    }
}
