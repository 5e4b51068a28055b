import MediaIO
import MediaTime
import Pictures
import Testing

/// The program as an encoder of another process.
@Suite struct EncoderProcessTests {
    private struct Encoded: Equatable {
        var index: Int64
        var isKeyFrame: Bool
        var bytes: [UInt8]
    }

    private static func packets(of encoder: some PictureEncoder, _ pictures: [Picture]) throws -> [Encoded] {
        var packets: [Encoded] = []
        let keep = { (packet: Packet) in
            packets.append(
                Encoded(
                    index: packet.presentation, isKeyFrame: packet.isKeyFrame, bytes: packet.withBytes { Array($0) }))
        }
        for (index, picture) in pictures.enumerated() { try encoder.encode(picture, frame: Int64(index + 7), to: keep) }
        try encoder.finish(to: keep)
        return packets
    }

    @Test(arguments: [VideoCodec.h264, .hevc], [PixelFormat.yuv420p8, .yuv420p10])
    func itsPacketsAreThoseOfThisProcess(_ codec: VideoCodec, _ format: PixelFormat) throws {
        let canvas = Canvas(size: PictureSize(width: 50, height: 34), format: format, color: .bt709)
        let settings = VideoEncoderSettings(
            codec: codec, canvas: canvas, frameRate: .thirty, quality: .constantRateFactor(20), preset: "veryfast",
            threads: 1)
        // Rows of the pool's pictures are longer than the planes are wide.
        let pool = PicturePool(format: format, size: canvas.size)
        var random = SystemRandomNumberGenerator()
        let pictures = (0..<20).map { _ in
            let picture = pool.picture()
            for plane in picture.planes {
                for y in 0..<plane.height {
                    for x in 0..<plane.width {
                        if format == .yuv420p8 {
                            plane.row(y, as: UInt8.self)[x] = .random(in: 16...235, using: &random)
                        } else {
                            plane.row(y, as: UInt16.self)[x] = .random(in: 64...940, using: &random)
                        }
                    }
                }
            }
            return picture
        }
        let own = try VideoEncoder(settings)
        let program = EncoderProcess.Program(path: Program.path, arguments: ["encode-pictures"])
        let other = try EncoderProcess(settings, program)
        #expect(!own.configuration.isEmpty && own.configuration == other.configuration)
        let packets = try Self.packets(of: own, pictures)
        #expect(packets.count == 20 && packets.contains(where: \.isKeyFrame))
        #expect(try Self.packets(of: other, pictures) == packets)
    }

    @Test func whatItsEncoderRefusesIsReported() throws {
        let canvas = Canvas(size: PictureSize(width: 64, height: 48), format: .yuv420p8, color: .bt709)
        let settings = VideoEncoderSettings(
            codec: .h264, canvas: canvas, frameRate: .thirty, quality: .constantRateFactor(20), preset: "no such")
        let program = EncoderProcess.Program(path: Program.path, arguments: ["encode-pictures"])
        let error = #expect(throws: MediaError.self) { try EncoderProcess(settings, program) }
        #expect(error?.description.contains("H.264 encoder stopped (H.264 rejected the settings") == true)
    }
}
