/// What can be wrong with the text of a transition.
public enum TransitionError: Error, Equatable, Sendable {
    case unknownTransition(name: String, nearest: String?)
    case unknownParameter(name: String, transition: String, nearest: String?, known: [String])
    case tooManyValues(transition: String, text: String)
    case parameterGivenTwice(name: String, transition: String)
    case parameterMissing(name: String, transition: String)
    case valueUnreadable(text: String, parameter: String, transition: String, accepts: String)
    case valueOutOfRange(text: String, parameter: String, transition: String, accepts: String)
    case matteEmpty(path: String)
    case nameTaken(String, by: String)
    case nameUnusable(String)
}

extension TransitionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownTransition(let name, let nearest):
            "there is no transition named '\(name)'\(Self.question(nearest)) 'compose transitions' lists them."
        case .unknownParameter(let name, let transition, let nearest, let known):
            "the transition '\(transition)' has no parameter '\(name)'\(Self.question(nearest)) "
                + "It has \(TransitionParameter.alternatives(known, joinedBy: "and"))."
        case .tooManyValues(let transition, let text):
            "the transition '\(transition)' takes no value, but '\(text)' was given."
        case .parameterGivenTwice(let name, let transition):
            "'\(name)' of the transition '\(transition)' is given twice, with and without its name."
        case .parameterMissing(let name, let transition):
            "the transition '\(transition)' needs \(name), as in '\(transition):my.png'."
        case .valueUnreadable(let text, let parameter, let transition, let accepts):
            "'\(text)' is no value for '\(parameter)' of the transition '\(transition)'; it takes \(accepts)."
        case .valueOutOfRange(let text, let parameter, let transition, let accepts):
            "'\(parameter)' of the transition '\(transition)' is \(text), outside its range; it takes \(accepts)."
        case .matteEmpty(let path):
            "the matte '\(path)' has no samples; give a grayscale picture."
        case .nameTaken(let name, let other):
            "a transition cannot be named '\(name)': that is '\(other)' already; give it another name."
        case .nameUnusable(let name):
            "a transition cannot be named '\(name)'; use lowercase letters, digits and hyphens."
        }
    }

    private static func question(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "." }
}
