import Platform

/// Several packet files in one: the parts of a plan that one machine rendered.
///
/// A text header, a line for each part with its name and length in bytes, an empty line, then the parts one after the
/// other. Each part has its own label, and ends with its own digest.
///
///     compose chunk 3
///     plan 3f5a…
///     part 2/8
///     versions FFmpeg=5.1.6 libx264=164
///     video-0-600 1234567
///     audio 40960
package struct ChunkFile: Sendable {
    /// The digest of the plan.
    package let plan: String
    /// Which part of how many, from 1.
    package let number, count: Int
    /// Of the machine that rendered it.
    package let versions: RenderVersions
    /// By their names in the header: "video-0-600", "audio".
    package let parts: [String: PacketFileSlice]

    private static let magic = "compose chunk 3"
    /// A plan of ten hours has some thousand parts; anything longer is not a header.
    private static let longestHeader = 1 << 24

    /// Reads the header. The parts are not checked.
    ///
    /// - Throws: `MediaError` when it is not a chunk, or its parts do not add up.
    package init(path: String) throws(MediaError) {
        let size = Int(try checkInputFile(path))
        guard let handle = FileSystem.fopen(path, "rb") else {
            throw .cannotRead(path: path, reason: lastError())
        }
        defer { fclose(handle) }
        var lines: [String] = []
        var bytes: [UInt8] = []
        while case let byte = getc(handle), byte != EOF, ftell(handle) < Self.longestHeader {
            guard byte == 10 else {
                bytes.append(UInt8(truncatingIfNeeded: byte))
                continue
            }
            if bytes.isEmpty { break }
            lines.append(String(decoding: bytes, as: UTF8.self))
            bytes = []
            guard lines[0] == Self.magic else { break }
        }
        if let first = lines.first, first != Self.magic, first.hasPrefix("compose chunk ") {
            throw .notChunk(
                path: path, reason: "was written by another version of compose; render it again with this one")
        }
        guard lines.count >= 4, lines[0] == Self.magic, lines[1].hasPrefix("plan "),
            let part = lines[2].wholeMatch(of: /part ([0-9]{1,6})\/([0-9]{1,6})/), let number = Int(part.1),
            let count = Int(part.2), (1...max(1, count)).contains(number), lines[3].hasPrefix("versions ")
        else {
            throw .notChunk(path: path, reason: "is not a chunk of a plan")
        }
        plan = String(lines[1].dropFirst("plan ".count))
        (self.number, self.count) = (number, count)
        versions = RenderVersions(parsing: lines[3].dropFirst("versions ".count))
        var offset = ftell(handle)
        var parts: [String: PacketFileSlice] = [:]
        for line in lines.dropFirst(4) {
            let words = line.split(separator: " ")
            guard words.count == 2, let length = Int(words[1]), length >= 0, length <= size - offset else {
                throw Self.damaged(path)
            }
            let slice = PacketFileSlice(path: path, offset: offset, length: length)
            guard parts.updateValue(slice, forKey: String(words[0])) == nil else { throw Self.damaged(path) }
            offset += length
        }
        guard offset == size else { throw Self.damaged(path) }
        self.parts = parts
    }

    private static func damaged(_ path: String) -> MediaError {
        .notChunk(path: path, reason: "is a damaged chunk; render it again")
    }

    /// Writes a chunk from packet files; it appears when it is complete.
    ///
    /// - Parameters:
    ///   - number: from 1 to `count`.
    ///   - versions: of this machine.
    /// - Returns: its size in bytes.
    package static func write(
        _ parts: [(name: String, path: String)], plan: String, number: Int, of count: Int, versions: RenderVersions,
        to path: String, mayReplace: Bool
    ) throws(MediaError) -> Int64 {
        let file = try AtomicFile(destination: path, inputs: parts.map(\.path), mayReplace: mayReplace)
        let sizes = try parts.map { (part) throws(MediaError) in try checkInputFile(part.path) }
        let lines = zip(parts, sizes).map { "\($0.name) \($1)\n" }.joined()
        let header = Array("\(magic)\nplan \(plan)\npart \(number)/\(count)\nversions \(versions)\n\(lines)\n".utf8)
        try file.write(header)
        for (part, size) in zip(parts, sizes) { try file.write(contentsOf: part.path, count: size) }
        try file.commit()
        return sizes.reduce(Int64(header.count), +)
    }
}
