import Timeline

/// The value of `--option NAME=VALUE` or `--option VALUE`: for some cameras and sound files, or for all. Several are
/// separated by commas, or the option is repeated.
struct NamedValues<Value> {
    private var all: Value?
    private var own: [Angle: Value] = [:]

    /// - Parameters:
    ///   - option: as typed.
    ///   - angles: the names allowed.
    ///   - takes: continues the message after "--option text:".
    /// - Throws: `UsageError` for an unknown name, an unreadable value, or a repeated name.
    init(
        _ texts: [String], _ option: String, _ angles: [Angle], takes: String, parse: (String) -> Value?
    ) throws(UsageError) {
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard let last = parts.last, let value = parse(last) else {
                throw UsageError("\(option) \(text): \(angles.example(takes)).")
            }
            guard parts.count == 2 else {
                guard all == nil else { throw UsageError("\(option) was given twice for all; give it once.") }
                all = value
                continue
            }
            let angle = try angles.camera(parts[0], of: "\(option) \(text)")
            guard own.updateValue(value, forKey: angle) == nil else {
                throw UsageError("\(option) was given twice for \(angle); give it once for each name.")
            }
        }
    }

    /// Its own value, or else the one for all.
    subscript(angle: Angle) -> Value? { own[angle] ?? all }
}
