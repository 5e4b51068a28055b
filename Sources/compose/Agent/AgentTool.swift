import Parameters
import Placing
import Platform
import Planning
import Studio
import Timelines

/// What an agent may ask for: a name, a description and arguments, and what is done then.
struct AgentTool: Sendable {
    struct Field: Sendable {
        enum Kind: Sendable { case text, texts, number, whole, flag, times, options, edits }

        let name: String
        let kind: Kind
        var about: String?
        var isNeeded = false
    }

    let name, description: String
    let fields: [Field]
    /// Whether it only reads.
    var isReading = true
    /// Whether it may wait for a render.
    var isPatient: Bool { fields.contains { $0.name == Self.wait.name } }
    let run: @Sendable (AgentCall) throws -> [AgentContent]

    /// Answers longer than a page are divided.
    static let page = Field(name: "page", kind: .whole)

    static let all: [AgentTool] = [
        AgentTool(
            name: "find_recordings",
            description:
                "Lists recordings, plans and films in a folder, and which cameras and microphones belong together.",
            fields: [Field(name: "folder", kind: .text, about: "default: the first one"), page]
        ) { try $0.find() },
        AgentTool(
            name: "probe", description: "Shows what is in a file: pictures, sound, length, date.",
            fields: [Field(name: "file", kind: .text, isNeeded: true), page]
        ) { try $0.page($0.output(["probe", "--", $0.text("file")])) },
        AgentTool(
            name: "sync", description: "Finds how recordings of one event lie in time, and how surely.",
            fields: [recordings, page]
        ) { try $0.page($0.output(["sync", "--"] + $0.files)) },
        AgentTool(
            name: "options",
            description:
                "Lists the options of films by subject (\((subjects + lists).joined(separator: ", "))), or explains one by its name.",
            fields: [Field(name: "about", kind: .text, isNeeded: true), page]
        ) { call in
            let about = try call.text("about").lowercased()
            let isList = lists.contains(about)
            return try call.page(isList ? call.output([about]) : AgentOptions.text(about: about))
        },
        AgentTool(
            name: "plan",
            description: """
                Plans a film: when which camera is shown, what is heard. `save` writes the plan to a .otio file for edit_plan, \
                look and render. Frequent options: switch ("auto" shows who speaks), switch-every ("5s"), switch-at \
                ("3s:front,6s:pip"), view ("split", "pip", "grid"), transition, from, to, skip, cut-silence (true), audio \
                ("mix", "speaker", a camera), music, title ("Hello@2s-6s"), captions (a transcript), subtitles, delivery \
                ("shorts", "youtube"), size ("9:16"), loudness (-14), stabilize.
                """,
            fields: [
                files, options, Field(name: "save", kind: .text, about: "film.otio"), overwrite,
                Field(name: "reasons", kind: .flag, about: "why each cut, and what is copied or encoded"), page,
            ],
            isReading: false
        ) { call in
            let save = try call.optional("save").map { ["--output=\($0)"] + call.overwrite } ?? []
            let reasons = try call.flag("reasons") ? ["--explain"] : []
            return try call.page(call.output(["plan"] + save + reasons + call.film))
        },
        AgentTool(
            name: "edit_plan",
            description: """
                Changes a saved plan. All times are those that plan shows for it before the call. Edits: \
                {"show":"ben","from":60,"to":80} (a camera or view; transition, duration), {"move":12,"to":13} and \
                {"delete":12} (a cut), {"transition":"wipe","at":12,"duration":0.5} (without at: of all cuts), \
                {"leave_out":[10,20]}, {"keep":[5,60]}, {"level":"anna","gain":-6} or "mute":true, \
                {"title":"Hello","from":1,"to":4}.
                """,
            fields: [
                Field(name: "plan", kind: .text, isNeeded: true), Field(name: "edits", kind: .edits, isNeeded: true),
                Field(name: "save", kind: .text, about: "default: replaces the plan"), overwrite, page,
            ], isReading: false
        ) { try $0.edit() },
        AgentTool(
            name: "look",
            description:
                "Shows frames of a film or a recording as one picture, with their times; without at and every, all of it.",
            fields: [
                files, options, Field(name: "at", kind: .times), Field(name: "every", kind: .number, about: "seconds"),
            ]
        ) { try $0.look() },
        AgentTool(
            name: "highlights",
            description:
                "Finds the best moments (whole turns of speech; laughter, applause), with reasons; `save` writes a plan of each, numbered.",
            fields: [
                recordings, options, Field(name: "count", kind: .whole),
                Field(name: "length", kind: .text, about: "30s..60s"),
                Field(name: "save", kind: .text, about: "best.otio"), overwrite, page,
            ], isReading: false
        ) { call in
            let save = try call.optional("save").map { ["--output=\($0)"] + call.overwrite } ?? ["--dry-run"]
            let wishes = try ["count", "length"].flatMap { name in
                try call.optional(name).map { ["--\(name)=\($0)"] } ?? []
            }
            return try call.page(call.output(["highlights"] + save + wishes + call.film))
        },
        AgentTool(
            name: "preview", description: "Renders a film fast and small, to check it.",
            fields: [files, options, output, overwrite, wait], isReading: false
        ) { try $0.render("preview") },
        AgentTool(
            name: "render",
            description:
                "Renders a film. If it takes longer than `wait`, the answer is a job; ask `job` for it. What is finished is kept when it is stopped.",
            fields: [files, options, output, overwrite, wait], isReading: false
        ) { try $0.render("render") },
        AgentTool(
            name: "job", description: "How far a render is; cancels it.",
            fields: [Field(name: "job", kind: .whole, isNeeded: true), Field(name: "cancel", kind: .flag), wait],
            isReading: false
        ) { try $0.job() },
        AgentTool(
            name: "export",
            description:
                "Writes a saved plan for another program (fcp7xml: Premiere, Resolve; fcpxml: Final Cut), and tells what is lost.",
            fields: [
                Field(name: "plan", kind: .text, isNeeded: true),
                Field(
                    name: "format", kind: .text, about: ExchangeFormat.allCases.map(\.name).joined(separator: ", "),
                    isNeeded: true), output, overwrite,
            ], isReading: false
        ) { call in
            try call.page(
                call.output(
                    ["export", "--format=\(call.text("format"))", "--output=\(call.text("output"))"] + call.overwrite
                        + ["--", call.text("plan")]))
        },
    ]

    private static let subjects = AgentOptions.subjects
    private static let lists = ["transitions", "views", "looks"]
    private static let files = Field(
        name: "files", kind: .texts, about: "recordings, FILE or NAME=FILE, the first is the main camera; or one plan",
        isNeeded: true)
    private static let recordings = Field(name: "files", kind: .texts, about: "recordings, no plan", isNeeded: true)
    private static let options = Field(name: "options", kind: .options)
    private static let overwrite = Field(name: "overwrite", kind: .flag)
    private static let output = Field(name: "output", kind: .text, isNeeded: true)
    private static let wait = Field(name: "wait", kind: .number, about: "seconds, default 45")

    /// As `tools/list` has it.
    var json: JSONValue {
        var schema: [String: JSONValue] = [
            "type": .text("object"),
            "properties": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.json) })),
        ]
        let needed = fields.filter(\.isNeeded).map { JSONValue.text($0.name) }
        if !needed.isEmpty { schema["required"] = .list(needed) }
        var members: [String: JSONValue] = [
            "name": .text(name), "description": .text(description), "inputSchema": .object(schema),
        ]
        if isReading { members["annotations"] = .object(["readOnlyHint": .bool(true)]) }
        return .object(members)
    }
}

extension AgentTool.Field {
    fileprivate var json: JSONValue {
        var schema: [String: JSONValue] =
            switch kind {
            case .text: ["type": .text("string")]
            case .texts: ["type": .text("array"), "items": .object(["type": .text("string")])]
            case .number: ["type": .text("number")]
            case .whole: ["type": .text("integer")]
            case .flag: ["type": .text("boolean")]
            case .times:
                ["type": .text("array"), "items": .object(["type": .list([.text("number"), .text("string")])])]
            case .options: ["type": .text("object")]
            case .edits: ["type": .text("array"), "items": .object(["type": .text("object")])]
            }
        if let about { schema["description"] = .text(about) }
        return .object(schema)
    }

    /// Continues "'files' ".
    fileprivate var form: String {
        switch kind {
        case .text: "takes a text, not empty"
        case .texts: "takes a list of texts"
        case .number: "takes a number"
        case .whole: "takes a whole number"
        case .flag: "takes true or false"
        case .times: "takes a list of times"
        case .options: "takes an object of options and their values"
        case .edits: "takes a list of edits"
        }
    }

    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.text, .text(let text)): !text.isEmpty && !text.utf8.contains(0)
        case (.texts, .list(let items)):
            !items.isEmpty
                && items.allSatisfy {
                    if case .text(let text) = $0 { !text.isEmpty && !text.utf8.contains(0) } else { false }
                }
        case (.number, .number(let number)): number.isFinite
        case (.whole, .number(let number)): Int(exactly: number) != nil
        case (.flag, .bool), (.options, .object), (.edits, .list): true
        case (.times, .list(let items)):
            !items.isEmpty
                && items.allSatisfy {
                    switch $0 {
                    case .number(let number): number.isFinite
                    case .text(let text): !text.isEmpty
                    default: false
                    }
                }
        default: false
        }
    }
}

extension AgentTool {
    /// - Throws: `AgentError` that names the first argument at fault.
    func check(_ arguments: [String: JSONValue]) throws(AgentError) {
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let field = fields.first(where: { $0.name == name }) else {
                throw AgentError(
                    "\(self.name) has no '\(name)'; it takes \(list(fields.map(\.name), "and")).", field: name)
            }
            guard field.fits(value) else { throw AgentError("'\(name)' \(field.form).", field: name) }
        }
        if let missing = fields.first(where: { $0.isNeeded && arguments[$0.name] ?? .null == .null }) {
            throw AgentError("\(name) needs '\(missing.name)'.", field: missing.name)
        }
    }
}

/// Options of films, as an agent gives and reads them.
enum AgentOptions {
    private static let list = OptionList(of: PlanCommand.self)
    /// Those that describe a film.
    private static let usual = list.options.filter {
        list.traits(of: $0.name).use == .plain && $0.shouldDisplay && !["json", "explain"].contains($0.name)
    }
    /// In help order.
    static let subjects = usual.reduce(into: [String]()) { subjects, option in
        if let title = option.sectionTitle?.lowercased(), !subjects.contains(title) { subjects.append(title) }
    }

    /// - Throws: `AgentError` for what is neither a subject nor an option.
    static func text(about word: String) throws(AgentError) -> String {
        let word = word.lowercased()
        let name = word.drop { $0 == "-" }
        let found =
            subjects.contains(word)
            ? usual.filter { $0.sectionTitle?.lowercased() == word } : usual.filter { $0.name == name }
        guard !found.isEmpty else {
            let near = nearestWord(to: word, in: subjects + usual.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
            throw AgentError("'\(word)' is neither a subject nor an option.\(near)", field: "about")
        }
        return found.map { option in
            let value = option.isFlag ? "true" : option.valueName ?? "value"
            return "\(option.name) (\(value)): \(option.abstract ?? "")"
        }.joined(separator: "\n")
    }

    /// The words of a command line.
    ///
    /// - Throws: `AgentError` that names the first option at fault.
    static func words(_ options: [String: JSONValue]) throws(AgentError) -> [String] {
        var words: [String] = []
        for (name, value) in options.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let option = list[name] else {
                let near = nearestWord(to: name, in: usual.map(\.name)).map { "; did you mean '\($0)'?" }
                throw AgentError(
                    "there is no option '\(name)'\(near ?? "; the tool 'options' lists them.")",
                    field: "options.\(name)")
            }
            guard usual.contains(where: { $0.name == name }) else {
                throw AgentError("the option '\(name)' cannot be used here; leave it out.", field: "options.\(name)")
            }
            guard let value = OptionValue(value) else {
                throw AgentError(
                    "the value of '\(name)' is none; write a text, a number, true, or a list.", field: "options.\(name)"
                )
            }
            words += option.words(value)
        }
        return words
    }
}

extension OptionValue {
    /// `nil` for what no option has.
    fileprivate init?(_ json: JSONValue) {
        let word = { (json: JSONValue) -> String? in
            switch json {
            case .text(let text) where !text.isEmpty && !text.utf8.contains(0): text
            case .number(let number) where number.isFinite && number.magnitude < 1e15:
                Int64(exactly: number).map { "\($0)" } ?? "\(number)"
            case .bool(let bool): bool ? "yes" : "no"
            default: nil
            }
        }
        switch json {
        case .bool(let isSet): self = .flag(isSet, isSet ? "yes" : "no")
        case .list(let items):
            let words = items.compactMap(word)
            guard !words.isEmpty, words.count == items.count else { return nil }
            self = .list(words)
        case .object(let members):
            let pairs = members.sorted { $0.key < $1.key }.map { (key: $0.key, value: word($0.value)) }
            guard !pairs.isEmpty, pairs.allSatisfy({ $0.value != nil && !$0.key.utf8.contains(0) }) else { return nil }
            self = .mapping(pairs.map { ($0.key, $0.value!) })
        default:
            guard let text = word(json) else { return nil }
            self = .word(text)
        }
    }
}

/// Why a request of an agent fails: a sentence, and the argument to change.
struct AgentError: Error, CustomStringConvertible {
    let description: String
    var field: String?

    init(_ description: String, field: String? = nil) { (self.description, self.field) = (description, field) }
}
