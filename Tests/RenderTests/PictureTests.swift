import Parameters
import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import Testing
import Timeline
import Transitions

/// End to end: every output frame shows the right camera and the right source frame, upright.
@Suite struct PictureTests {
    /// A source that differs from the plain one in one thing.
    struct Variant: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var nominal = FrameRate.thirty
        var change: @Sendable (inout FixtureRecording) -> Void

        init(
            _ name: String, nominal: FrameRate = .thirty, _ change: @escaping @Sendable (inout FixtureRecording) -> Void
        ) {
            testDescription = name
            self.nominal = nominal
            self.change = change
        }
    }

    static let ntsc = FrameRate(30000, 1001)!
    static let variants = [
        Variant("the same") { _ in },
        Variant("29.97 fps", nominal: ntsc) { $0.timing = .constant(ntsc, frames: 45) },
        Variant("60 fps", nominal: FrameRate(60)!) { $0.timing = .constant(FrameRate(60)!, frames: 90) },
        Variant("24 fps", nominal: FrameRate(24)!) { $0.timing = .constant(FrameRate(24)!, frames: 36) },
        Variant("25 fps", nominal: FrameRate(25)!) { $0.timing = .constant(FrameRate(25)!, frames: 37) },
        // Ends before the other camera does.
        Variant("variable rate") {
            $0.timing = .ticks(
                FixtureRecording.variableTicks(seconds: 12).filter { (495_000..<629_000).contains($0) }.map {
                    $0 - 495_000
                },
                timescale: 90_000)
        },
        Variant("a pause in the middle") {
            $0.timing = .ticks((0..<45).filter { !(12..<25).contains($0) }.map { Int64($0) * 3000 }, timescale: 90_000)
        },
        Variant("240 fps", nominal: FrameRate(240)!) { $0.timing = .constant(FrameRate(240)!, frames: 360) },
        // A phone's slow motion: the middle third of a second at eight times the rate.
        Variant("slow motion", nominal: FrameRate(240)!) {
            let ticks =
                (0..<20).map { $0 * 3000 } + (0..<80).map { 60_000 + $0 * 375 } + (0..<15).map { 90_000 + $0 * 3000 }
            $0.timing = .ticks(ticks.map(Int64.init), timescale: 90_000)
        },
        Variant("B-frames") { $0.video.bFrames = 3 },
        Variant("open GOP") {
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
            $0.video.gop = 8
        },
        Variant("HEVC") { $0.video.encoder = "libx265" },
        Variant("HEVC, open GOP") {
            $0.video.encoder = "libx265"
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        },
        Variant("one key frame") { $0.video.gop = 600 },
        Variant("MPEG-4") { $0.video.encoder = "mpeg4" },
        Variant("trimmed head") { $0.timing = .constant(.thirty, frames: 57, firstFrame: -12) },
        Variant("10 bit") {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
        },
        Variant("4:2:2") { $0.video.pixelFormat = "yuv422p" },
        Variant("VP9 in WebM") {
            $0.video.encoder = "libvpx-vp9"
            $0.container = .webm
            $0.timing = .ticks((0..<45).map { ($0 * 100 + 2) / 3 }.map(Int64.init), timescale: 1000)
            $0.sound?.encoder = "libopus"
        },
        Variant("transport stream") {
            // Without sound: its priming would be the earliest packet, and so the start of the clock.
            $0.sound = nil
            $0.container = .ts
            $0.timing = .ticks((0..<45).map { Int64($0) * 3000 }, timescale: 90_000)
        },
    ]

    @Test(arguments: variants)
    func showsTheRightFrameOfBothCameras(_ variant: Variant) throws {
        let folder = try TemporaryFolder()
        let job = Job {
            variant.change(&$0.front!)
            $0.request.frameRate = .thirty
        }
        let movie = try job.render(in: folder)
        movie.check(
            job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6), nominal: [.front: variant.nominal])
    }

    @Test(arguments: Orientation.allCases)
    func turnsBothCamerasUpright(_ orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        // Stored so that both are landscape once upright, the front camera of another size.
        let stored = { (w: Int, h: Int) in
            orientation.swapsAxes ? PictureSize(width: h, height: w) : PictureSize(width: w, height: h)
        }
        let job = Job {
            $0.back.orientation = orientation
            $0.back.size = stored(160, 96)
            $0.front!.orientation = Orientation(quarterTurns: 2, mirrored: orientation.mirrored)
            $0.front!.size = PictureSize(width: 240, height: 144)
        }
        let movie = try job.render(in: folder)
        #expect(movie.video?.size == PictureSize(width: 160, height: 96))
        #expect(movie.video?.hasDisplayMatrix == false)
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6))
        movie.expectUpright(job, at: [0, 20])
    }

    @Test func cutsWithoutATransitionAreHard() throws {
        let folder = try TemporaryFolder()
        let job = Job { $0.request.transition = .hardCut }
        try job.render(in: folder).check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 0))
    }

    @Test func aPortraitCameraKeepsItsWholePictureOnALandscapeCanvas() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.front!.orientation = Orientation(quarterTurns: 1)
            $0.front!.size = PictureSize(width: 192, height: 128)
        }
        let movie = try job.render(in: folder)
        // 128x192 upright, fitted into 160x96: 64x96 in the middle.
        let area = PictureRect(x: 48, y: 0, width: 64, height: 96)
        movie.check(job, Expectation(frameCount: 45, cuts: [15, 30], transition: 6)) { $0 == .front ? area : nil }
        let bars = movie.frames[22].luma.mean(PictureRect(x: 0, y: 0, width: 40, height: 96))
        #expect(abs(bars - 16) < 1.5, "the bars are black")
    }

    @Test func theOtherFrameRateIsResampled() throws {
        let folder = try TemporaryFolder()
        let job = Job { $0.request.frameRate = FrameRate(24) }
        let rate = FrameRate(24)!
        try job.render(in: folder).check(
            job, Expectation(frameCount: 36, rate: rate, cuts: [12, 24], transition: 5), nominal: [:])
    }

    @Test func whereOneCameraEndsTheOtherIsShown() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.front!.timing = .constant(.thirty, frames: 22)
            $0.request.transition = .hardCut
        }
        // The front camera ends in its own segment (15..<30): the back camera is shown from frame 22 on.
        try job.render(in: folder).check(job, Expectation(frameCount: 45, cuts: [15, 22], transition: 0))
    }

    @Test func aCameraThatStartsLateIsPlacedByItsOffset() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.offsets["front"] = .milliseconds(300)
            $0.request.transition = .hardCut
        }
        var expected = Expectation(frameCount: 54, cuts: [15, 30, 45], transition: 0)
        expected.offsets[.front] = .milliseconds(300)
        // The back camera ends at frame 45, where the front camera's turn begins anyway.
        try job.render(in: folder).check(job, expected)
    }

    @Test func oneCameraAloneIsShownThroughout() throws {
        let folder = try TemporaryFolder()
        let job = Job { $0.front = nil }
        try job.render(in: folder).check(job, Expectation(frameCount: 45, cuts: [], transition: 0))
    }

    @Test func switchTimesAndTransitionsAreWhereTheyWereAskedFor() throws {
        let folder = try TemporaryFolder()
        let job = Job {
            $0.request.policy = .at([
                SwitchTime(time: .milliseconds(400), transition: Specification(name: "wipe")),
                SwitchTime(time: .milliseconds(1100), view: .single("back")),
            ])
        }
        try job.render(in: folder).check(job, Expectation(frameCount: 45, cuts: [12, 33], transition: 6))
    }

    @Test func everyTransitionBeginsAndEndsWithWholePictures() throws {
        let folder = try TemporaryFolder()
        for entry in TransitionCatalogue.standard.entries where entry.name != "matte" {
            let job = Job {
                $0.request.policy = .at([SwitchTime(time: .milliseconds(700))])
                $0.request.transition.specification = Specification(name: entry.name)
            }
            let hard = entry.name == "none"
            try job.render(in: folder, as: "\(entry.name).mp4").check(
                job, Expectation(frameCount: 45, cuts: [21], transition: hard ? 0 : 6))
            try folder.remove("\(entry.name).mp4")
        }
    }
}

extension Movie {
    /// The patches of the test card are where they must be: not turned, mirrored or mixed up.
    func expectUpright(_ job: Job, at indices: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        for index in indices {
            guard let barcode = Barcode.read(frames[index].luma) else { continue }
            for patch in TestCard.Patch.allCases {
                let shown = Movie.color(TestCard.area(of: patch, in: frames[index].size), of: frames[index])
                let wanted = ColorCode(
                    TestCard.color(patch, of: barcode.camera), matrix: 1, isFullRange: false,
                    depth: frames[index].luma.depth)
                #expect(
                    shown.distance(to: wanted) < 4, "frame \(index), \(patch): \(shown) instead of \(wanted)",
                    sourceLocation: sourceLocation)
            }
        }
    }
}
