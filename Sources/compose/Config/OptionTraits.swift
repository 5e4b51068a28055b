import ArgumentParser
import Parameters

/// What an option does besides setting its value: declared beside the option, and the only source of the rules of options
/// files, requests and `--also`. A test demands it for every option of a film.
struct OptionTraits: Sendable {
    enum Use: Sendable {
        case plain
        /// Says where to write, or what may be replaced or deleted: only the user, or a file that the user names.
        case writes
        /// For a single call rather than a recording: no options file has it.
        case perCall
    }

    /// How it is a field of a request to `compose serve`.
    enum Field: Sendable {
        case flag, text
        /// A number or a text, as described.
        case value(String)
        /// One of those, or a list of them.
        case list(String)
    }

    typealias Setting = @Sendable (_ source: FilmOptions, _ film: inout FilmOptions) -> Void

    /// Without dashes.
    let names: [Substring]
    let use: Use
    /// After what the name of a file begins that the value may have; "" is the beginning of the value.
    let filesFollow: [String]
    let isValueOptional: Bool
    /// Continues "--label was given twice; ".
    let once: String?
    /// The options that cannot be used together with it. On the command line it overrides them in an options file.
    let excludes: [String]
    /// Further options that it overrides in an options file.
    let overrides: [String]
    /// As a setting of `--also`: copies its value.
    let also: Setting?
    let field: Field?

    /// - Parameter names: separated by spaces.
    init(
        _ names: String, _ use: Use = .plain, filesFollow: [String] = [], isValueOptional: Bool = false,
        once: String? = nil, excludes: [String] = [], overrides: [String] = [], also: Setting? = nil,
        field: Field? = nil
    ) {
        self.names = names.split(whereSeparator: \.isWhitespace)
        (self.use, self.filesFollow, self.isValueOptional) = (use, filesFollow, isValueOptional)
        (self.once, self.excludes, self.overrides) = (once, excludes, overrides)
        (self.also, self.field) = (also, field)
    }

    /// After what files begin in specifications of these entries: "lut:" and "file=".
    static func filesFollow(in entries: [any CatalogueEntry]) -> [String] {
        entries.flatMap { entry in
            let files = entry.parameters.filter { $0.kind == .path }.map { "\($0.name)=" }
            return files.isEmpty ? [] : ([entry.name] + entry.aliases).map { "\($0):" } + files
        }
    }

    static func copying<Value>(_ option: any WritableKeyPath<FilmOptions, Value> & Sendable) -> Setting {
        { $1[keyPath: option] = $0[keyPath: option] }
    }
}

/// Options with their traits in the same file.
protocol DescribedOptions: ParsableArguments {
    static var traits: [OptionTraits] { get }
}

extension [OptionTraits] {
    /// Of all options of a command or a group.
    init(of type: any ParsableArguments.Type) {
        let groups = Mirror(reflecting: type.init()).children.compactMap { ($0.value as? any OptionGroupType)?.group }
        self = ((type as? any DescribedOptions.Type)?.traits ?? []) + groups.flatMap { Self(of: $0) }
    }

    subscript(name: some StringProtocol) -> OptionTraits? { first { $0.names.contains { $0 == name } } }

    /// Refuses options given twice or together.
    func check(_ words: [String]) throws(UsageError) {
        let words = words.prefix { $0 != "--" }
        let isGiven = { (name: String) in words.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") } }
        for traits in self {
            for name in traits.names.map(String.init) where isGiven(name) {
                if let advice = traits.once, words.count(where: { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }) > 1
                {
                    throw UsageError("--\(name) was given twice; \(advice)")
                }
                if let other = traits.excludes.first(where: isGiven) {
                    throw UsageError("--\(name) and --\(other) cannot be used together; give one.")
                }
            }
        }
    }

    /// Whether an option on the command line overrides another one in an options file.
    func overrides(_ typed: String, _ other: String) -> Bool {
        self[typed].map { $0.excludes.contains(other) || $0.overrides.contains(other) } == true
            || self[other]?.excludes.contains(typed) == true
    }
}

private protocol OptionGroupType {
    var group: any ParsableArguments.Type { get }
}

extension OptionGroup: OptionGroupType {
    fileprivate var group: any ParsableArguments.Type { Value.self }
}
