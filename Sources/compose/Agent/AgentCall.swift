import Dispatch
import MediaIO
import Parameters
import Placing
import Planning
import Platform
import Render
import Studio
import Synchronization
import Timelines

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A part of an answer.
enum AgentContent: Sendable {
    case text(String)
    /// A JPEG file.
    case picture([UInt8])

    var json: JSONValue {
        switch self {
        case .text(let text): .object(["type": .text("text"), "text": .text(text)])
        case .picture(let bytes):
            .object([
                "type": .text("image"), "mimeType": .text("image/jpeg"),
                "data": .text(Data(bytes).base64EncodedString()),
            ])
        }
    }
}

/// A tool that is being used: its arguments, which have been checked, and what commands it runs.
struct AgentCall: Sendable {
    let tool: AgentTool
    let arguments: [String: JSONValue]
    let server: AgentServer
    let cancellation: Cancellation
    /// Tells how far it is, from 0 to 1.
    let progress: @Sendable (Double, String) -> Void

    func optional(_ name: String) throws -> String? {
        switch arguments[name] ?? .null {
        case .text(let text): text
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        default: nil
        }
    }
    func text(_ name: String) throws -> String { try optional(name) ?? "" }
    func flag(_ name: String) throws -> Bool { arguments[name] == .bool(true) }
    private func number(_ name: String) -> Double? {
        if case .number(let number)? = arguments[name] { number } else { nil }
    }
    private func texts(_ name: String) -> [String] {
        guard case .list(let items)? = arguments[name] else { return [] }
        return items.compactMap {
            switch $0 {
            case .text(let text): text
            case .number(let number): "\(number)"
            default: nil
            }
        }
    }

    var files: [String] { texts("files") }
    var overwrite: [String] { arguments["overwrite"] == .bool(true) ? ["--overwrite"] : [] }
    /// What defines a film, as words of a command line.
    var film: [String] {
        get throws {
            guard case .object(let options)? = arguments["options"] else { return ["--"] + files }
            return try AgentOptions.words(options) + ["--"] + files
        }
    }

    /// What a command prints.
    ///
    /// - Throws: `AgentError` with its message.
    func output(_ words: [String]) throws -> String {
        let (code, lines) = try server.run(words, cancellation)
        if cancellation.isCancelled { throw RenderError.cancelled }
        guard code == 0 else { throw failure(lines, code) }
        return lines.map { Self.forAgents($0) }.joined(separator: "\n")
    }

    /// A line without what a person would type next.
    private static func forAgents(_ line: String) -> String {
        if line.hasPrefix("wrote "), line.contains("compose render") { return String(line.prefix { $0 != ";" }) }
        return line.replacing(/'compose (transitions|views|looks)' lists them/) {
            "the tool 'options' lists them, about '\($0.1)'"
        }
        .replacing("'compose plan --explain' lists them", with: "plan with reasons lists them")
        .replacing("(--overwrite)", with: "(overwrite: true)")
    }

    private func failure(_ lines: [String], _ code: Int32) -> AgentError {
        let message = lines.last { $0.hasPrefix("compose: ") }?.dropFirst("compose: ".count)
        return failure(
            message.map(String.init) ?? lines.last ?? "compose ended with the code \(code); please report this.")
    }

    /// The message with the argument that it is about.
    func failure(_ message: String) -> AgentError {
        let named = arguments.sorted { $0.key < $1.key }.flatMap { name, value -> [(name: String, text: String)] in
            switch value {
            case .list(let items):
                items.enumerated().map { ("\(name)[\($0.offset)]", Self.text($0.element)) }
            case .object(let members):
                members.sorted { $0.key < $1.key }.map { ("\(name).\($0.key)", Self.text($0.value)) }
            default: [(name, Self.text(value))]
            }
        }
        if message.contains("--overwrite") { return AgentError(Self.forAgents(message), field: "overwrite") }
        let option = message.firstMatch(of: /--([a-z][a-z-]+)/).map { String($0.1) }
        let field =
            named.first { $0.name == "options.\(option ?? "")" }
            ?? named.filter { $0.text.count > 2 && message.contains($0.text) }.max { $0.text.count < $1.text.count }
        let own = option.map { option in
            if option == "output" { return tool.fields.contains { $0.name == "save" } ? "save" : "output" }
            return tool.fields.contains { $0.name == option } ? option : "options.\(option)"
        }
        return AgentError(Self.forAgents(message), field: field?.name ?? own)
    }
    private static func text(_ value: JSONValue) -> String { if case .text(let text) = value { text } else { "" } }

    /// A part of a long text: at most 2 kB.
    func page(_ text: String) throws -> [AgentContent] {
        let most = 1900
        var pages: [String] = [""]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.utf8.count > most ? Substring(String(line).limited(to: most - 1)) : line
            if pages[pages.count - 1].utf8.count + line.utf8.count + 1 > most { pages.append("") }
            pages[pages.count - 1] += (pages[pages.count - 1].isEmpty ? "" : "\n") + line
        }
        let wanted = number("page").map { Int($0) } ?? 1
        guard (1...pages.count).contains(wanted) else {
            throw AgentError(
                pages.count == 1 ? "there is only one page." : "there are \(pages.count) pages.", field: "page")
        }
        let rest = pages.count > 1 ? "\n(page \(wanted) of \(pages.count))" : ""
        return [.text(pages[wanted - 1] + rest)]
    }
}

extension String {
    /// The beginning, with an ellipsis.
    func limited(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var short = ""
        for character in self {
            guard short.utf8.count + character.utf8.count + 3 <= bytes else { return short + "…" }
            short.append(character)
        }
        return short
    }
}

// Tools that are more than a command.
extension AgentCall {
    /// Recordings that belong together, and all files of the folder that a film may use.
    func find() throws -> [AgentContent] {
        let folder = try optional("folder") ?? "."
        try checkAllowed(folder)
        guard let names = FileSystem.names(inFolder: folder) else {
            throw AgentError("\(folder) is no folder that can be read.", field: "folder")
        }
        let (code, lines) = try server.run(["scan", "--", folder], cancellation)
        let found = code == 0 ? lines.filter { !$0.hasPrefix("not used: ") } : []
        let visible = names.filter { !$0.hasPrefix(".") }
        let files = visible.filter { Self.endings.contains(FilePath($0).ending) }
        let folders = visible.filter { isFolder(FilePath.join(folder, $0)) }
        let rest = [
            "files: " + (files.isEmpty ? "none" : files.joined(separator: ", ")),
            folders.isEmpty ? nil : "folders: " + folders.joined(separator: ", "),
        ]
        return try page((found + rest.compactMap(\.self)).joined(separator: "\n"))
    }
    private static let endings: Set = [
        "mov", "mp4", "m4v", "mkv", "webm", "avi", "mts", "m2ts", "ts", "mxf", "insv", "wav", "bwf", "m4a", "mp3",
        "flac", "aac",
        "ogg", "opus", "otio", "xml", "edl", "drp", "srt", "vtt", "ass", "json", "csv", "cube",
    ]

    func edit() throws -> [AgentContent] {
        let plan = try text("plan")
        let output = try optional("save") ?? plan
        guard PlanFile.isPlan(plan), PlanFile.isPlan(output) else {
            throw AgentError(
                "a plan file ends in .\(PlanFile.ending).", field: PlanFile.isPlan(plan) ? "save" : "plan")
        }
        var edits: [PlanEdit] = []
        for (number, edit) in (arguments["edits"]?.items ?? []).enumerated() {
            do { edits.append(try edit.decoded(PlanEdit.self)) } catch {
                throw AgentError(
                    (error is DecodingError ? "an edit is an object, such as {\"delete\":12}" : "\(error)") + ".",
                    field: "edits[\(number)]")
            }
        }
        let isSame = FileIdentity(path: output) != nil && FileIdentity(path: output) == FileIdentity(path: plan)
        do {
            let planned = try PlannedRender(reading: plan).edited(by: edits)
            try PlanFile.write(
                planned.document(name: PlanFile.name(of: output)), to: output,
                inputs: isSame ? [] : planned.plan.inputFiles,
                mayReplace: isSame || arguments["overwrite"] == .bool(true))
        } catch let error as EditError {
            throw AgentError("\(error).", field: "edits")
        }
        return try page(self.output(["plan", "--", output]))
    }

    func look() throws -> [AgentContent] {
        let sheet = "\(server.temporary)/look-\(server.next()).jpg"
        defer { FileSystem.unlink(sheet) }
        guard texts("at").count <= Self.mostPictures else {
            throw AgentError("one picture shows at most \(Self.mostPictures) frames.", field: "at")
        }
        let times = texts("at").map { $0.replacing(",", with: ".") }.joined(separator: ",")
        let every = try optional("every").map { ["--every=\($0)"] } ?? []
        let told = try output(
            ["still", "--sheet=\(sheet)"] + (times.isEmpty ? [] : ["--at=\(times)"]) + every + film)
        guard let bytes = FileSystem.contents(ofFile: sheet, most: 16 << 20) else {
            throw AgentError("the picture cannot be read again: \(lastError()).")
        }
        let notes = told.split(separator: "\n").filter { !$0.hasPrefix(sheet) }.joined(separator: "\n")
        return [.picture(bytes)] + (notes.isEmpty ? [] : try page(notes))
    }

    private static let mostPictures = 30

    func render(_ command: String) throws -> [AgentContent] {
        let words = try [command, "--progress=json", "--output=\(text("output"))"] + overwrite + film
        return try wait(for: server.start(words, output: text("output")))
    }

    func job() throws -> [AgentContent] {
        guard let number = number("job"), let job = server.job(Int(number)) else {
            throw AgentError("there is no such job; 'render' names it.", field: "job")
        }
        if try flag("cancel") { job.cancellation.cancel() }
        return try wait(for: job)
    }

    /// What became of a render, or how far it is.
    private func wait(for job: AgentJob) throws -> [AgentContent] {
        let patience = min(max(number("wait") ?? 45, 0), 3600)
        let end = DispatchTime.now() + patience
        var told = -1.0
        while !job.waitForEnd(until: min(end, .now() + 0.25)), DispatchTime.now() < end {
            if cancellation.isCancelled { job.cancellation.cancel() }
            let (part, what) = job.progress
            if part > told { progress(part, what) }
            told = max(told, part)
        }
        switch job.state {
        case .done(let text): return try page(text)
        case .failed(let message): throw failure(message)
        case .going(let part, let what):
            return [
                .text("\(what.limited(to: 500)) (\(Int(part * 100)) %). Job \(job.number) goes on; ask 'job' for it.")
            ]
        }
    }
}

extension JSONValue {
    var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
}

/// A render that may take longer than an answer.
final class AgentJob: Sendable {
    enum State: Sendable {
        case going(Double, String)
        case done(String)
        case failed(String)
    }

    let number: Int
    let words: [String]
    let output: String
    let cancellation: Cancellation
    private let current = Mutex((state: State.going(0, "waiting to be rendered"), notes: [String]()))
    private let ended = DispatchSemaphore(value: 0)

    init(_ number: Int, _ words: [String], output: String, within outer: Cancellation) {
        (self.number, self.words, self.output) = (number, words, output)
        cancellation = Cancellation(within: outer)
    }

    var state: State { current.withLock { $0.state } }
    var progress: (Double, String) { if case .going(let part, let what) = state { (part, what) } else { (1, "") } }

    func waitForEnd(until time: DispatchTime) -> Bool {
        if ended.wait(timeout: time) == .timedOut { return false }
        // For whoever asks next.
        ended.signal()
        return true
    }

    /// One line of `--progress json`.
    func read(_ line: String) {
        guard let event = JSONValue(parsing: Array(line.utf8)), case .text(let name)? = event["event"] else { return }
        let text = { (name: String) in if case .text(let text)? = event[name] { text } else { "" } }
        let number = { (name: String) in if case .number(let number)? = event[name] { number } else { 0.0 } }
        current.withLock { current in
            switch name {
            case "start": current.state = .going(0, "rendering \(output)")
            case "note": current.notes.append("note: \(text("message"))")
            case "progress": current.state = .going(min(1, max(0, number("work"))), "rendering \(output)")
            case "error": current.state = .failed(text("message"))
            case "done":
                let copied = Int((number("copiedShare") * 100).rounded())
                current.state = .done(
                    "wrote \(text("output")): \(Int(number("frameCount"))) frames, \(byteCountText(Int64(number("bytes")))), \(copied) % copied bit for bit, in \(fixed(number("seconds"), 1)) s"
                        + current.notes.map { "\n" + $0 }.joined())
            default: break
            }
        }
    }

    /// - Parameter message: if nothing was said.
    func end(_ message: String) {
        let message = cancellation.isCancelled ? "canceled; what is finished is kept for the next time." : message
        current.withLock { if case .going = $0.state { $0.state = .failed(message) } }
        ended.signal()
    }
}
