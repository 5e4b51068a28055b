import Dispatch
import Parameters
import Planning
import Platform
import Render
import Studio
import Synchronization
import Timelines

/// Answers an agent in JSON-RPC 2.0, one message per line, as the Model Context Protocol says (revision 2025-11-25,
/// "Lifecycle", "Tools", "Progress", "Cancellation").
///
/// Each tool runs commands of this program in processes of their own, so that whatever a file does to one of them, the
/// next request is answered.
final class AgentServer: Sendable {
    /// Of the protocol, the newest first.
    static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    private struct Request: Sendable {
        var id: JSONValue
        var tool: AgentTool
        var arguments: [String: JSONValue]
        /// What notifications about its progress name.
        var token: JSONValue?
        var cancellation: Cancellation
    }

    private static let threadCount = 4
    private static let mostWaiting = 1000
    private static let mostRequests = 100

    let program: String
    private let folders: [String]
    /// A folder for pictures.
    let temporary: String
    /// Set when nobody listens any longer, or by a signal.
    let cancellation = Cancellation(within: Interruption.cancellation)
    private let requests = BoundedQueue<Request>(capacity: mostWaiting)
    private let renders = BoundedQueue<AgentJob>(capacity: mostWaiting)
    private let running = Mutex<[JSONValue: Cancellation]>([:])
    /// Those of requests that wait for renders.
    private let waiting = Mutex<[JSONValue: WorkerThread]>([:])
    private let jobs = Mutex<[AgentJob]>([])
    private let count = Atomic<Int>(0)
    private let writing = Mutex(())
    private let write: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - program: this one.
    ///   - write: writes a line; returns `false` if nobody reads it.
    init(
        program: String, folders: [String], temporary: String, write: @escaping @Sendable (String) -> Bool
    ) {
        (self.program, self.folders, self.temporary, self.write) = (program, folders, temporary, write)
    }

    /// - Parameter nextLine: waits for a line; `nil` at the end, which cancels everything.
    /// - Throws: `RenderError.noThread`.
    func serve(_ nextLine: () -> String?) throws {
        var threads = [try WorkerThread { while let job = try? self.renders.pop() { self.render(job) } }]
        for _ in 0..<Self.threadCount {
            threads.append(try WorkerThread { while let request = try? self.requests.pop() { self.answer(request) } })
        }
        while let line = nextLine() { accept(line) }
        cancellation.cancel()
        requests.finish(.success(()))
        renders.finish(.success(()))
        for thread in threads + waiting.withLock({ Array($0.values) }) { thread.join() }
    }

    private func accept(_ line: String) {
        guard line.utf8.count <= LineInput.longest, let message = JSONValue(parsing: Array(line.utf8)) else {
            return fail(.null, -32700, "a line is not JSON, or longer than \(LineInput.longest) bytes")
        }
        guard case .object(let members) = message, case .text(let method)? = members["method"] else {
            // An answer to a request that this server never made.
            if message["result"] != nil || message["error"] != nil { return }
            return fail(message["id"] ?? .null, -32600, "a message is an object with a method")
        }
        let parameters = message["params"]
        guard let id = members["id"] else {
            if method == "notifications/cancelled", let target = parameters?["requestId"] {
                running.withLock { $0[target] }?.cancel()
            }
            return
        }
        switch id {
        case .text: break
        // Larger ones would come back changed.
        case .number(let number) where number.magnitude < 0x1p53: break
        default: return fail(.null, -32600, "an id is a text, or a number of up to 2^53")
        }
        switch method {
        case "initialize": tell(id, hello(parameters?["protocolVersion"]))
        case "ping": tell(id, .object([:]))
        case "tools/list": tell(id, .object(["tools": .list(AgentTool.all.map(\.json))]))
        case "tools/call": call(id, parameters)
        default: fail(id, -32601, "there is no method '\(method.limited(to: 100))'")
        }
    }

    private func hello(_ wished: JSONValue?) -> JSONValue {
        let version = Self.versions.first { .text($0) == wished } ?? Self.versions[0]
        return .object([
            "protocolVersion": .text(version), "capabilities": .object(["tools": .object([:])]),
            "serverInfo": .object([
                "name": .text("compose"), "title": .text("compose"), "version": .text(Compose.version),
            ]),
            "instructions": .text(
                """
                Makes one film of recordings of one event by several cameras. Find the recordings, plan with `save`, look \
                at the film, edit the plan, render. Paths may be relative to \(folders[0]); only files below \
                \(list(folders, "and")) are used. Times are seconds or "1:02.5". Recordings are never changed.
                """),
        ])
    }

    private func call(_ id: JSONValue, _ parameters: JSONValue?) {
        guard case .text(let name)? = parameters?["name"], let tool = AgentTool.all.first(where: { $0.name == name })
        else {
            return fail(id, -32602, "there is no such tool; tools/list names them")
        }
        let arguments: [String: JSONValue]
        switch parameters?["arguments"] ?? .object([:]) {
        case .object(let members): arguments = members
        default: return fail(id, -32602, "'arguments' is an object")
        }
        let cancellation = Cancellation(within: cancellation)
        let problem = running.withLock { running -> String? in
            if running[id] != nil { return "a request with this id is not answered yet" }
            if running.count >= Self.mostRequests { return "too many requests are not answered yet" }
            running[id] = cancellation
            return nil
        }
        if let problem { return fail(id, -32600, problem) }
        let request = Request(
            id: id, tool: tool, arguments: arguments, token: parameters?["_meta"]?["progressToken"],
            cancellation: cancellation)
        guard tool.isPatient else {
            _ = requests.push(request)
            return
        }
        // It must not keep others waiting.
        do {
            let answered = running.withLock { running in
                waiting.withLock { waiting in
                    let ids = waiting.keys.filter { running[$0] == nil || $0 == id }
                    return ids.compactMap { waiting.removeValue(forKey: $0) }
                }
            }
            for thread in answered { thread.join() }
            let thread = try WorkerThread { self.answer(request) }
            waiting.withLock { $0[id] = thread }
        } catch {
            running.withLock { $0[id] = nil }
            fail(id, -32603, "\(error)")
        }
    }

    private func answer(_ request: Request) {
        defer { running.withLock { $0[request.id] = nil } }
        let last = Mutex(-1.0)
        let call = AgentCall(
            tool: request.tool, arguments: request.arguments, server: self, cancellation: request.cancellation
        ) { part, what in
            guard let token = request.token else { return }
            // It must grow with each notification.
            let isNew = last.withLock { last in
                defer { last = max(last, part) }
                return part > last
            }
            guard isNew else { return }
            self.tell(
                .object([
                    "jsonrpc": .text("2.0"), "method": .text("notifications/progress"),
                    "params": .object([
                        "progressToken": token, "progress": .number(part), "total": .number(1), "message": .text(what),
                    ]),
                ]))
        }
        do {
            guard !request.cancellation.isCancelled else { throw RenderError.cancelled }
            try request.tool.check(request.arguments)
            tell(request.id, .object(["content": .list(try request.tool.run(call).map(\.json))]))
        } catch {
            // Whoever cancels a request does not wait for its answer.
            guard !request.cancellation.isCancelled else { return }
            let error = error as? AgentError ?? call.failure(Failure(error)?.message ?? "\(error)")
            let text =
                error.description.limited(to: 1600) + (error.field.map { "\nargument: \($0.limited(to: 200))" } ?? "")
            tell(
                request.id,
                .object(["content": .list([AgentContent.text(text).json]), "isError": .bool(true)]))
        }
    }

    /// Runs a command of this program.
    ///
    /// - Parameter line: called with each line, instead of keeping them.
    func run(
        _ words: [String], _ cancellation: Cancellation, line: (@Sendable (String) -> Void)? = nil
    ) throws -> (code: Int32, lines: [String]) {
        let lines = Mutex<[String]>([])
        let code = Atomic<Int32>(0)
        let ended = DispatchSemaphore(value: 0)
        let child = try ChildProcess(
            [program] + words, isNice: false, tellsErrors: true,
            line: { text in
                if let line { line(text) } else { lines.withLock { if $0.count < Self.mostLines { $0.append(text) } } }
            },
            ended: {
                code.store($0, ordering: .relaxed)
                ended.signal()
            })
        while ended.wait(timeout: .now() + 0.1) == .timedOut { if cancellation.isCancelled { child.cancel() } }
        child.wait()
        return (code.load(ordering: .relaxed), lines.withLock { $0 })
    }
    private static let mostLines = 100_000

    // MARK: Renders, one after the other

    func start(_ words: [String], output: String) -> AgentJob {
        let job = jobs.withLock { jobs in
            let job = AgentJob(jobs.count + 1, words, output: output, within: cancellation)
            jobs.append(job)
            return job
        }
        _ = renders.push(job)
        return job
    }

    func job(_ number: Int) -> AgentJob? {
        jobs.withLock { (1...max(1, $0.count)).contains(number) ? $0.dropFirst(number - 1).first : nil }
    }

    private func render(_ job: AgentJob) {
        guard !job.cancellation.isCancelled else { return job.end("canceled before it began.") }
        do {
            let (code, _) = try run(job.words, job.cancellation) { job.read($0) }
            job.end("compose ended with the code \(code); please report this.")
        } catch {
            job.end("\(error)")
        }
    }

    /// For names of files.
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }

    // MARK: Messages

    private func tell(_ id: JSONValue, _ result: JSONValue) {
        tell(.object(["jsonrpc": .text("2.0"), "id": id, "result": result]))
    }

    private func fail(_ id: JSONValue, _ code: Double, _ message: String) {
        tell(
            .object([
                "jsonrpc": .text("2.0"), "id": id,
                "error": .object(["code": .number(code), "message": .text(message)]),
            ]))
    }

    private func tell(_ message: JSONValue) {
        let line = jsonLine(message)
        writing.withLock { _ in if !write(line) { cancellation.cancel() } }
    }
}
