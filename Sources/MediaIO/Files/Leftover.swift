import Synchronization
import Platform

/// Reports files that could not be removed: where they are released, nothing can be thrown.
package enum Leftover {
    private static let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sets the listener, which gets a sentence for each file; until then, nothing is reported.
    package static func listen(_ listener: (@Sendable (String) -> Void)?) { Self.listener.withLock { $0 = listener } }

    /// Tells the listener that the file at `path` could not be removed; `reason` is given in parentheses.
    package static func tell(_ path: String, _ reason: String) {
        listener.withLock { $0 }?("\(path): could not be removed (\(reason)). It is no longer needed.")
    }

    static func tell(_ path: String, _ code: Int32) {
        if code != ENOENT { tell(path, String(cString: strerror(code))) }
    }
}
