import MediaIO
import Platform

/// Where what was found in recordings is kept: the user's folder for what can be computed again (XDG Base Directory
/// Specification).
package struct AnalysisFolder: Sendable {
    /// What is kept, and its generation, which increases when the same recording gives something else.
    private let kind: String, generation: Int

    package static let motions = AnalysisFolder(kind: "motion", generation: 2)
    package static let faces = AnalysisFolder(kind: "faces", generation: 1)

    /// - Returns: `nil` if there is no such folder and it cannot be made.
    /// - Throws: `MediaError` if the recording cannot be read.
    package func path(of source: Source) throws -> String? {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        guard let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }),
            base.utf8.first == UInt8(ascii: "/")
        else { return nil }
        let name = try Self.name(of: source)
        var path = base
        for part in ["", "/compose", "/\(kind)-\(generation)"] {
            path += part
            _ = FileSystem.mkdir(path, 0o700)
        }
        let own = "\(path)/\(name)"
        _ = FileSystem.mkdir(own, 0o700)
        FileSystem.touch(own)
        let home = "\(base)/compose"
        for folder in FileSystem.names(inFolder: home) ?? [] where folder.hasPrefix("\(kind)-") {
            Self.removeUnused(in: "\(home)/\(folder)")
        }
        return FileSystem.access(own, W_OK) == 0 ? own : nil
    }

    /// Of its recording, wherever that lies.
    package static func name(of source: Source) throws -> String {
        let stream = source.info.isUsual(source.video) ? [] : ["\(source.video.streamIndex)"]
        let words = try FileFingerprint(path: source.path).description.split(separator: " ").map(String.init)
        return (words + stream).joined(separator: "-")
    }

    /// Where what was found lies beside a plan file, for machines that have only that.
    package func path(besides plan: String) -> String { "\(plan).\(kind)-\(generation)" }

    /// For so many seconds: 90 days.
    private static let longestUnused = 90 * 86_400

    /// Removes what belongs to recordings that were not used for a long time.
    package static func removeUnused(in folder: String) {
        for recording in FileSystem.names(inFolder: folder) ?? [] {
            let path = "\(folder)/\(recording)"
            var status = stat()
            guard FileSystem.lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                let used = FileState(path: path)?.seconds, time(nil) - used > longestUnused
            else { continue }
            for name in FileSystem.names(inFolder: path) ?? [] { FileSystem.unlink("\(path)/\(name)") }
            FileSystem.rmdir(path)
        }
    }
}
