import Render
import MediaIO
import Planning
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A film that several machines render in chunks: its plan and options, and where its chunks, scripts and logs are.
///
/// All machines see the same folder, next to the output.
struct FarmJob {
    let plan: String
    let output: String
    let chunkCount: Int
    let mayReplace: Bool
    let verifies: Bool
    /// Distinguishes this plan's jobs from others.
    let name: String
    /// Options of the engine, such as "--partition=render".
    let engineOptions: [String]

    var folder: String { output + ".chunks" }
    var chunks: [String] { (1...chunkCount).map(chunk) }
    func chunk(_ number: Int) -> String { "\(folder)/\(number).chunk" }
    var logs: String { folder + "/logs" }

    /// The result: empty if the film was written, otherwise the error message.
    private var resultFile: String { folder + "/result" }
    /// The number of chunks. A different number would give different chunks.
    private var countFile: String { folder + "/count" }

    /// `nil` while the jobs are running.
    var result: String? {
        FileSystem.contents(ofFile: resultFile).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Creates the folder. Results of an earlier round are deleted.
    ///
    /// - Throws: `UsageError` if it already exists and `resumes` is `false`; `MediaError` if it cannot be created.
    func prepare(resumes: Bool) throws {
        if FileIdentity(path: folder) != nil, !resumes, result != "" {
            throw UsageError(
                "\(folder) already exists: this film was submitted before. Use --resume to continue it, or remove the folder.",
                status: .exists)
        }
        do {
            try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
            if FileIdentity(path: resultFile) != nil { try FileManager.default.removeItem(atPath: resultFile) }
        } catch {
            throw MediaError.cannotCreate(path: folder, reason: "check the folder's permissions and free space")
        }
        try write("\(chunkCount)\n", to: countFile)
    }

    /// The number of chunks that this output was submitted with; `nil` if it was not submitted.
    static func chunkCount(ofOutput output: String) -> Int? {
        FileSystem.contents(ofFile: output + ".chunks/count")
            .flatMap { Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
            .flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// - Parameter result: empty if the film was written; its chunks are then removed.
    func finish(_ result: String) throws {
        try write(result, to: resultFile)
        guard result.isEmpty else { return }
        for path in chunks { try? FileManager.default.removeItem(atPath: path) }
    }

    @discardableResult
    func write(_ text: String, to path: String) throws -> String {
        let file = try AtomicFile(destination: path, inputs: [plan, output], mayReplace: true)
        try file.write(text.fileNameBytes)
        try file.commit()
        return path
    }
}
