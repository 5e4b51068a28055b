import Platform

/// Messages between a program and a process that encodes for it. Both are the same build of the same program.
struct EncoderChannel {
    struct Message {
        enum Kind: UInt8 {
            /// To the encoder: `VideoEncoderSettings` as JSON, the samples of a frame, no more frames.
            case settings, picture, finish
            /// From the encoder: its configuration, packets, the end of a frame's packets, what went wrong.
            case configuration, packet, keyPacket, done, failure
        }
        var kind: Kind
        /// Of a frame, or the presentation timestamp of a packet.
        var index: Int64 = 0
        var bytes: [UInt8] = []
    }

    /// The other end is closed: that process has ended.
    struct Closed: Error {}

    /// Descriptors.
    let input, output: Int32

    /// - Throws: `Closed`.
    func send(_ message: Message) throws {
        let header = [Int64(message.kind.rawValue), message.index, Int64(message.bytes.count)]
        try header.withUnsafeBytes(send)
        try message.bytes.withUnsafeBytes(send)
    }

    /// - Throws: `Closed`.
    func receive() throws -> Message {
        var header: [Int64] = [0, 0, 0]
        try header.withUnsafeMutableBytes(receive)
        guard let kind = UInt8(exactly: header[0]).flatMap(Message.Kind.init) else { throw Closed() }
        var bytes = [UInt8](repeating: 0, count: Int(header[2]))
        try bytes.withUnsafeMutableBytes(receive)
        return Message(kind: kind, index: header[1], bytes: bytes)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws {
        try Self.whole(bytes.count) { write(output, bytes.baseAddress! + $0, bytes.count - $0) }
    }
    private func receive(_ bytes: UnsafeMutableRawBufferPointer) throws {
        try Self.whole(bytes.count) { read(input, bytes.baseAddress! + $0, bytes.count - $0) }
    }

    /// Repeats a call that transfers the bytes from a position on, until all are.
    private static func whole(_ count: Int, _ call: (Int) -> Int) throws {
        var done = 0
        while done < count {
            let result = call(done)
            if result > 0 { done += result } else if result == 0 || errno != EINTR { throw Closed() }
        }
    }
}
