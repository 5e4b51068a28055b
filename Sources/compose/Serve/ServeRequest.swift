import Parameters
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line that a client sent.
struct ServeRequest: Sendable {
    enum Kind: String, CaseIterable { case probe, plan, highlights, still, preview, render, cancel, shutdown }

    /// An error in a line, with the id of the request if it could be read.
    struct Failure: Error {
        var id: RequestID?
        var reason: UsageError
    }

    let id: RequestID
    let kind: Kind
    /// The command-line arguments that define the film.
    private(set) var film: [String] = []
    /// The request to cancel.
    private(set) var target: RequestID?
    private var options: [String] = []
    private var path: String?

    /// The arguments after the name of the command that runs the request.
    var words: [String] { options + film + (path.map { ["--", $0] } ?? []) }

    /// - Throws: `Failure`.
    init(_ line: String) throws(Failure) {
        guard line.utf8.count <= LineInput.longest else {
            throw Failure(
                reason: UsageError(
                    "a line is longer than \(LineInput.longest) bytes; put long lists into a file, such as --switch-at @FILE."
                ))
        }
        guard let fields = try? JSONDecoder().decode([String: RequestField].self, from: Data(line.utf8)) else {
            throw Failure(
                reason: UsageError(
                    #"a line is not a JSON object; write one request per line, such as {"id":1,"request":"probe","path":"front.mov"}."#
                ))
        }
        guard let id = fields["id"]?.id else {
            throw Failure(
                reason: UsageError("a request has no valid id; give it a unique string or integer of up to 64 bits."))
        }
        do throws(UsageError) {
            let name = fields["request"]?.text
            guard let kind = Kind(rawValue: name ?? "") else {
                let problem = name.map { "the request is '\($0)'" } ?? "'request' is missing or not a text"
                throw UsageError("\(problem); use \(list(Kind.allCases.map(\.rawValue), "or")).")
            }
            (self.id, self.kind) = (id, kind)
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) where name != "id" && name != "request" {
                try take(name, field)
            }
            if let missing = kind.needed.first(where: { fields[$0] == nil }) {
                throw UsageError("\(kind.rawValue) needs '\(missing)'; docs/serve.md lists the fields of each request.")
            }
        } catch {
            throw Failure(id: id, reason: error)
        }
    }

    private mutating func take(_ name: String, _ field: RequestField) throws(UsageError) {
        guard kind.names.contains(name) else {
            let names = kind.names.isEmpty ? "nothing more" : list(kind.names, "and")
            throw UsageError("\(kind.rawValue) has no field '\(name)'; it takes \(names).")
        }
        switch (name, field, field.word) {
        case ("film", .list(let items), _) where items.allSatisfy { $0.text != nil }: film = items.compactMap(\.text)
        case ("target", _, _) where field.id != nil: target = field.id
        case ("path", .text, let word?): path = word
        default:
            let list = kind.list
            guard let option = list[name], let value = list.traits(of: name).field?.value(field) else {
                throw UsageError("'\(name)' of \(kind.rawValue) is \(kind.form(of: name)).")
            }
            options += option.words(value)
        }
    }
}

extension OptionTraits.Field {
    /// `nil` if the field does not have this form.
    fileprivate func value(_ field: RequestField) -> OptionValue? {
        switch (self, field) {
        case (.flag, .flag(let isSet)): .flag(isSet, "\(isSet)")
        case (.list, .list(let items)):
            items.isEmpty || items.contains { $0.word == nil } ? nil : .list(items.compactMap(\.word))
        case (.text, .text), (.value, _), (.list, _): field.word.map(OptionValue.word)
        case (.flag, _), (.text, _): nil
        }
    }

    fileprivate var form: String {
        switch self {
        case .flag: "true or false"
        case .text: "a text, not empty"
        case .value(let form), .list(let form): form
        }
    }
}

extension ServeRequest.Kind {
    /// The command that runs the request; never used for requests that have none.
    var command: any ServedCommand.Type {
        switch self {
        case .probe: ProbeCommand.self
        case .plan: PlanCommand.self
        case .highlights: HighlightsCommand.self
        case .still: StillCommand.self
        case .preview: PreviewCommand.self
        case .render, .cancel, .shutdown: RenderCommand.self
        }
    }

    fileprivate var list: OptionList { OptionList(of: command) }

    fileprivate var needed: [String] {
        switch self {
        case .probe: ["path"]
        case .plan, .highlights, .still, .preview, .render: ["film"]
        case .cancel: ["target"]
        case .shutdown: []
        }
    }

    /// The fields that it may have.
    var names: [String] {
        guard self != .cancel, self != .shutdown else { return needed }
        return needed + list.options.map(\.name).filter { list.traits(of: $0).field != nil }
    }

    fileprivate func form(of name: String) -> String {
        switch name {
        case "film":
            #"a list of texts: command-line arguments, such as ["front.mov", "back.mov", "--switch-every", "5s"]"#
        case "target": "the id of a request"
        default: (list.traits(of: name).field ?? .text).form
        }
    }
}

/// The value of a field of a request.
enum RequestField: Decodable {
    case flag(Bool)
    /// Written without an exponent.
    case number(String)
    case text(String)
    case list([RequestField])
    /// Null, an object, a number above 10^127, or a text that is not Unicode or contains a zero, which would end a
    /// file name.
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Decimal.self) {
            self = .number("\(number)")
        } else if let number = try? value.decode(Double.self), number.magnitude < 1 {
            // Too small for a `Decimal`.
            self = .number("0")
        } else if let text = try? value.decode(String.self) {
            self = text.utf8.contains(0) ? .other : .text(text)
        } else {
            self = (try? value.decode([RequestField].self)).map(RequestField.list) ?? .other
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// As the value of an option; `nil` if it cannot be one.
    var word: String? {
        switch self {
        case .number(let word): word
        case .text(let word): word.isEmpty ? nil : word
        case .flag, .list, .other: nil
        }
    }

    var id: RequestID? {
        switch self {
        case .number(let number): Int64(number).map(RequestID.number)
        case .text(let text): .text(text)
        case .flag, .list, .other: nil
        }
    }
}

/// The id of a request: a string or an integer, chosen by the client.
enum RequestID: Hashable, Encodable, Sendable {
    case text(String)
    case number(Int64)

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
    }
}
