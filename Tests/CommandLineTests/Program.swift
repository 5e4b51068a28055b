import FixtureMedia
import Foundation
import Testing

/// The built program, run as a person or a script would run it.
struct Program {
    struct Outcome {
        /// Of `exit`, or the number of the signal that ended it.
        var status: Int32
        var isSignalled: Bool
        var output: String
        var error: String
        var outputLines: [Substring] { output.split(separator: "\n") }
        var errorLines: [Substring] { error.split(separator: "\n") }
    }

    /// The program while it is at work.
    struct Running {
        fileprivate let process: Process
        /// What it has written to its standard output and standard error so far goes here.
        fileprivate let output, error: String

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits until `condition` holds for what it has written so far, or it has ended.
        func wait(until condition: (String) -> Bool) { wait(for: output, until: condition) }

        /// The same for its standard error.
        func waitForError(until condition: (String) -> Bool) { wait(for: error, until: condition) }

        private func wait(for log: String, until condition: (String) -> Bool) {
            while process.isRunning {
                let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
                if condition(text) { return }
                usleep(2000)
            }
        }
    }

    /// Tests run in threads of Dispatch, which block signals, and a child inherits that: it would never hear of Ctrl-C.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// `COMPOSE_PROGRAM`, or beside the bundle of the tests.
    ///
    /// `make test` names the release here: that is what people run, and it starts in a twentieth of the time.
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["COMPOSE_PROGRAM"] { return named }
        let candidates =
            [
                URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
                Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
            ] + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let names = candidates.map { $0.appendingPathComponent("compose").path }
        return names.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "compose"
    }()

    /// Runs it in `folder` until it ends.
    ///
    /// - Parameters:
    ///   - shell: commands of the shell that runs it, such as limits it is to have.
    ///   - whileRunning: called once while it runs, for signals.
    static func run(
        _ arguments: String..., in folder: TemporaryFolder, whileRunning: (Running) throws -> Void = { _ in }
    ) throws -> Outcome {
        try run(arguments, in: folder, whileRunning: whileRunning)
    }

    static func run(
        _ arguments: [String], in folder: TemporaryFolder, shell: String? = nil,
        whileRunning: (Running) throws -> Void = { _ in }
    ) throws -> Outcome {
        // Output goes to files: a pipe that nobody reads would stop the program.
        let logs = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: shell == nil ? path : "/bin/sh")
        process.arguments = (shell.map { ["-c", "\($0); exec \"$0\" \"$@\"", path] } ?? []) + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardInput = FileHandle.nullDevice
        let (output, error) = (logs("output"), logs("error"))
        for name in [output, error] { _ = FileManager.default.createFile(atPath: name, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: error)
        try withoutBlockedSignals { try process.run() }
        do {
            try whileRunning(Running(process: process, output: output, error: error))
        } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        process.waitUntilExit()
        let text = { (name: String) in
            String(decoding: FileManager.default.contents(atPath: name) ?? Data(), as: UTF8.self)
        }
        return Outcome(
            status: process.terminationStatus, isSignalled: process.terminationReason == .uncaughtSignal,
            output: text(output), error: text(error))
    }
}

/// A folder with a recording pair in it.
func folderWithPair(
    _ change: (inout FixtureRecording) -> Void = { _ in }
) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var recording = FixtureRecording()
    change(&recording)
    for camera in Camera.allCases {
        recording.camera = camera
        try folder.add(try recording.file(), as: "\(camera.name).\(recording.container.rawValue)")
    }
    return folder
}

/// The fields of one JSON object.
func json(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}
