/// The parts of a path, as text: nothing is looked up.
public struct FilePath: Hashable, Sendable {
    /// The folder without a slash at its end; "." for a bare name, "/" for the root.
    public let folder: String
    /// The last part.
    public let name: String

    public init(_ path: String) {
        guard let slash = path.lastIndex(of: "/") else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The name without its ending.
    public var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }

    /// The ending in small letters, without its dot; empty where there is none.
    public var ending: String { name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? "" }

    /// A name in a folder, as one would type it.
    public static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
