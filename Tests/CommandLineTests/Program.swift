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
        fileprivate let child: Child
        /// What it has written to its standard output and standard error so far goes here.
        fileprivate let output, error: String

        func send(_ signal: Int32) { kill(child.number, signal) }

        /// Waits until `condition` holds for what it has written so far, or it has ended.
        func wait(until condition: (String) -> Bool) { wait(for: output, until: condition) }

        /// The same for its standard error.
        func waitForError(until condition: (String) -> Bool) { wait(for: error, until: condition) }

        private func wait(for log: String, until condition: (String) -> Bool) {
            while child.isRunning {
                let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
                if condition(text) { return }
                usleep(2000)
            }
        }
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

    /// - Parameter program: another one instead.
    static func run(
        _ arguments: [String], of program: String = path, in folder: TemporaryFolder, shell: String = ":",
        whileRunning: (Running) throws -> Void = { _ in }
    ) throws -> Outcome {
        // Output goes to files: a pipe that nobody reads would stop the program.
        let logs = try TemporaryFolder()
        let (output, error) = (logs("output"), logs("error"))
        let child = try Child(program, arguments, shell: shell, in: folder.path, output: output, error: error)
        do {
            try whileRunning(Running(child: child, output: output, error: error))
        } catch {
            kill(child.number, SIGTERM)
            _ = child.wait()
            throw error
        }
        let status = child.wait()
        let text = { (name: String) in
            String(decoding: FileManager.default.contents(atPath: name) ?? Data(), as: UTF8.self)
        }
        // As the macros of <sys/wait.h>.
        let signal = status & 0x7f
        return Outcome(
            status: signal == 0 ? status >> 8 & 0xff : signal, isSignalled: signal != 0, output: text(output),
            error: text(error))
    }
}

/// A process beside the tests. In Foundation's, what watches a child and `waitUntilExit` race for its run loop source
/// (swift-corelibs-foundation #3126).
private struct Child {
    let number: pid_t

    /// - Parameters:
    ///   - program: its path.
    ///   - shell: commands of the shell that becomes the program.
    ///   - output: the file that receives its standard output; `error` likewise.
    init(_ program: String, _ arguments: [String], shell: String, in folder: String, output: String, error: String)
        throws
    {
        #if canImport(Glibc)
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #else
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        // Not the files that other tests have open.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap(Int32.init)
        for file in open where file > 2 { posix_spawn_file_actions_addclose(&actions, file) }
        // Tests run in threads of Dispatch, which block signals, and a child inherits that: it would never hear of
        // Ctrl-C.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let command = "cd \"$1\" && shift || exit; \(shell); exec \"$0\" \"$@\""
        var words = (["/bin/sh", "-c", command, program, folder] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var number = pid_t()
        let result = posix_spawn(&number, "/bin/sh", &actions, &attributes, &words, environ)
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .ENOENT) }
        self.number = number
    }

    /// Whether it has not ended; it stays to be waited for.
    var isRunning: Bool {
        var found = siginfo_t()
        return waitid(P_PID, id_t(number), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == 0
    }

    /// - Returns: its status, as `waitpid` gives it.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(number, &status, 0) == -1, errno == EINTR {}
        return status
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
