import MediaTime

/// Which transition, by name and parameters, before anybody knows how to draw it.
///
/// Plain text, so that it can stand in a plan file: `wipe:angle=30,softness=0.1`. The catalogue of
/// `Transitions` checks names and values.
public struct TransitionSpecification: Hashable, Sendable, Codable {
    /// The catalogue name: "dissolve", "wipe"; "none" is a hard cut.
    public var name: String
    /// Parameter texts by name; what is missing takes its default.
    public var parameters: [String: String]

    public init(name: String, parameters: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    public static let none = TransitionSpecification(name: "none")
    public var isHardCut: Bool { name == "none" }

    /// Reads `name`, `name:key=value,key=value` or `name:value`, where a value without a key belongs to the
    /// catalogue's first parameter of that transition and is kept under the empty key.
    ///
    /// `nil` when the text is empty, a parameter has no name before its `=`, or is given twice.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].filter { $0 != " " }.lowercased()
        guard !name.isEmpty else { return nil }
        var parameters: [String: String] = [:]
        for field in parts.dropFirst().first?.split(separator: ",") ?? [] where !trimmed(field).isEmpty {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { trimmed($0) }
            let key = pair.count == 2 ? pair[0].lowercased() : ""
            guard pair.count == 1 || !key.isEmpty, parameters.updateValue(pair.last!, forKey: key) == nil else {
                return nil
            }
        }
        self.init(name: name, parameters: parameters)
    }
}

/// Without the spaces at both ends; those inside, as in file names, stay.
func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(upTo: start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex))
}

extension TransitionSpecification: CustomStringConvertible {
    public var description: String {
        let fields = parameters.sorted { $0.key < $1.key }.map { $0.key.isEmpty ? $0.value : "\($0.key)=\($0.value)" }
        return fields.isEmpty ? name : "\(name):\(fields.joined(separator: ","))"
    }
}

/// A transition as it is wished for at a cut: what, and for how long.
public struct TransitionRequest: Hashable, Sendable {
    public var specification: TransitionSpecification
    /// The wished length; the planner rounds it to whole output frames and fits it into the footage.
    public var duration: MediaTime
    /// How the window lies on the cut.
    public var alignment: Alignment

    public init(_ specification: TransitionSpecification, duration: MediaTime, alignment: Alignment = .center) {
        self.specification = specification
        self.duration = duration
        self.alignment = alignment
    }

    public static let hardCut = TransitionRequest(.none, duration: .zero)

    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Half before and half after the cut.
        case center = "center"
        /// The transition starts at the cut.
        case start
        /// The transition has ended at the cut.
        case end
    }
}
