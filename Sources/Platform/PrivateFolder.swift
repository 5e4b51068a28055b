/// A new folder for temporary files that no other user can read (mkdtemp).
package struct PrivateFolder: Sendable {
    package let path: String

    /// - Parameter base: the folder that it goes into.
    /// - Returns: `nil` if it cannot be made; `errno` tells why.
    package init?(in base: String) {
        var template = Array("\(base)/compose-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(fileName: template)
    }

    /// Where the system keeps temporary files.
    package static var usualBase: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Removes it with one file.
    package func remove(with file: String) {
        FileSystem.unlink("\(path)/\(file)")
        FileSystem.rmdir(path)
    }
}
