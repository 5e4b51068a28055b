import MediaIO
import Export
import Frames
import Planning
import Timeline
import Transitions

/// Exit codes by kind of trouble, as in BSD's sysexits.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    /// Interrupted; the same command may be run again.
    case interrupted = 75

    /// `nil` when it is none of our own errors.
    init?(for error: any Error) {
        switch error {
        case let error as MediaError:
            switch error.kind {
            case .badData: self = .badData
            case .noInput: self = .noInput
            case .cannotCreate: self = .cannotCreate
            case .inputOutput: self = .inputOutput
            case .usage: self = .usage
            }
        case let error as RenderError:
            switch error {
            case .unitsMissing: self = .badData
            case .verificationFailed, .noThread: self = .inputOutput
            case .cancelled, .interrupted: self = .interrupted
            }
        case let error as TimelineError:
            if case .noFootage = error { self = .badData } else { self = .usage }
        case let error as UsageError: self = error.status
        case is RequestError: self = .usage
        case is SmartError, is PlanError: self = .badData
        case is TransitionError: self = .usage
        default: return nil
        }
    }
}

/// A command line that parses but makes no sense; the sentence says what to do instead.
struct UsageError: Error, CustomStringConvertible {
    var description: String
    var status: ExitStatus
    init(_ description: String, status: ExitStatus = .usage) {
        self.description = description
        self.status = status
    }
}
