import FixtureMedia
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
}
