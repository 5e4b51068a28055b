import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Synchronization
import TestSupport
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Timelines

/// A film in every codec and container: the right frames, sound that stays with them, and the same bytes every time.
@Suite struct CodecTests {
    struct Form: Sendable, CustomTestStringConvertible {
        var video: VideoCodec
        var audio: AudioCodec
        var container: Container
        var testDescription: String { "\(video) and \(audio) in \(container)" }
    }

    /// Every container with every codec it holds, in some pairing.
    static let forms: [Form] = Container.allCases.flatMap { container -> [Form] in
        let videos = VideoCodec.allCases.filter(container.holds)
        let audios = AudioCodec.allCases.filter(container.holds)
        return (0..<max(videos.count, audios.count)).map {
            Form(video: videos[$0 % videos.count], audio: audios[$0 % audios.count], container: container)
        }
    }

    static func job(_ form: Form, _ change: (inout Job) -> Void = { _ in }) -> Job {
        AudioTests.job {
            $0.request.codec = form.video
            $0.request.audioCodec = form.audio
            // AV1's fast ones blur single bar codes.
            $0.request.preset = form.video == .av1 ? nil : form.video.presets[0]
            change(&$0)
        }
    }

    @Test(arguments: forms)
    func everyFormShowsTheFramesAndSoundsTheBeeps(_ form: Form) throws {
        let folder = try TemporaryFolder()
        let job = Self.job(form)
        let name = "out.\(form.container)"
        let movie = try job.render(in: folder, as: name)
        #expect(movie.video?.codec == form.video.rawValue)
        #expect(movie.audio?.codec == (form.audio == .pcm ? "pcm_s24le" : form.audio.rawValue))
        #expect(movie.audio?.sampleRate == 48_000 && movie.audio?.channels == 2)
        movie.check(job, Expectation(frameCount: 90, cuts: [15, 45], transition: 6))
        movie.expectBeeps([(0, .back), (1, .back), (2, .back)])
        #expect(movie.video?.color == .bt709)
        // Matroska counts in whole milliseconds, and the priming as well: 6.5 of Opus, and since FFmpeg 7 the 21.3 of
        // AAC, each rounded up at both ends.
        let info = try MediaInfo(probing: folder(name))
        let priming: [AudioCodec: Int64] = [.opus: 8, .aac: 23]
        let most = form.container.rounding > .zero ? priming[form.audio] ?? 1 : 1
        #expect((info.duration - .seconds(3)).magnitude <= .milliseconds(most), "\(info.duration)")
        #expect(info.video?.frameRate == .thirty && info.video?.hasVariableFrameRate == false)
        // FFmpeg's readers cut the end of AAC and Opus only to whole packets.
        let end = movie.audioStart.approximateSeconds + Double(movie.sound[0].count) / 48_000
        #expect((2.999...3 + 1024 / 48_000.0).contains(end), "\(end)")
    }

    static let written: [Form] = [
        Form(video: .av1, audio: .opus, container: .webm), Form(video: .vp9, audio: .opus, container: .webm),
        Form(video: .vp9, audio: .aac, container: .mp4),
        Form(video: .prores, audio: .pcm, container: .mov), Form(video: .h264, audio: .pcm, container: .mkv),
    ]

    /// Two units, of 310 frames each.
    @Test(arguments: written)
    func everyFormIsTheSameFromChunksAndFromAnyNumberOfWorkers(_ form: Form) throws {
        let folder = try TemporaryFolder()
        let job = Self.job(form) {
            $0.back.timing = .constant(.thirty, frames: 620)
            $0.front!.timing = .constant(.thirty, frames: 620)
        }
        let planned = try job.plan()
        let ending = form.container.rawValue
        for jobs in [1, 2] {
            var renderer = Renderer(plan: planned.plan, output: folder("\(jobs).\(ending)"), mayReplace: false)
            renderer.jobs = jobs
            _ = try renderer.run()
        }
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let plan = try RenderPlan(try PlanFile.read(folder("film.otio")))
        for number in [1, 2] {
            _ = try Renderer(plan: plan, output: folder("\(number).chunk"), mayReplace: false)
                .runChunk(number, of: 2) { _ in }
        }
        _ = try Renderer(plan: plan, output: folder("joined.\(ending)"), mayReplace: false)
            .join([folder("1.chunk"), folder("2.chunk")])
        // Encoders of AV1 take turns.
        #expect(plan.units.count == (form.video == .av1 ? 2 : 5))
        var stopped = Renderer(plan: plan, output: folder("continued.\(ending)"), mayReplace: false)
        stopped.jobs = 1
        let cancellation = stopped.cancellation
        // In the second or third unit: those before it are kept.
        #expect(throws: RenderError.self) {
            try stopped.run { if $0.framesDone >= 320 { cancellation.cancel() } }
        }
        let continued = try Renderer(plan: plan, output: stopped.films[0].output, mayReplace: false).run()[0]
        #expect(continued.framesKept == (form.video == .av1 ? 310 : 248))
        #expect(folder.bytes("1.\(ending)") == folder.bytes("continued.\(ending)"), "however often stopped")
        #expect(folder.bytes("1.\(ending)") == folder.bytes("2.\(ending)"), "however many workers")
        #expect(folder.bytes("1.\(ending)") == folder.bytes("joined.\(ending)"), "however many machines")
        let movie = try Movie(folder("1.\(ending)"))
        #expect(movie.errorCount == 0)
        movie.check(job, Expectation(frameCount: 620, cuts: [15, 45], transition: 6))
    }

    @Test(arguments: [VideoCodec.av1, .vp9, .prores])
    func theNumberOfThreadsDoesNotMatter(_ codec: VideoCodec) throws {
        var plan = try Self.job(Form(video: codec, audio: .aac, container: .mkv)) {
            // Wide enough for VP9 to have several columns of tiles.
            $0.back.size = PictureSize(width: 1280, height: 96)
            $0.front = nil
            $0.request.policy = .never
        }.plan().plan
        let films = try [1, 2, 5].map { threads -> [UInt8] in
            let folder = try TemporaryFolder()
            plan.output.threads = threads
            plan.video.threads = threads
            _ = try Renderer(plan: plan, output: folder("out.mkv"), mayReplace: false).run()
            return folder.bytes("out.mkv")
        }
        #expect(!films[0].isEmpty && films[0] == films[1] && films[0] == films[2])
    }

    /// SVT-AV1 would wait for ever.
    @Test(arguments: VideoCodec.allCases, [0, 1, 5])
    func anEncoderMayBeGivenUpAtAnyTime(_ codec: VideoCodec, _ pictures: Int) throws {
        let canvas = Canvas(
            size: PictureSize(width: 160, height: 96), format: codec.canvasFormat(highDynamicRange: false),
            color: .bt709)
        let settings = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: .thirty, quality: codec.usualQuality, preset: codec.usualPreset)
        try VideoEncoder.takingTurns([settings]) {
            let encoder = try VideoEncoder(settings)
            let pool = PicturePool(format: canvas.format, size: canvas.size)
            for index in 0..<pictures { try encoder.encode(pool.picture(), frame: Int64(index)) { _ in } }
        }
    }

    @Test func encodersThatShareTheirStateTakeTurns() throws {
        let canvas = Canvas(size: PictureSize(width: 160, height: 96), format: .yuv420p8, color: .bt709)
        let settings = VideoCodec.allCases.map {
            VideoEncoderSettings(
                codec: $0, canvas: canvas, frameRate: .thirty, quality: $0.usualQuality, preset: $0.usualPreset)
        }
        #expect(settings.filter(\.encodesAlone).map(\.codec) == [.av1])
        let running = Atomic(0)
        let most = Atomic(0)
        try Workers.run(Array(0..<8)) { _ in
            VideoEncoder.takingTurns(settings) {
                most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                usleep(2000)
                running.subtract(1, ordering: .relaxed)
            }
        }
        #expect(most.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: zip(["proxy", "lt", "422", "hq"], ["apco", "apcs", "apcn", "apch"]))
    func proResHasItsKindsAndTenBitsWithEveryChromaRow(_ kind: String, _ tag: String) throws {
        let folder = try TemporaryFolder()
        let job = Self.job(Form(video: .prores, audio: .pcm, container: .mov)) { $0.request.preset = kind }
        let movie = try job.render(in: folder, as: "out.mov")
        #expect(movie.video?.tag == tag && movie.video?.pixelFormat == "yuv422p10le")
        let shown = Movie.color(TestCard.area(of: .topLeft, in: movie.frames[3].size), of: movie.frames[3])
        let wanted = ColorCode(TestCard.color(.topLeft, of: .back), matrix: 1, isFullRange: false, depth: 10)
        // Of 1023: the source is of 8 bits, lossy, and so is ProRes.
        #expect(shown.distance(to: wanted.rounded) <= 8, "\(shown) instead of \(wanted)")
    }

    @Test(arguments: [VideoCodec.av1, .vp9, .prores], [ColorDescription.hlg, .pq])
    func highDynamicRangeStays(_ codec: VideoCodec, _ color: ColorDescription) throws {
        let folder = try TemporaryFolder()
        let job = Self.job(Form(video: codec, audio: .aac, container: .mkv)) {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].video.encoder = "libx265"
                $0[keyPath: camera].video.pixelFormat = "yuv420p10le"
                $0[keyPath: camera].color = .init(color)
            }
        }
        let movie = try job.render(in: folder, as: "out.mkv")
        #expect(movie.video?.color == color)
        #expect(movie.video?.pixelFormat == (codec == .prores ? "yuv422p10le" : "yuv420p10le"))
        movie.check(job, Expectation(frameCount: 90, cuts: [15, 45], transition: 6))
    }

    @Test(arguments: Container.allCases)
    func aCodecThatAContainerDoesNotHoldIsRefusedWithOnesThatDo(_ container: Container) throws {
        let path = "out.\(container)"
        for video in VideoCodec.allCases {
            for audio in AudioCodec.allCases + [nil] {
                guard !container.holds(video) || audio.map({ !container.holds($0) }) ?? false else {
                    try container.check(video, audio, path: path)
                    continue
                }
                #expect {
                    try container.check(video, audio, path: path)
                } throws: { error in
                    guard case MediaError.notHeld(path, _, _, let endings, let codecs) = error else { return false }
                    let fits = try endings.allSatisfy {
                        let other = try Container(path: "a\($0)")
                        return other.holds(video) && audio.map(other.holds) ?? true
                    }
                    return fits && !endings.isEmpty && !codecs.isEmpty && "\(error)".contains(codecs[0])
                }
            }
        }
    }

    @Test func aFilmThatItsFileCannotHoldIsNotBegun() throws {
        let folder = try TemporaryFolder()
        let plan = try Self.job(Form(video: .prores, audio: .pcm, container: .mov)).plan().plan
        #expect(throws: MediaError.self) {
            _ = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false).run()
        }
        #expect(folder.contents == [])
    }

    @Test func theContainerDecidesWhatNobodyAskedFor() throws {
        let plan = { (container: Container?) in
            try Job {
                $0.request.container = container
                $0.request.preset = nil
                $0.request.smart = .auto
            }.plan().plan
        }
        #expect(try plan(.webm).output.codec == .vp9 && plan(.webm).output.audio.codec == .opus)
        #expect(try plan(.mkv).output.codec == .h264 && plan(.mkv).output.audio.codec == .aac)
        #expect(try plan(nil).usualContainer == .mp4)
    }

    @Test(arguments: [("libsvtav1", VideoCodec.av1), ("libvpx-vp9", .vp9), ("prores_ks", .prores)])
    func whatCannotBeJoinedIsEncodedAndSaidSo(_ encoder: String, _ codec: VideoCodec) throws {
        let planned = try Self.job(Form(video: codec, audio: .aac, container: .mkv)) {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].container = .mkv
                $0[keyPath: camera].video.encoder = encoder
                $0[keyPath: camera].video.pixelFormat = codec == .prores ? "yuv422p10le" : "yuv420p"
            }
            $0.request.smart = .auto
        }.plan()
        #expect(planned.plan.join == nil)
        guard case .primary(_, codec.rawValue, _)? = planned.refusals.first else {
            Issue.record("\(planned.refusals)")
            return
        }
    }

    /// Matroska keeps the cameras' packets as MP4 does; but FFmpeg cannot write there that pictures are turned.
    @Test func matroskaTakesCopiedPicturesThatAreUpright() throws {
        let folder = try TemporaryFolder()
        let job = { (orientation: Orientation) in
            Job {
                $0.request.smart = .auto
                $0.request.container = .mkv
                $0.request.policy = .at([SwitchTime(time: .milliseconds(700))])
                for camera in [\Job.back, \Job.front!] {
                    $0[keyPath: camera].video.gop = 5
                    $0[keyPath: camera].orientation = orientation
                }
            }
        }
        let movie = try job(.upright).render(in: folder, as: "out.mkv")
        #expect(try job(.upright).plan().plan.copiedFrameCount > 20)
        movie.check(job(.upright), Expectation(frameCount: 45, cuts: [21], transition: 6))
        #expect(try job(.upright).plan().plan.audioCopy != nil)
        movie.expectBeeps([(0, .back), (1, .back)])
        let turned = try job(Orientation(quarterTurns: 1)).plan()
        #expect(turned.plan.join == nil)
        #expect(turned.refusals.contains { if case .rotated(.mkv, _) = $0 { true } else { false } })
        // A plan that was made for another container.
        var copying = job(Orientation(quarterTurns: 1))
        copying.request.container = nil
        let plan = try copying.plan().plan
        #expect(plan.carriedOrientation != .upright)
        #expect(throws: MediaError.self) { try plan.checkContainer(of: "out.mkv") }
    }

    /// A decoder with a buffer of two seconds never runs dry, also where one encoder follows another.
    @Test(arguments: [VideoCodec.h264, .hevc]) func aRateLimitHoldsAcrossParts(_ codec: VideoCodec) throws {
        let canvas = Canvas(size: PictureSize(width: 160, height: 96), format: .yuv420p8, color: .bt709)
        let limit: Int64 = 200_000
        var random = Seeded(11)
        let pool = PicturePool(format: canvas.format, size: canvas.size)
        let noise = (0..<8).map { _ in
            let picture = pool.picture()
            for plane in picture.planes {
                for y in 0..<plane.height {
                    let row = plane.row(y, as: UInt8.self)
                    for x in 0..<plane.width { row[x] = UInt8.random(in: 16..<235, using: &random) }
                }
            }
            return picture
        }
        var sizes: [Int64: Int] = [:]
        for part in Int64(0)..<3 {
            var settings = VideoEncoderSettings(
                codec: codec, canvas: canvas, frameRate: .thirty, quality: .constantRateFactor(5), preset: "ultrafast")
            settings.rateLimit = limit
            let encoder = try VideoEncoder(settings)
            let store = { (packet: Packet) in
                sizes[packet.presentation] = packet.withBytes { $0.count }
            }
            for frame in part * 150..<(part + 1) * 150 {
                try encoder.encode(noise[Int(frame) % noise.count], frame: frame, to: store)
            }
            try encoder.finish(to: store)
        }
        let (size, perFrame) = (Double(2 * limit), Double(limit) / 30)
        var (fill, least) = (size * 0.9, size)
        for frame in sizes.keys.sorted() {
            fill = min(size, fill + perFrame) - Double(sizes[frame]! * 8)
            least = min(least, fill)
        }
        #expect(sizes.count == 450 && least >= 0, "\(least)")
    }

    /// With a limit, the threads of an encoder plan pictures from each other's progress.
    @Test(arguments: [VideoCodec.h264, .hevc])
    func aLimitedFilmIsTheSameEveryTime(_ codec: VideoCodec) throws {
        let films = try (0..<4).map { _ in
            let folder = try TemporaryFolder()
            let job = Job {
                ($0.request.quality, $0.request.rateLimit) = (.constantRateFactor(5), 1_000_000)
                ($0.request.codec, $0.request.preset) = (codec, "ultrafast")
                $0.request.size = PictureSize(width: 1280, height: 720)
                $0.back.timing = .constant(.thirty, frames: 60)
                $0.front = nil
                ($0.request.policy, $0.request.sound) = (.never, .none)
            }
            _ = try job.render(in: folder, as: "out.mp4")
            return folder.bytes("out.mp4")
        }
        #expect(Set(films).count == 1)
    }

    @Test func aRateLimitHolds() throws {
        let folder = try TemporaryFolder()
        let job = { (limit: Int64?) in
            Job {
                $0.request.quality = .constantRateFactor(5)
                $0.request.rateLimit = limit
                $0.back.timing = .constant(.thirty, frames: 300)
                $0.front = nil
                $0.request.policy = .never
                $0.request.sound = .none
            }
        }
        let size = { (limit: Int64?, name: String) in
            _ = try job(limit).render(in: folder, as: name)
            defer { try? folder.remove(name) }
            return folder.bytes(name).count
        }
        let (free, limited) = (try size(nil, "a.mp4"), try size(40_000, "b.mp4"))
        // Ten seconds and the two of the buffer; the index of 300 frames takes some 4 kB.
        #expect(free > 2 * limited && limited <= 12 * 40_000 / 8 + 5000, "\(free) \(limited)")
        #expect(throws: RequestError.rateLimit(.vp9)) {
            _ = try Job {
                $0.request.codec = .vp9
                $0.request.preset = "5"
                $0.request.rateLimit = 400_000
            }.plan()
        }
    }
}
