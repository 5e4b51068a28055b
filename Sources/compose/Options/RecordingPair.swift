import MediaIO
import Render
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the recording pair of a folder, for people who type no file names.
enum RecordingPair {
    static let endings = ["mov", "mp4", "m4v", "mkv", "webm", "avi", "mts", "m2ts", "ts", "3gp"]

    static func inCurrentFolder() throws -> [Input] {
        try find(in: (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? [])
    }

    /// - Throws: `UsageError` that lists what was found when it is not exactly one pair.
    static func find(in names: [String]) throws -> [Input] {
        let recordings = names.sorted().filter { name in
            let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
            return !name.hasPrefix(".") && !name.hasPrefix("composed") && endings.contains(ending)
        }
        let named = recordings.compactMap { name in
            CameraName.angle(inFileName: name).map { Input(path: name, angle: $0) }
        }
        let fronts = named.filter { $0.angle == "front" }
        let backs = named.filter { $0.angle == "back" }
        if fronts.count == 1, backs.count == 1 {
            Console.error("found \(fronts[0].path) (front) and \(backs[0].path) (back)")
            return [fronts[0], backs[0]]
        }
        // One name is enough: the other file is the other camera.
        if recordings.count == 2, named.count < 2 {
            Console.error("found \(recordings[0]) and \(recordings[1])")
            return recordings.map { Input(path: $0) }
        }
        if recordings.isEmpty {
            throw UsageError(
                "no recordings in this folder; name them, such as: compose front.mov back.mov -o out.mp4",
                status: .noInput)
        }
        let list = recordings.prefix(6).joined(separator: ", ") + (recordings.count > 6 ? ", …" : "")
        throw UsageError(
            "this folder has \(recordings.count) recording\(recordings.count == 1 ? "" : "s") (\(list)) and not exactly one pair; name two, such as: compose front=\(recordings[0]) back=\(recordings.count > 1 ? recordings[1] : "other.mov") -o out.mp4"
        )
    }
}
