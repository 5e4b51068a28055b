import CFFmpeg
import Foundation

extension FixtureRecording {
    /// The recording as a file, made at the first request and kept in the temporary folder under a name that is a
    /// digest of the description.
    ///
    /// The file is shared: damage a copy.
    package func file() throws -> String {
        let folder = try FixtureCache.folder()
        let path = "\(folder)/\(digest).\(container.rawValue)"
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        let partial = "\(folder)/\(digest).\(UUID().uuidString).part"
        defer { try? FileManager.default.removeItem(atPath: partial) }
        try write(to: partial)
        // Whoever comes second has made the same bytes; what others read already stays the file that it is.
        guard link(partial, path) == 0 || errno == EEXIST else { throw FixtureError("\(path): cannot be named") }
        return path
    }

    /// Writes the recording, replacing what is there.
    package func write(to path: String) throws {
        let writer = try FixtureWriter(self, path: path)
        try writer.run()
    }

    /// Names what the file will be: the description, and whatever else its bytes depend on.
    var digest: String {
        // Colors and frame rates have short names for people, which several share.
        let color = color.description
        let points = "\(color.primaries)/\(color.transfer)/\(color.matrix) \(color.isFullRange ? "pc" : "tv")"
        let exact = "\(points) \(timing.duration(0))/\(timing.timescale)"
        let text = "\(FixtureCache.version) \(avcodec_version()) \(avformat_version()) \(self) \(exact)"
        var hashes: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4]
        // FNV-1a, twice with different beginnings.
        for byte in text.utf8 {
            for index in hashes.indices { hashes[index] = (hashes[index] ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return hashes.map { String($0, radix: 36) }.joined()
    }
}

enum FixtureCache {
    /// Raised whenever the same description gives other bytes.
    static let version = 1

    static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compose-fixtures-\(getuid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
