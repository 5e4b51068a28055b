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

    /// How many chunks the film was divided into, as most files say; `nil` without a usable file.
    package var chunkCount: Int?
    /// The numbers, from 1, of chunks without a usable file; those without pictures need none.
    package var missing: [Int]
    package var damaged: [File] = []
    /// Chunks of other plans, and what is none.
    package var foreign: [File] = []
    /// Rendered with other versions than the first one.
    package var otherVersions: [File] = []
    /// Whether they can be joined as they are.
    package var isComplete = false

    private enum CodingKeys: String, CodingKey {
        case chunkCount, missing, damaged, foreign, otherVersions
        case isComplete = "complete"
    }

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
            } catch MediaError.notChunk(_, let reason) where header == nil && !reason.contains("damaged") {
                foreign.append(File(path: path, reason: reason))
            } catch MediaError.notChunk(_, let reason) {
                damaged.append(File(path: path, chunk: header?.number, reason: reason))
            } catch let error as MediaError {
                damaged.append(File(path: path, reason: "\(error)"))
            }
        }
        otherVersions = Self.otherVersions(files)
        // A stray file of another division has units, too: what counts is that each unit is there.
        let counts = Dictionary(grouping: files.map(\.chunk.count), by: \.self)
        let count = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
        chunkCount = count
        let names = Set(
            plan.units.filter { set.slice(of: $0) == nil }.map(\.name)
                + (plan.encodesAudio && set.sound == nil ? [EncodeUnit.audioName] : []))
        missing =
            count.map { count in
                (1...count).filter { !ChunkShare($0, of: count, in: plan).names.isDisjoint(with: names) }
            } ?? []
        isComplete = names.isEmpty && damaged.isEmpty && foreign.isEmpty
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
