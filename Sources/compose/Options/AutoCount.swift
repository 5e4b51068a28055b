/// A count given by the user, or "auto".
enum AutoCount {
    case auto
    case fixed(Int)

    /// `nil` if the program decides.
    var count: Int? { if case .fixed(let count) = self { count } else { nil } }

    /// A transform of an option: "auto", or 1 to `most`.
    static func reading(upTo most: Int) -> @Sendable (String) throws -> AutoCount {
        compose.reading("use auto, or 1 to \(most).") { text in
            if text == "auto" { return .auto }
            return Int(text).flatMap { (1...most).contains($0) ? .fixed($0) : nil }
        }
    }
}
