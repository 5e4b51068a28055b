import Pictures

/// The values of all parameters of one entry of a catalogue, checked: what was given, and defaults for the rest.
///
/// Asking for one that the entry does not list, or for another kind, is a fault of the program and stops it.
public struct ParameterValues {
    enum Value {
        case number(Double)
        case word(String)
        case color(RGBColor)
        case point(UnitPoint)
        case flag(Bool)
    }
    private let values: [String: Value]

    init(_ values: [String: Value]) { self.values = values }

    /// Angles are in degrees, fractions 0.1 where "10%" was written.
    public func number(_ name: String) -> Double {
        guard case .number(let value) = values[name] else { preconditionFailure("no number '\(name)'") }
        return value
    }
    /// As `number`; `nil` where none was given and the parameter has no default.
    public func optionalNumber(_ name: String) -> Double? { values[name] == nil ? nil : number(name) }
    /// A choice, a text, the path of a file, or the name of a camera, "" where none was given.
    public func word(_ name: String) -> String {
        guard case .word(let value) = values[name] else { preconditionFailure("no word '\(name)'") }
        return value
    }
    public func color(_ name: String) -> RGBColor {
        guard case .color(let value) = values[name] else { preconditionFailure("no color '\(name)'") }
        return value
    }
    public func point(_ name: String) -> UnitPoint {
        guard case .point(let value) = values[name] else { preconditionFailure("no point '\(name)'") }
        return value
    }
    public func flag(_ name: String) -> Bool {
        guard case .flag(let value) = values[name] else { preconditionFailure("no flag '\(name)'") }
        return value
    }
}
