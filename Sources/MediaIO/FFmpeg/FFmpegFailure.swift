import CFFmpeg

/// A C call of FFmpeg that failed: which, why, and the last line that FFmpeg logged before.
public struct FFmpegFailure: Error, Sendable {
    /// The function, as in FFmpeg's documentation.
    package let call: String
    /// The negative `AVERROR` code.
    package let code: Int32
    /// FFmpeg's last warning or error, without its newline; often more specific than the code.
    package let logLine: String?

    init(call: String, code: Int32) {
        self.call = call
        self.code = code
        logLine = FFmpegLog.takeLastLine()
    }

    /// There was no memory, or no thread (`EAGAIN` of `pthread_create`); the data may be good.
    package var isOfTheMachine: Bool {
        [compose_error_from_errno(ENOMEM), compose_error_again].contains(code)
    }

    /// The same of an encoder: x264 and x265 log what is wrong with their settings, and otherwise at most that they
    /// have no memory.
    var isOfEncodersMachine: Bool {
        isOfTheMachine || logLine?.contains("malloc of size") ?? (code == compose_error_external)
    }

    /// FFmpeg's text for the code (`av_strerror`).
    package var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            av_strerror(code, buffer.baseAddress, buffer.count)
            return String(cString: buffer.baseAddress!)
        }
    }
}

extension FFmpegFailure {
    package var remedy: String {
        isOfTheMachine
            ? "There is too little memory, or no thread could be started: close other programs, and run the same command again."
            : "Run the same command again; if it fails again, please report this."
    }
}

extension FFmpegFailure: CustomStringConvertible {
    /// FFmpeg's log line, or the reason if there is none, then the call and the reason.
    public var description: String { "\(logLine ?? reason) (\(call): \(reason))" }
}

/// Calls FFmpeg and throws if it returns a negative value.
@discardableResult
func check(_ call: StaticString, _ result: Int32) throws(FFmpegFailure) -> Int32 {
    if result < 0 { throw FFmpegFailure(call: "\(call)", code: result) }
    return result
}

/// Unwraps what an FFmpeg allocator returned; `nil` is "out of memory".
func allocated<Pointer>(_ call: StaticString, _ pointer: Pointer?) throws(FFmpegFailure) -> Pointer {
    guard let pointer else { throw FFmpegFailure(call: "\(call)", code: compose_error_from_errno(ENOMEM)) }
    return pointer
}
