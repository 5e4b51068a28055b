import Testing

@testable import Bitstream

/// What is read from a stream is written again with the same bits.
@Suite struct RoundTripTests {
    static let h264 = [
        "ref=3:b-pyramid=normal:weightp=2:8x8dct=1", "cabac=0:ref=1:weightp=0:8x8dct=0", "slices=3:cqm=jvt",
        "nal-hrd=vbr:vbv-maxrate=400:vbv-bufsize=400:aud=1", "keyint=1", "qp=20:chroma-qp-offset=3:deblock=2,-1",
    ]
    static let hevc = [
        "ref=4:weightp=1:weightb=1", "wpp=0:sao=0:amp=1:rect=1", "slices=2:scaling-list=default:tskip=1",
        "hrd=1:vbv-maxrate=400:vbv-bufsize=400:aud=1", "temporal-layers=1", "deblock=2,-1:cbqpoffs=2:ctu=16",
        "log2-max-poc-lsb=4:temporal-mvp=0", "lossless=1", "qp=28:no-signhide=1",
    ]

    @Test(arguments: h264, [0, 3])
    func everyH264HeaderIsWrittenAsItWasRead(_ parameters: String, _ bFrames: Int) throws {
        let source = try Coded.h264(parameters, bFrames: bFrames)
        let sets = try source.h264
        for set in sets.sequences { #expect(try set.value.coded().unit == set.unit) }
        // x264 writes nal_ref_idc 3 as this does.
        for set in sets.pictures { #expect(try set.value.coded().unit == set.unit) }
        #expect(try H264.ConfigurationRecord(source.configuration).bytes() == source.configuration)
        var slices = 0
        for packet in source.packets {
            for unit in try source.units(packet) where [1, 5].contains(unit[unit.startIndex] & 31) {
                let slice = try H264.Slice(unit, sets)
                let rbsp = EmulationPrevention.removed(from: unit)
                var writer = BitWriter([rbsp[0]])
                var header = slice.header
                try header.walk(&writer, slice.context)
                #expect(writer.position == slice.headerEnd)
                #expect(Self.bits(writer.bytes, slice.headerEnd) == Self.bits(rbsp, slice.headerEnd))
                slices += 1
            }
        }
        #expect(slices >= source.packets.count)
    }

    @Test(arguments: hevc, [0, 3])
    func everyHEVCHeaderIsWrittenAsItWasRead(_ parameters: String, _ bFrames: Int) throws {
        let source = try Coded.hevc(parameters, bFrames: bFrames, open: bFrames > 0)
        let sets = try source.hevc
        for set in sets.videos { #expect(try set.value.coded().unit == set.unit) }
        for set in sets.sequences { #expect(try set.value.coded().unit == set.unit) }
        for set in sets.pictures { #expect(try set.value.coded().unit == set.unit) }
        #expect(try HEVC.ConfigurationRecord(source.configuration).bytes() == source.configuration)
        var slices = 0
        for packet in source.packets {
            for unit in try source.units(packet) where unit[unit.startIndex] >> 1 & 63 < 32 {
                let slice = try HEVC.Slice(unit, sets)
                let rbsp = EmulationPrevention.removed(from: unit)
                var writer = BitWriter(Array(rbsp[..<2]))
                var header = slice.header
                try header.walk(&writer, slice.context)
                #expect(writer.position == slice.headerEnd)
                #expect(Self.bits(writer.bytes, slice.headerEnd) == Self.bits(rbsp, slice.headerEnd))
                slices += 1
            }
        }
        #expect(slices >= source.packets.count)
    }

    /// The first `count` bits.
    static func bits(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var writer = BitWriter()
        writer.append(bitsOf: bytes, from: 0, to: count)
        return writer.bytes
    }
}
