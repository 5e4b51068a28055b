/// Errors in the text of a transition, a view or another named item with parameters.
public enum ParameterError: Error, Equatable, Sendable {
    /// The catalogue has no entry of this name; `nearest` is one that is spelled similarly.
    case unknownName(String, kind: String, nearest: String?)
    /// The entry has no parameter of this name; `known` are those it has.
    case unknownParameter(name: String, of: Subject, nearest: String?, known: [String])
    /// A value was given to an entry without parameters.
    case tooManyValues(of: Subject, text: String)
    /// The first parameter was given both by name and as the value without a name.
    case parameterGivenTwice(name: String, of: Subject)
    /// A parameter without a default, a file, was not given.
    case parameterMissing(name: String, of: Subject)
    /// The value is not of the parameter's kind; `accepts` describes in words what is.
    case valueUnreadable(text: String, parameter: String, of: Subject, accepts: String)
    /// The value is a number or a point, but outside the range that `accepts` describes.
    case valueOutOfRange(text: String, parameter: String, of: Subject, accepts: String)
    /// An entry cannot be registered: its name or an alias of it is that of the entry `by`.
    case nameTaken(String, kind: String, by: String)
    /// An entry cannot be registered: names are lowercase letters, digits and hyphens.
    case nameUnusable(String, kind: String)
    /// The image of a matte has no samples.
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
            "there is no \(kind) named '\(name)'\(Self.question(nearest))"
        case .unknownParameter(let name, let subject, let nearest, let known):
            "\(subject) has no parameter '\(name)'\(Self.question(nearest)) "
                + "It has \(list(known, "and"))."
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

/// The word in `words` that `typed` was probably meant to be; `nil` if none is close.
package func nearestWord(to typed: String, in words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: editDistance(typed, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    // Up to a third of the letters wrong is still a typo; more is another word.
    return best.distance <= max(1, max(typed.count, best.word.count) / 3) ? best.word : nil
}

/// The end of a sentence about a wrong word: "; did you mean 'front'?" if one of `words` is close, else ".".
package func question(about typed: String, in words: [String]) -> String {
    nearestWord(to: typed, in: words).map { "; did you mean '\($0)'?" } ?? "."
}

/// The fewest insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`
/// (Damerau's optimal string alignment).
package func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var beforeLast = [Int]()
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
