import ArgumentParser
import Platform
import Render

/// How a failed command ends: a sentence for people, a line for programs, an exit code for shells.
struct Failure {
    /// "badData", "interrupted": the identifier for programs.
    let kind: String
    let status: Int32
    var message: String
    /// The numbers of chunks that have to be rendered.
    private var chunks: [Int]?

    /// `nil` if it is not one of our own errors.
    init?(_ error: any Error) {
        guard let status = ExitStatus(for: error) else { return nil }
        self.init(status, message: sentence(for: error))
        if case RenderError.unitsMissing(_, _, let numbers, .some) = error { chunks = numbers }
    }

    /// Of a command line: also what ArgumentParser has against it. `nil` for help, version and codes of commands.
    ///
    /// - Parameter command: the one that was named, if any.
    init?(_ error: any Error, in arguments: [String], of command: String?) {
        let isAboutWords = LogOptions.exitCode(for: error) == .validationFailure
        if let own = Failure(error), ![ExitStatus.usage, .noInput].map(\.rawValue).contains(own.status) {
            self = own
        } else if isAboutWords || Failure(error) != nil, let (typed, meant) = Hint.unquoted(in: arguments) {
            self.init(.usage, message: "\(typed): a name with spaces needs quotes; write \(meant).")
        } else if let own = Failure(error) {
            self = own
        } else if LogOptions.exitCode(for: error) == .validationFailure {
            let complaint = ParserComplaint(
                message: LogOptions.message(for: error), command: command, arguments: arguments)
            self.init(.usage, message: complaint.sentence)
        } else {
            return nil
        }
    }

    init(_ status: ExitStatus, message: String) {
        // Shells report termination by a signal as 128 plus its number.
        let signal = Interruption.signalNumber
        kind = signal == nil ? "\(status)" : "interrupted"
        self.status = signal.map { 128 + $0 } ?? status.rawValue
        self.message = message.shortened
    }

    /// Of what was stopped on request: as Ctrl-C ends a command.
    init(stopped message: String) {
        kind = "interrupted"
        status = 128 + (Interruption.signalNumber ?? SIGINT)
        self.message = message
    }

    func event(path: String? = nil) -> ErrorEvent {
        ErrorEvent(kind: kind, status: status, message: message, path: path, chunks: chunks)
    }
}
