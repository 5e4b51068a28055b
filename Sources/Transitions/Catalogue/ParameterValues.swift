/// The values of all parameters of one transition, checked: what was given, and defaults for the rest.
struct ParameterValues {
    enum Value {
        case number(Double)
        case word(String)
        case color(TransitionColor)
        case flag(Bool)
    }
    private let values: [String: Value]

    init(_ values: [String: Value]) { self.values = values }

    // Asking for a parameter that the entry does not list is our own bug.
    func number(_ name: String) -> Double {
        guard case .number(let value) = values[name] else { preconditionFailure("no number '\(name)'") }
        return value
    }
    func word(_ name: String) -> String {
        guard case .word(let value) = values[name] else { preconditionFailure("no word '\(name)'") }
        return value
    }
    func color(_ name: String) -> TransitionColor {
        guard case .color(let value) = values[name] else { preconditionFailure("no color '\(name)'") }
        return value
    }
    func flag(_ name: String) -> Bool {
        guard case .flag(let value) = values[name] else { preconditionFailure("no flag '\(name)'") }
        return value
    }
}
