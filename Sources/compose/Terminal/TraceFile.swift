import MediaIO
import Platform
import Synchronization

/// What the program did, in the JSON object format of Google's "Trace Event Format", which Perfetto and Chrome show.
enum TraceFile {
    private static let destination = Mutex<String?>(nil)

    private struct Document: Encodable {
        var traceEvents: [Event]
        var displayTimeUnit = "ms"
    }

    /// A complete event, times in microseconds.
    private struct Event: Encodable {
        var name: String
        var cat = "compose"
        var ph = "X"
        var ts, dur: Int64
        var pid = 1
        var tid: Int
        var args: [String: String]
    }

    /// Starts recording; the file appears when the program ends. It never replaces a file, and its ending keeps it apart
    /// from films and plans.
    ///
    /// - Throws: `UsageError`, or `MediaError` if the file exists or cannot be written.
    static func start(_ path: String) throws {
        guard path.lowercased().hasSuffix(".json") else {
            throw UsageError("--trace \(path): a trace is a .json file; write --trace trace.json.")
        }
        try AtomicFile.check(destination: path, inputs: [], mayReplace: false)
        destination.withLock { $0 = path }
        Trace.start()
    }

    /// - Throws: `MediaError.writeFailed`.
    static func finish() throws {
        guard let path = destination.withLock({ $0 }), let events = Trace.events else { return }
        let document = Document(
            traceEvents: events.map {
                Event(
                    name: $0.name, ts: $0.start, dur: $0.duration, tid: $0.thread,
                    args: $0.subject.isEmpty ? [:] : ["of": $0.subject])
            })
        let file = try AtomicFile(destination: path, inputs: [], mayReplace: false)
        try file.write(Array((jsonLine(document) + "\n").utf8))
        try file.commit()
    }
}
