import Platform
import Render

/// A command that ends with the process that started it, however that ends.
enum Orphan {
    private static let variable = "COMPOSE_PARENT"

    /// For all processes that are started from now on.
    static func name(parent: pid_t) { setenv(variable, "\(parent)", 1) }

    /// Watches whether the parent is still there, if it is named; as Ctrl-C does, what is finished is kept.
    static func watch() {
        guard let parent = getenv(variable).flatMap({ pid_t(String(cString: $0)) }) else { return }
        _ = try? WorkerThread {
            while getppid() == parent { sleep(1) }
            kill(getpid(), SIGINT)
            // Whatever does not listen.
            sleep(10)
            kill(getpid(), SIGKILL)
        }
    }
}
