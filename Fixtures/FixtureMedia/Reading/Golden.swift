import Foundation

/// Expected texts, kept in `Tests/Goldens`. With `RECORD_GOLDENS=1` in the environment they are written anew, and
/// the comparison fails once, so that nobody records by accident.
package enum Golden {
    package enum Verdict: Equatable, Sendable {
        case same
        case recorded
        /// With the first line that differs.
        case different(String)
    }

    /// - Parameter file: a source file of the tests, from which the folder is found.
    package static func compare(_ text: String, _ name: String, file: String = #filePath) throws -> Verdict {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Goldens")
        let url = folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return .recorded
        }
        guard let data = FileManager.default.contents(atPath: url.path) else { return .different("no \(name).txt") }
        let expected = String(decoding: data, as: UTF8.self)
        guard expected != text else { return .same }
        let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
        let (old, new) = (lines(expected), lines(text))
        let index =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        return .different(
            "line \(index + 1): '\(index < new.count ? new[index] : "")' instead of '\(index < old.count ? old[index] : "")'"
        )
    }
}
