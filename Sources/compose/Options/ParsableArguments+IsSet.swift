import ArgumentParser

extension ParsableArguments {
    /// Whether any of these options was given another value than its default.
    var isSet: Bool {
        guard let defaults = try? Self.parse([]) else { return true }
        return String(describing: self) != String(describing: defaults)
    }
}
