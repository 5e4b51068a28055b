/// The parts of a path, as text; the file system is not accessed.
public struct FilePath: Hashable, Sendable {
    /// The folder without a trailing slash; "." for a bare name, "/" for the root.
    public let folder: String
    /// The last part.
    public let name: String

    /// Splits a path at its last slash.
    public init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The name without its extension.
    public var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    /// The extension in lower case, without its dot; empty if there is none.
    public var ending: String { name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? "" }

    /// Joins a folder and a name, as a user would type it.
    public static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
