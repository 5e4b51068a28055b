import FixtureMedia
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline
import Transitions

@testable import MediaIO
@testable import Render
@testable import Planning
@testable import Placing

/// Parts that are left out, and clocks that drift: every frame of the film is the one it has to be.
@Suite struct ExcerptTests {
    /// Twelve seconds with a key frame every half second.
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].timing = .constant(.thirty, frames: 360)
                $0[keyPath: camera].video.gop = 15
            }
            $0.request.policy = .at([SwitchTime(time: .seconds(9))])
            $0.request.transition.duration = .milliseconds(400)
            change(&$0)
        }
    }

    private static func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: .milliseconds(start), end: .milliseconds(end))
    }

    /// The camera is the same before and after: its own pictures of both times are mixed.
    @Test func aMorphOverASkippedPartMixes() throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.request.policy = .never
            $0.request.skipped = [Self.range(4000, 6000)]
            $0.request.transition.specification = Specification(name: "morph")
        }
        let movie = try job.render(in: folder)
        for index in [100, 113, 126, 140] {
            let recorded = index < 120 ? index : index + 60
            #expect(Barcode.read(movie.frames[index].luma) == Barcode(camera: .back, frame: recorded), "frame \(index)")
        }
        // In the middle, neither can be read.
        for index in 119...120 { #expect(Barcode.read(movie.frames[index].luma) == nil, "frame \(index)") }
    }

    /// Both sides of the join are decoded onward, and what is drawn is what each frame shows on its own.
    @Test(arguments: ["morph", "dissolve"])
    func aJoinWithinOneCameraDoesNotGoBackAndForth(_ name: String) throws {
        let plan = try Self.job {
            $0.request.policy = .never
            $0.request.skipped = [Self.range(2000, 3000), Self.range(5000, 6000)]
            $0.request.transition.specification = Specification(name: name)
        }.plan().plan
        let footage = SharedFootage()
        let compositor = Compositor(plan, decoderThreads: 1, footage: footage)
        let source = plan.sources[plan.composition.session.takes.firstIndex { $0.angle == "back" }!]
        var seeks = 0
        for frame in 0..<180 as Range<Int64> {
            let picture = try compositor.picture(ofFrame: frame)
            let readers = try [SharedFootage.Side.one, .two].map {
                try footage.reader(of: source, $0, for: plan, threads: 1)
            }
            seeks = max(seeks, readers.map(\.seekCount).max()!)
            guard frame % 7 == 0 else { continue }
            let alone = try Compositor(plan, decoderThreads: 1).picture(ofFrame: frame)
            for (one, other) in zip(picture.planes, alone.planes) {
                for y in 0..<one.height {
                    let rows = [one, other].map {
                        Array(UnsafeBufferPointer(start: $0.row(y, as: UInt8.self), count: $0.width))
                    }
                    #expect(rows[0] == rows[1], "frame \(frame)")
                }
            }
        }
        // Once, to where each of them begins.
        #expect(seeks <= 1)
    }

    @Test(arguments: [SmartMode.off, .require])
    func whatIsSkippedClosesUpWithATransition(_ smart: SmartMode) throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.request.smart = smart
            $0.request.range = Self.range(1000, 11_000)
            $0.request.skipped = [Self.range(4000, 6000)]
        }
        let plan = try job.plan().plan
        #expect(plan.composition.frameCount == 240)
        #expect(plan.composition.segments.map(\.frames) == [0..<90, 90..<180, 180..<240])
        let movie = try job.render(in: folder)
        #expect(movie.frames.count == 240)
        // Twelve frames of dissolve across the seam, from what follows before it to what precedes after it.
        for (index, frame) in movie.frames.enumerated() {
            let recorded = index < 90 ? index + 30 : index + 90
            let read = Barcode.read(frame.luma)
            if (84..<96).contains(index) || (174..<186).contains(index) {
                let other = index < 100 ? (index < 90 ? index + 90 : index + 30) : recorded
                #expect(read == nil || [recorded, other].contains(read!.frame), "frame \(index)")
            } else {
                #expect(read == Barcode(camera: index < 180 ? .back : .front, frame: recorded), "frame \(index)")
            }
        }
        // Beeps at every second of the recording: those that are left out are not heard.
        movie.expectBeeps([0, 1, 2, 3, 4, 5, 6, 7].map { (Double($0), .back) })
        if smart == .require { #expect(Double(plan.copiedFrameCount) > 0.6 * 240, "copied stretches stay copied") }
    }

    /// The clock of the film starts where its first picture was recorded.
    @Test func aPartHasItsOwnDate() throws {
        let plan = try Self.job {
            $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:59.000000Z")]
            $0.offsets = ["back": .zero, "front": .milliseconds(-2000)]
            $0.request.range = Self.range(5000, 11_000)
        }.plan().plan
        #expect(plan.output.metadata?["creation_time"] == "2026-05-01T09:31:02.000000Z")
    }

    @Test func onlyWhatEveryCameraHas() throws {
        let planned = try Self.job {
            $0.offsets["front"] = .seconds(2)
            $0.request.span = .intersection
        }.plan()
        #expect(planned.plan.composition.frameCount == 300)
        #expect(planned.plan.composition.sessionTime(ofFrame: 0) == .seconds(2))
    }

    /// 1000 ppm are half a frame in 17 s: enough to be seen in a short film.
    @Test(arguments: [-1_000_000, 1_000_000])
    func copiedPacketsFollowADriftingClock(_ drift: Int64) throws {
        let folder = try TemporaryFolder()
        let rate = ClockRate(partsPerBillion: drift)!
        var job = Self.job { $0.request.smart = .require }
        job.back.timing = .constant(.thirty, frames: 900)
        job.front!.timing = .constant(.thirty, frames: 900)
        job.request.policy = .at([SwitchTime(time: .seconds(14))])
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back"),
            Input(path: try job.front!.file(), angle: "front", drift: rate),
        ])
        let plan = try job.request.plan(recording).plan
        let map = plan.composition.session.takes[1].clock
        _ = try Renderer(plan: plan, output: folder("film.mp4"), mayReplace: false).run()
        let (movie, source) = (try Movie(folder("film.mp4")), try Movie(job.front!.file()))
        var copied = 0
        for case .copy(let span) in plan.spans where span.take == 1 {
            for frame in movie.frames {
                let index = plan.composition.frameRate.frame(at: frame.time, .nearest)
                guard span.frames.contains(index) else { continue }
                let recorded = try #require(Barcode.read(frame.luma)?.frame)
                #expect(frame.planes == source.frames[recorded].planes, "bit for bit")
                let wanted = map.target(at: FrameRate.thirty.time(ofFrame: Int64(recorded)))
                #expect((frame.time - wanted).magnitude <= plan.composition.frameRate.frameDuration / 2)
                copied += 1
            }
        }
        #expect(copied > 300)
    }

    /// Twenty seconds of sound through clocks that are off by up to 200 ppm: more than any phone's.
    @Test(arguments: [-200_000, 80_000, 200_000])
    func soundFollowsADriftingClock(_ drift: Int64) throws {
        let folder = try TemporaryFolder()
        var job = Self.job()
        job.back.timing = .constant(.thirty, frames: 600)
        job.front = nil
        job.request.policy = .never
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back", drift: ClockRate(partsPerBillion: drift)!)
        ])
        let plan = try job.request.plan(recording).plan
        #expect(plan.audioCopy == nil, "packets cannot be stretched")
        _ = try Renderer(plan: plan, output: folder("film.mp4"), mayReplace: false).run()
        let beeps = try Movie(folder("film.mp4")).beeps()
        #expect(beeps.count == 20)
        for (second, beep) in beeps.enumerated() {
            let wanted = Double(second) * (1 + Double(drift) / 1e9)
            #expect(abs(beep.seconds - wanted) <= 0.001, "\(beep.seconds) instead of \(wanted)")
        }
    }
}
