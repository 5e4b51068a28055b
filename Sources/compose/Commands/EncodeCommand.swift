import ArgumentParser
import MediaIO

/// How this program starts itself to encode a further film; nobody types it.
struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode-pictures", abstract: "Encodes pictures for another process.", shouldDisplay: false)

    static let program = EncoderProcess.Program(arguments: ["encode-pictures"])

    func run() { EncoderProcess.serve() }
}
