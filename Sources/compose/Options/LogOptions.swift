import ArgumentParser
import Logging

struct LogOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help:
            "Print all notes, not only the three most important ones, and what is being done, including FFmpeg's messages; repeat (-v -v) for every part, seek and splice."
    )
    var verbose: Int

    /// Sends the logs to standard error; silent unless requested.
    func install() {
        if verbose > 0 { Notes.tellAll() }
        let level: Logger.Level = verbose > 1 ? .trace : verbose == 1 ? .debug : .critical
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
