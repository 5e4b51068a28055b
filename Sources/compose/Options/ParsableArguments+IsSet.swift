import ArgumentParser

extension ParsableArguments {
    /// Whether any of these options was set to a value other than its default.
    var isSet: Bool {
        guard let defaults = try? Self.parse([]) else { return true }
        return String(describing: self) != String(describing: defaults)
    }
}
