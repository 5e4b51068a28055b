import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Placing
@testable import Planning

/// Files of a minute that follow each other lie on one clock by their own start times.
@Suite struct SeriesClockTests {
    /// - Parameters:
    ///   - files: of each moment, camera by camera: how many frames at 5 per second, and the timecode if it has one.
    ///   - starts: of the moments by the names.
    private func inputs(
        _ files: [[(Camera, frames: Int, timecode: String?)]], starts: [Int64]
    ) throws -> FoundInputs {
        var found: [FoundRecording.File] = []
        for (moment, cameras) in files.enumerated() {
            for (camera, frames, timecode) in cameras {
                let recording = FixtureRecording().with {
                    $0.camera = camera
                    $0.timing = .constant(FrameRate(5, 1)!, frames: frames)
                    $0.sound = nil
                    $0.container = timecode == nil ? .mp4 : .mov
                    if let timecode { $0.metadata = [Pair("timecode", timecode)] }
                }
                found.append(.init(path: try recording.file(), angle: Angle(camera.name), moment: moment))
            }
        }
        return try FoundInputs(
            FoundRecording(
                scheme: "BlackVue", folder: ".", scene: "x", files: found, holes: [], starts: starts, main: "front"))
    }

    private func offsets(_ inputs: FoundInputs, of angle: Angle) -> [MediaTime] {
        inputs.inputs.filter { $0.angle == angle }.map { $0.offset ?? .distantPast }
    }

    /// Files of 3 s with stamps of whole seconds: the drive goes on without a break, whatever the stamps are cut to.
    @Test func filesThatFollowEachOtherHaveNoSeam() throws {
        let files = (0..<4).map { _ in [(Camera.front, frames: 17, timecode: String?.none)] }
        // 3.4 s each: they begin at 0, 3.4, 6.8 and 10.2 s, and half a second of the first's second has passed.
        let found = try inputs(files, starts: [100, 103, 107, 110])
        #expect(offsets(found, of: "front") == [0, 3400, 6800, 10200].map { .milliseconds($0) })
        #expect(found.notes.isEmpty)
    }

    /// What one camera loses at a seam and the other does not: both begin together with the next file.
    @Test func framesLostAtSeamsKeepCamerasTogether() throws {
        let files = [
            [(Camera.back, frames: 13, timecode: String?.none), (Camera.front, frames: 15, timecode: nil)],
            [(Camera.back, frames: 14, timecode: nil), (Camera.front, frames: 15, timecode: nil)],
            [(Camera.back, frames: 15, timecode: nil), (Camera.front, frames: 15, timecode: nil)],
        ]
        let found = try inputs(files, starts: [100, 103, 106])
        for angle in ["back", "front"] as [Angle] {
            #expect(offsets(found, of: angle) == [0, 3000, 6000].map { .milliseconds($0) })
        }
        #expect(
            found.notes == [
                .framesLost("back", seams: 2, total: .milliseconds(600), most: .milliseconds(400))
            ])
    }

    /// Stamps win where they are off by a second and more: frames that both lost, and frames that both have twice.
    @Test func stampsSayWhatAllCamerasLostAndRepeat() throws {
        let files = [15, 15, 15].map { frames in [(Camera.front, frames: frames, timecode: String?.none)] }
        let found = try inputs(files, starts: [100, 105, 106])
        #expect(offsets(found, of: "front") == [0, 5000, 6000].map { .milliseconds($0) })
        #expect(
            found.notes == [
                .framesLost("front", seams: 1, total: .seconds(2), most: .seconds(2)),
                .framesRepeated("front", seams: 1, total: .seconds(2)),
            ])
    }

    @Test func timecodeSaysItToTheFrame() throws {
        let found = try inputs(
            [
                [(.front, frames: 15, timecode: "10:00:00:02"), (.back, frames: 15, timecode: "10:00:00:03")],
                [(.front, frames: 15, timecode: "10:00:03:04"), (.back, frames: 15, timecode: "10:00:03:03")],
            ], starts: [100, 103])
        #expect(offsets(found, of: "front") == [.zero, .milliseconds(3400)])
        #expect(offsets(found, of: "back") == [.milliseconds(200), .milliseconds(3200)])
        #expect(found.notes == [.framesLost("front", seams: 1, total: .milliseconds(400), most: .milliseconds(400))])
    }

    @Test func chaptersFollowEachOther() throws {
        let files = [15, 10, 15].map { frames in [(Camera.front, frames: frames, timecode: String?.none)] }
        let found = try inputs(files, starts: [])
        #expect(offsets(found, of: "front") == [.zero, .seconds(3), .seconds(5)])
    }

    @Test func aFileThatCannotBeReadIsAHole() throws {
        let folder = try TemporaryFolder()
        try folder.write("no movie", "b.mp4")
        let good = try FixtureRecording().file()
        let found = try FoundInputs(
            FoundRecording(
                scheme: "Tesla", folder: ".", scene: "x",
                files: [
                    .init(path: good, angle: "front", moment: 0),
                    .init(path: folder("b.mp4"), angle: "back", moment: 0),
                ], holes: [], starts: [100], main: "front"))
        #expect(found.inputs.map(\.path) == [good])
        #expect(
            found.notes.contains {
                if case .fileLeftOut(let path, "back", _) = $0 { path == folder("b.mp4") } else { false }
            })
    }
}
