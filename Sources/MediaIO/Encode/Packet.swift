import CFFmpeg

/// Compressed bytes with their time stamps, passed between encoder, demuxer and file.
package final class Packet {
    private let owner: PacketOwner
    var pointer: UnsafeMutablePointer<AVPacket> { owner.pointer }

    init() throws(FFmpegFailure) { owner = try PacketOwner() }

    /// Presentation timestamp, in the time base of the packet's producer.
    package var presentation: Int64 {
        get { pointer.pointee.pts }
        set { pointer.pointee.pts = newValue }
    }
    /// A decoder can start here.
    package var isKeyFrame: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    package var byteCount: Int { Int(pointer.pointee.size) }

    /// The compressed bytes, valid inside the closure.
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount))
    }

    /// A packet with bytes of its own.
    convenience init(_ bytes: [UInt8], isKeyFrame: Bool = false) throws(FFmpegFailure) {
        try self.init()
        try check("av_new_packet", av_new_packet(pointer, Int32(bytes.count)))
        pointer.pointee.data.update(from: bytes, count: bytes.count)
        if isKeyFrame { pointer.pointee.flags |= AV_PKT_FLAG_KEY }
    }
}

/// Runs an encoder that has accepted its settings: what fails now is the machine, usually its memory.
///
/// - Parameter codec: its name, for people.
func encoding(_ codec: String, _ body: () throws -> Void) throws {
    do { try body() } catch let failure as FFmpegFailure { throw MediaError.stopped(codec, failure) }
}

extension MediaError {
    /// Why an encoder could not be opened.
    static func opening(_ codec: String, _ failure: FFmpegFailure) -> MediaError {
        failure.isOfEncodersMachine ? stopped(codec, failure) : .encoderRefused(codec: codec, failure: failure)
    }

    fileprivate static func stopped(_ codec: String, _ failure: FFmpegFailure) -> MediaError {
        let hint = failure.isOfEncodersMachine ? "; perhaps there is too little memory" : ""
        return .encoderStopped(codec: codec, reason: (failure.logLine ?? failure.reason) + hint)
    }
}

extension CodecOwner {
    /// Sends a frame to the encoder, or `nil` for the end, and outputs every packet that is ready.
    func encode(_ frame: UnsafeMutablePointer<AVFrame>?, to sink: (Packet) throws -> Void) throws {
        try check("avcodec_send_frame", avcodec_send_frame(pointer, frame))
        while true {
            let packet = try Packet()
            let result = avcodec_receive_packet(pointer, packet.pointer)
            if result == compose_error_again || result == compose_error_eof { return }
            try check("avcodec_receive_packet", result)
            try sink(packet)
        }
    }
}
