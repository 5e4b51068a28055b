import MediaTime

/// How often a rule switches.
enum SwitchInterval {
    case never
    case every(MediaTime)

    /// "5s", "never"; "none" is also accepted.
    static func read(_ text: String) throws -> SwitchInterval {
        if ["never", "none"].contains(text.lowercased()) { return .never }
        let interval = time(
            .milliseconds(1) ... .seconds(1 << 20), "write a time above zero, such as 5s, 500ms or 1:30, or never.")
        return .every(try interval(text))
    }
}
