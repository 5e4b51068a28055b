import Export
import MediaIO
import Planning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A film that several machines render in chunks: what is asked for, and where its chunks, scripts and logs are.
///
/// All machines see the same folder beside the output.
struct FarmJob {
    let plan: String
    let output: String
    let chunkCount: Int
    let mayReplace: Bool
    let verifies: Bool
    /// Tells this plan's jobs from those of others.
    let name: String
    /// Options of the engine, such as "--partition=render".
    let engineOptions: [String]

    var folder: String { output + ".chunks" }
    var chunks: [String] { (1...chunkCount).map(chunk) }
    func chunk(_ number: Int) -> String { "\(folder)/\(number).chunk" }
    var logs: String { folder + "/logs" }

    /// How the film ended: empty when it is there, else the sentence that says why it is not.
    private var resultFile: String { folder + "/result" }
    /// How many chunks there are: another number would make other chunks.
    private var countFile: String { folder + "/count" }

    /// `nil` as long as the jobs are at work.
    var result: String? {
        FileManager.default.contents(atPath: resultFile).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes the folder. What finished jobs said of an earlier round is forgotten.
    ///
    /// - Throws: `UsageError` when it is there already and nobody asked to resume; `MediaError` when it cannot be made.
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

    /// The number of chunks that this output was submitted with; `nil` when it was not.
    static func chunkCount(ofOutput output: String) -> Int? {
        FileManager.default.contents(atPath: output + ".chunks/count")
            .flatMap { Int(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
            .flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// - Parameter result: empty when the film is there; its chunks are removed then.
    func finish(_ result: String) throws {
        try write(result, to: resultFile)
        guard result.isEmpty else { return }
        for path in chunks { try? FileManager.default.removeItem(atPath: path) }
    }

    @discardableResult
    func write(_ text: String, to path: String) throws -> String {
        let file = try AtomicFile(destination: path, inputs: [plan, output], mayReplace: true)
        try file.write(Array(text.utf8))
        try file.commit()
        return path
    }
}
