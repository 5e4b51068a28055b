/// One box of an MP4 or MOV file (ISO/IEC 14496-12 §4.2; Apple calls it an atom): its place, in bytes.
struct Box: Hashable, Sendable {
    /// Four characters; bytes outside ASCII are ISO 8859-1, as in "©xyz".
    var type: String
    /// Header and payload.
    var range: Range<Int>
    /// Everything after size and type.
    var payload: Range<Int>
}

/// Bytes that contain boxes: read big-endian, never out of bounds.
struct BoxTree: Sendable {
    let bytes: [UInt8]

    /// The adjacent boxes in `range`, up to the first whose size is invalid.
    func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while let box = Self.box(at: offset, end: range.upperBound, read: { self.unsigned(at: $0, count: $1) }) {
            boxes.append(box)
            offset = box.range.upperBound
        }
        return boxes
    }

    func boxes(_ type: String, in range: Range<Int>) -> [Box] { boxes(in: range).filter { $0.type == type } }
    /// The first box of a type; with several types, each inside the one before.
    func first(_ types: String..., in range: Range<Int>) -> Box? {
        var (box, range): (Box?, Range<Int>) = (nil, range)
        for type in types {
            guard let next = boxes(in: range).first(where: { $0.type == type }) else { return nil }
            (box, range) = (next, next.payload)
        }
        return box
    }

    /// A big-endian number of 1 to 8 bytes; `nil` out of bounds.
    func unsigned(at offset: Int, count: Int) -> UInt64? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The box whose header begins at `offset`.
    ///
    /// - Parameter read: a big-endian number at an offset.
    static func box(at offset: Int, end: Int, read: (Int, Int) -> UInt64?) -> Box? {
        guard offset + 8 <= end, let stated = read(offset, 4), let code = read(offset + 4, 4) else { return nil }
        var header = 8
        var size = stated
        if stated == 1 {
            guard offset + 16 <= end, let large = read(offset + 8, 8) else { return nil }
            size = large
            header = 16
        } else if stated == 0 {
            // The last box of the file: it extends to the end.
            size = UInt64(end - offset)
        }
        guard size >= header, size <= UInt64(end - offset) else { return nil }
        let type = String(
            String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> (24 - 8 * $0))) }))
        return Box(type: type, range: offset..<offset + Int(size), payload: offset + header..<offset + Int(size))
    }
}
