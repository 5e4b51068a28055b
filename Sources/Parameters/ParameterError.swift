/// Errors in the text of a transition, a view or another named item with parameters.
public enum ParameterError: Error, Equatable, Sendable {
    case unknownName(String, kind: String, nearest: String?)
    case unknownParameter(name: String, of: Subject, nearest: String?, known: [String])
    case tooManyValues(of: Subject, text: String)
    case parameterGivenTwice(name: String, of: Subject)
    case parameterMissing(name: String, of: Subject)
    case valueUnreadable(text: String, parameter: String, of: Subject, accepts: String)
    case valueOutOfRange(text: String, parameter: String, of: Subject, accepts: String)
    case nameTaken(String, kind: String, by: String)
    case nameUnusable(String, kind: String)
    case matteEmpty(path: String)

    /// What the parameters belong to: "the transition 'wipe'".
    public struct Subject: Hashable, Sendable, CustomStringConvertible {
        /// The kind of its catalogue: "transition".
        public var kind: String
        /// The name of the entry.
        public var name: String
        /// "the transition 'wipe'".
        public var description: String { "the \(kind) '\(name)'" }
    }
}

extension ParameterError: CustomStringConvertible {
    /// For users; suggests the nearest known name if there is one.
    public var description: String {
        switch self {
        case .unknownName(let name, let kind, _) where name.contains("="):
            "there is no \(kind) named '\(name)'; parameters follow the name after a colon, as in NAME:KEY=VALUE."
        case .unknownName(let name, let kind, let nearest):
            "there is no \(kind) named '\(name)'\(Self.question(nearest)) 'compose \(kind)s' lists them."
        case .unknownParameter(let name, let subject, let nearest, let known):
            "\(subject) has no parameter '\(name)'\(Self.question(nearest)) "
                + "It has \(Parameter.alternatives(known, joinedBy: "and"))."
        case .tooManyValues(let subject, let text):
            "\(subject) takes no value, but '\(text)' was given."
        case .parameterGivenTwice(let name, let subject):
            "'\(name)' of '\(subject.name)' was given twice, with and without its name."
        case .parameterMissing(let name, let subject):
            "\(subject) needs \(name), as in '\(subject.name):FILE'."
        case .valueUnreadable(let text, let parameter, let subject, let accepts):
            "'\(text)' is not a valid value for '\(parameter)' of '\(subject.name)'; use \(accepts)."
        case .valueOutOfRange(let text, let parameter, let subject, let accepts):
            "'\(text)' is out of range for '\(parameter)' of '\(subject.name)'; use \(accepts)."
        case .nameTaken(let name, let kind, let other):
            "a \(kind) cannot be named '\(name)': that is already '\(other)'; use another name."
        case .nameUnusable(let name, let kind):
            "a \(kind) cannot be named '\(name)'; use lowercase letters, digits and hyphens."
        case .matteEmpty(let path):
            "the matte '\(path)' has no samples; use a grayscale picture."
        }
    }

    private static func question(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "." }
}
