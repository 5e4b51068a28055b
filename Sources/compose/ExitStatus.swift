import MediaIO
import Parameters
import Placing
import Planning
import Render
import Timeline
import Transitions

/// Exit codes by kind of error: those of BSD's sysexits, followed by two of our own; docs/progress.md lists them.
enum ExitStatus: Int32, CaseIterable {
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    case exists = 79
    case nothingMatches = 80

    /// `nil` if it is not one of our own errors.
    init?(for error: any Error) {
        switch error {
        case MediaError.outputExists: self = .exists
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
            // A process ended by a signal has no exit code.
            case .verificationFailed, .noThread, .cancelled, .interrupted: self = .inputOutput
            }
        case let error as TimelineError:
            if case .noFootage = error { self = .badData } else { self = .usage }
        case let error as UsageError: self = error.status
        case is RequestError, is ParameterError: self = .usage
        case is FFmpegFailure: self = .inputOutput
        case is SmartError, is PlanError, is StitchError, is CutError: self = .badData
        default: return nil
        }
    }
}

/// A command line that parses but cannot be executed; the message tells what to do instead.
struct UsageError: Error, CustomStringConvertible {
    var description: String
    var status: ExitStatus
    init(_ description: String, status: ExitStatus = .usage) {
        self.description = description
        self.status = status
    }
}
