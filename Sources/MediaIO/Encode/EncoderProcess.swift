import Pictures
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes in another process, for encoders of which one process can run only one (`encodesAlone`). The packets are
/// those that `VideoEncoder` makes.
public final class EncoderProcess: PictureEncoder {
    /// That of its encoder.
    public let configuration: [UInt8]
    private let settings: VideoEncoderSettings
    private let child: ChildProcess
    private let channel: EncoderChannel

    /// The path of this program and the words that make it serve as such a process: see `serve()`.
    public struct Program: Sendable {
        fileprivate let path: String
        fileprivate let arguments: [String]

        /// A program that calls `serve()` when it is started with these arguments.
        public init(path: String, arguments: [String]) {
            self.path = path
            self.arguments = arguments
        }

        /// This program, started with other arguments; `nil` if the system does not tell its path.
        public init?(arguments: [String]) {
            guard let path = ChildProcess.thisProgram else { return nil }
            self.init(path: path, arguments: arguments)
        }
    }

    /// The program must ignore SIGPIPE, as it writes to pipes.
    ///
    /// - Throws: `MediaError.encoderStopped` if the process cannot be started or its encoder cannot be opened.
    public init(_ settings: VideoEncoderSettings, _ program: Program) throws {
        self.settings = settings
        do { child = try ChildProcess(program.path, program.arguments) } catch {
            throw MediaError.encoderStopped(codec: settings.codec.row.title, reason: error.description)
        }
        channel = EncoderChannel(input: child.output, output: child.input)
        var configuration: [UInt8] = []
        let request = EncoderChannel.Message(kind: .settings, bytes: Array(try JSONEncoder().encode(settings)))
        try Self.exchange(request, on: channel, settings) { configuration = $0.bytes }
        self.configuration = configuration
    }

    /// Sends the picture, and waits for the packets that it completes.
    public func encode(_ picture: Picture, frame index: Int64, to sink: (Packet) throws -> Void) throws {
        precondition(picture.size == settings.canvas.size && picture.format == settings.canvas.format)
        try exchange(.init(kind: .picture, index: index, bytes: picture.samples), sink)
    }

    /// Waits for the last packets.
    public func finish(to sink: (Packet) throws -> Void) throws { try exchange(.init(kind: .finish), sink) }

    private func exchange(_ request: EncoderChannel.Message, _ sink: (Packet) throws -> Void) throws {
        try Self.exchange(request, on: channel, settings) { answer in
            let packet = try Packet(answer.bytes, isKeyFrame: answer.kind == .keyPacket)
            packet.presentation = answer.index
            try sink(packet)
        }
    }

    /// Sends a message and receives all answers to it.
    private static func exchange(
        _ request: EncoderChannel.Message, on channel: EncoderChannel, _ settings: VideoEncoderSettings,
        _ answered: (EncoderChannel.Message) throws -> Void
    ) throws {
        let stopped = { MediaError.encoderStopped(codec: settings.codec.row.title, reason: $0) }
        do {
            try channel.send(request)
            while case let answer = try channel.receive(), answer.kind != .done {
                guard answer.kind != .failure else { throw stopped(String(decoding: answer.bytes, as: UTF8.self)) }
                try answered(answer)
            }
        } catch is EncoderChannel.Closed {
            throw stopped("its process was ended")
        }
    }
}

extension Picture {
    /// The samples of all planes, row after row, without padding.
    fileprivate var samples: [UInt8] {
        let rowBytes = planes.map { $0.width * format.bytesPerSample }
        let count = zip(planes, rowBytes).reduce(0) { $0 + $1.0.height * $1.1 }
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            for (plane, size) in zip(planes, rowBytes) {
                for y in 0..<plane.height {
                    memcpy(bytes.baseAddress! + filled, plane.row(y, as: UInt8.self), size)
                    filled += size
                }
            }
        }
    }
}
