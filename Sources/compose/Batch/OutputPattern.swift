import MediaIO
import Placing
import Platform
import Parameters

/// The paths of a batch's films: a path with fields in braces.
struct OutputPattern {
    static let usual = "{folder}/{scene}_composed.mp4"
    private static let fields = ["folder", "scene", "scheme"]

    let text: String
    let container: Container

    /// - Throws: `UsageError` for unknown fields, and if all films would have the same name.
    init(_ typed: String) throws {
        let isFolder = typed.hasSuffix("/") || !typed.contains("{") && compose.isFolder(typed)
        text = isFolder ? "\(typed)\(typed.hasSuffix("/") ? "" : "/"){scene}_composed.mp4" : typed
        for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            guard let end = part.firstIndex(of: "}"), Self.fields.contains(String(part[..<end])) else {
                throw UsageError("-o \(text): the name in braces must be \(list(Self.fields, "or")).")
            }
        }
        guard text.contains("{scene}") else {
            throw UsageError("-o \(text): all films would get the same name; add {scene}, such as \(Self.usual).")
        }
        container = try Container(path: text)
    }

    func path(of found: FoundRecording) -> String {
        // What is inserted may have braces of its own.
        let path = text.replacing(/\{(folder|scene|scheme)\}/) { match in
            switch match.1 {
            case "folder": found.folder
            case "scene": found.scene
            default: found.scheme
            }
        }
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    /// - Throws: `UsageError` if two recordings would have the same output file.
    func paths(of recordings: [FoundRecording]) throws(UsageError) -> [String] {
        let paths = recordings.map(path)
        var seen: [FileKey: Int] = [:]
        for (index, path) in paths.enumerated() {
            guard let other = seen.updateValue(index, forKey: FileKey(path)) else { continue }
            throw UsageError(
                "-o \(text): the films of \(recordings[other].summary) and \(recordings[index].summary) would both be written to \(path); add {folder}."
            )
        }
        return paths
    }
}

/// Creates folders for outputs.
enum Folder {
    /// Creates a folder, with all missing parent folders.
    ///
    /// - Throws: `MediaError.cannotCreate`.
    static func make(_ path: String) throws(MediaError) {
        guard FileIdentity(path: path) == nil else { return }
        try make(FilePath(path).folder)
        guard FileSystem.mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: path, reason: lastError())
        }
    }
}
