import MediaIO
import Planning

/// What is known of the files of a film's chunks before they are joined.
package struct ChunkReport: Sendable, Encodable {
    package struct File: Sendable, Encodable {
        package var path: String
        /// `nil` if it cannot be told.
        package var chunk: Int?
        package var reason: String
    }

    /// How many chunks the film was divided into; `nil` if no file says so, or they do not agree.
    package var chunkCount: Int?
    /// The numbers of chunks without a usable file; those without pictures need none.
    package var missing: [Int]
    package var damaged: [File] = []
    /// Chunks of other plans, and what is none.
    package var foreign: [File] = []
    /// Rendered with other versions than the first one.
    package var otherVersions: [File] = []
    package var isComplete: Bool { missing.isEmpty && chunkCount != nil }

    /// Reads every file.
    ///
    /// - Throws: `MediaError` if an input of the plan cannot be read.
    package init(_ paths: [String], of plan: RenderPlan) throws {
        let digest = try plan.digest
        var set = try ChunkSet(of: plan)
        var files: [(path: String, chunk: ChunkFile)] = []
        for path in paths {
            var header: ChunkFile?
            do {
                let chunk = try ChunkFile(path: path)
                header = chunk
                guard chunk.plan == digest else {
                    foreign.append(File(path: path, reason: "is a chunk of another plan"))
                    continue
                }
                try set.add(path, having: ChunkShare(chunk.number, of: chunk.count, in: plan).names)
                files.append((path, chunk))
            } catch MediaError.notChunk(_, let reason) {
                let file = File(path: path, chunk: header?.number, reason: reason)
                if reason.contains("damaged") || header != nil { damaged.append(file) } else { foreign.append(file) }
            }
        }
        otherVersions = Self.otherVersions(files)
        chunkCount = set.count
        let known = Set(files.map(\.chunk.number))
        missing =
            set.count.map { count in
                (1...count).filter { !known.contains($0) && !ChunkShare($0, of: count, in: plan).names.isEmpty }
            } ?? []
    }

    /// Chunks rendered with other versions than the first one, and what differs.
    private static func otherVersions(_ files: [(path: String, chunk: ChunkFile)]) -> [File] {
        files.dropFirst().compactMap { path, chunk in
            let differences = chunk.versions.differences(from: files[0].chunk.versions)
            guard !differences.isEmpty else { return nil }
            return File(path: path, chunk: chunk.number, reason: differences.joined(separator: ", "))
        }
    }

    /// The same without a look at what else is in them.
    ///
    /// - Throws: `MediaError.notChunk`.
    package static func otherVersions(_ paths: [String]) throws -> [File] {
        otherVersions(try paths.map { ($0, try ChunkFile(path: $0)) })
    }
}

/// A chunk that still has to be rendered, and what is wrong with its current file.
package struct ChunkFault: Sendable {
    /// Starts at 1.
    package let number: Int
    /// `nil` if there is no file.
    package let error: MediaError?
}

extension RenderPlan {
    /// The chunks that still have to be rendered. Every file is read and checked against the plan; job states reported
    /// by a scheduler are not used.
    ///
    /// - Parameter paths: the paths of all chunks, in order.
    /// - Throws: `MediaError` when an input of the plan cannot be read.
    package func chunkFaults(_ paths: [String]) throws -> [ChunkFault] {
        var chunks = try ChunkSet(of: self)
        return try paths.enumerated().compactMap { index, path in
            let parts = ChunkShare(index + 1, of: paths.count, in: self).names
            // A short film has fewer units than chunks.
            guard !parts.isEmpty else { return nil }
            guard FileIdentity(path: path) != nil else { return ChunkFault(number: index + 1, error: nil) }
            do {
                try chunks.add(path, having: parts)
                return nil
            } catch let error as MediaError {
                return ChunkFault(number: index + 1, error: error)
            }
        }
    }
}
