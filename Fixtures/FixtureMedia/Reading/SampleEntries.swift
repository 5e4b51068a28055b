import Foundation

/// The sample entries of each track of an MP4 or MOV file (ISO/IEC 14496-12 §8.5.2), such as `[["avc1"], ["mp4a"]]`.
package enum SampleEntries {
    package static func read(_ path: String) throws -> [[String]] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let moov = try made("moov", boxes(bytes[...]).first { $0.kind == "moov" })
        return try boxes(moov.content).filter { $0.kind == "trak" }.map { track in
            var box = track
            for kind in ["mdia", "minf", "stbl", "stsd"] {
                box = try made(kind, boxes(box.content).first { $0.kind == kind })
            }
            // Version, flags and the number of entries come first.
            return boxes(box.content.dropFirst(8)).map(\.kind)
        }
    }

    private struct Box {
        var kind: String
        var content: ArraySlice<UInt8>
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [Box] {
        var boxes: [Box] = []
        var rest = bytes
        while rest.count >= 8 {
            let word = { (offset: Int, count: Int) in
                rest.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
            }
            var (size, header) = (word(0, 4), 8)
            if size == 1, rest.count >= 16 { (size, header) = (word(8, 8), 16) }
            if size < header || size > rest.count { size = rest.count }
            boxes.append(
                Box(
                    kind: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self),
                    content: rest.prefix(size).dropFirst(header)))
            rest = rest.dropFirst(size)
        }
        return boxes
    }
}
