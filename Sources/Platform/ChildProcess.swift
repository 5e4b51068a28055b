/// Another process, with a pipe to its standard input and one from its standard output.
///
/// It has a process group of its own, so that Ctrl-C on the terminal does not reach it. It is killed with the object;
/// if this process is killed, it reads the end of its input.
package final class ChildProcess {
    /// A failed call of the system.
    package struct Failure: Error, CustomStringConvertible {
        /// An `errno`.
        package let code: Int32
        package var description: String { String(cString: strerror(code)) }
    }

    /// Descriptors: what is written to `input`, it reads, and writing does not block; what it writes is read from
    /// `output`.
    package let input, output: Int32
    private let number: pid_t

    /// A path that starts this program again, or `nil` if the system does not tell one.
    package static let thisProgram: String? = {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _NSGetExecutablePath(nil, &size)
            var path = [CChar](repeating: 0, count: Int(size))
            return _NSGetExecutablePath(&path, &size) == 0 ? String(fileName: path) : nil
        #else
            // The program as it was started, even if its file is replaced meanwhile.
            return access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : nil
        #endif
    }()

    package init(_ program: String, _ arguments: [String]) throws(Failure) {
        let toChild = try Self.pipe()
        defer { close(toChild.read) }
        let fromChild: (read: Int32, write: Int32)
        do { fromChild = try Self.pipe() } catch {
            close(toChild.write)
            throw error
        }
        defer { close(fromChild.write) }
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild.write, STDOUT_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var words = ([program] + arguments).map { $0.withFileName { strdup($0) } } + [nil]
        defer { for word in words { free(word) } }
        var number = pid_t()
        let code = program.withFileName { posix_spawn(&number, $0, &actions, &attributes, &words, environ) }
        guard code == 0 else {
            close(toChild.write)
            close(fromChild.read)
            throw Failure(code: code)
        }
        // It may have been stopped: what it does not read must not stop this process, too.
        _ = fcntl(toChild.write, F_SETFL, O_NONBLOCK)
        (self.number, input, output) = (number, toChild.write, fromChild.read)
    }

    deinit {
        close(input)
        close(output)
        kill(number, SIGKILL)
        while waitpid(number, nil, 0) == -1, errno == EINTR {}
    }

    /// A pipe that other children do not inherit.
    private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Platform.pipe(&ends) == 0 else { throw Failure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
