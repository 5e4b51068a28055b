import CFFmpeg
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline
import Transitions

@testable import Render
@testable import Planning
@testable import Placing

/// The file as a whole: its tags, its bytes, and what is left when it is not finished.
@Suite struct OutputTests {
    @Test func standardSourcesGiveTaggedH264AndAAC() throws {
        let folder = try TemporaryFolder()
        let movie = try Job().render(in: folder)
        #expect(movie.video?.codec == "h264" && movie.video?.tag == "avc1")
        #expect(movie.video?.pixelFormat == "yuv420p")
        #expect(movie.video?.color == .bt709)
        // The index at the front: ftyp, moov, then the media.
        let bytes = folder.bytes("out.mp4")
        let position = { (name: String) in
            bytes.indices.dropLast(3).first { Array(bytes[$0..<$0 + 4]) == Array(name.utf8) }
        }
        #expect(position("moov")! < position("mdat")!)
    }

    @Test func hevcIsTaggedForQuickTime() throws {
        let folder = try TemporaryFolder()
        let job = Job { $0.request.codec = .hevc }
        let movie = try job.render(in: folder, as: "out.mov")
        #expect(movie.video?.codec == "hevc" && movie.video?.tag == "hvc1")
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6))
    }

    @Test(arguments: [ColorDescription.hlg, .pq])
    func twoHighDynamicRangeCamerasStaySo(_ color: ColorDescription) throws {
        let folder = try TemporaryFolder()
        let high = { (recording: inout FixtureRecording) in
            recording.video.encoder = "libx265"
            recording.video.pixelFormat = "yuv420p10le"
            recording.color = .init(color)
        }
        let job = Job {
            high(&$0.back)
            high(&$0.front!)
        }
        let movie = try job.render(in: folder)
        #expect(movie.video?.codec == "hevc" && movie.video?.pixelFormat == "yuv420p10le")
        #expect(movie.video?.color == color)
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6))
        // Nothing is converted: the patches keep their code values.
        let shown = Movie.color(TestCard.area(of: .topLeft, in: movie.frames[3].size), of: movie.frames[3])
        let wanted = ColorCode(
            TestCard.color(.topLeft, of: .back), matrix: color.matrix, isFullRange: false, depth: 10)
        #expect(shown.distance(to: wanted.rounded) <= 4, "\(shown) instead of \(wanted)")
    }

    @Test func mixedDynamicRangesAreToneMappedAndSaidSo() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.front!.video.encoder = "libx265"
            $0.front!.video.pixelFormat = "yuv420p10le"
            $0.front!.color = .init(.hlg)
        }
        let movie = try job.render(in: folder)
        #expect(movie.video?.codec == "h264" && movie.video?.color == .bt709)
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6))
        #expect(try job.plan().notes.contains(.toneMapped(.otherCamera)))
    }

    /// Also when the primary, which could be copied, has the high dynamic range; and when nobody needs to but asks for it.
    @Test(arguments: [true, false])
    func copyingDoesNotPreventToneMapping(_ isMixed: Bool) throws {
        let folder = try TemporaryFolder()
        let high = { (recording: inout FixtureRecording) in
            recording.video.encoder = "libx265"
            recording.video.pixelFormat = "yuv420p10le"
            recording.color = .init(.hlg)
        }
        let job = Job {
            high(&$0.back)
            if !isMixed { high(&$0.front!) }
            $0.request.dynamicRange = isMixed ? .auto : .sdr
            $0.request.smart = .auto
        }
        let movie = try job.render(in: folder)
        #expect(movie.video?.codec == "h264" && movie.video?.color == .bt709)
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6))
        let notes = try job.plan().notes
        let toneMapped = notes.filter { if case .toneMapped = $0 { true } else { false } }
        #expect(toneMapped == [.toneMapped(isMixed ? .otherCamera : .asked)], "\(notes)")
    }

    /// A second camera that is only heard, or shown only where the first has no footage.
    @Test(arguments: [SwitchPolicy.never, .at([SwitchTime(time: .milliseconds(500), view: .single("front"))])])
    func aCameraThatIsNotShownDoesNotCostTheDynamicRange(_ policy: SwitchPolicy) throws {
        var job = Job {
            $0.back.video.encoder = "libx265"
            $0.back.video.pixelFormat = "yuv420p10le"
            $0.back.color = .init(.hlg)
            $0.request.policy = policy
            $0.request.smart = .auto
        }
        let planned = try job.plan()
        let isShown = policy != .never
        #expect(planned.plan.video.canvas.color == (isShown ? .bt709 : .hlg))
        #expect((planned.plan.copiedFrameCount > 0) == !isShown)
        #expect(planned.notes.contains(.toneMapped(.otherCamera)) == isShown)
        // A still shows the same picture.
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back"), Input(path: try job.front!.file(), angle: "front"),
        ])
        #expect(try job.request.planForViewing(recording).plan.video.canvas == planned.plan.video.canvas)
        // Where the first ends, the other is shown.
        job.front!.timing = .constant(.thirty, frames: 120)
        #expect(try job.plan().plan.video.canvas.color == .bt709)
    }

    @Test func metadataOfThePrimaryIsKept() throws {
        let folder = try TemporaryFolder()
        let tagged = Job {
            $0.back.container = .mov
            $0.back.metadata = [
                Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("make", "Compose"),
                Pair("model", "Fixture"),
            ]
            $0.front!.metadata = [Pair("title", "of the other camera")]
        }
        let movie = try tagged.render(in: folder)
        #expect(movie.metadata["creation_time"] == "2026-05-01T09:30:00.000000Z")
        #expect(movie.metadata["make"] == "Compose")
        #expect(movie.metadata["model"] == "Fixture")
        #expect(movie.metadata["title"] == nil)
        var stripped = tagged
        stripped.request.keepsMetadata = false
        let bare = try stripped.render(in: TemporaryFolder())
        #expect(bare.metadata["creation_time"] == nil && bare.metadata["make"] == nil)
    }

    /// Whatever lies in the memory that is taken: 13 macroblocks in a row, which no vector fits.
    @Test(
        arguments: [PictureSize(width: 160, height: 96), PictureSize(width: 208, height: 120)], ["libx264", "libx265"])
    func theSameCommandGivesTheSameBytes(_ size: PictureSize, _ encoder: String) throws {
        let folder = try TemporaryFolder()
        let plan = try Job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].size = size
                $0[keyPath: camera].video.encoder = encoder
            }
            $0.request.codec = encoder == "libx264" ? .h264 : .hevc
            $0.request.preset = "veryfast"
        }.plan().plan
        for (name, jobs, memory) in [("a.mp4", 1, 0), ("b.mp4", 1, 85), ("c.mp4", 2, 170)] {
            #if canImport(Glibc)
                mallopt(M_PERTURB, CInt(memory))
                defer { mallopt(M_PERTURB, 0) }
            #endif
            var renderer = Renderer(plan: plan, output: folder(name), mayReplace: false)
            renderer.jobs = jobs
            _ = try renderer.run()
        }
        #expect(!folder.bytes("a.mp4").isEmpty)
        #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
        #expect(folder.bytes("a.mp4") == folder.bytes("c.mp4"), "however many workers")
    }

    @Test func aCancelledRenderLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let renderer = Renderer(
            plan: try Job().plan().plan, output: folder("out.mp4"), mayReplace: false)
        #expect(throws: RenderError.self) {
            _ = try renderer.run { progress in
                if progress.framesDone >= 5 { renderer.cancellation.cancel() }
            }
        }
        #expect(folder.contents == [])
    }

    @Test func aFailingRenderLeavesTheOldOutputAsItWas() throws {
        let folder = try TemporaryFolder()
        try folder.write("precious", "out.mp4")
        let plan = try Job().plan().plan
        #expect(throws: MediaError.self) {
            _ = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false)
                .run()
        }
        let renderer = Renderer(
            plan: plan, output: folder("out.mp4"), mayReplace: true)
        renderer.cancellation.cancel()
        #expect(throws: RenderError.self) { _ = try renderer.run() }
        #expect(folder.bytes("out.mp4") == Array("precious".utf8))
        #expect(folder.contents == ["out.mp4"])
    }

    @Test func anInputIsNeverOverwritten() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(try FixtureRecording().file(), as: "back.mp4")
        let before = folder.bytes("back.mp4")
        let plan = try Job { $0.front = nil }.request.plan(try Recording([Input(path: path, angle: "back")])).plan
        try FileManager.default.createSymbolicLink(atPath: folder("link.mp4"), withDestinationPath: path)
        for name in ["back.mp4", "link.mp4"] {
            #expect(throws: MediaError.self) {
                _ = try Renderer(plan: plan, output: folder(name), mayReplace: true).run()
            }
        }
        #expect(folder.bytes("back.mp4") == before)
    }

    @Test func colorsThatAllCamerasShareAreNotConverted() throws {
        let shared = ColorDescription(primaries: 5, transfer: 1, matrix: 5, isFullRange: false)
        var job = Job {
            $0.back.color = .init(shared)
            $0.front!.color = .init(shared)
        }
        #expect(try job.plan().plan.video.canvas.color == shared)
        let folder = try TemporaryFolder()
        #expect(try job.render(in: folder).video?.color == shared)
        job.front!.color = .init(.bt709)
        #expect(try job.plan().plan.video.canvas.color == .bt709)
    }

    /// A film of one camera whose data are damaged in the middle.
    private func damagedPlan(_ folder: TemporaryFolder) throws -> RenderPlan {
        let path = folder("damaged.mp4")
        try DamagedCopy.flipped(
            try FixtureRecording().with { $0.sound = nil }.file(), from: 0.4, to: 0.5, count: 60, to: path)
        var request = Job().request
        request.policy = .never
        return try request.plan(try Recording([Input(path: path, angle: "back")])).plan
    }

    @Test func damageInTheMiddleIsConcealedAndCounted() throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        let plan = try damagedPlan(other)
        let result = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false).run()[0]
        #expect(result.frameCount == 45)
        #expect(result.damage[0]?.isEmpty == false)
        let movie = try Movie(folder("out.mp4"))
        #expect(movie.errorCount == 0 && movie.frames.count == 45)
        #expect(Barcode.read(movie.frames[44].luma) == Barcode(camera: .back, frame: 44))
    }

    @Test func damageIsToldOfByWhoeverPutsTheFilmTogether() throws {
        let folder = try TemporaryFolder()
        let plan = try damagedPlan(folder)
        let renderer = { (name: String) in
            Renderer(plan: plan, output: folder(name), mayReplace: false)
        }
        let whole = try renderer("whole.mp4").run()[0].damage
        let chunks = try (1...2).map { number in
            let result = try renderer("\(number).chunk").runChunk(number, of: 2) { _ in }
            return (path: folder("\(number).chunk"), damage: result.damage)
        }
        #expect(whole[0]?.isEmpty == false)
        #expect(chunks.contains { $0.damage == whole }, "one of them has the only unit")
        #expect(try renderer("joined.mp4").join(chunks.map(\.path)).damage == whole)
    }

    @Test func aRenderThatIsStoppedWithNothingButItsSoundLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let renderer = Renderer(
            plan: try Job().plan().plan, output: folder("out.mp4"), mayReplace: false)
        #expect(throws: RenderError.self) {
            try renderer.run { _ in
                while !FileManager.default.fileExists(atPath: try! renderer.films[0].checkpoint().audioPath) {
                    usleep(1000)
                }
                renderer.cancellation.cancel()
            }
        }
        #expect(folder.contents.isEmpty, "\(folder.contents)")
    }

    @Test func damageIsNotForgottenWhenARenderContinues() throws {
        let folder = try TemporaryFolder()
        let plan = try damagedPlan(folder)
        let renderer = Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false)
        let whole = try renderer.run()[0].damage
        try FileManager.default.removeItem(atPath: folder("out.mp4"))
        // Finished, but not put together: what a render leaves that is killed at its end.
        do {
            let (film, units) = (renderer.films[0], plan.units)
            let claim = try film.checkpoint().claim()
            let work = Film.Work(
                film: film, claim: claim, units: units, frameCount: units.frameCount, hasSound: true)
            try UnitRenderer(steadying: Steadying(), decoderThreads: 1, cancellation: Cancellation()).render([work]) {}
        }
        let continued = try renderer.run()[0]
        #expect(continued.framesKept == 45)
        #expect(continued.damage == whole && whole[0]?.isEmpty == false)
    }

    @Test func aRecordingThatWasCutShortIsUsedAsFarAsItGoes() throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        let path = other("cut.mkv")
        try DamagedCopy.truncated(
            try FixtureRecording().with { $0.container = .mkv }.file(), keeping: 0.6, to: path)
        var request = Job().request
        request.policy = .never
        let plan = try request.plan(try Recording([Input(path: path, angle: "back")])).plan
        _ = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false).run()
        let movie = try Movie(folder("out.mp4"))
        #expect((15..<45).contains(movie.frames.count))
        for index in movie.frames.indices.dropLast() {
            #expect(Barcode.read(movie.frames[index].luma) == Barcode(camera: .back, frame: index))
        }
    }
}
