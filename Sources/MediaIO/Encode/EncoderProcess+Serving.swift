import CFFmpeg
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
        // Not even a hanging encoder outlives the program that it works for.
        compose_end_with_parent()
        let channel = EncoderChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        do {
            do { try serve(channel) } catch MediaError.encoderStopped(_, let reason) {
                try channel.send(.failure, Array(reason.utf8))
            } catch let failure where !(failure is EncoderChannel.Closed) {
                try channel.send(.failure, Array("\(failure)".utf8))
            }
        } catch {}
        // The encoder is not closed: nobody waits for its last packets.
        _exit(0)
    }

    private static func serve(_ channel: EncoderChannel) throws {
        var bytes: [UInt8] = []
        guard try channel.receive(into: &bytes).kind == .settings else { throw EncoderChannel.Closed() }
        let settings = try JSONDecoder().decode(VideoEncoderSettings.self, from: Data(bytes))
        let encoder = try VideoEncoder(settings)
        let pool = PicturePool(format: settings.canvas.format, size: settings.canvas.size)
        let send = { (packet: Packet) in
            try channel.send(
                packet.isKeyFrame ? .keyPacket : .packet, index: packet.presentation,
                packet.withBytes { Array($0) })
        }
        try channel.send(.configuration, encoder.configuration)
        while true {
            try channel.send(.done)
            let (kind, index) = try channel.receive(into: &bytes)
            if kind == .finish {
                try encoder.finish(to: send)
            } else {
                let picture = pool.picture()
                guard kind == .picture, bytes.count == picture.sampleBytes else { throw EncoderChannel.Closed() }
                picture.setSamples(bytes)
                try encoder.encode(picture, frame: index, to: send)
            }
        }
    }
}

extension Picture {
    /// Writes the samples of all planes, as `copySamples` reads them.
    fileprivate func setSamples(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var place = bytes.baseAddress!
            for plane in planes {
                let size = plane.width * format.bytesPerSample
                for y in 0..<plane.height {
                    UnsafeMutableRawPointer(plane.row(y, as: UInt8.self)).copyMemory(from: place, byteCount: size)
                    place += size
                }
            }
        }
    }
}
