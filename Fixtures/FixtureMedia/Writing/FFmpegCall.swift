import CFFmpeg

/// A call of FFmpeg that failed while a fixture was made or read.
package struct FixtureError: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
    init(call: String, code: Int32) {
        description = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            av_strerror(code, buffer.baseAddress, buffer.count)
            return "\(call): \(String(cString: buffer.baseAddress!))"
        }
    }
}

@discardableResult
func check(_ call: String, _ result: Int32) throws -> Int32 {
    if result < 0 { throw FixtureError(call: call, code: result) }
    return result
}

func made<Pointer>(_ call: String, _ pointer: Pointer?) throws -> Pointer {
    guard let pointer else { throw FixtureError("\(call) gave nothing") }
    return pointer
}

/// An `AVDictionary` filled from pairs, freed with the object.
final class Options {
    var pointer: OpaquePointer?
    init(_ pairs: [Pair<String, String>]) { for pair in pairs { av_dict_set(&pointer, pair.first, pair.second, 0) } }
    deinit { av_dict_free(&pointer) }
}

/// An `AVFrame`, freed with the object.
final class Frame {
    let pointer: UnsafeMutablePointer<AVFrame>
    init() throws { pointer = try made("av_frame_alloc", av_frame_alloc()) }
    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }
}

/// An `AVPacket`, freed with the object.
final class PacketBuffer {
    let pointer: UnsafeMutablePointer<AVPacket>
    init() throws { pointer = try made("av_packet_alloc", av_packet_alloc()) }
    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}

/// An `AVCodecContext`, freed with the object.
final class Codec {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    init(_ codec: UnsafePointer<AVCodec>) throws {
        pointer = try made("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    }
    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&pointer)
    }

    /// Gives a frame in (`nil`: the end) and takes out the packets that are ready.
    func encode(_ frame: UnsafeMutablePointer<AVFrame>?, _ sink: (PacketBuffer) throws -> Void) throws {
        try check("avcodec_send_frame", avcodec_send_frame(pointer, frame))
        while true {
            let packet = try PacketBuffer()
            let result = avcodec_receive_packet(pointer, packet.pointer)
            if result == compose_error_again || result == compose_error_eof { return }
            try check("avcodec_receive_packet", result)
            try sink(packet)
        }
    }
}
