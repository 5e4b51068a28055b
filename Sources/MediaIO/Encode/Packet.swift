import CFFmpeg

/// Compressed bytes with their time stamps, on their way between encoder, demuxer and file.
public final class Packet {
    private let owner: PacketOwner
    var pointer: UnsafeMutablePointer<AVPacket> { owner.pointer }

    init() throws(FFmpegFailure) { owner = try PacketOwner() }

    public var byteCount: Int { Int(pointer.pointee.size) }
}
