#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The id of a request: a string or an integer, chosen by the client.
enum RequestID: Hashable, Codable, Sendable {
    case text(String)
    case number(Int64)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
    }
}

/// A line that a client sent.
struct ServeRequest: Sendable {
    enum Kind: String, CaseIterable { case probe, plan, still, render, cancel, shutdown }

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
        guard let fields = try? JSONDecoder().decode([String: Field].self, from: Data(line.utf8)) else {
            throw Failure(
                reason: UsageError(
                    #"a line is not a JSON object of strings, numbers, lists, true and false; write one request per line, such as {"id":1,"request":"probe","path":"front.mov"}."#
                ))
        }
        guard let id = fields["id"]?.id else {
            throw Failure(reason: UsageError("a request has no id; give it a unique string or integer."))
        }
        do throws(UsageError) {
            guard let kind = Kind(rawValue: fields["request"]?.word ?? "") else {
                throw UsageError(
                    "the request is '\(fields["request"]?.word ?? "")'; use \(list(Kind.allCases.map(\.rawValue), "or"))."
                )
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

    private mutating func take(_ name: String, _ field: Field) throws(UsageError) {
        guard kind.names.contains(name) else {
            let names = kind.names.isEmpty ? "nothing more" : list(kind.names, "and")
            throw UsageError("\(kind.rawValue) has no field '\(name)'; it takes \(names).")
        }
        switch (name, field) {
        case ("film", .list(let fields)) where fields.allSatisfy { $0.word != nil }: film = fields.compactMap(\.word)
        case ("path", .text(let text)): path = text
        case ("target", _) where field.id != nil: target = field.id
        case ("at", .list(let fields)) where fields.allSatisfy { $0.word != nil }:
            options.append("--at=\(fields.compactMap(\.word).joined(separator: ","))")
        case ("output", .text(let word)), ("at", .text(let word)), ("at", .number(let word)), ("jobs", .text(let word)),
            ("jobs", .number(let word)):
            options.append("--\(name)=\(word)")
        case (_, .flag(let isSet)) where Kind.flags.contains(name): if isSet { options.append("--\(name)") }
        default:
            throw UsageError("'\(name)' of \(kind.rawValue) is \(Kind.form(of: name)).")
        }
    }
}

extension ServeRequest.Kind {
    fileprivate static let flags: Set<String> = ["deep", "loudness", "overwrite", "verify", "fresh", "strict"]

    fileprivate var needed: [String] {
        switch self {
        case .probe: ["path"]
        case .plan, .render: ["film"]
        case .still: ["film", "at", "output"]
        case .cancel: ["target"]
        case .shutdown: []
        }
    }

    /// The fields that it may have.
    fileprivate var names: [String] {
        switch self {
        case .probe: needed + ["deep", "loudness"]
        case .plan: needed + ["output", "overwrite"]
        case .still: needed + ["overwrite"]
        case .render: needed + ["output", "overwrite", "verify", "fresh", "strict", "jobs"]
        case .cancel, .shutdown: needed
        }
    }

    fileprivate static func form(of name: String) -> String {
        switch name {
        case "film":
            #"a list of command-line arguments, such as ["front.mov", "back.mov", "--switch-every", "5s"]"#
        case "at": #"a time, or a list of times, such as 12.5 or "1:02.5""#
        case "target": "the id of a request"
        case "jobs": #"a number or "auto""#
        case _ where flags.contains(name): "true or false"
        default: "a text"
        }
    }
}

/// The value of a field.
private enum Field: Decodable {
    case flag(Bool)
    case number(String)
    case text(String)
    case list([Field])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .number("\(number)")
        } else if let number = try? value.decode(Double.self) {
            self = .number("\(number)")
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try value.decode([Field].self))
        }
    }

    /// As a command-line argument.
    var word: String? {
        switch self {
        case .number(let word), .text(let word): word
        case .flag, .list: nil
        }
    }

    var id: RequestID? {
        switch self {
        case .number(let number): Int64(number).map(RequestID.number)
        case .text(let text): .text(text)
        case .flag, .list: nil
        }
    }
}
