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

    /// A source that goes on with other titles and cuts shows what one of its own would.
    @Test func otherTitlesAreShownWithoutOpeningAnything() throws {
        let plain = try job { $0.request.graphics.fadeIn = .init(.milliseconds(400)) }.plan()
        let editor = FilmEditor(plain)
        var titled = editor.edition
        titled.finish.graphics.titles = [.init("Hello", range: TimeRange(start: .zero, end: .seconds(1)))]
        var (cut, both) = (editor.edition, titled)
        cut.cuts[1].time = .milliseconds(1000)
        both.cuts = cut.cuts
        let films = try [plain.plan] + [titled, both, cut].map { try editor.planned($0).plan }
        let source = FrameSource(films[0])
        for plan in films {
            source.show(plan)
            for time in [200, 500, 1500] {
                let (one, other) = try (
                    source.picture(at: .milliseconds(Int64(time))),
                    FrameSource(plan).picture(at: .milliseconds(Int64(time)))
                )
                #expect(
                    one.planes.map { SamplePlane($0, format: one.format) }
                        == other.planes.map { SamplePlane($0, format: other.format) }, "at \(time) ms")
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

    private func planes(_ source: FrameSource, _ frame: Int64, _ size: PictureSize? = nil) throws -> [SamplePlane] {
        // A copy: the memory of a picture is its pool's again when the picture goes.
        let picture = try source.picture(at: FrameRate.thirty.time(ofFrame: frame), size: size)
        return withExtendedLifetime(picture) { picture.planes.map { SamplePlane($0, format: picture.format) } }
    }

    /// Back and forth, over a transition and a cut, at two sizes: kept pictures are the ones that would be decoded.
    @Test(arguments: [nil, PictureSize(width: 72, height: 120)], [1, 2])
    func keptPicturesAreThoseOfTheFilm(_ size: PictureSize?, _ threads: Int) throws {
        let plan = try job { $0.back.video.bFrames = 2 }.plan().plan
        let keeping = FrameSource(plan, threads: threads, keptPictures: 40)
        let walk = Array(Int64(40)...70) + (20...70).reversed() + [69, 21, 119, 0, 1, 0, 45, 44, 43, 90, 89]
        let fresh = FrameSource(plan)
        var known: [Int64: [SamplePlane]] = [:]
        for frame in Set(walk).sorted() { known[frame] = try planes(fresh, frame, size) }
        for (step, frame) in walk.enumerated() {
            #expect(try planes(keeping, frame, size) == known[frame], "step \(step), frame \(frame)")
        }
    }

    @Test func anotherCutIsShownAtOnce() throws {
        let film = try job { $0.request.sound = .follow }.plan()
        let editor = FilmEditor(film)
        var edition = editor.edition
        edition.cuts[1].time = .seconds(1)
        edition.cuts[1].view = View(parsing: "pip", angles: ["front", "back"])!
        let other = try editor.planned(edition).plan
        let source = FrameSource(film.plan, keptPictures: 30)
        let range = TimeRange(start: .milliseconds(1400), duration: .milliseconds(300))
        _ = (try planes(source, 30), try planes(source, 75), try source.audio(in: range))
        source.show(other)
        let fresh = FrameSource(other)
        for frame in [Int64(75), 30, 29, 10, 119] { #expect(try planes(source, frame) == planes(fresh, frame)) }
        #expect(try source.audio(in: range) == fresh.audio(in: range))
        // Another recording, of the same length and with the same mix: its own pictures, and its own sound.
        let swapped = try job {
            $0.request.sound = .follow
            ($0.back.camera, $0.front!.camera) = (.front, .back)
        }.plan().plan
        source.show(film.plan)
        _ = (try planes(source, 30), try source.audio(in: range))
        source.show(swapped)
        #expect(try source.audio(in: range) == FrameSource(swapped).audio(in: range))
        #expect(try planes(source, 31) == planes(FrameSource(swapped), 31))
        // A film of other size: everything is opened again.
        let small = try job { $0.request.size = PictureSize(width: 48, height: 80) }.plan().plan
        source.show(small)
        #expect(try source.picture(at: .seconds(1)).size == PictureSize(width: 48, height: 80))
    }

    /// Read from where it is heard, or from the beginning of the file.
    @Test(arguments: [FixtureRecording.Container.mp4, .mkv])
    func soundAfterASeekIsInItsPlace(_ container: FixtureRecording.Container) throws {
        let plan = try job { $0.back.container = container }.plan().plan
        let whole = FrameSource(plan)
        var all = try whole.audio(in: TimeRange(start: .zero, duration: .seconds(1)))
        for second in Int64(1)..<4 {
            let more = try whole.audio(in: TimeRange(start: .seconds(second), duration: .seconds(1)))
            for channel in all.channels.indices { all.channels[channel] += more.channels[channel] }
        }
        let source = FrameSource(plan)
        for start in [Int64(2900), 950, 1900, 0, 3000] {
            let part = try source.audio(in: TimeRange(start: .milliseconds(start), duration: .milliseconds(200)))
            let first = Int(start) * 48
            let wanted = Array(all.channels[0][first..<first + 9600])
            let error = zip(part.channels[0], wanted).map { abs($0 - $1) }.max()!
            // Within a sample where stamps are exact. Matroska's are rounded to a millisecond: a beep begins elsewhere.
            #expect(container == .mkv || error < 0.01, "from \(start) ms: \(error)")
            let loud = { (samples: [Float]) in samples.firstIndex { abs($0) > 0.05 } ?? -1 }
            #expect(abs(loud(part.channels[0]) - loud(wanted)) <= 48, "from \(start) ms")
        }
    }

    /// The one before a time, whatever the order in which pictures are stored.
    @Test(arguments: ["libx264", "libx265"], [false, true])
    func keyFramesAreShownAlone(_ encoder: String, _ isOpen: Bool) throws {
        let recording = FixtureRecording().with {
            $0.timing = .constant(.thirty, frames: 90)
            ($0.video.encoder, $0.video.gop, $0.video.bFrames, $0.video.isOpenGOP) = (encoder, 15, 2, isOpen)
        }
        let info = try MediaInfo(probing: try recording.file())
        let video = try #require(info.video)
        let canvas = Canvas(size: video.squareSize, format: .yuv420p8, color: video.color)
        let reader = try KeyFrameReader(
            path: info.path, info: video, orientation: .upright, canvas: canvas, fit: .auto)
        for (time, key) in [(500, 15), (1000, 30), (1100, 30), (1400, 30), (0, 0), (2999, 75), (480, 0)] {
            let shown = try reader.picture(before: .milliseconds(Int64(time) + 10))
            #expect(Barcode.read(SamplePlane(shown.picture.luma, format: .yuv420p8))?.frame == key, "at \(time) ms")
            #expect((shown.start - FrameRate.thirty.time(ofFrame: Int64(key))).magnitude < .milliseconds(1))
        }
    }

    @Test func anEncoderOfPicturesMayStayOpen() throws {
        let plan = try job().plan().plan
        let source = FrameSource(plan)
        let color = plan.output.canvas.color
        let encoder = try ImageEncoder(
            .jpg, size: plan.output.canvas.size, plan.output.canvas.format, color: color, path: "preview")
        for frame in [Int64(0), 60, 61, 10] {
            let picture = try source.picture(at: FrameRate.thirty.time(ofFrame: frame))
            let bytes = try encoder.bytes(of: picture)
            #expect(try bytes == ImageFile.jpeg(picture, color: color, path: "still"))
            #expect(bytes.prefix(2) == [0xFF, 0xD8] && bytes.suffix(2) == [0xFF, 0xD9])
        }
    }
}
