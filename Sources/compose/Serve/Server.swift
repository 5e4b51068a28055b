import Platform
import ArgumentParser
import Render
import Synchronization

/// Answers requests: renders one after the other, all others in parallel with them.
final class Server: Sendable {
    private final class Call: Sendable {
        let request: ServeRequest
        let cancellation: Cancellation
        init(_ request: ServeRequest, within outer: Cancellation) {
            self.request = request
            cancellation = Cancellation(within: outer)
        }
    }

    private struct Calls {
        var waiting: [RequestID: Call] = [:]
        var running: [RequestID: Call] = [:]
    }

    /// Two, so that a quick answer does not wait for a slow one; renders use the rest of the machine.
    private static let lookerCount = 2
    /// If a queue is full, reading pauses until a request is answered.
    private static let mostWaiting = 1000

    private let calls = Mutex(Calls())
    private let looks = BoundedQueue<Call>(capacity: mostWaiting)
    private let renders = BoundedQueue<Call>(capacity: mostWaiting)
    private let shelf = FilmShelf()
    /// Set when the output is no longer read, on request, or by a signal.
    let cancellation = Cancellation(within: Interruption.cancellation)
    private let isHeard = Mutex(true)
    private let write: @Sendable (String) -> Bool

    /// - Parameter write: writes a line of an answer; returns `false` if the output is no longer read.
    init(write: @escaping @Sendable (String) -> Bool) { self.write = write }

    /// Answers requests line by line; at the end of the input, remaining requests are still answered.
    ///
    /// - Parameter nextLine: waits for a line; `nil` at the end.
    /// - Throws: `RenderError.noThread`.
    func serve(_ nextLine: () -> String?) throws {
        var threads = [try WorkerThread { self.answer(self.renders) }]
        for _ in 0..<Self.lookerCount { threads.append(try WorkerThread { self.answer(self.looks) }) }
        var last: RequestID?
        while last == nil, let line = nextLine() { last = accept(line) }
        if last != nil { cancellation.cancel() }
        for queue in [looks, renders] { queue.finish(.success(())) }
        for thread in threads { thread.join() }
        if let last { tell(ShutdownEvent(), last) }
    }

    /// - Returns: the id of a request to cancel.
    private func accept(_ line: String) -> RequestID? {
        do throws(ServeRequest.Failure) {
            let request = try ServeRequest(line)
            switch request.kind {
            case .shutdown: return request.id
            case .cancel: tell(CancelEvent(target: request.target!, canceled: cancel(request.target!)), request.id)
            case .probe, .plan, .highlights, .still, .preview, .render: try queue(request)
            }
        } catch {
            tell(Failure(.usage, message: error.reason.description).event(), error.id)
        }
        return nil
    }

    private func queue(_ request: ServeRequest) throws(ServeRequest.Failure) {
        let call = Call(request, within: cancellation)
        let isNew = calls.withLock { calls in
            guard calls.waiting[request.id] == nil, calls.running[request.id] == nil else { return false }
            calls.waiting[request.id] = call
            return true
        }
        guard isNew else {
            throw .init(
                id: request.id,
                reason: UsageError("another request with this id is not answered yet; use each id once."))
        }
        _ = (request.kind.isRender ? renders : looks).push(call)
    }

    /// - Returns: whether the request was canceled: only renders and waiting requests can be.
    private func cancel(_ id: RequestID) -> Bool {
        let (waiting, running) = calls.withLock { ($0.waiting.removeValue(forKey: id), $0.running[id]) }
        if waiting != nil { tell(Failure(stopped: "canceled before it began.").event(), id) }
        guard let running, running.request.kind.isRender else { return waiting != nil }
        running.cancellation.cancel()
        return true
    }

    private func answer(_ queue: BoundedQueue<Call>) {
        while let call = try? queue.pop() {
            let id = call.request.id
            let isWanted = calls.withLock { calls in
                guard calls.waiting[id] === call else { return false }
                calls.running[id] = calls.waiting.removeValue(forKey: id)
                return true
            }
            // It was canceled and answered.
            guard isWanted else { continue }
            CommandWords.$current.withValue(call.request.words) { answer(call) }
            calls.withLock { $0.running[id] = nil }
        }
    }

    private func answer(_ call: Call) {
        var invocation = Invocation(call.request.words, of: call.request.kind.command)
        do {
            guard !call.cancellation.isCancelled else { throw RenderError.cancelled }
            try FilmArguments.check(call.request.film, of: call.request.kind)
            Notes.begin()
            defer { Notes.tell() }
            let command = try invocation.command()
            let host = CommandHost(
                tell: { self.tell($0, call.request.id) }, cancellation: call.cancellation, shelf: shelf,
                film: call.request.film + (invocation.config.map { [$0.path] } ?? []))
            try (command as? any ServedCommand)?.answer(on: host)
        } catch {
            tell(failure(error, call, invocation.config).event(), call.request.id)
        }
    }

    private func failure(_ error: any Error, _ call: Call, _ config: ConfigFile?) -> Failure {
        if call.cancellation.isCancelled, error is RenderError { return Failure(stopped: sentence(for: error)) }
        guard var failure = Failure(error, in: call.request.words, of: call.request.kind.rawValue) else {
            return Failure(.usage, message: "'film' asks for help, which requests do not support.")
        }
        if let config { failure.message = config.located(failure.message, call.request.words) }
        return failure
    }

    private func tell(_ body: any Encodable, _ id: RequestID?) {
        let line = jsonLine(Answer(id: id, body: body))
        isHeard.withLock { isHeard in
            guard isHeard else { return }
            isHeard = write(line)
            if !isHeard { cancellation.cancel() }
        }
    }
}

extension ServeRequest.Kind {
    /// Whether it takes long and can be canceled.
    fileprivate var isRender: Bool { self == .render || self == .preview }
}

/// A line with the id of the request that it answers.
private struct Answer: Encodable {
    private enum Key: CodingKey { case id }
    var id: RequestID?
    var body: any Encodable

    func encode(to encoder: any Encoder) throws {
        try body.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(id, forKey: .id)
    }
}

private struct CancelEvent: Encodable {
    var event = "cancel"
    var target: RequestID
    var canceled: Bool
}

private struct ShutdownEvent: Encodable { var event = "shutdown" }

/// The command-line arguments that a request may have in `film`. Never run.
struct FilmArguments: ParsableCommand {
    @OptionGroup var input: InputOptions
    @OptionGroup var composition: CompositionOptions
    @OptionGroup var further: FurtherOptions

    /// All options of the commands that a request stands for.
    private static let options = [ServeRequest.Kind.render, .plan, .still, .preview].flatMap {
        OptionList(of: $0.command).options
    }

    /// - Throws: `UsageError` for an option without a value, and for one that does not describe the film; otherwise
    ///   ArgumentParser's errors.
    static func check(_ words: [String], of request: ServeRequest.Kind) throws {
        try OptionList(of: FilmArguments.self).check(words)
        do { _ = try parse(words) } catch {
            guard let match = message(for: error).firstMatch(of: /Unknown option '([^' =]+)/),
                case let word = String(match.1),
                let name = options.first(where: { $0.isSpelled(word) })?.name
            else { throw error }
            let remedy = request.names.contains(name) ? "use the field '\(name)' instead" : "leave it out of 'film'"
            throw UsageError("\(word) does not describe the film; \(remedy).")
        }
    }
}
