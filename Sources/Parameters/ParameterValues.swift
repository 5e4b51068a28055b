import Pictures

/// The validated values of all parameters of one catalogue entry: given values, and defaults for the rest.
///
/// Accessing a parameter that the entry does not list, or with the wrong kind, is a programming error and traps.
public struct ParameterValues {
    enum Value {
        case number(Double)
        case ramp(Double, Double)
        case word(String)
        case color(RGBColor)
        case point(UnitPoint)
        case flag(Bool)
    }
    private let values: [String: Value]

    init(_ values: [String: Value]) { self.values = values }

    package func has(_ name: String) -> Bool { values[name] != nil }

    /// Angles are in degrees; "10%" of a fraction is 0.1.
    public func number(_ name: String) -> Double {
        guard case .number(let value) = values[name] else { preconditionFailure("no number '\(name)'") }
        return value
    }
    /// Same as `number`; `nil` if none was given and the parameter has no default.
    public func optionalNumber(_ name: String) -> Double? { values[name] == nil ? nil : number(name) }
    /// The ends of a `ramp`, which are the same for a single number; `nil` if none was given.
    public func optionalRamp(_ name: String) -> (from: Double, to: Double)? {
        guard let value = values[name] else { return nil }
        guard case .ramp(let from, let to) = value else { preconditionFailure("no ramp '\(name)'") }
        return (from, to)
    }
    /// A choice, a text, a file path, or a camera's name ("" if none was given).
    public func word(_ name: String) -> String {
        guard case .word(let value) = values[name] else { preconditionFailure("no word '\(name)'") }
        return value
    }
    /// The value of a `color` parameter.
    public func color(_ name: String) -> RGBColor {
        guard case .color(let value) = values[name] else { preconditionFailure("no color '\(name)'") }
        return value
    }
    /// The value of a `point` parameter, as fractions of the width and the height.
    public func point(_ name: String) -> UnitPoint {
        guard case .point(let value) = values[name] else { preconditionFailure("no point '\(name)'") }
        return value
    }
    /// The value of a `flag` parameter.
    public func flag(_ name: String) -> Bool {
        guard case .flag(let value) = values[name] else { preconditionFailure("no flag '\(name)'") }
        return value
    }
}
