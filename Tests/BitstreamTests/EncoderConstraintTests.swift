import FixtureMedia
import MediaIO
import Pictures
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
        #expect(constraints.blocker == nil)
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
        #expect(constraints.blocker == nil)
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
        let size = PictureSize(width: 208, height: 120)
        let source = try CodedSource(Coded.recording("libx264", "ref=1").with { $0.size = size })
        func encoded(_ level: String) throws -> [[UInt8]] {
            var settings = VideoEncoderSettings(
                codec: .h264, canvas: Canvas(size: size, format: .yuv420p8, color: .bt709), frameRate: .thirty,
                quality: .constantRateFactor(24), preset: "veryfast")
            var splice = try SpliceEncoding(H264.EncoderConstraints([source.h264]), preset: "veryfast")
            var option = splice.options[0]
            (option.name, option.value) = ("asm", level)
            splice.options.append(option)
            settings.splice = splice
            let encoder = try VideoEncoder(settings)
            let pool = PicturePool(format: .yuv420p8, size: size)
            var packets: [[UInt8]] = []
            for (number, planes) in source.pictures.enumerated() {
                let picture = pool.picture()
                for (from, to) in zip(planes, picture.planes) {
                    for y in 0..<to.height {
                        for x in 0..<to.width { to.row(y, as: UInt8.self)[x] = UInt8(from.samples[y * from.width + x]) }
                    }
                }
                try encoder.encode(picture, frame: Int64(number)) { packets.append($0.withBytes { Array($0) }) }
            }
            try encoder.finish { packets.append($0.withBytes { Array($0) }) }
            return packets
        }
        let plain = try encoded("0")
        #expect(plain.count == source.pictures.count)
        for level in ["sse2", "ssse3", "avx", "avx2", "avx512"] { #expect(try encoded(level) == plain, "\(level)") }
    }
}
