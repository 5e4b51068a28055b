import MediaIO
import Render
import Timeline
import Transitions

/// Exit codes by kind of trouble, as in BSD's sysexits.
enum ExitStatus: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// Interrupted; the same command may be run again.
    case interrupted = 75

    init(for error: any Error) {
        switch error {
        case let error as MediaError:
            switch error.kind {
            case .badData: self = .badData
            case .noInput: self = .noInput
            case .cannotCreate: self = .cannotCreate
            case .inputOutput: self = .inputOutput
            case .usage: self = .usage
            }
        case is RenderError: self = .interrupted
        case let error as TimelineError:
            if case .noFootage = error { self = .badData } else { self = .usage }
        case is RequestError, is UsageError: self = .usage
        case is TransitionError: self = .usage
        case is SmartError: self = .badData
        default: self = .software
        }
    }
}

/// A command line that parses but makes no sense; the sentence says what to do instead.
struct UsageError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
