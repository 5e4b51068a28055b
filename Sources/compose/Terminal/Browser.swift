import Platform

/// The user's browser, opened with a page that leads to an address: what is on a command line, other users can see.
struct Browser {
    private let folder: String
    private var page: String { "\(folder)/studio.html" }

    /// - Returns: `nil` if there is no browser.
    init?(opening address: String) {
        let base = (getenv("XDG_RUNTIME_DIR") ?? getenv("TMPDIR")).map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/compose-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = FileSystem.open(page, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            FileSystem.rmdir(folder)
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
        _ = system("\(program) \(quoted(page)) >/dev/null 2>&1 &")
    }

    func forget() {
        FileSystem.unlink(page)
        FileSystem.rmdir(folder)
    }
}
