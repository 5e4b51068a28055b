import FixtureMedia
import Foundation
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Analysis
@testable import MediaIO
@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// Shake that is known, before and after.
@Suite struct StabilizationTests {
    private static func job(_ strength: String, _ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.scene = .handheld
            $0.back.size = PictureSize(width: 640, height: 360)
            $0.back.timing = .constant(.thirty, frames: 90)
            $0.back.sound = nil
            $0.front = nil
            $0.request.policy = .never
            $0.request.quality = .constantRateFactor(8)
            $0.request.stabilization = ["back": Specification(parsing: strength)!]
            change(&$0)
        }
    }

    /// The mean change of the camera's motion from frame to frame, in samples of a picture 640 wide.
    private func shake(in path: String) throws -> Double {
        let info = try MediaInfo(probing: path)
        let range = info.video!.footage
        let motions = try MotionReader.motions(
            path: path, info: info.video!, in: range.start..<range.end + .seconds(1), isCancelled: { false })
        let all = motions.dropFirst().map(\.motion)
        let changes = zip(all, all.dropFirst()).map {
            abs($1.x - $0.x) + abs($1.y - $0.y) + abs($1.angle - $0.angle) / 4
        }
        return changes.reduce(0, +) / Double(changes.count) * 640
    }

    @Test func motionIsFoundToAFractionOfASample() throws {
        let path = try Self.job("standard").back.file()
        let info = try MediaInfo(probing: path)
        let motions = try MotionReader.motions(
            path: path, info: info.video!, in: .zero ..< .seconds(10), isCancelled: { false })
        #expect(motions.count == 90)
        for (before, now) in zip(motions, motions.dropFirst()) {
            let (from, to) = (
                Handheld.view(at: before.start.approximateSeconds), Handheld.view(at: now.start.approximateSeconds)
            )
            // The camera's own right is not the scene's while it is turned.
            let (c, s) = (cos(to.degrees * .pi / 180), sin(to.degrees * .pi / 180))
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            #expect(abs(now.motion.x - (c * dx + s * dy)) * 640 < 0.3)
            #expect(abs(now.motion.y - (c * dy - s * dx)) * 640 < 0.3)
            #expect(abs(now.motion.angle - (to.degrees - from.degrees) * .pi / 180) * 320 < 0.5)
        }
    }

    /// Small recordings have as much detail in each sample: half of it would not be enough.
    @Test func motionInSmallPicturesIsFoundToAFractionOfASample() throws {
        let path = try Self.job("standard") { $0.back.size = PictureSize(width: 320, height: 180) }.back.file()
        let info = try MediaInfo(probing: path)
        let motions = try MotionReader.motions(
            path: path, info: info.video!, in: .zero ..< .seconds(10), isCancelled: { false })
        var sum = 0.0
        for (before, now) in zip(motions, motions.dropFirst()) {
            let (from, to) = (
                Handheld.view(at: before.start.approximateSeconds), Handheld.view(at: now.start.approximateSeconds)
            )
            let (c, s) = (cos(to.degrees * .pi / 180), sin(to.degrees * .pi / 180))
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            sum += abs(now.motion.x - (c * dx + s * dy)) + abs(now.motion.y - (c * dy - s * dx))
        }
        // In samples.
        #expect(motions.count == 90 && sum / 178 * 320 < 0.15, "\(sum / 178 * 320)")
    }

    /// The same in parts as at once: parts are kept, and chunks divide them.
    @Test func motionDoesNotDependOnWhereReadingBegins() throws {
        let path = try Self.job("standard").back.file()
        let info = try MediaInfo(probing: path)
        let read = { (range: Range<MediaTime>) in
            try MotionReader.motions(path: path, info: info.video!, in: range, isCancelled: { false })
        }
        let whole = try read(.zero ..< .seconds(10))
        let parts =
            try read(.zero ..< .seconds(1)) + read(.seconds(1) ..< .milliseconds(2050))
            + read(.milliseconds(2050) ..< .seconds(9))
        #expect(whole == parts)
    }

    @Test(arguments: [("standard", 0.45), ("enhanced", 0.3), ("cinematic", 0.2), ("action", 0.2)])
    func shakeGoes(_ strength: String, _ rest: Double) throws {
        let folder = try TemporaryFolder()
        let job = Self.job(strength)
        let before = try shake(in: try job.back.file())
        let movie = try job.render(in: folder)
        #expect(movie.frames.count == 90)
        let after = try shake(in: folder("out.mp4"))
        #expect(after < rest * before, "\(strength): \(before) samples before, \(after) after")
    }

    @Test func rotatedPhonesAndUnevenRatesAreSteadied() throws {
        let folder = try TemporaryFolder()
        let job = Self.job("cinematic") {
            $0.back.orientation = Orientation(quarterTurns: 1)
            $0.back.timing = .ticks((0..<90).map { Int64($0) * 20 + ($0 % 3 == 1 ? 6 : 0) }, timescale: 600)
        }
        let before = try shake(in: try job.back.file())
        let movie = try job.render(in: folder)
        #expect(movie.frames.count > 80)
        #expect(try shake(in: folder("out.mp4")) < 0.5 * before)
    }

    /// A camera that stands still is copied beside one that is stabilized.
    @Test func theOtherCameraIsCopied() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.back.timing = .constant(.thirty, frames: 120)
            $0.front!.timing = .constant(.thirty, frames: 120)
            $0.request.policy = .every(.seconds(1))
            $0.request.transition = .hardCut
            $0.request.stabilization = ["front": Specification(name: "standard")]
            $0.request.smart = .require
        }
        let planned = try job.plan()
        let copied = Set(planned.plan.spans.compactMap { if case .copy(let span) = $0 { span.take } else { nil } })
        #expect(copied == [0])
        #expect(planned.blockers[1] == .stabilized("front"))
        _ = try job.render(in: folder)
    }

    @Test func chunksAndPlanFilesGiveTheSameBytes() throws {
        let folder = try TemporaryFolder()
        let planned = try Self.job("enhanced:zoom=1.1") { $0.back.timing = .constant(.thirty, frames: 400) }.plan()
        let result = try Renderer(plan: planned.plan, output: folder("whole.mp4"), mayReplace: false).run()
        #expect(result[0].zooms.map(\.zoom) == [1.1])
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let read = try PlannedRender(reading: folder("film.otio")).plan
        for number in 1...2 {
            _ = try Renderer(plan: read, output: folder("\(number).chunk"), mayReplace: false)
                .runChunk(number, of: 2) { _ in }
        }
        _ = try Renderer(plan: read, output: folder("joined.mp4"), mayReplace: false)
            .join([folder("1.chunk"), folder("2.chunk")])
        #expect(
            try Data(contentsOf: URL(filePath: folder("whole.mp4")))
                == Data(contentsOf: URL(filePath: folder("joined.mp4"))))
    }

    @Test func withoutTheFilterOneSentenceSaysSo() {
        let error = #expect(throws: MediaError.self) { try MotionReader.check(isInstalled: { _ in false }) }
        #expect("\(error!)".contains("vid.stab"))
    }

    @Test func motionsNobodyUsesAreRemoved() throws {
        let folder = try TemporaryFolder()
        for name in ["old", "new"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
            try folder.write("end", "\(name)/0")
        }
        let date = Date(timeIntervalSinceNow: -91 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder("old"))
        AnalysisFolder.removeUnused(in: folder(""))
        #expect(!FileManager.default.fileExists(atPath: folder("old")))
        #expect(FileManager.default.fileExists(atPath: folder("new/0")))
    }

    @Test func motionsThatAreUsedAgainStay() throws {
        let source = try #require(try Self.job("standard").plan().plan.sources.first)
        let path = try #require(try AnalysisFolder.motions.path(of: source))
        let kept = "\(path)/kept"
        try Data("end".utf8).write(to: URL(filePath: kept))
        defer { try? FileManager.default.removeItem(atPath: kept) }
        let date = Date(timeIntervalSinceNow: -91 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(try AnalysisFolder.motions.path(of: source) == path && FileManager.default.fileExists(atPath: kept))
    }

    @Test func keptMotionsAreReadBackExactly() throws {
        let folder = try TemporaryFolder()
        let motions = (0..<40).map {
            MotionReader.Motion(
                start: MediaTime(flicks: Int64($0) * 23_520_000),
                motion: FrameMotion(x: 1 / Double($0 + 3), y: -1e-9 * Double($0), angle: 0.1))
        }
        let range = MediaTime.zero ..< .seconds(10)
        MotionFile.write(motions, to: folder("0"))
        #expect(MotionFile.read(folder("0"), of: range) == motions)
        MotionFile.write([], to: folder("none"))
        #expect(MotionFile.read(folder("none"), of: range) == [])
    }

    /// Whatever somebody, or a failing disk, makes of the file: the recording is looked at anew.
    @Test func keptMotionsThatAreNotWholeAreNone() throws {
        let folder = try TemporaryFolder()
        let (path, range) = (folder("0"), MediaTime.zero ..< .seconds(10))
        let motions = (0..<40).map { MotionReader.Motion(start: .milliseconds($0 * 33), motion: .none) }
        MotionFile.write(motions, to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        let (body, end) = (Array(lines.dropLast()), lines.last!)
        let bad = [
            String(text.dropLast(5)), "end\n", "\(end)\n", "", "\(body[0])\nend 1\n", text + text,
            (body.reversed() + [end]).joined(separator: "\n") + "\n",
            (["9223372036854775807 0.0 0.0 0.0"] + body.dropFirst() + [end]).joined(separator: "\n") + "\n",
        ]
        for text in bad {
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(MotionFile.read(path, of: range) == nil, "\(text.prefix(80))")
        }
        // Of another part, with times that are whole and in order, or in no order.
        MotionFile.write(motions, to: path)
        #expect(MotionFile.read(path, of: .seconds(10) ..< .seconds(20)) == nil)
        try FileManager.default.copyItem(atPath: path, toPath: folder("1"))
        #expect(MotionFile.read(folder("1"), of: range) == nil)
        MotionFile.write(motions.reversed(), to: path)
        #expect(MotionFile.read(path, of: range) == nil)
    }

    @Test func whatIsNoFileOfOurOwnIsNotRead() throws {
        let folder = try TemporaryFolder()
        let range = MediaTime.zero ..< .seconds(10)
        try #require(mkfifo(folder("pipe"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder("zero"), withDestinationPath: "/dev/zero")
        try FileManager.default.createDirectory(atPath: folder("folder"), withIntermediateDirectories: false)
        for name in ["pipe", "zero", "folder", "nothing"] {
            #expect(MotionFile.read(folder(name), of: range) == nil)
        }
        // A pipe is replaced by what is found.
        MotionFile.write([], to: folder("pipe"))
        #expect(MotionFile.read(folder("pipe"), of: range) == [])
    }

    @Test(arguments: [("standard:zoom=1", true), ("cinematic:zoom=1.005", true), ("standard:zoom=1.02", false)])
    func aZoomThatLeavesNoRoomIsTold(_ strength: String, _ isTold: Bool) throws {
        let planned = try Self.job(strength).plan()
        let note = Diagnostic.notStabilized("back", Specification(parsing: strength)!)
        #expect(planned.notes.contains(note) == isTold)
    }
}
