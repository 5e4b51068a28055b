import Platform

/// The user's browser, opened with a page that leads to an address: what is on a command line, other users can see.
struct Browser {
    private static let page = "studio.html"
    private let folder: PrivateFolder

    /// - Returns: `nil` if the page cannot be written.
    init?(opening address: String) {
        let own = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        let base = own ?? PrivateFolder.usualBase
        guard let folder = PrivateFolder(in: base) else { return nil }
        self.folder = folder
        let path = "\(folder.path)/\(Self.page)"
        let file = FileSystem.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            forget()
            return nil
        }
        let text =
            "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>compose studio</title>"
        _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        #if canImport(Darwin)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        _ = system("\(program) \(quoted(path)) >/dev/null 2>&1 &")
    }

    func forget() { folder.remove(with: Self.page) }
}
