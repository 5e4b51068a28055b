import ArgumentParser
import MediaIO
import Platform

struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lets an agent cut films (MCP).",
        usage: "compose mcp FOLDER ...",
        discussion: """
            EXAMPLE
              {"mcpServers":{"compose":{"command":"compose","args":["mcp","/home/anna/Videos"]}}}

            Speaks the Model Context Protocol (\(AgentServer.versions[0]) and older) on standard \
            input and output. The agent finds recordings, plans and edits the cut, looks at \
            pictures and renders, and nothing outside the folders is read or written. \
            Relative paths begin in the first. Nothing is overwritten unless the agent asks.
            """)

    @Argument(help: ArgumentHelp("The folders of recordings and films.", valueName: "folder"), completion: .directory)
    var folders: [String]
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        let folders = try folders.map { folder in
            guard isFolder(folder) else {
                throw UsageError("\(folder) is not a folder; name folders of recordings.", status: .noInput)
            }
            guard !folder.utf8.contains(UInt8(ascii: ":")) else {
                throw UsageError("\(folder): a folder with a colon in its name cannot be used; rename it.")
            }
            return FileSystem.canonical(folder)
        }
        // Relative paths of requests begin there.
        guard folders[0].withFileName(chdir) == 0 else {
            throw UsageError("\(folders[0]) cannot be opened: \(lastError()).", status: .noInput)
        }
        // A folder that may be removed again once the process is confined.
        let base = System.cache ?? PrivateFolder.usualBase
        guard let temporary = PrivateFolder(in: base) else {
            throw UsageError(
                "\(base): a folder for temporary files cannot be made: \(lastError()).",
                status: .cannotCreate)
        }
        let program = FileSystem.canonical(ThisProgram.path)
        let isConfined = Confinement.begin(
            folders, temporary: temporary.path, readable: System.readable(program: program), writable: System.writable)
        if !isConfined {
            Console.error("note: this system has no Landlock: what files refer to is only checked by compose itself")
        }
        Orphan.name(parent: getpid())
        Interruption.install()
        let output = LineOutput()
        let server = AgentServer(program: program, folders: folders, temporary: temporary.path) {
            output.write($0) { Interruption.signalNumber == nil }
        }
        var input = LineInput()
        try server.serve { input.next { !server.cancellation.isCancelled } }
        for name in FileSystem.names(inFolder: temporary.path) ?? [] {
            FileSystem.unlink("\(temporary.path)/\(name)")
        }
        FileSystem.rmdir(temporary.path)
        Interruption.endBySignal()
    }
}

/// What programs need of a system beside the folders that an agent may use.
private enum System {
    static func readable(program: String) -> [String] {
        // In the portable archive, the loader runs.
        let loader = FileSystem.canonical("/proc/self/exe")
        let own = FilePath(loader).name.hasPrefix("ld-") ? FilePath(FilePath(loader).folder).folder : nil
        let home = home.map { home in [".fonts", ".local/share/fonts", ".config/fontconfig"].map { "\(home)/\($0)" } }
        return [
            "/usr", "/lib", "/lib64", "/bin", "/opt", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/proc",
            "/sys/devices", "/sys/fs/cgroup", "/dev/urandom", FilePath(program).folder,
        ] + [own].compactMap(\.self) + (home ?? [])
    }

    static var writable: [String] { ["/dev/null", "/dev/dri"] + (cache.map { [$0, "\($0)/../fontconfig"] } ?? []) }

    /// This program's folder for what can be computed again.
    static var cache: String? {
        guard let base = variable("XDG_CACHE_HOME") ?? home.map({ "\($0)/.cache" }) else { return nil }
        for folder in [base, "\(base)/compose"] { _ = FileSystem.mkdir(folder, 0o700) }
        return FileSystem.access("\(base)/compose", W_OK) == 0 ? "\(base)/compose" : nil
    }

    private static var home: String? { variable("HOME") }
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(fileName: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
