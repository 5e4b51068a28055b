/// The parts of a path, as text; the file system is not accessed.
package struct FilePath: Hashable, Sendable {
    /// The folder without a trailing slash; "." for a bare name, "/" for the root.
    package let folder: String
    /// The last part.
    package let name: String

    /// Splits a path at its last slash.
    package init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The name without its extension.
    package var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    /// The extension in lower case, without its dot; empty if there is none.
    package var ending: String { name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? "" }

    /// Joins a folder and a name, as a user would type it.
    package static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
