import FixtureMedia
import Foundation
import MediaTime
import Pictures
import Synchronization
import Testing
import Timeline

@testable import Render
@testable import MediaIO
@testable import Planning

/// Several films of one recording, made in one pass.
@Suite struct FurtherFilmTests {
    private typealias Change = @Sendable (inout Job) -> Void
    /// Films that differ in what a further one may differ in.
    private static let kinds: [(name: String, change: Change)] = [
        ("same.mp4", { _ in }),
        (
            "small.mp4",
            { ($0.request.size, $0.request.quality) = (PictureSize(width: 80, height: 48), .constantRateFactor(30)) }
        ),
        ("tall.mkv", { ($0.request.size, $0.request.fit) = (PictureSize(width: 64, height: 96), .fill) }),
        ("hevc.mov", { $0.request.codec = .hevc }),
        ("slow.mp4", { $0.request.frameRate = FrameRate(24)! }),
        ("fast.mp4", { $0.request.frameRate = FrameRate(50)! }),
        ("rate.mp4", { $0.request.quality = .bitRate(100_000) }),
        ("opus.mkv", { $0.request.audioCodec = .opus }),
        // Their encoders take turns; side by side, SVT-AV1 1.4 waits forever with these presets.
        ("av1.mkv", { ($0.request.codec, $0.request.preset) = (.av1, "12") }),
        ("av1.mp4", { ($0.request.codec, $0.request.preset) = (.av1, "4") }),
    ]

    private func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 90)
            $0.front!.timing = .constant(.thirty, frames: 90)
            $0.back.video.bFrames = 2
            $0.offsets = ["back": .zero, "front": .milliseconds(350)]
            change(&$0)
        }
    }

    @Test(arguments: [SmartMode.off, .require], [1, 3])
    func everyFilmIsWhatItWouldBeAlone(_ smart: SmartMode, _ jobs: Int) throws {
        let (folder, alone) = (try TemporaryFolder(), try TemporaryFolder())
        let films = try Self.kinds.map { kind in
            (kind.name, try job { kind.change(&$0) }.plan().plan)
        }
        let main = try job { $0.request.smart = smart }.plan().plan
        for (name, plan) in [("out.mp4", main)] + films {
            _ = try Renderer(plan: plan, output: alone(name), mayReplace: false).run()
        }
        let all = ([("out.mp4", main)] + films).map { Film(plan: $0.1, output: folder($0.0)) }
        var renderer = Renderer(all, mayReplace: false)
        renderer.jobs = jobs * (films.count + 1)
        renderer.verifies = smart == .require
        let results = try renderer.run()
        #expect(results.count == films.count + 1)
        #expect(folder.contents == alone.contents, "nothing else is left")
        for name in alone.contents { #expect(folder.bytes(name) == alone.bytes(name), "\(name)") }
        for (name, result) in zip(films.map(\.0), results.dropFirst()) {
            #expect(result.byteCount == Int64(folder.bytes(name).count))
        }
    }

    /// Whoever reads a file first opens it, and the others read on with the same decoder.
    @Test func filmsOfOnePassShareDecoders() throws {
        let plan = try job().plan().plan
        let footage = SharedFootage()
        let reader = try footage.reader(of: plan.sources[0], .one, for: plan, threads: 1)
        #expect(try footage.reader(of: plan.sources[0], .one, for: plan, threads: 1) === reader)
        #expect(try footage.reader(of: plan.sources[1], .one, for: plan, threads: 1) !== reader)
    }

    /// At two rates the nearest frame of one moment may be the one before what the other has just been given.
    @Test func twoRatesReadOneFileWithoutGoingBack() throws {
        let recording = FixtureRecording().with { $0.timing = .constant(FrameRate(60)!, frames: 90) }
        let path = try recording.file()
        let info = try #require(try MediaInfo(probing: path).video)
        let reader = try FrameReader(path: path, info: info, outputRate: FrameRate(25)!, threads: 1)
        reader.isShared = true
        let fast = FrameReader.tolerance(of: info, outputRate: FrameRate(120)!)
        let usual = FrameReader.tolerance(of: info, outputRate: FrameRate(25)!)
        #expect(fast < usual)
        for frame in 1..<30 {
            let time = FrameRate(25)!.time(ofFrame: Int64(frame))
            for tolerance in [usual, fast] {
                let found = try reader.frame(at: time, within: tolerance).start
                #expect(found == recording.timing.time(recording.timing.frame(at: time, tolerance: tolerance)))
            }
        }
        #expect(reader.seekCount == 0)
    }

    @Test func aPassThatIsStoppedGoesOnWithAllOfItsFilms() throws {
        let (folder, alone) = (try TemporaryFolder(), try TemporaryFolder())
        let long = { (change: (inout Job) -> Void) in
            try self.job {
                $0.back.timing = .constant(.thirty, frames: 1300)
                $0.front!.timing = .constant(.thirty, frames: 1300)
                $0.request.policy = .every(.seconds(5))
                change(&$0)
            }.plan().plan
        }
        let main = try long { _ in }
        let small = try long { $0.request.size = PictureSize(width: 80, height: 48) }
        let renderer = {
            var renderer = Renderer(
                [Film(plan: main, output: folder("out.mp4")), Film(plan: small, output: folder("small.mp4"))],
                mayReplace: false)
            renderer.jobs = 1
            return renderer
        }
        let first = renderer()
        #expect {
            // When both films have finished units.
            _ = try first.run { if $0.framesDone > 1700 { first.cancellation.cancel() } }
        } throws: { error in
            guard case RenderError.interrupted(let kept, let all) = error else { return false }
            return kept >= 800 && all == main.composition.frameCount * 2
        }
        #expect(folder.contents.count == 2 && folder.contents.allSatisfy { $0.hasSuffix(".compose") })
        let results = try renderer().run()
        #expect(results.allSatisfy { $0.framesKept >= 400 })
        #expect(folder.contents == ["out.mp4", "small.mp4"])
        for (name, plan) in [("out.mp4", main), ("small.mp4", small)] {
            _ = try Renderer(plan: plan, output: alone(name), mayReplace: false).run()
            #expect(folder.bytes(name) == alone.bytes(name), "\(name)")
        }
    }

    @Test func noFilmAppearsWhereOneCannotBeMade() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", "small.mp4")
        let plan = try job().plan().plan
        let renderer = Renderer(
            [Film(plan: plan, output: folder("out.mp4")), Film(plan: plan, output: folder("small.mp4"))],
            mayReplace: false)
        #expect(throws: MediaError.self) { try renderer.run() }
        #expect(folder.contents == ["small.mp4"] && folder.bytes("small.mp4") == Array("mine".utf8))
    }

    @Test func progressIsOfAllFilms() throws {
        let folder = try TemporaryFolder()
        let (main, small) = (
            try job().plan().plan, try job { $0.request.size = PictureSize(width: 80, height: 48) }.plan().plan
        )
        let renderer = Renderer(
            [Film(plan: main, output: folder("out.mp4")), Film(plan: small, output: folder("small.mp4"))],
            mayReplace: false)
        let done = Atomic<Int64>(0)
        let written = Atomic<Int64>(0)
        let count = main.composition.frameCount + small.composition.frameCount
        _ = try renderer.run { progress in
            #expect(progress.frameCount == count && progress.framesDone <= count && progress.framesWritten <= count)
            done.max(progress.framesDone, ordering: .relaxed)
            written.max(progress.framesWritten, ordering: .relaxed)
        }
        #expect(done.load(ordering: .relaxed) == count && written.load(ordering: .relaxed) == count)
    }
}
