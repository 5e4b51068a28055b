import ArgumentParser
import Logging

struct LogOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: "Say what is being done, with FFmpeg's own messages; given twice, also every part, seek and splice.")
    var verbose: Int

    /// Sends the logs to standard error; silent unless asked for.
    func install() {
        let level: Logger.Level = verbose > 1 ? .trace : verbose == 1 ? .debug : .critical
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
