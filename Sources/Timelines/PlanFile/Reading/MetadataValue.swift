/// Values in other programs' metadata: each program writes the same thing in a form of its own.
extension JSONValue {
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Self.plain(number)
        default: nil
        }
    }

    /// The numbers of a number, a point, or either written as text; truth values are 0 and 1. `nil` for other values.
    var numbers: [Double]? {
        switch self {
        case .null: return nil
        case .bool(let bool): return [bool ? 1 : 0]
        case .number(let number): return [number]
        case .text(let text):
            switch text.lowercased() {
            case "true": return [1]
            case "false": return [0]
            case let text: return Double(text).map { [$0] }
            }
        case .list, .object:
            let parts = members.map(\.numbers)
            return parts.contains(nil) ? nil : parts.flatMap { $0 ?? [] }
        }
    }

    private var members: [JSONValue] {
        switch self {
        case .list(let list): list
        case .object(let members): members.sorted { $0.key < $1.key }.map(\.value)
        default: []
        }
    }

    /// The values of key frames, in a list or an object; a single value is one.
    var values: [JSONValue] {
        switch self {
        case .null: []
        case .list, .object: members.map { $0["Value"] ?? $0["value"] ?? $0 }
        default: [self]
        }
    }

    /// Itself, unless it describes something by several values.
    var plain: JSONValue? {
        guard case .object = self else { return self }
        return numbers == nil ? nil : self
    }

    /// Parameters and their names: in a list, as a single one, or in an object by name.
    ///
    /// - Parameter key: the member with the name.
    func named(_ key: String) -> [(String, JSONValue)] {
        switch self {
        case .list(let list): list.map { ($0[key]?.text ?? "", $0) }
        case .object(let members):
            if let name = self[key]?.text {
                [(name, self)]
            } else {
                members.sorted { $0.key < $1.key }.map { ($0, $1) }
            }
        default: []
        }
    }

    /// Whether it has the same numbers, apart from their rounding, or one number for all; what is missing is the same.
    func isSame(as other: JSONValue) -> Bool {
        if self == .null || self == .text("") || self == other { return true }
        guard let numbers, let others = other.numbers, others.count == 1 || numbers.count == others.count else {
            return false
        }
        return numbers.indices.allSatisfy { index in
            let usual = others.count == 1 ? others[0] : others[index]
            return (numbers[index] - usual).magnitude <= 1e-5 * max(1, usual.magnitude)
        }
    }

    /// Its numbers for messages; `nil` for other values.
    var summary: String? {
        guard let numbers, numbers.count < 5 else { return nil }
        return numbers.map(Self.plain).joined(separator: ", ")
    }

    private static func plain(_ number: Double) -> String {
        let text = "\((number * 10_000).rounded() / 10_000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
