/// The parts of a path, as text; the file system is not accessed.
package struct FilePath: Hashable, Sendable {
    /// The folder without a trailing slash; "." for a bare name, "/" for the root.
    package let folder: String
    /// The last part.
    package let name: String

    /// Splits a path at its last slash: the byte, as the system does. With a combining mark at the beginning of a name, it
    /// is no character of its own.
    package init(_ path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
    }

    private var dot: String.Index? { name.utf8.lastIndex(of: UInt8(ascii: ".")) }

    /// The name without its extension.
    package var stem: String { dot.map { String(name[..<$0]) } ?? name }

    /// The extension in lower case, without its dot; empty if there is none.
    package var ending: String { dot.map { name[name.utf8.index(after: $0)...].lowercased() } ?? "" }

    /// Joins a folder and a name, as a user would type it.
    package static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
