import Platform

/// Messages between a program and a process that encodes for it. Both are the same build of the same program.
struct EncoderChannel {
    enum Kind: UInt8 {
        /// To the encoder: `VideoEncoderSettings` as JSON, the samples of a frame, no more frames.
        case settings, picture, finish
        /// From the encoder: its configuration, packets, the end of a frame's packets, what went wrong.
        case configuration, packet, keyPacket, done, failure
    }

    /// The other end is closed: that process has ended.
    struct Closed: Error {}

    /// Descriptors; `output` does not block where `check` is to be called.
    let input, output: Int32
    /// Called about ten times a second while the other process is waited for; throws to stop that.
    var check: () throws -> Void = {}

    /// - Parameter index: of a frame, or the presentation timestamp of a packet.
    /// - Throws: `Closed`.
    func send(_ kind: Kind, index: Int64 = 0, _ bytes: [UInt8] = []) throws {
        let header = [Int64(kind.rawValue), index, Int64(bytes.count)]
        try header.withUnsafeBytes(send)
        try bytes.withUnsafeBytes(send)
    }

    /// - Parameter bytes: memory for the message, used again if it has the right size: frames are large.
    /// - Throws: `Closed`.
    func receive(into bytes: inout [UInt8]) throws -> (kind: Kind, index: Int64) {
        var header: [Int64] = [0, 0, 0]
        try header.withUnsafeMutableBytes(receive)
        guard let kind = UInt8(exactly: header[0]).flatMap(Kind.init), 0..<1 << 30 ~= header[2] else { throw Closed() }
        if bytes.count != header[2] { bytes = [UInt8](repeating: 0, count: Int(header[2])) }
        try bytes.withUnsafeMutableBytes(receive)
        return (kind, header[1])
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws {
        try whole(bytes.count, output, POLLOUT) { write(output, bytes.baseAddress! + $0, bytes.count - $0) }
    }
    private func receive(_ bytes: UnsafeMutableRawBufferPointer) throws {
        try whole(bytes.count, input, POLLIN) { read(input, bytes.baseAddress! + $0, bytes.count - $0) }
    }

    /// Repeats a call that transfers the bytes from a position on, until all are.
    private func whole(_ count: Int, _ descriptor: Int32, _ events: Int32, _ call: (Int) -> Int) throws {
        var done = 0
        while done < count {
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            guard poll(&waiting, 1, 100) > 0 else {
                try check()
                continue
            }
            let result = call(done)
            if result > 0 { done += result } else if result == 0 || ![EINTR, EAGAIN].contains(errno) { throw Closed() }
        }
    }
}
