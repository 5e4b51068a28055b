import CFFmpeg

extension CodecOwner {
    /// Sends a frame to the encoder, or `nil` for the end, and gives out every packet that is ready.
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
