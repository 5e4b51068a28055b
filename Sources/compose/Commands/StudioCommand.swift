import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Studio
import Synchronization
import Timeline
import Timelines

struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Shows the film in your browser, to edit the cut.",
        usage: "compose studio [FILE ...] [options]",
        discussion: """
            EXAMPLES
              compose studio front.mov back.mov
              compose studio a.mov b.mov --switch auto   corrects an automatic cut
              compose studio film.otio                   goes on with a plan

            The film begins as 'compose' itself would cut it, with the same options; 'compose \
            help render' lists them. In the page, Space plays, 1, 2, 3 … cut to a camera or a \
            view, and ? shows all keys. Save writes a plan file, Make film a film beside it. \
            Only this computer can open the page. Ctrl-C ends it; nothing is lost.
            """)

    @OptionGroup(visibility: .hidden) var input: InputOptions
    @OptionGroup(visibility: .hidden) var composition: CompositionOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The plan file that is saved, .otio. (default: film.otio, or the plan that is opened)", valueName: "file"),
        completion: .file(extensions: [PlanFile.ending]))
    var output: String?

    @Option(help: ArgumentHelp("The port of the page's address. (default: any that is free)", valueName: "number"))
    var port: UInt16 = 0

    @Flag(help: "Do not open a browser.") var noOpen = false
    @Flag(help: "Replace the plan file of -o if it exists.") var overwrite = false
    @Flag(help: "Print the address as JSON.") var json = false
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        Interruption.install()
        let opening = try opening()
        let outcome = Outcome()
        let session = try StudioSession(
            StudioHost(open: opening.film, words: .schema, rendering: Self.rendering) { result in
                if case .success = result { Notes.tell() }
                outcome.tell(result.map { _ in })
            })
        let address: String
        do {
            address = try session.start(port: Int(port))
        } catch {
            throw UsageError(
                "port \(port) cannot be used: \(error); choose another, or leave out --port.", status: .cannotCreate)
        }
        // Most films are open in a moment: whatever is wrong is told before there is a page.
        outcome.wait(upTo: 2)
        if let error = outcome.error { throw error }
        Console.output(json ? jsonLine(AddressEvent(url: address, output: opening.output)) : address)
        let browser = noOpen ? nil : Browser(opening: address)
        while !Interruption.cancellation.isCancelled, outcome.error == nil { usleep(100_000) }
        browser?.forget()
        session.close()
        if let error = outcome.error { throw error }
        Interruption.endBySignal()
    }

    /// This program renders.
    @Sendable private static func rendering(_ plan: String, _ film: String, _ mayReplace: Bool) -> [String] {
        [ThisProgram.path, "render", plan, "-o", film, "--progress", "json"] + (mayReplace ? ["--overwrite"] : [])
    }

    /// What is shown, and which plan file is saved. Whatever is wrong with the names is told before a page opens.
    private func opening() throws -> (
        film: @Sendable (@escaping @Sendable (Hearing) -> Void) throws -> StudioFilm, output: String
    ) {
        if let plan = try input.planFile() {
            _ = try checkInputFile(plan)
            let isOwn = output == nil && PlanFile.isOwn(plan)
            let (output, _) = try planOutput(isOwn ? plan : nil, inputs: [])
            return ({ _ in try Self.film(ofPlan: plan, output: output, isOwn: isOwn) }, output)
        }
        let files = try input.files.map { try InputOptions.input($0).path }
        for file in files { _ = try checkInputFile(file) }
        let (output, message) = try planOutput(nil, inputs: files)
        return (
            { [self] hearing in
                let recording = try input.recording(isSilent: true, hearing: hearing).recording
                var film = try Self.film(of: recording, try composition.request(recording), output: output)
                film.message = message
                return film
            }, output
        )
    }

    /// - Parameter plan: that may be replaced, because it is what is edited.
    private func planOutput(_ plan: String?, inputs: [String]) throws -> (output: String, message: String?) {
        let (output, message) = (output ?? plan).map { ($0, nil) } ?? Self.freeName()
        guard PlanFile.isPlan(output) else {
            throw UsageError(
                "-o \(output): the studio saves a plan, which ends in .\(PlanFile.ending); Make film in the page asks for the name of the film."
            )
        }
        let mayReplace = overwrite || output == plan
        do throws(MediaError) {
            try AtomicFile.check(destination: output, inputs: inputs, mayReplace: mayReplace)
        } catch {
            guard case .outputExists = error else { throw error }
            throw UsageError(
                "\(output) already exists; go on with it: compose studio \(quoted(output)), or replace it: --overwrite.",
                status: .exists)
        }
        return (output, message)
    }

    /// The usual name, or if that is taken the next one that is free; and what to know of that.
    private static func freeName() -> (name: String, message: String?) {
        let names = (["film"] + (2...99).map { "film-\($0)" }).map { "\($0).\(PlanFile.ending)" }
        guard let index = names.firstIndex(where: { FileIdentity(path: $0) == nil }), index > 0 else {
            return (names[0], nil)
        }
        let last = names[index - 1]
        let isUnsaved = FileIdentity(path: StudioFilm.journal(of: last)) != nil
        let message =
            "\(last) already exists\(isUnsaved ? ", with cuts that were not saved" : ""), so this cut is saved as \(names[index]); to go on with that one: compose studio \(last)"
        Notes.add(message, .minor)
        return (names[index], message)
    }

    private static func film(ofPlan plan: String, output: String, isOwn: Bool) throws -> StudioFilm {
        let planned = try PlannedRender(reading: plan)
        return StudioFilm(
            viewing: planned, whole: { planned }, recording: Recording(of: planned.plan),
            request: CompositionRequest(of: planned.plan), output: output, isPlan: isOwn)
    }

    private static func film(
        of recording: Recording, _ request: CompositionRequest, output: String
    ) throws -> StudioFilm {
        // What automatic cuts follow is heard or seen once.
        let planned = try request.director == nil ? request.whateverIsCopied { try $0.planForViewing(recording) } : nil
        let whole: @Sendable () throws -> PlannedRender = { try request.whateverIsCopied { try $0.plan(recording) } }
        let film = { (viewing: PlannedRender, whole: @escaping @Sendable () throws -> PlannedRender) in
            StudioFilm(
                viewing: viewing, whole: whole, recording: recording, request: request, output: output, isPlan: false)
        }
        if let planned { return film(planned, whole) }
        let decided = try whole()
        return film(decided) { decided }
    }
}

/// Whether the film could be opened, as soon as it is known.
private final class Outcome: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    var error: (any Error)? { if case .failure(let error) = result.withLock({ $0 }) { error } else { nil } }
    func tell(_ result: Result<Void, any Error>) { self.result.withLock { $0 = result } }

    /// - Parameter seconds: at most.
    func wait(upTo seconds: Double) {
        let end = monotonicSeconds() + seconds
        while result.withLock({ $0 == nil }), monotonicSeconds() < end, !Interruption.cancellation.isCancelled {
            usleep(5000)
        }
    }
}

/// The line of `--json`.
private struct AddressEvent: Encodable {
    var event = "studio"
    var schema = ProgressSchema.version
    var version = Compose.version
    var url, output: String
}

extension StudioHost.Words {
    /// As docs/schema describes them.
    fileprivate static let schema = Self(
        film: { PlanReport($0, output: nil).opened }, cut: { PlanReport($0, output: nil).cut },
        spans: { PlanReport($0, output: nil).copies },
        failure: { (Failure($0) ?? Failure(.usage, message: "\($0)")).event() }, reason: { $0.text(at: $1) })
}

/// The user's browser, opened with a page that leads to an address: what is on a command line, other users can see.
struct Browser {
    private static let page = "studio.html"
    private let folder: PrivateFolder

    /// - Returns: `nil` if the page cannot be written.
    init?(opening address: String) {
        let own = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        let base = own ?? PrivateFolder.usualBase
        guard let folder = PrivateFolder(in: base) else { return nil }
        self.folder = folder
        let path = "\(folder.path)/\(Self.page)"
        let file = FileSystem.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            forget()
            return nil
        }
        let text =
            "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>compose studio</title>"
        _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        _ = system("\(program) \(quoted(path)) >/dev/null 2>&1 &")
    }

    func forget() { folder.remove(with: Self.page) }
}
