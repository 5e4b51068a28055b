import Pictures
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension EncoderProcess {
    /// Encodes what comes in on standard input, and writes the packets to standard output, until that is closed.
    public static func serve() {
        let channel = EncoderChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        do {
            do { try serve(channel) } catch let failure where !(failure is EncoderChannel.Closed) {
                try channel.send(.init(kind: .failure, bytes: Array("\(failure)".utf8)))
            }
        } catch {}
        // The encoder is not closed: nobody waits for its last packets.
        _exit(0)
    }

    private static func serve(_ channel: EncoderChannel) throws {
        let settings = try JSONDecoder().decode(VideoEncoderSettings.self, from: Data(try channel.receive().bytes))
        let encoder = try VideoEncoder(settings)
        let pool = PicturePool(format: settings.canvas.format, size: settings.canvas.size)
        let send = { (packet: Packet) in
            try channel.send(
                .init(
                    kind: packet.isKeyFrame ? .keyPacket : .packet, index: packet.presentation,
                    bytes: packet.withBytes { Array($0) }))
        }
        try channel.send(.init(kind: .configuration, bytes: encoder.configuration))
        while true {
            try channel.send(.init(kind: .done))
            let message = try channel.receive()
            if message.kind == .finish {
                try encoder.finish(to: send)
            } else {
                let picture = pool.picture()
                picture.setSamples(message.bytes)
                try encoder.encode(picture, frame: message.index, to: send)
            }
        }
    }
}

extension Picture {
    /// Writes the samples of all planes, as `samples` returns them.
    fileprivate func setSamples(_ bytes: [UInt8]) {
        var rest = bytes[...]
        for plane in planes {
            for y in 0..<plane.height {
                let row = rest.prefix(plane.width * format.bytesPerSample)
                row.withUnsafeBytes { _ = memcpy(plane.row(y, as: UInt8.self), $0.baseAddress!, $0.count) }
                rest = rest.dropFirst(row.count)
            }
        }
    }
}
