import Audio
import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing

/// What is seen and heard at a moment is what the film has there.
@Suite struct FrameSourceTests {
    private func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].timing = .constant(.thirty, frames: 120)
                $0[keyPath: camera].orientation = Orientation(quarterTurns: 1)
            }
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.quality = .constantRateFactor(4)
            change(&$0)
        }
    }

    @Test(arguments: [SmartMode.off, .require])
    func picturesAreThoseOfTheFilm(_ smart: SmartMode) throws {
        let folder = try TemporaryFolder()
        let job = job { $0.request.smart = smart }
        let movie = try job.render(in: folder)
        let plan = try job.plan().plan
        let source = FrameSource(plan)
        // Forward, back, in a transition, and beyond both ends.
        for (time, index) in [(-5, 0), (0, 0), (1000, 30), (1966, 58), (2001, 60), (500, 15), (3999, 119), (9000, 119)]
        {
            let picture = try source.picture(at: .milliseconds(Int64(time)))
            let frame = movie.frames[index]
            #expect(picture.size == frame.size, "upright")
            let planes = picture.planes.map { SamplePlane($0, format: picture.format) }
            let isCopied = plan.spans.contains {
                if case .copy(let span) = $0 { span.frames.contains(Int64(index)) } else { false }
            }
            if isCopied {
                #expect(planes == frame.planes, "at \(time) ms")
            } else {
                // What a constant rate factor of 4 loses of the test card is less than a code value.
                #expect(peakSignalToNoise(planes, frame.planes) > 48, "at \(time) ms")
            }
        }
    }

    /// swscale writes beyond the end of a row whose length is no multiple of 8.
    @Test(arguments: [PictureSize(width: 210, height: 122), PictureSize(width: 256, height: 144)])
    func nothingIsWrittenBesideAFittedPicture(_ canvas: PictureSize) throws {
        let pictures = try [Fit.fit, .blur].map { fit in
            let job = Job {
                $0.front = nil
                $0.back.size = PictureSize(width: 72, height: 128)
                (($0.request.size), $0.request.fit) = (canvas, fit)
            }
            return try FrameSource(try job.plan().plan).picture(at: .milliseconds(500))
        }
        let width = canvas.height * 72 / 128 / 2 * 2
        let left = (canvas.width - width) / 4 * 2
        for row in 0..<canvas.height {
            let (fitted, blurred) = (
                pictures[0].luma.row(row, as: UInt8.self), pictures[1].luma.row(row, as: UInt8.self)
            )
            let bars = Array(0..<left) + Array(left + width..<canvas.width)
            #expect(bars.allSatisfy { fitted[$0] == 16 }, "row \(row)")
            #expect((left..<left + width).allSatisfy { fitted[$0] == blurred[$0] }, "row \(row)")
        }
    }

    @Test func smallerPicturesShowTheSame() throws {
        let source = FrameSource(try job { $0.back.timing = .constant(.thirty, frames: 120) }.plan().plan)
        let size = PictureSize(width: 72, height: 120)
        let picture = try source.picture(at: .seconds(1), size: size)
        #expect(picture.size == size)
        #expect(try source.picture(at: .seconds(1)).size == PictureSize(width: 96, height: 160))
    }

    @Test func soundIsThatOfTheFilm() throws {
        let source = FrameSource(try job().plan().plan)
        let second = try source.audio(in: TimeRange(start: .seconds(1), duration: .milliseconds(100)))
        let quiet = try source.audio(in: TimeRange(start: .milliseconds(1500), duration: .milliseconds(100)))
        let again = try source.audio(in: TimeRange(start: .seconds(1), duration: .milliseconds(100)))
        let loudest = { (buffer: AudioBuffer) in buffer.channels[0].map(abs).max() ?? 0 }
        #expect(loudest(second) > 0.1 && loudest(quiet) < 0.01)
        #expect(again == second, "going back gives the same")
        let before = try source.audio(in: TimeRange(start: .seconds(-1), duration: .milliseconds(500)))
        #expect(before.frameCount == 24_000 && loudest(before) == 0)
        let across = try source.audio(in: TimeRange(start: .milliseconds(-100), end: .milliseconds(100)))
        #expect(across.frameCount == 9600 && loudest(across) > 0.1)
    }

    /// The sound of such a film is copied. To look at it nobody has to read all its packets.
    @Test func lookingReadsNoPacketsToCopy() throws {
        let job = job { $0.request.smart = .auto }
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back"), Input(path: try job.front!.file(), angle: "front"),
        ])
        let (film, viewed) = (
            try job.request.plan(recording).plan, try job.request.planForViewing(recording).plan
        )
        #expect(film.audioCopy != nil && film.join != nil)
        #expect(viewed.audioCopy == nil && viewed.join == nil)
        let range = TimeRange(start: .milliseconds(900), duration: .milliseconds(200))
        #expect(try FrameSource(film).audio(in: range) == FrameSource(viewed).audio(in: range))
        // A copy: the memory of a picture is its pool's again when the picture goes.
        let planes = { (plan: RenderPlan) in
            let picture = try FrameSource(plan).picture(at: .seconds(1))
            return withExtendedLifetime(picture) { picture.planes.map { SamplePlane($0, format: picture.format) } }
        }
        #expect(try planes(film) == planes(viewed))
    }
}
