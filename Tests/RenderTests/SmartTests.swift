import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
@testable import Bitstream
@testable import Render
@testable import Planning
import Testing
import Timeline
import Transitions

@testable import Placing

/// Whatever the cameras write: copied frames are bit for bit those of the source, all others good encodes of what
/// the full render shows, and the file is one valid stream.
@Suite struct SmartTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The cameras of which something is copied.
        var copies: Set<Angle>
        var change: @Sendable (inout Job) -> Void

        init(_ name: String, copies: Set<Angle> = ["back", "front"], change: @escaping @Sendable (inout Job) -> Void) {
            testDescription = name
            self.copies = copies
            self.change = change
        }

        /// Both cameras write so.
        static func both(
            _ name: String, copies: Set<Angle> = ["back", "front"],
            change: @escaping @Sendable (inout FixtureRecording) -> Void
        ) -> Variant {
            Variant(name, copies: copies) {
                change(&$0.back)
                change(&$0.front!)
            }
        }

        /// Eight seconds, switches at 2 s and 6 s: back, front, back.
        var job: Job {
            Job {
                for camera in [\Job.back, \Job.front!] {
                    $0[keyPath: camera].timing = .constant(.thirty, frames: 240)
                }
                $0.request.policy = .at([SwitchTime(time: .seconds(2)), SwitchTime(time: .seconds(6))])
                $0.request.smart = .require
                change(&$0)
            }
        }
    }

    /// An encoder that starts in the middle of a shot must not look softer than the copies on both sides.
    @Test func shortUnitsBetweenCopiesGetMoreBits() throws {
        let job = Variant("copied", change: { _ in }).job
        let copied = try job.plan().plan
        guard case .constantRateFactor(let factor) = copied.video.quality else {
            Issue.record("\(copied.video.quality)")
            return
        }
        try #require(!copied.units.isEmpty)
        for unit in copied.units {
            #expect(unit.frames.count < 60 && copied.encoder(of: unit).quality == .constantRateFactor(factor - 2))
        }
        // Lower than 1, x264's lossless mode would begin, which the copies' parameter sets do not allow.
        for factor in [1, 1.1, 1.5] {
            var sharp = job
            sharp.request.quality = .constantRateFactor(factor)
            let plan = try sharp.plan().plan
            for unit in plan.units {
                guard case .constantRateFactor(let own) = plan.encoder(of: unit).quality else { continue }
                #expect(own >= 1 && own <= factor, "\(own) for \(factor)")
            }
        }
        var encodedJob = job
        encodedJob.request.smart = .off
        let encoded = try encodedJob.plan().plan
        #expect(encoded.units.allSatisfy { encoded.encoder(of: $0).quality == .constantRateFactor(factor) })
    }

    private static func x264(_ options: (String, String)...) -> [Pair<String, String>] {
        options.map { Pair($0.0, $0.1) }
    }

    static let structures =
        [(0, 15), (2, 15), (0, 30), (2, 30), (3, 60), (0, 60)].map { bFrames, gop in
            Variant.both("H.264, \(bFrames) B-frames, GOP \(gop)") {
                $0.video.bFrames = bFrames
                $0.video.gop = gop
            }
        } + [
            // The other camera can be entered nowhere but at its beginning.
            .both("H.264, GOP 250", copies: ["back"]) { $0.video.gop = 250 },
            // Recovery points are no place to enter: only the first key frame is an IDR picture.
            .both("H.264, open GOP", copies: ["back"]) {
                $0.video.bFrames = 2
                $0.video.isOpenGOP = true
            },
        ]

    static let profiles: [Variant] = [
        .both("baseline") { $0.video.options = x264(("profile", "baseline")) },
        .both("main") { $0.video.options = x264(("profile", "main")) },
        .both("high, CAVLC") { $0.video.options = x264(("profile", "high"), ("coder", "0")) },
        .both("as phones: one reference") { $0.video.options = x264(("refs", "1"), ("weightp", "none")) },
        .both("weighted prediction") { $0.video.options = x264(("weightp", "smart"), ("refs", "3")) },
        .both("pyramid of B-frames, many references") {
            $0.video.bFrames = 5
            $0.video.options = x264(("b-pyramid", "normal"), ("refs", "8"), ("preset", "slow"))
        },
        .both("four slices") { $0.video.options = x264(("slices", "4")) },
        .both("parameter sets in the packets") { $0.video.options = x264(("x264-params", "repeat-headers=1")) },
        .both("intra refresh off, all key frames") { $0.video.gop = 1 },
        .both("with access unit delimiters and HRD") {
            $0.video.options = x264(("aud", "1"), ("nal-hrd", "vbr"), ("maxrate", "800k"), ("bufsize", "800k"))
        },
    ]

    /// The cameras were written by different encoders.
    static let mixtures: [Variant] = [
        Variant("references and B-frames differ") {
            $0.back.video.options = x264(("refs", "1"), ("weightp", "none"))
            $0.front!.video.bFrames = 2
            $0.front!.video.options = x264(("refs", "4"), ("preset", "slow"))
        },
        Variant("profiles differ") {
            $0.back.video.options = x264(("profile", "high"))
            $0.front!.video.options = x264(("profile", "baseline"))
        },
        Variant("entropy coders differ") {
            $0.back.video.options = x264(("coder", "0"))
            $0.front!.video.bFrames = 2
        },
        Variant("GOPs differ") {
            $0.back.video.gop = 12
            $0.front!.video.gop = 50
            $0.front!.video.bFrames = 3
        },
    ]

    static let forms: [Variant] = [
        .both("turned alike") { $0.orientation = Orientation(quarterTurns: 1) },
        .both("mirrored alike") { $0.orientation = Orientation(quarterTurns: 3, mirrored: true) },
        Variant("turned apart", copies: ["back"]) { $0.front!.orientation = Orientation(quarterTurns: 2) },
        Variant("sizes differ", copies: ["back"]) { $0.front!.size = PictureSize(width: 192, height: 128) },
        .both("no multiple of a macroblock") { $0.size = PictureSize(width: 150, height: 90) },
        .both("cropped at all four sides") {
            $0.size = PictureSize(width: 320, height: 192)
            $0.video.options = x264(("x264-params", "crop-rect=10,6,34,4"))
        },
        // A GoPro: 854 of 864. FFmpeg's H.264 decoder shows as many; players that show all see the same size throughout.
        .both("columns that only the container hides") { $0.containerWidth = 150 },
        .both("columns that the container hides beside cropped ones") {
            $0.size = PictureSize(width: 176, height: 96)
            $0.containerWidth = 150
            $0.video.options = x264(("x264-params", "crop-rect=0,0,16,0"))
        },
        Variant("rates differ") { $0.front!.timing = .constant(FrameRate(30000, 1001)!, frames: 240) },
        Variant("twice the rate of one", copies: ["back"]) {
            $0.front!.timing = .constant(FrameRate(60, 1)!, frames: 480)
        },
        Variant("variable frame rate of one") {
            $0.front!.timing = .ticks(FixtureRecording.variableTicks(seconds: 8), timescale: 90_000)
        },
        .both("variable frame rate of both") {
            $0.timing = .ticks(FixtureRecording.variableTicks(seconds: 8), timescale: 90_000)
            $0.video.bFrames = 2
        },
        Variant("started apart") { $0.offsets = ["front": .milliseconds(400)] },
        Variant("started apart by less than a frame") { $0.offsets = ["front": .milliseconds(-411)] },
        .both("MOV") { $0.container = .mov },
        .both("Matroska") { $0.container = .mkv },
        .both("fragmented") { $0.muxerOptions = [Pair("movflags", "frag_keyframe+delay_moov+default_base_moof")] },
        Variant("hard cuts") { $0.request.transition = .hardCut },
        Variant("full range of one", copies: ["back"]) {
            $0.front!.color = .init(.init(primaries: 1, transfer: 1, matrix: 1, isFullRange: true))
            $0.front!.video.pixelFormat = "yuvj420p"
        },
    ]

    static let hevc: [Variant] = [
        .both("HEVC") { $0.video.encoder = "libx265" },
        .both("HEVC, B-frames") {
            $0.video.encoder = "libx265"
            $0.video.bFrames = 2
        },
        .both("HEVC, open GOP") {
            $0.video.encoder = "libx265"
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        },
        .both("HEVC, 10 bit") {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
        },
        .both("HEVC, high dynamic range") {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
            $0.color = .init(.hlg)
        },
        Variant("HEVC of one", copies: ["back"]) { $0.front!.video.encoder = "libx265" },
    ]

    @Test(arguments: structures + profiles + mixtures + forms + hevc)
    func everyFrameIsRight(_ variant: Variant) throws {
        let check = try SmartCheck(variant.job)
        #expect(check.copied == variant.copies, "\(check.planned.blockers)")
        try check.expectAll()
        if check.job.front!.sound != nil, check.job.offsets.isEmpty {
            check.movie.expectBeeps((0..<8).map { (Double($0), .back) })
        }
    }

    /// Cuts move no further than allowed, to where nothing is encoded while waiting for a key frame.
    @Test func whatAnEditListHidesIsNotCopied() throws {
        let path = try FixtureRecording().file()
        let whole = try GOPIndex(reading: path, video: try #require(try MediaInfo(probing: path).video))
        var entries = whole.entries
        entries[17].isShown = false
        let index = GOPIndex(timeBase: whole.timeBase, entries: entries, configuration: [])
        let end = MediaTime.seconds(2)
        #expect(index.closedRun(from: 0, before: end) == 0..<17)
        #expect(index.closedRun(from: 30, before: end) == 30..<45)
        // Shown before the place of entry and left out anyway.
        entries[31].isShown = false
        entries[31].presentation = entries[29].presentation
        let open = GOPIndex(timeBase: whole.timeBase, entries: entries, configuration: [])
        #expect(open.closedRun(from: 30, before: end) == 30..<45)
    }

    /// Camcorders write date and place into the packets themselves.
    @Test(arguments: ["libx264", "libx265"], [true, false])
    func copiedPacketsKeepSecretsToo(_ encoder: String, _ keepsMetadata: Bool) throws {
        let folder = try TemporaryFolder()
        let secret = "recorded at +54.1843-002.7189"
        let job = Job {
            $0.back.video.encoder = encoder
            $0.back.video.userData = secret
            $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:00Z")]
            $0.back.timing = .constant(.thirty, frames: 120)
            $0.front = $0.back.with { $0.camera = .front }
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.smart = .require
            $0.request.keepsMetadata = keepsMetadata
        }
        let source = try Data(contentsOf: URL(fileURLWithPath: try job.back.file()))
        #expect(source.range(of: Data(secret.utf8)) != nil, "there is something to keep")
        let movie = try job.render(in: folder)
        #expect(try job.plan().plan.copiedFrameCount > 0)
        let film = Data(folder.bytes("out.mp4"))
        #expect((film.range(of: Data(secret.utf8)) != nil) == keepsMetadata)
        #expect((movie.metadata["creation_time"] != nil) == keepsMetadata)
    }

    @Test func snappingCopiesMore() throws {
        var job = Variant.both("") { $0.video.gop = 30 }.job
        job.request.policy = .at([SwitchTime(time: .milliseconds(1750)), SwitchTime(time: .milliseconds(5650))])
        let exact = try SmartCheck(job)
        job.request.snapping = .milliseconds(400)
        let snapped = try SmartCheck(job)
        try snapped.expectAll()
        #expect(snapped.copiedShare > exact.copiedShare, "\(snapped.copiedShare), \(exact.copiedShare)")
        #expect(snapped.planned.plan.copiedFrameCount == 240 - 2 * 6, "only the transitions are encoded")
        let cuts = { (check: SmartCheck) in check.planned.plan.composition.segments.dropFirst().map(\.frames.lowerBound)
        }
        #expect(cuts(exact) == [53, 170])
        // The transition of six frames ends on a key frame: 60 and 180 are the nearest within 12 frames.
        #expect(cuts(snapped) == [57, 177])
        #expect(snapped.planned.adjustments.map(\.change) == [.cutMoved(byFrames: 4), .cutMoved(byFrames: 7)])
        job.request.snapping = .milliseconds(100)
        #expect(cuts(try SmartCheck(job)) == [53, 170], "no key frame is within reach")
    }

    @Test func snappedCutsDoNotOvertakeEachOther() throws {
        var job = Variant.both("") { $0.video.gop = 60 }.job
        let cuts = { (job: Job) in
            try job.plan().plan.composition.segments.map { ($0.frames.lowerBound, $0.scene!.mainAngle!.name) }
        }
        // Both would like the key frame at 4 s best.
        job.request.policy = .at([SwitchTime(time: .milliseconds(3500)), SwitchTime(time: .milliseconds(4300))])
        job.request.snapping = .seconds(2)
        #expect(try cuts(job).map(\.1) == ["back", "front", "back"])
        #expect(try cuts(job).map(\.0).sorted() == cuts(job).map(\.0))
        // Key frames are rarer than cuts: no cut is lost to another.
        job.request.policy = .every(.milliseconds(800))
        let plan = try job.plan()
        #expect(plan.plan.composition.switchCount == 9, "\(plan.adjustments)")
        for adjustment in plan.adjustments {
            guard case .cutMoved = adjustment.change else {
                Issue.record("\(adjustment)")
                continue
            }
        }
    }

    /// The usual shortest shot gives way to snapping, one that was asked for does not, and only cuts that the film has are
    /// reported.
    @Test func snappedCutsOfARuleAreNotLost() throws {
        var job = Variant.both("") { $0.video.gop = 30 }.job
        job.offsets["front"] = .milliseconds(300)
        job.request.policy = .every(.seconds(1))
        job.request.transition = .hardCut
        let exact = try job.plan().plan.composition
        job.request.snapping = .milliseconds(500)
        let snapped = try job.plan()
        #expect(snapped.plan.composition.switchCount == exact.switchCount && exact.switchCount >= 6)
        #expect(snapped.adjustments.contains { if case .cutMoved = $0.change { true } else { false } })
        job.request.shortestShot = .seconds(1)
        let strict = try job.plan()
        let shots = strict.plan.composition.segments.map(\.frames)
        #expect(shots.count == exact.segments.count && shots.dropLast().allSatisfy { $0.count >= 30 }, "\(shots)")
        for planned in [snapped, strict] {
            for case (.cutMoved, let time) in planned.adjustments.map({ ($0.change, $0.time) }) {
                let frame = FrameRate.thirty.frame(at: time, .nearest)
                #expect(planned.plan.composition.segments.contains { $0.frames.lowerBound == frame }, "\(frame)")
            }
        }
    }

    /// Also beside a listed cut beyond the film's end, and where key frames are as far apart as cuts.
    @Test func snappedCutsDoNotMeet() throws {
        var job = Variant.both("") { $0.video.gop = 25 }.job
        job.request.transition = .hardCut
        job.request.snapping = .milliseconds(500)
        job.request.policy = .at([SwitchTime(time: .milliseconds(7800)), SwitchTime(time: .seconds(70))])
        #expect(try job.plan().plan.composition.switchCount == 1)
        job.request.policy = .every(.milliseconds(400))
        let cuts = try job.plan().plan.composition.segments.map(\.frames)
        job.request.snapping = .zero
        #expect(try cuts.count == job.plan().plan.composition.segments.count)
        #expect(cuts.dropLast().allSatisfy { $0.count >= 6 }, "half of twelve: \(cuts)")
    }

    /// A cut where a part is skipped stays there, and so does one whose key frame is in the skipped part.
    @Test func snappingStopsAtSkippedParts() throws {
        var job = Variant.both("") { $0.video.gop = 30 }.job
        job.request.transition = .hardCut
        job.request.skipped = [TimeRange(start: .milliseconds(2900), end: .milliseconds(3900))]
        let cuts = { (times: [Int64]) in
            job.request.policy = .at(times.map { SwitchTime(time: .milliseconds($0)) })
            return try job.plan().plan.composition.segments.map(\.frames.lowerBound)
        }
        job.request.snapping = .milliseconds(500)
        #expect(try cuts([3900]) == [0, 87])
        #expect(try cuts([2700]) == [0, 81, 87])
        #expect(try cuts([2300]) == [0, 60, 87])
    }

    @Test func aHeaderThatCannotBeReadIsThatCamerasOwn() throws {
        let job = Variant("") { _ in }.job
        let index = try #require(try job.plan().plan.join?.indexes[0])
        let broken = GOPIndex(timeBase: index.timeBase, entries: index.entries, configuration: [1, 2, 3])
        for (first, second, take) in [(index, broken, 1), (broken, index, 0)] {
            #expect {
                _ = try CameraStreams([0: first, 1: second], primary: 0, codec: .h264)
            } throws: { ($0 as? CameraStreams.Unreadable)?.take == take }
        }
    }

    /// H.264 shares nearly all: only a recording that has two sequence parameter sets of its own does not.
    @Test func aRecordingOfTwoSequenceParameterSetsIsEncoded() throws {
        let job = Variant("") { $0.request.smart = .require }.job
        let folder = try TemporaryFolder()
        let path = try job.front!.file()
        let video = try #require(try MediaInfo(probing: path).video)
        let index = try GOPIndex(reading: path, video: video)
        var record = try H264.ConfigurationRecord(index.configuration)
        var second = try H264.SequenceParameterSet(unit: record.sequenceParameterSets[0][...])
        second.id = 1
        record.sequenceParameterSets.append(try second.coded().unit)
        let muxer = try Muxer(path: folder("two.mp4"), inputs: [], mayReplace: false)
        let track = try muxer.addTrack(
            VideoTrackParameters(
                codec: .h264, size: video.storedSize, configuration: try record.bytes(), color: video.color,
                orientation: .upright, timescale: 30, frameRate: .thirty))
        try muxer.start()
        try CodedPacketReader(path: path, video: video, index: index).read(index.entries.indices) { entry, bytes in
            let frame = FrameRate.thirty.frame(at: index.time(of: entry), .nearest)
            let packet = StoredPacket(
                presentation: frame, isKeyFrame: index.entries[entry].access == .refresh, bytes: bytes)
            try muxer.write(packet, track: track, decode: Int64(entry - index.reorderDepth), duration: 1)
        }
        _ = try muxer.finish()
        try muxer.commit()
        let inputs = [Input(path: try job.back.file(), angle: "back"), Input(path: folder("two.mp4"), angle: "front")]
        let refused = try job.request.plan(Recording(inputs))
        #expect(refused.blockers[1]?.description.contains("several sequence parameter sets") == true)
    }

    /// The middle of a copy, where the self-check looks, may be a picture that leads an open group's key frame.
    @Test(arguments: [87, 89, 90, 91, 93])
    func theSelfCheckReadsLeadingPictures(_ end: Int) throws {
        var job = Job {
            $0.back.timing = .constant(.thirty, frames: 150)
            $0.back.video.encoder = "libx265"
            $0.back.video.bFrames = 3
            $0.back.video.gop = 30
            $0.back.video.isOpenGOP = true
            $0.back.sound = nil
            $0.front = nil
            $0.request.policy = .never
            $0.request.smart = .require
        }
        job.request.range = TimeRange(start: .zero, end: FrameRate.thirty.time(ofFrame: Int64(end)))
        let folder = try TemporaryFolder()
        #expect(try job.render(in: folder).frames.count == end)
    }

    /// A copy is looked at where no splice is, too.
    @Test(arguments: [0.1, 0.5, 0.95])
    func theSelfCheckLooksIntoEveryCopy(_ place: Double) throws {
        var job = Variant("") { _ in }.job
        (job.front, job.back.sound) = (nil, nil)
        let folder = try TemporaryFolder()
        _ = try job.render(in: folder)
        let plan = try job.plan().plan
        let store = try ChunkSet(of: plan)
        _ = try SpliceCheck(plan: plan, store: store, path: folder("out.mp4")).run(Cancellation())
        try DamagedCopy.flipped(folder("out.mp4"), from: place, to: place + 0.02, count: 20, to: folder("bad.mp4"))
        #expect(throws: (any Error).self) {
            _ = try SpliceCheck(plan: plan, store: store, path: folder("bad.mp4")).run(Cancellation())
        }
    }

    /// Copied frames keep their own times, so a camera of another rate would change the film's.
    @Test func aCameraOfAnotherRateIsEncodedAndTheReasonSaid() throws {
        let planned = try Variant("") { $0.front!.timing = .constant(FrameRate(60, 1)!, frames: 480) }.job.plan()
        let reason = "it runs at 60 fps, but the film runs at 30"
        #expect(planned.blockers[1]?.description == reason)
        let reasons = planned.plan.spans.flatMap { span -> [String] in
            if case .encode(let encode) = span { encode.parts.map(\.reason.description) } else { [] }
        }
        #expect(reasons.contains(reason), "the explanation has it too: \(reasons)")
    }

    /// Copied frames keep their own times, which a rate that the user asks for does not allow.
    @Test func aRateThatIsAskedForIsKept() throws {
        let ticks = (0..<240).map { Int64($0) * 3000 + ($0 % 7 == 0 ? 700 : 0) }
        var job = Variant("") {
            $0.back.timing = .ticks(ticks, timescale: 90_000)
            $0.request.smart = .auto
        }.job
        let free = try job.plan().plan
        #expect(free.copiedFrameCount > 0)
        #expect(free.pictureCount == Int64(try SmartCheck(job).movie.frames.count))
        job.request.frameRate = .thirty
        let fixed = try job.plan()
        #expect(fixed.plan.copiedFrameCount == 0)
        #expect(fixed.refusals.contains { if case .frameRate(_, _, nil) = $0 { true } else { false } })
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [String]
        var change: @Sendable (inout Job) -> Void
    }

    static let refusals = [
        Refusal(testDescription: "another codec", words: ["hevc was requested", "h264"]) { $0.request.codec = .hevc },
        Refusal(testDescription: "another size", words: ["320x192 was requested", "160x96"]) {
            $0.request.size = PictureSize(width: 320, height: 192)
        },
        Refusal(testDescription: "another rate", words: ["25 frames per second were requested", "30"]) {
            $0.request.frameRate = FrameRate(25, 1)!
        },
        Refusal(testDescription: "a codec nobody joins", words: ["mpeg4"]) { $0.back.video.encoder = "mpeg4" },
        Refusal(testDescription: "interlaced", words: ["interlaced"]) { $0.back.video.isInterlaced = true },
        Refusal(testDescription: "4:2:2", words: ["yuv422p"]) { $0.back.video.pixelFormat = "yuv422p" },
        Refusal(testDescription: "pixels that are not square", words: ["square"]) { $0.back.pixelAspect = Pair(4, 3) },
        Refusal(testDescription: "only a camera that differs is shown", words: ["size 192x128"]) {
            $0.front!.size = PictureSize(width: 192, height: 128)
            $0.request.policy = .at([SwitchTime(time: .zero)])
        },
        Refusal(testDescription: "no stretch long enough", words: ["long enough"]) {
            $0.request.policy = .every(.milliseconds(300))
        },
    ]

    /// One sentence with every reason and the way out; without insisting the film is made all the same.
    @Test(arguments: refusals)
    func insistingOnCopiesIsRefusedWithReasons(_ refusal: Refusal) throws {
        var job = Variant("") { _ in }.job
        refusal.change(&job)
        #expect {
            try job.plan()
        } throws: { error in
            let sentence = "\(error)"
            return error is SmartError && sentence.hasPrefix("nothing can be copied: ") && sentence.count < 400
                && refusal.words.allSatisfy(sentence.contains)
                && (sentence.contains("long enough") == refusal.words.contains("long enough"))
        }
        job.request.smart = .auto
        let planned = try job.plan()
        #expect(planned.plan.join == nil && !planned.refusals.isEmpty)
    }

    /// Where more than the most would be encoded anyway, one continuous encode is better.
    @Test func littleToCopyIsNotWorthTheJoints() throws {
        var job = Variant("") {
            $0.front!.size = PictureSize(width: 192, height: 128)
            $0.request.policy = .at([SwitchTime(time: .seconds(1))])
        }.job
        let insisting = try job.plan().plan
        #expect(insisting.copiedFrameCount > 0)
        job.request.smart = .auto
        let planned = try job.plan()
        #expect(planned.plan.join == nil)
        #expect(planned.refusals.contains { if case .tooLittle = $0 { true } else { false } })
    }

    /// The usual pair: one camera records more than the other, and only its half of the film can be copied.
    @Test func halfOfTheFilmIsWorthTheJoints() throws {
        var job = Variant("") {
            $0.front!.size = PictureSize(width: 192, height: 128)
            $0.request.policy = .every(.seconds(2))
        }.job
        job.request.smart = .auto
        let check = try SmartCheck(job)
        #expect((0.25...0.5).contains(check.copiedShare), "\(check.copiedShare)")
        #expect(check.copied == ["back"])
        try check.expectAll()
    }

    /// A splice is a place to enter like any other: what was composed once can be composed again.
    @Test func aFilmIsComposedAgain() throws {
        let job = Variant.both("") {
            $0.video.encoder = "libx265"
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        }.job
        let folder = try TemporaryFolder()
        _ = try job.render(in: folder, as: "film.mp4")
        let film = folder("film.mp4")
        let index = try GOPIndex(reading: film, video: try #require(try MediaInfo(probing: film).video))
        let entries = Set(index.randomAccess.map { FrameRate.thirty.frame(at: index.time(of: $0), .nearest) })
        let splices = try job.plan().plan.spans.map { span in
            switch span {
            case .copy(let copy): copy.frames.lowerBound
            case .encode(let encode): encode.frames.lowerBound
            }
        }
        #expect(splices.count > 2 && entries.isSuperset(of: splices), "\(splices), \(entries)")

        let again = try job.request.plan(
            Recording([Input(path: film, angle: "back"), Input(path: film, angle: "front")]))
        #expect(again.plan.copiedFrameCount > 100)
        var renderer = Renderer(
            plan: again.plan, output: folder("again.mp4"), mayReplace: false)
        renderer.verifies = true
        _ = try renderer.run()
        let movie = try Movie(folder("again.mp4"))
        #expect(movie.errorCount == 0 && movie.frames.count == 240)
    }
}
