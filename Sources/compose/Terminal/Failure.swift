/// How a command ends that cannot do what it was asked: for people a sentence, for programs a line, for shells a code.
struct Failure {
    /// "badData", "interrupted": the identifier for programs.
    let kind: String
    let status: Int32
    var message: String

    /// `nil` if it is not one of our own errors.
    init?(_ error: any Error) {
        guard let status = ExitStatus(for: error) else { return nil }
        self.init(status, message: sentence(for: error))
    }

    init(_ status: ExitStatus, message: String) {
        // Shells report termination by a signal as 128 plus its number.
        let signal = Interruption.signalNumber
        kind = signal == nil ? "\(status)" : "interrupted"
        self.status = signal.map { 128 + $0 } ?? status.rawValue
        self.message = message
    }

    func event(path: String? = nil) -> ErrorEvent {
        ErrorEvent(kind: kind, status: status, message: message, path: path)
    }
}
