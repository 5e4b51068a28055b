import CFFmpeg
import Foundation

/// What stands beside picture and sound in a file, and is neither.
package enum Companion: Hashable, Sendable {
    /// Positions as GoPro cameras write them (`gpmd`).
    case positions
    /// A small picture that players show instead of the film's first one.
    case cover
}

/// Writes a companion: one packet, at the beginning.
final class CompanionTrack {
    private let stream: UnsafeMutablePointer<AVStream>
    private let bytes: [UInt8]

    init(_ companion: Companion, _ container: UnsafeMutablePointer<AVFormatContext>) throws {
        stream = try made("avformat_new_stream", avformat_new_stream(container, nil))
        let parameters = stream.pointee.codecpar!
        switch companion {
        case .positions:
            parameters.pointee.codec_type = AVMEDIA_TYPE_DATA
            parameters.pointee.codec_id = AV_CODEC_ID_BIN_DATA
            parameters.pointee.codec_tag = "gpmd".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
            stream.pointee.time_base = AVRational(num: 1, den: 1000)
            bytes = Array("DEVC".utf8) + [0, 1, 0, 0]
        case .cover:
            parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            parameters.pointee.codec_id = AV_CODEC_ID_PNG
            (parameters.pointee.width, parameters.pointee.height) = (1, 1)
            stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
            bytes = Array(Data(base64Encoded: Self.onePixel)!)
        }
    }

    func write(_ write: (PacketBuffer) throws -> Void) throws {
        let packet = try PacketBuffer()
        try check("av_new_packet", av_new_packet(packet.pointer, Int32(bytes.count)))
        packet.pointer.pointee.data.update(from: bytes, count: bytes.count)
        packet.pointer.pointee.stream_index = stream.pointee.index
        packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
        (packet.pointer.pointee.pts, packet.pointer.pointee.dts) = (0, 0)
        try write(packet)
    }

    /// The smallest PNG file.
    private static let onePixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}
