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
    /// Of the latest picture.
    private var samples: [UInt8] = []

    /// Half a minute.
    private static let mostChecksToOpen = 300

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
    /// - Parameter check: called about ten times a second while the process is at work; throws to stop that.
    /// - Throws: `MediaError.encoderStopped` if the process cannot be started or its encoder cannot be opened.
    public init(
        _ settings: VideoEncoderSettings, _ program: Program, check: @escaping () throws -> Void = {}
    ) throws {
        self.settings = settings
        do { child = try ChildProcess(program.path, program.arguments) } catch {
            throw MediaError.encoderStopped(codec: settings.codec.row.title, reason: error.description)
        }
        // Where threads or memory cannot be had, SVT-AV1 waits forever for those that it has.
        var patience = Self.mostChecksToOpen
        var opening = EncoderChannel(input: child.output, output: child.input)
        opening.check = {
            try check()
            patience -= 1
            guard patience > 0 else {
                throw MediaError.encoderStopped(
                    codec: settings.codec.row.title,
                    reason: "it did not start within half a minute: perhaps there is too little memory")
            }
        }
        channel = EncoderChannel(input: child.output, output: child.input, check: check)
        var configuration: [UInt8] = []
        let request = Array(try JSONEncoder().encode(settings))
        try Self.exchange(.settings, 0, request, opening, settings) { _, _, bytes in configuration = bytes }
        self.configuration = configuration
    }

    /// Sends the picture, and waits for the packets that it completes.
    public func encode(_ picture: Picture, frame index: Int64, to sink: (Packet) throws -> Void) throws {
        precondition(picture.size == settings.canvas.size && picture.format == settings.canvas.format)
        picture.copySamples(to: &samples)
        try exchange(.picture, index, samples, sink)
    }

    /// Waits for the last packets.
    public func finish(to sink: (Packet) throws -> Void) throws { try exchange(.finish, 0, [], sink) }

    private func exchange(
        _ kind: EncoderChannel.Kind, _ index: Int64, _ bytes: [UInt8], _ sink: (Packet) throws -> Void
    ) throws {
        try Self.exchange(kind, index, bytes, channel, settings) { kind, index, bytes in
            let packet = try Packet(bytes, isKeyFrame: kind == .keyPacket)
            packet.presentation = index
            try sink(packet)
        }
    }

    /// Sends a message and receives all answers to it.
    private static func exchange(
        _ kind: EncoderChannel.Kind, _ index: Int64, _ bytes: [UInt8], _ channel: EncoderChannel,
        _ settings: VideoEncoderSettings, _ answered: (EncoderChannel.Kind, Int64, [UInt8]) throws -> Void
    ) throws {
        let stopped = { MediaError.encoderStopped(codec: settings.codec.row.title, reason: $0) }
        var answer: [UInt8] = []
        do {
            try channel.send(kind, index: index, bytes)
            while case let (kind, index) = try channel.receive(into: &answer), kind != .done {
                guard kind != .failure else { throw stopped(String(decoding: answer, as: UTF8.self)) }
                try answered(kind, index, answer)
            }
        } catch is EncoderChannel.Closed {
            throw stopped("its process was ended")
        }
    }
}

extension Picture {
    /// How many bytes the samples of all planes take, without padding.
    var sampleBytes: Int { planes.reduce(0) { $0 + $1.width * $1.height } * format.bytesPerSample }

    /// Copies the samples of all planes, row after row, without padding.
    ///
    /// - Parameter bytes: memory for them, used again if it has the right size.
    fileprivate func copySamples(to bytes: inout [UInt8]) {
        if bytes.count != sampleBytes { bytes = [UInt8](repeating: 0, count: sampleBytes) }
        bytes.withUnsafeMutableBytes { bytes in
            var place = bytes.baseAddress!
            for plane in planes {
                let size = plane.width * format.bytesPerSample
                for y in 0..<plane.height {
                    place.copyMemory(from: plane.row(y, as: UInt8.self), byteCount: size)
                    place += size
                }
            }
        }
    }
}
