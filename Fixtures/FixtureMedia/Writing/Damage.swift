import Foundation

/// Copies of files with something wrong.
public enum DamagedCopy {
    /// Only the first `share` of the bytes.
    public static func truncated(_ path: String, keeping share: Double, to copy: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(Int(Double(data.count) * share)).write(to: URL(fileURLWithPath: copy))
    }

    /// `count` bytes of the stretch `from…to` (shares of the file) inverted, at places that follow from `seed`.
    public static func flipped(
        _ path: String, from: Double, to: Double, count: Int, seed: UInt64 = 1, to copy: String
    ) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        let (low, high) = (Int(Double(data.count) * from), Int(Double(data.count) * to))
        var state = seed
        for _ in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            data[low + Int(state >> 33) % max(1, high - low)] ^= 0xFF
        }
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// With two pictures at one time: the one frame that lasts 3003 ticks lasts none (`stts`, ISO/IEC 14496-12 §8.6.1.2).
    ///
    /// - Throws: `FixtureError` unless exactly one does.
    public static func withDuplicateTime(_ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        // One frame of 3003 ticks.
        let entry = Data([0, 0, 0, 1, 0, 0, 0x0B, 0xBB])
        guard let first = data.range(of: entry), data.range(of: entry, in: first.upperBound..<data.endIndex) == nil
        else { throw FixtureError("no single frame of 3003 ticks in \(path)") }
        data.replaceSubrange(first, with: [0, 0, 0, 1, 0, 0, 0, 0])
        try data.write(to: URL(fileURLWithPath: copy))
    }

    /// Without the top-level boxes of a kind (ISO/IEC 14496-12 §4.2), such as "moov".
    public static func withoutBox(_ kind: String, _ path: String, to copy: String) throws {
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var kept: [UInt8] = []
        var offset = 0
        while offset + 8 <= data.count {
            let word = { (at: Int, count: Int) in data[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            var size = word(offset, 4)
            if size == 1 { size = word(offset + 8, 8) }
            if size < 8 || offset + size > data.count { size = data.count - offset }
            if data[offset + 4..<offset + 8] != kind.utf8.map({ $0 })[...] { kept += data[offset..<offset + size] }
            offset += size
        }
        try Data(kept).write(to: URL(fileURLWithPath: copy))
    }

    /// With the first track's sample entry (ISO/IEC 14496-12 §8.5.2) once more under `code`, and its last samples of
    /// that one. The index has to stand behind the samples, whose places it tells.
    public static func withSecondSampleEntry(_ code: String, _ path: String, to copy: String) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        func number(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        func set(_ place: Int, _ value: Int) {
            for byte in 0..<4 { data[place + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
        }
        func find(_ type: String, behind place: Int) throws -> Int {
            guard let range = data.range(of: Data(type.utf8), in: place..<data.endIndex) else {
                throw FixtureError("no \(type) in \(path)")
            }
            return range.lowerBound - 4
        }
        var parents = [try find("moov", behind: try find("mdat", behind: 0) + number(try find("mdat", behind: 0)))]
        for type in ["trak", "mdia", "minf", "stbl", "stsd"] { parents.append(try find(type, behind: parents.last!)) }
        let chunks = try find("stsc", behind: parents.last!)
        set(chunks + number(chunks) - 4, 2)
        let entry = parents.last! + 16
        var second = data[entry..<entry + number(entry)]
        second.replaceSubrange(second.startIndex + 4..<second.startIndex + 8, with: Data(code.utf8))
        let size = second.count
        data.insert(contentsOf: second, at: entry + size)
        for parent in parents { set(parent, number(parent) + size) }
        set(entry - 4, 2)
        try data.write(to: URL(fileURLWithPath: copy))
    }
}
