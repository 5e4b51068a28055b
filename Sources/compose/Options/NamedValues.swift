import Timeline

/// The values of `--option NAME=VALUE` or `--option VALUE`: for some cameras and sound files, or for all. Several are
/// separated by commas, or the option is repeated.
struct NamedValues<Value> {
    private(set) var all: Value?
    private(set) var own: [Angle: Value] = [:]

    /// - Parameters:
    ///   - option: as typed.
    ///   - angles: the names allowed.
    ///   - takes: continues the message after "--option text:", and ends with an example.
    ///   - forAll: whether a value without a name is for all.
    ///   - isList: whether commas separate values.
    /// - Throws: `UsageError` for an unknown name, an unreadable value, or a repeated name.
    init(
        _ texts: [String], _ option: String, _ angles: [Angle], takes: String, forAll: Bool = true,
        isList: Bool = true, parse: (String) -> Value?
    ) throws(UsageError) {
        let texts =
            isList
            ? texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } : texts
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 || forAll else {
                let example = parse(text) == nil ? takes.split(separator: " ").last.map(String.init) : "front=\(text)"
                throw UsageError("\(option) \(text): write CAMERA=VALUE, such as \(angles.example(example ?? "")).")
            }
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
