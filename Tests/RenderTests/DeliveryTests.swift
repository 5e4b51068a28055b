import CFFmpeg
import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing

/// Chapters, cover, size, and named sets of choices.
@Suite struct DeliveryTests {
    /// What FFmpeg finds in a file beside its tracks.
    private struct Extras {
        var chapters: [(title: String, start: Double, end: Double)] = []
        /// The bytes of the attached picture.
        var cover: [UInt8]?

        init(_ path: String) throws {
            var opened: UnsafeMutablePointer<AVFormatContext>?
            try #require(avformat_open_input(&opened, "file:" + path, nil, nil) >= 0)
            defer { avformat_close_input(&opened) }
            let context = try #require(opened).pointee
            for index in 0..<Int(context.nb_chapters) {
                let chapter = context.chapters[index]!.pointee
                let title = av_dict_get(chapter.metadata, "title", nil, 0)
                chapters.append(
                    (
                        title.map { String(cString: $0.pointee.value) } ?? "",
                        Double(chapter.start) * av_q2d(chapter.time_base),
                        Double(chapter.end) * av_q2d(chapter.time_base)
                    ))
            }
            for index in 0..<Int32(context.nb_streams) {
                let stream = compose_stream(opened!, index).pointee
                guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 else { continue }
                cover = Array(
                    UnsafeBufferPointer(start: stream.attached_pic.data, count: Int(stream.attached_pic.size)))
            }
        }
    }

    @Test(arguments: Container.allCases)
    func aChapterBeginsWithEverySwitch(_ container: Container) throws {
        let folder = try TemporaryFolder()
        let name = "out.\(container)"
        let movie = try Job {
            $0.request.codec = container.usualCodec
            $0.request.preset = nil
            $0.request.container = container
            $0.request.hasChapters = true
        }.render(in: folder, as: name)
        #expect(movie.frames.count == 45)
        let chapters = try Extras(folder(name)).chapters
        #expect(chapters.map(\.title) == ["back", "front", "back"])
        for (chapter, start) in zip(chapters, [0, 0.5, 1]) {
            // Matroska counts in milliseconds.
            #expect(abs(chapter.start - start) <= 0.0005 && abs(chapter.end - start - 0.5) <= 0.0005, "\(chapter)")
        }
    }

    @Test func aChapterIsCalledAsItsCameras() throws {
        var job = Job { $0.request.hasChapters = true }
        job.request.views = [View.single("back"), View.recipe(Specification(name: "pip"))]
        let chapters = try job.plan().plan.chapters
        #expect(chapters.map(\.title) == ["back", "back with front", "back"])
        job.request.text = PictureText(label: TextStyle(corner: .topLeft), names: ["back": "Ben"])
        #expect(try job.plan().plan.chapters.map(\.title) == ["Ben", "Ben with front", "Ben"])
        job.request.views = [View.single("back"), View.recipe(Specification(name: "split"))]
        #expect(try job.plan().plan.chapters.map(\.title) == ["Ben", "Ben and front", "Ben"])
        job.request.text = nil
        job.request.hasChapters = false
        #expect(try job.plan().plan.chapters.isEmpty)
    }

    @Test(arguments: [Container.mp4, .mov, .mkv], [false, true])
    func aPosterIsThePictureOfItsMoment(_ container: Container, _ isTagged: Bool) throws {
        let folder = try TemporaryFolder()
        let name = "out.\(container)"
        let movie = try Job {
            $0.request.container = container
            $0.request.poster = .milliseconds(700)
            $0.request.hasChapters = true
            if isTagged {
                $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("title", "A")]
            }
        }.render(in: folder, as: name)
        #expect(movie.frames.count == 45 && movie.audio != nil)
        #expect(movie.metadata["title"] == (isTagged ? "A" : nil))
        let extras = try Extras(folder(name))
        #expect(extras.chapters.count == 3)
        try folder.write(try #require(extras.cover), "cover.jpg")
        let cover = try #require(try Movie(folder("cover.jpg")).frames.first)
        #expect(cover.size == PictureSize(width: 160, height: 96))
        #expect(Barcode.read(cover.luma) == Barcode(camera: .front, frame: 21))
        // The picture is no track of the film: what reads the file takes its video.
        let info = try MediaInfo(probing: folder(name))
        #expect(info.video?.codec == "h264" && info.isComposed)
    }

    @Test func aPosterBeyondTheFilmOrInWebMIsRefused() throws {
        #expect(throws: RequestError.poster(.seconds(2), film: .milliseconds(1500))) {
            _ = try Job { $0.request.poster = .seconds(2) }.plan()
        }
        let plan = try Job {
            $0.request.codec = .vp9
            $0.request.preset = nil
            $0.request.poster = .zero
        }.plan().plan
        #expect(throws: MediaError.self) { try plan.checkContainer(of: "out.webm") }
    }

    @Test(arguments: Delivery.allCases)
    func aPurposeFillsWhatIsOpenAndNothingElse(_ delivery: Delivery) throws {
        let job = Job {
            $0.back.size = PictureSize(width: 2560, height: 1440)
            $0.back.timing = .constant(.thirty, frames: 3)
            $0.front!.timing = .constant(FrameRate(120)!, frames: 180)
        }
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back"), Input(path: try job.front!.file(), angle: "front"),
        ])
        var request = CompositionRequest()
        request.fill(for: delivery, recording)
        let isFast = [.maximumQuality, .youtube, .shorts, .tiktok, .instagram].contains(delivery)
        let isVertical = [.shorts, .tiktok, .instagram].contains(delivery)
        let limits: [Delivery: Int64] = [
            .social: 8_000_000, .podcast: 8_000_000, .youtube: 24_000_000, .shorts: 12_000_000, .tiktok: 12_000_000,
            .instagram: 12_000_000,
        ]
        #expect(request.codec == ([.highEfficiency, .maximumQuality].contains(delivery) ? .hevc : .h264))
        #expect(
            request.size
                == ([.maximumQuality, .youtube].contains(delivery)
                    ? nil : PictureSize(width: isVertical ? 1080 : 1920, height: isVertical ? 1920 : 1080)))
        #expect(request.frameRate == (isFast ? FrameRate(60)! : .thirty))
        #expect(request.rateLimit == limits[delivery])
        #expect((request.fit == .fill) == isVertical)
        let loudness: [Delivery: Double] = [.podcast: -16]
        #expect(request.level?.loudness == loudness[delivery] ?? (limits[delivery] == nil ? nil : -14))
        var own = CompositionRequest()
        own.codec = .av1
        own.size = PictureSize(width: 320, height: 192)
        own.frameRate = FrameRate(25)!
        own.fill(for: delivery, recording)
        #expect(
            own.codec == .av1 && own.size == PictureSize(width: 320, height: 192) && own.frameRate == FrameRate(25)!)
        // A rate factor of another codec means something else.
        #expect(own.quality == nil && own.rateLimit == nil)
        var other = CompositionRequest()
        other.codec = delivery.codec == .h264 ? .hevc : .h264
        other.fill(for: delivery, recording)
        #expect(other.quality == nil && (other.rateLimit != nil) == (limits[delivery] != nil))
        var bits = CompositionRequest()
        bits.quality = .bitRate(2_000_000)
        bits.fill(for: delivery, recording)
        #expect(bits.quality == .bitRate(2_000_000) && bits.rateLimit == nil)
    }

    @Test func smallPicturesStaySmallAndTelevisionItsRate() throws {
        let rate = FrameRate(60_000, 1001)!
        let recording = try Recording([
            Input(
                path: try FixtureRecording().with {
                    $0.orientation = Orientation(quarterTurns: 1)
                    $0.timing = .constant(rate, frames: 45)
                }.file(), angle: "back")
        ])
        var request = CompositionRequest()
        request.fill(for: .balanced, recording)
        // What is smaller is not enlarged.
        #expect(request.size == nil)
        #expect(request.frameRate == FrameRate(30_000, 1001)!)
    }

    @Test func theSizeIsEstimated() throws {
        let folder = try TemporaryFolder()
        let check = { (job: Job, name: String, within: Double) in
            let plan = try job.plan().plan
            _ = try Renderer(plan: plan, output: folder(name), mayReplace: false).run()
            let real = Double(folder.bytes(name).count)
            #expect(abs(Double(plan.estimatedBytes) / real - 1) <= within, "\(plan.estimatedBytes), not \(real)")
        }
        let long = { (change: (inout Job) -> Void) in
            Job {
                $0.back.timing = .constant(.thirty, frames: 300)
                $0.front = nil
                $0.request.policy = .never
                change(&$0)
            }
        }
        // Copied: the file's own size, but for the container's tables, of which small pictures make a good part.
        try check(long { $0.request.smart = .require }, "copied.mp4", 0.05)
        // A rate control has little time in ten seconds to come to its rate.
        try check(long { $0.request.quality = .bitRate(100_000) }, "rate.mp4", 0.2)
        // Nearly all of it is sound, to the byte.
        try check(
            long {
                $0.request.audioCodec = .pcm
                $0.request.quality = .bitRate(50_000)
            }, "sound.mkv", 0.05)
    }

    @Test func whoEncodesIsSaidWhereThatIsLeftOpen() throws {
        let planned = try Job {
            $0.request.encoder = .auto
            $0.request.smart = .off
        }.plan()
        #expect(planned.notes.contains(.encoder(planned.plan.video.kind)))
    }

    @Test func whatIsLeftOpenDoesNotKeepAnythingFromBeingCopied() throws {
        let planned = try Job {
            $0.request.encoder = .auto
            $0.request.smart = .require
        }.plan()
        #expect(planned.plan.join != nil && planned.plan.video.kind == .software)
        let device = Job {
            $0.request.encoder = .kind(.vaapi)
            $0.request.smart = .require
        }
        #expect(throws: SmartError([.encoder])) { try device.plan() }
    }

    #if os(Linux)
        @Test func aDeviceThatIsNotThereIsNotReplacedUnasked() throws {
            #expect {
                _ = try Job { $0.request.encoder = .kind(.videotoolbox) }.plan()
            } throws: { error in
                guard case MediaError.noDevice("h264 videotoolbox", _) = error else { return false }
                return "\(error)".contains("does not have this encoder")
            }
        }
    #endif
}
