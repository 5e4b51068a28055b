import Platform
import Render
import Synchronization

/// This program in a process of its own: a crash does not end the one that waits, which goes on beside it.
package final class ChildProcess: Sendable {
    private let process: pid_t
    private let isDone = Mutex(false)
    private let reader = Mutex<WorkerThread?>(nil)

    /// - Parameters:
    ///   - command: a program and its arguments.
    ///   - isNice: others on this machine go first.
    ///   - tellsErrors: lines of standard error are among its output.
    ///   - line: called with each line of its output.
    ///   - ended: called at its end, after the last line, with its exit code: 128 and the signal that ended it.
    /// - Throws: `StudioError` if it cannot be started.
    package init(
        _ command: [String], isNice: Bool = true, tellsErrors: Bool = false,
        line: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (_ code: Int32) -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw StudioError("the program cannot be started: \(lastError())") }
        // A render that lives longer than the studio must not hold its pages' connections open.
        for name in FileSystem.names(inFolder: "/dev/fd") ?? [] {
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        // A shell starts what runs in the background with it ignored, and children inherit that.
        var interruption = sigset_t()
        sigemptyset(&interruption)
        sigaddset(&interruption, SIGINT)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigdefault(&attributes, &interruption)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if tellsErrors {
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = command.map { $0.withFileName { strdup($0) } } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let result = command[0].withFileName { posix_spawn(&process, $0, &actions, &attributes, &words, environ) }
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw StudioError("the program cannot be started: \(systemError(result))")
        }
        self.process = process
        if isNice { setpriority(Self.oneProcess, id_t(process), 10) }
        let (output, child) = (ends[0], process)
        let reader = try WorkerThread { [self] in
            Self.read(output, line)
            close(output)
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            isDone.withLock { $0 = true }
            ended(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
        }
        self.reader.withLock { $0 = reader }
    }

    /// As Ctrl-C does: what is rendered already is kept for the next time.
    package func cancel() { isDone.withLock { if !$0 { kill(process, SIGINT) } } }

    /// Waits until it has ended, and that was told.
    package func wait() {
        let reader = self.reader.withLock { reader in
            defer { reader = nil }
            return reader
        }
        reader?.join()
    }

    private static func read(_ descriptor: Int32, _ line: (String) -> Void) {
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Platform.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
                return
            }
            rest += buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
    }

    #if canImport(Glibc)
        private static let oneProcess = __priority_which_t(PRIO_PROCESS.rawValue)
    #else
        private static let oneProcess = PRIO_PROCESS
    #endif
}
