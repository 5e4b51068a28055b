import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing

@testable import Bitstream

/// Streams behind one set of parameters: which rung, and every picture as it was.
@Suite struct JoinTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var first: String
        var second: String
        var bFrames = (0, 0)
        var isOpen = false
        var rung: ParameterSetJoin.Rung?
        var pictureSets = 1
    }

    static let h264 = [
        Case(
            testDescription: "a phone twice", first: "ref=1:weightp=0", second: "ref=1:weightp=0",
            rung: .verbatim(primary: 0)),
        Case(
            testDescription: "a simpler second", first: "ref=3:weightp=2", second: "ref=1:weightp=0",
            bFrames: (3, 0), rung: .verbatim(primary: 0)),
        Case(
            testDescription: "B-frames behind none", first: "ref=1:weightp=0", second: "ref=4:b-pyramid=normal",
            bFrames: (0, 3)),
        Case(
            testDescription: "CAVLC and CABAC", first: "cabac=0:8x8dct=0:weightp=0", second: "ref=2",
            pictureSets: 2),
        Case(testDescription: "slices and delimiters", first: "slices=3:aud=1:ref=2", second: "ref=3:weightp=1"),
    ]

    static let hevc = [
        Case(testDescription: "a phone twice", first: "ref=1", second: "ref=1", rung: .verbatim(primary: 0)),
        Case(
            testDescription: "open groups", first: "ref=3:radl=0", second: "ref=2", bFrames: (3, 3), isOpen: true),
        Case(
            testDescription: "other tools of slices", first: "sao=0:weightp=0:temporal-mvp=0:log2-max-poc-lsb=4",
            second: "weightp=1:weightb=1:deblock=1,1:ref=4", bFrames: (0, 3), rung: .union),
        Case(
            testDescription: "without wavefronts", first: "wpp=0", second: "wpp=1", bFrames: (2, 0), pictureSets: 2),
        Case(testDescription: "slices and HRD", first: "slices=2", second: "hrd=1:vbv-maxrate=400:vbv-bufsize=400"),
    ]

    @Test(arguments: h264)
    func everyH264PictureSurvives(_ example: Case) throws {
        let sources = [
            try Coded.h264(example.first, bFrames: example.bFrames.0),
            try Coded.h264(example.second, bFrames: example.bFrames.1),
        ]
        let join = try ParameterSetJoin.h264(sources.map { try $0.h264 })
        if let rung = example.rung { #expect(join.rung == rung) }
        #expect(join.pictureParameterSetCount == example.pictureSets)
        #expect(try H264.ParameterSets(extradata: join.configurationRecord).sequences.count == 1)
        try expectEveryPicture(of: sources, join)
    }

    @Test(arguments: hevc)
    func everyHEVCPictureSurvives(_ example: Case) throws {
        let sources = [
            try Coded.hevc(example.first, bFrames: example.bFrames.0, open: example.isOpen),
            try Coded.hevc(example.second, bFrames: example.bFrames.1, open: example.isOpen),
        ]
        let join = try ParameterSetJoin.hevc(sources.map { try $0.hevc })
        if let rung = example.rung { #expect(join.rung == rung) }
        #expect(join.pictureParameterSetCount == example.pictureSets)
        let sets = try HEVC.ParameterSets(extradata: join.configurationRecord)
        #expect(sets.videos.count == 1 && sets.sequences.count == 1)
        try expectEveryPicture(of: sources, join)
    }

    @Test func scalingListsAreNotShared() throws {
        #expect(throws: BitstreamError.unjoinable(source: 1, .scalingLists)) {
            try ParameterSetJoin.hevc([Coded.hevc("ctu=16").hevc, Coded.hevc("scaling-list=default:ctu=16").hevc])
        }
        // x264 writes scaling lists into the picture parameter set; what stands in the other one is for all pictures.
        let h264 = [try Coded.h264("cqm=jvt"), try Coded.h264("ref=2:cabac=0", bFrames: 2)]
        var lists = try h264[0].h264
        var (sequence, picture) = (lists.sequences[0].value, lists.pictures[0].value)
        sequence.scalingLists = try #require(picture.tail?.scalingLists)
        picture.tail!.scalingLists = nil
        lists.sequences = [try sequence.coded()]
        lists.pictures = [try picture.coded()]
        let plain = try h264[1].h264
        #expect(throws: BitstreamError.unjoinable(source: 1, .scalingLists)) {
            try ParameterSetJoin.h264([lists, plain])
        }
    }

    @Test func blockersAreToldInASentence() throws {
        func blocker(_ first: CodedSource, _ second: CodedSource) -> String {
            do {
                if first.isHEVC {
                    _ = try ParameterSetJoin.hevc([first.hevc, second.hevc])
                } else {
                    _ = try ParameterSetJoin.h264([first.h264, second.h264])
                }
                return "joined"
            } catch { return "\(error)" }
        }
        let prefix = "stream 1 cannot share parameter sets with stream 0: "
        let plain = try Coded.h264("ref=2")
        let larger = try CodedSource(
            Coded.recording("libx264", "ref=2").with { $0.size = PictureSize(width: 160, height: 96) })
        #expect(blocker(plain, larger) == prefix + "the coded sizes differ (128x96 and 160x96).")
        let full = try CodedSource(
            Coded.recording("libx264", "ref=2").with {
                $0.color.description.isFullRange = true
                $0.video.pixelFormat = "yuvj420p"
            })
        #expect(blocker(plain, full) == prefix + "one is full range, the other limited range.")
        let cropped = try CodedSource(
            Coded.recording("libx264", "ref=2").with { $0.size = PictureSize(width: 128, height: 90) })
        #expect(blocker(plain, cropped) == prefix + "the cropping differs.")
        let deep = try CodedSource(Coded.recording("libx265", "ref=2").with { $0.video.pixelFormat = "yuv420p10le" })
        #expect(blocker(try Coded.hevc("ref=2"), deep) == prefix + "the bit depths differ.")
        #expect(
            blocker(try Coded.hevc("ctu=16"), try Coded.hevc("ctu=32"))
                == prefix + "the coding tools differ (coding tree block).")
        #expect(
            blocker(try Coded.hevc("amp=0"), try Coded.hevc("amp=1:rect=1"))
                == prefix + "the coding tools differ (asymmetric partitions).")
    }

    @Test func aCleanRandomAccessPictureBecomesABrokenLinkAndItsLeadingPicturesAreRefused() throws {
        let source = try Coded.hevc("ref=3", bFrames: 3, open: true)
        let sets = try source.hevc
        var rewriter = try #require(try ParameterSetJoin.hevc([sets, sets]).rewriters.last)
        let start = try #require(source.packets.firstIndex { $0.access == .cleanRandomAccess })
        rewriter.beginSpan()
        let first = try rewriter.rewrite(source.packets[start].bytes)
        let units = try NALUnitFraming.lengthPrefixed(bytes: 4).units(in: first)
        let types = try units.map { try HEVC.UnitHeader($0).type }
        #expect(types.contains(HEVC.UnitType.blaNoLeading) && !types.contains(HEVC.UnitType.cleanRandomAccess))
        let leading = source.packets[start + 1]
        #expect(leading.access == .leading)
        #expect(throws: BitstreamError.self) { try rewriter.rewrite(leading.bytes) }
        // Inside a span both stay as they are.
        rewriter.beginSpan()
        for packet in source.packets[..<start] { _ = try rewriter.rewrite(packet.bytes) }
        #expect(try rewriter.rewrite(source.packets[start].bytes) == source.packets[start].bytes)
        #expect(try rewriter.rewrite(leading.bytes) == leading.bytes)
    }

    /// One recorder, whose picture parameter sets change with its settings: both come with the packets, under one id.
    @Test(arguments: ["crf=20", "crf=20:cabac=0"])
    func picturesFollowParameterSetsThatComeWithThePackets(_ later: String) throws {
        let parts = [
            try Coded.h264("crf=30:ref=2:repeat-headers=1:weightp=0"),
            try Coded.h264(later + ":ref=2:repeat-headers=1:weightp=0"),
        ]
        let inBand = try parts.map { try $0.h264.pictures.map(\.unit) }
        #expect(inBand[0] != inBand[1])
        let changing = CodedSource(parts[0], followedBy: parts[1])
        let other = try Coded.h264("ref=3:weightp=1", bFrames: 2)
        let sets = try H264.ParameterSets(extradata: parts[0].configuration, inBand: inBand.flatMap { $0 })
        for sources in [[changing, other], [other, changing]] {
            let join = try ParameterSetJoin.h264(
                sources.map { $0.packets.count == changing.packets.count ? sets : try $0.h264 })
            try expectEveryPicture(of: sources, join)
        }
        // Alone, its own sets are kept, and the changed ones stand beside them.
        let alone = try ParameterSetJoin.h264([sets])
        try expectEveryPicture(of: [changing], alone)
        #expect(throws: BitstreamError.parameterSetChanges(kind: "picture parameter set", id: 0)) {
            var rewriter = try #require(try ParameterSetJoin.h264([parts[0].h264]).rewriters.first)
            rewriter.beginSpan()
            for packet in changing.packets { _ = try rewriter.rewrite(packet.bytes) }
        }
        // What came before a span is in force although the span does not repeat it.
        var rewriter = try #require(alone.rewriters.first)
        let last = try #require(parts[1].packets.last { $0.access == .refresh }).bytes
        let framing = NALUnitFraming.lengthPrefixed(bytes: 4)
        var bare: [UInt8] = []
        for unit in try framing.units(in: last)
        where try H264.UnitHeader(unit).kind != .parameterSet {
            try framing.append(unit, to: &bare)
        }
        rewriter.beginSpan()
        let whole = try rewriter.rewrite(last)
        rewriter.beginSpan(inBand: inBand[1])
        #expect(try bare.count < last.count && rewriter.rewrite(bare) == whole)
        let wider = try Coded.h264("ref=4")
        #expect(throws: BitstreamError.parameterSetChanges(kind: "sequence parameter set", id: 0)) {
            _ = try H264.ParameterSets(
                extradata: parts[0].configuration, inBand: wider.h264.sequences.map(\.unit))
        }
    }

    /// Where only the packets carry parameter sets, the header of the file is empty (`avc3`).
    @Test func aHeaderMayBeEmpty() throws {
        let source = try Coded.h264("ref=2")
        let own = try source.h264
        var record = try H264.ConfigurationRecord(source.configuration)
        (record.sequenceParameterSets, record.pictureParameterSets) = ([], [])
        let empty = try record.bytes()
        #expect(throws: BitstreamError.self) { try H264.ParameterSets(extradata: empty) }
        let sets = try H264.ParameterSets(
            extradata: empty, inBand: own.sequences.map(\.unit) + own.pictures.map(\.unit))
        try expectEveryPicture(of: [source, source], try ParameterSetJoin.h264([sets, own]))
    }

    @Test func aSpanBeginsAtARandomAccessPicture() throws {
        let source = try Coded.h264("ref=1:weightp=0")
        var rewriter = try #require(try ParameterSetJoin.h264([source.h264]).rewriters.first)
        rewriter.beginSpan()
        #expect(throws: BitstreamError.spanStartsInsideGroup(nalType: 1)) {
            try rewriter.rewrite(source.packets[1].bytes)
        }
    }

    @Test func dolbyVisionUnitsAndRepeatedSetsAreLeftOut() throws {
        let source = try Coded.hevc("ref=1")
        let sets = try source.hevc
        var rewriter = try #require(try ParameterSetJoin.hevc([sets]).rewriters.first)
        rewriter.beginSpan()
        let framing = NALUnitFraming.lengthPrefixed(bytes: 4)
        for packet in source.packets {
            var wrapped: [UInt8] = []
            for unit in sets.units { try framing.append(unit[...], to: &wrapped) }
            wrapped += packet.bytes
            try framing.append([62 << 1, 1, 0x19, 8, 9, 0x80], to: &wrapped)
            let kept = try framing.units(in: try rewriter.rewrite(wrapped)).map { try HEVC.UnitHeader($0).type }
            #expect(kept.allSatisfy { $0 < 32 || $0 == 35 || $0 == 39 }, "\(kept)")
        }
    }
}

/// Joins the spans of the sources in turn, writes them as one file and compares every picture of it.
func expectEveryPicture(of sources: [CodedSource], _ join: ParameterSetJoin) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var rewriters = join.rewriters
    var end: SliceRewriter.SpanEnd?
    var packets: [StoredPacket] = []
    var expected: [[SamplePlane]] = []
    let spans = sources.map(\.spans)
    for round in 0..<(spans.map(\.count).max() ?? 0) {
        for (number, source) in sources.enumerated() where round < spans[number].count {
            let span = spans[number][round]
            let places = span.map(\.place).sorted()
            rewriters[number].beginSpan(after: end)
            for (index, packet) in span.enumerated() {
                let place = expected.count + (places.firstIndex(of: packet.place) ?? 0)
                packets.append(
                    StoredPacket(
                        presentation: Int64(place), isKeyFrame: index == 0,
                        bytes: try rewriters[number].rewrite(packet.bytes)))
            }
            end = rewriters[number].spanEnd
            expected += places.map { source.pictures[$0] }
        }
    }
    let muxer = try Muxer(path: folder("joined.mp4"), inputs: [], mayReplace: false)
    let track = try muxer.addTrack(
        VideoTrackParameters(
            codec: sources[0].isHEVC ? .hevc : .h264, size: sources[0].size, configuration: join.configurationRecord,
            color: .bt709, orientation: .upright, timescale: 30, frameRate: .thirty))
    try muxer.start()
    let delay = packets.enumerated().map { Int64($0.offset) - $0.element.presentation }.max() ?? 0
    for (index, packet) in packets.enumerated() {
        try muxer.write(packet, track: track, decode: Int64(index) - delay, duration: 1)
    }
    _ = try muxer.finish()
    try muxer.commit()
    let movie = try Movie(folder("joined.mp4"))
    #expect(movie.errorCount == 0)
    #expect(movie.frames.count == expected.count && expected.count >= 30)
    let wrong = zip(movie.frames, expected).enumerated().filter { $1.0.planes != $1.1 }.map(\.offset)
    #expect(wrong.isEmpty, "pictures differ")
}
