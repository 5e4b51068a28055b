import CLandlock

/// Folders outside which a process reads and writes no file that somebody names: for a server whose requests come from
/// others.
package enum Confinement {
    private static let variable = "COMPOSE_FOLDERS"

    /// The folders, without symbolic links; empty if the process is free. Programs that it starts inherit them.
    package static var folders: [String] {
        let text = getenv(variable).map { String(fileName: $0) } ?? ""
        return text.unicodeScalars.split(separator: ":").map { String($0) }
    }

    package static var isOn: Bool { !folders.isEmpty }

    /// Confines this process, before it starts its first thread.
    ///
    /// On Linux 5.13 and newer, the kernel holds the process and everything that it starts to it, whatever they read.
    ///
    /// - Parameters:
    ///   - folders: must exist; none has a colon in its name.
    ///   - temporary: a folder that is used as well, but not named.
    ///   - readable: further folders of programs and fonts.
    ///   - writable: further folders.
    /// - Returns: whether the kernel helps.
    package static func begin(
        _ folders: [String], temporary: String, readable: [String], writable: [String]
    ) -> Bool {
        setenv(variable, folders.map(FileSystem.canonical).joined(separator: ":"), 1)
        setenv("TMPDIR", temporary, 1)
        return restrict(to: readable, writing: folders + [temporary] + writable)
    }

    /// Whether a file may be read or written, by where it leads; it need not exist.
    package static func allows(_ path: String) -> Bool {
        let folders = folders
        guard !folders.isEmpty else { return true }
        var status = stat()
        // What does not exist is created in a folder that does; a link that leads nowhere would be followed.
        let exists = FileSystem.lstat(path, &status) == 0
        let place = FilePath(path)
        let whole =
            exists ? FileSystem.canonical(path) : FileSystem.canonical(place.folder) + "/" + place.name
        guard place.name != "..", !exists || FileSystem.stat(path, &status) == 0 else { return false }
        // By bytes: letters that look alike are other names.
        let temporary = getenv("TMPDIR").map { FileSystem.canonical(String(fileName: $0)) }
        return (folders + [temporary].compactMap(\.self)).contains { folder in
            whole.utf8.elementsEqual(folder.utf8)
                || whole.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
        }
    }

    /// What Landlock's version 1 handles, and with version 3 truncation: renaming between folders is forbidden by version 1
    /// and allowed from version 2 on.
    private static func restrict(to readable: [String], writing writable: [String]) -> Bool {
        let version = compose_landlock_version()
        guard version > 0 else { return false }
        let (execute, readFile, readFolder): (UInt64, UInt64, UInt64) = (1, 1 << 2, 1 << 3)
        let all: UInt64 = (1 << (version >= 3 ? 15 : version == 2 ? 14 : 13)) - 1
        let ruleset = compose_landlock_ruleset(all)
        guard ruleset >= 0 else { return false }
        defer { close(ruleset) }
        let allow = { (path: String, rights: UInt64) in
            let place = FileSystem.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard place >= 0 else { return }
            defer { close(place) }
            var status = stat()
            let isFolder = fstat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            // A file has no rights of folders.
            let ofFiles: UInt64 = execute | 1 << 1 | readFile | (all & 1 << 14)
            _ = compose_landlock_allow(ruleset, place, isFolder ? rights : rights & ofFiles)
        }
        for path in readable { allow(path, execute | readFile | readFolder) }
        for path in writable { allow(path, all & ~execute) }
        return compose_landlock_restrict(ruleset) == 0
    }
}
