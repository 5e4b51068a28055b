import MediaIO
import Platform
import Synchronization

/// What the program did, in the JSON object format of Google's "Trace Event Format", which Perfetto and Chrome show.
enum TraceFile {
    private static let destination = Mutex<String?>(nil)
    private static var mayReplace: Bool { CommandWords.typed.contains("--overwrite") }

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

    /// Starts recording; the file appears when the program ends.
    ///
    /// - Throws: `MediaError` if the file cannot be written, or exists without `--overwrite`.
    static func start(_ path: String) throws {
        try AtomicFile.check(destination: path, inputs: [], mayReplace: mayReplace)
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
        let file = try AtomicFile(destination: path, inputs: [], mayReplace: mayReplace)
        try file.write(Array((jsonLine(document) + "\n").utf8))
        try file.commit()
    }
}
