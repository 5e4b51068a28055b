import CFFmpeg
import FixtureMedia
import MediaIO
import Pictures
import TestSupport
import Testing

@testable import Bitstream

/// An encoder that is told what the camera's parameter sets allow shares them.
@Suite struct EncoderConstraintTests {
    @Test(arguments: [
        "ref=1:weightp=0", "cabac=0:8x8dct=0:ref=1:weightp=0", "ref=3:chroma-qp-offset=4:psy=0",
        "constrained-intra=1:8x8dct=0",
    ])
    func x264SharesTheSetsOfACamera(_ camera: String) throws {
        let source = try Coded.h264(camera)
        let constraints = try H264.EncoderConstraints([source.h264])
        for preset in ["ultrafast", "medium"] {
            let parameters = constraints.x264Parameters(preset: preset).map { "\($0.key)=\($0.value)" }
            let encoded = try CodedSource(
                Coded.recording("libx264", parameters.joined(separator: ":")).with {
                    $0.video.options.append(Pair("preset", preset))
                })
            let join = try ParameterSetJoin.h264([source.h264, encoded.h264])
            #expect(join.rung == .verbatim(primary: 0) && join.pictureParameterSetCount == 1, "\(preset) \(parameters)")
            try expectEveryPicture(of: [source, encoded], join)
        }
    }

    @Test(arguments: [
        "ctu=32:min-cu-size=8:tu-inter-depth=2:strong-intra-smoothing=0:scaling-list=default:qg-size=8",
        "ctu=64:wpp=0:sao=0:temporal-mvp=0:no-signhide=1", "amp=1:rect=1:tskip=1:deblock=1,-2:cbqpoffs=2:crqpoffs=-1",
        "aq-mode=0:cutree=0:constrained-intra=1:ctu=16:max-tu-size=8:log2-max-poc-lsb=6",
    ])
    func x265SharesTheSetsOfACamera(_ camera: String) throws {
        let source = try Coded.hevc(camera)
        let constraints = try HEVC.EncoderConstraints([source.hevc])
        for preset in ["ultrafast", "medium"] {
            let parameters = constraints.x265Parameters(preset: preset).map { "\($0.key)=\($0.value)" }
            let encoded = try CodedSource(
                Coded.recording("libx265", parameters.joined(separator: ":")).with {
                    $0.video.options.append(Pair("preset", preset))
                })
            var sets = try encoded.hevc
            sets.hasOneSliceInEachPicture = true
            let join = try ParameterSetJoin.hevc([source.hevc, sets])
            #expect(join.pictureParameterSetCount == 1, "\(preset) \(parameters)")
            try expectEveryPicture(of: [source, encoded], join)
        }
    }

    /// x264 is told to count alike on all of them: the macroblock tree of presets with a lookahead.
    @Test func theBytesDoNotDependOnTheProcessor() throws {
        let source = try CodedSource(
            Coded.recording("libx264", "ref=1").with { $0.size = PictureSize(width: 208, height: 120) })
        let encoded = { (level: String) in
            try Self.encoded(source.pictures, as: source, "veryfast", [("asm", level)]).packets.map(\.bytes)
        }
        let plain = try encoded("0")
        #expect(plain.count == source.pictures.count)
        // x264 obeys without looking whether the processor has the instructions.
        let levels = [
            ("sse2", AV_CPU_FLAG_SSE2), ("ssse3", AV_CPU_FLAG_SSSE3), ("avx", AV_CPU_FLAG_AVX),
            ("avx2", AV_CPU_FLAG_AVX2), ("avx512", AV_CPU_FLAG_AVX512),
        ].filter { av_get_cpu_flags() & $0.1 != 0 }
        for (level, _) in levels { #expect(try encoded(level) == plain, "\(level)") }
    }

    /// Spans of one film may have rate factors of their own, but not parameter sets.
    @Test(arguments: [VideoCodec.h264, .hevc])
    func theParameterSetsDoNotDependOnTheQuality(_ codec: VideoCodec) throws {
        let sets = try [VideoCodec.h264, .hevc].map { codec in
            let source = try codec == .h264 ? Coded.h264("ref=1") : Coded.hevc("ref=1")
            return codec == .h264
                ? try SpliceEncoding(H264.EncoderConstraints([source.h264]), preset: "medium")
                : try SpliceEncoding(HEVC.EncoderConstraints([source.hevc]), preset: "medium")
        }
        let configurations = try [6.0, 16, 18, 35].map { factor in
            var settings = VideoEncoderSettings(
                codec: codec,
                canvas: Canvas(size: PictureSize(width: 128, height: 96), format: .yuv420p8, color: .bt709),
                frameRate: .thirty, quality: .constantRateFactor(factor), preset: "medium")
            settings.splice = sets[codec == .h264 ? 0 : 1]
            let configuration = try VideoEncoder(settings).configuration
            // x265 tells its settings in a message beside them.
            guard codec == .hevc else { return try H264.ParameterSets(extradata: configuration).pictures.map(\.unit) }
            return try HEVC.ParameterSets(extradata: configuration).units
        }
        #expect(configurations.allSatisfy { $0 == configurations[0] })
    }

    /// Without CABAC, uncompressed macroblocks lie on whole bytes, and another slice header would move them: x264 takes
    /// them for noise, at a quality where they are worth it and where nothing but their size decides.
    @Test(arguments: [1, 30])
    func uncompressedMacroblocksAreFoundWhereTheyWouldMove(_ quantizer: Int) throws {
        let source = try Coded.h264("cabac=0:8x8dct=0:ref=1:weightp=0")
        var random = Seeded(3)
        let noise = source.pictures.map { planes in
            planes.map { plane in
                var plane = plane
                for index in plane.samples.indices { plane.samples[index] = UInt16.random(in: 0...255, using: &random) }
                return plane
            }
        }
        let options = [("psy-rd", "0.0,0.0"), ("qp", "\(quantizer)"), ("keyint", "8")]
        let (configuration, packets) = try Self.encoded(noise, as: source, "medium", options)
        let own = try H264.ParameterSets(extradata: configuration, framing: .annexB)
        let join = try ParameterSetJoin.h264([Coded.h264("ref=1:weightp=0").h264, own])
        var rewriter = join.rewriters[1]
        let decoders = try [configuration, join.configurationRecord].map {
            try PacketDecoder(configuration: $0, codec: .h264, path: "noise")
        }
        var isBroken = false
        for packet in packets {
            let moved = try rewriter.rewrite(packet.bytes)
            try decoders[0].decode(packet.bytes, presentation: packet.presentation)
            do { try decoders[1].decode(moved, presentation: packet.presentation) } catch { isBroken = true }
        }
        for decoder in decoders { try decoder.finish() }
        #expect(rewriter.hasShiftedBits && !join.rewriters[0].hasShiftedBits)
        isBroken = isBroken || decoders[0].digests != decoders[1].digests
        #expect(isBroken == (quantizer == 1), "what moves is what the planner asks a decoder about")
    }

    /// Pictures through the encoder that is told what `source` allows, and further options.
    private static func encoded(
        _ pictures: [[SamplePlane]], as source: CodedSource, _ preset: String, _ options: [(String, String)]
    ) throws -> (configuration: [UInt8], packets: [StoredPacket]) {
        var settings = VideoEncoderSettings(
            codec: .h264, canvas: Canvas(size: source.size, format: .yuv420p8, color: .bt709), frameRate: .thirty,
            quality: .constantRateFactor(24), preset: preset)
        var splice = try SpliceEncoding(H264.EncoderConstraints([source.h264]), preset: preset)
        for (name, value) in options {
            var option = splice.options[0]
            (option.name, option.value) = (name, value)
            splice.options.removeAll { $0.name == name }
            splice.options.append(option)
        }
        settings.splice = splice
        let encoder = try VideoEncoder(settings)
        let pool = PicturePool(format: .yuv420p8, size: source.size)
        var packets: [StoredPacket] = []
        let keep = { (packet: Packet) in
            packets.append(
                StoredPacket(
                    presentation: packet.presentation, isKeyFrame: packet.isKeyFrame,
                    bytes: packet.withBytes { Array($0) }))
        }
        for (number, planes) in pictures.enumerated() {
            let picture = pool.picture()
            for (from, to) in zip(planes, picture.planes) {
                for y in 0..<to.height {
                    for x in 0..<to.width { to.row(y, as: UInt8.self)[x] = UInt8(from[x, y]) }
                }
            }
            try encoder.encode(picture, frame: Int64(number), to: keep)
        }
        try encoder.finish(to: keep)
        return (encoder.configuration, packets)
    }
}
