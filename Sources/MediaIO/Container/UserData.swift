/// QuickTime's international text boxes in a movie's user data (QuickTime File Format, "User Data Atoms"): where
/// Android and older players look for what Apple keeps under `com.apple.quicktime.` keys.
///
/// FFmpeg writes either the keys or these boxes, not both. So it gets one extra key, which these boxes then replace:
/// the file keeps its length, and no offset in it changes.
struct UserData {
    /// The boxes, ready to be written.
    let boxes: [UInt8]
    /// The tags that the boxes carry and that readers find under no other name. As keys they would be there twice,
    /// which newer FFmpeg reads as "Compose;Compose"; and for a location FFmpeg writes one more box, with an altitude
    /// of 0 m if there is none.
    let carried: Set<String>
    /// Whether the boxes include one of iTunes's metadata with a cover.
    private let hasCover: Bool

    /// Boxes and the tags that they carry, by FFmpeg's names.
    private static let tags = [
        ("xyz", "location"), ("mak", "make"), ("mod", "model"), ("nam", "title"),
        ("swr", "com.apple.quicktime.software"),
    ]
    private static let placeholder = "-"
    /// The bytes that FFmpeg needs for the extra key: size, "mdta" and name; size and number of the item; size,
    /// "data", type and locale of its value.
    private static let overhead = 8 + placeholder.utf8.count + 8 + 16

    /// `nil` when there is no cover and no tag that has a box.
    ///
    /// - Parameter cover: a JPEG picture.
    init?(_ metadata: [String: String], cover: [UInt8]? = nil) {
        var boxes: [UInt8] = []
        hasCover = cover != nil
        var carried: Set<String> = []
        for (name, tag) in Self.tags {
            guard let text = metadata[tag].map({ Array($0.utf8) }), !text.isEmpty, text.count < 1 << 15 else {
                continue
            }
            if !tag.hasPrefix("com.") { carried.insert(tag) }
            // Length of the text, and its language: "eng", five bits a letter, as phones write it.
            boxes += Self.box([0xA9] + Array(name.utf8), Self.bigEndian(text.count, 2) + [0x15, 0xC7] + text)
        }
        if let cover { boxes += Self.coverBox(cover) }
        guard !boxes.isEmpty else { return nil }
        // The key's value cannot be shorter than one byte.
        if boxes.count <= Self.overhead {
            boxes += Self.box(Array("free".utf8), [UInt8](repeating: 0, count: Self.overhead))
        }
        self.boxes = boxes
        self.carried = carried
    }

    /// iTunes's metadata, where every player and file browser looks for a cover (QuickTime File Format, "Metadata
    /// Atoms"; `covr` with data of type 13, JPEG).
    private static func coverBox(_ cover: [UInt8]) -> [UInt8] {
        let handler = box(
            Array("hdlr".utf8), bigEndian(0, 8) + Array("mdirappl".utf8) + bigEndian(0, 9))
        let data = box(Array("data".utf8), bigEndian(13, 4) + bigEndian(0, 4) + cover)
        return box(
            Array("meta".utf8), bigEndian(0, 4) + handler + box(Array("ilst".utf8), box(Array("covr".utf8), data)))
    }

    /// The key to give to FFmpeg after all others.
    var reservation: (key: String, value: String) {
        (Self.placeholder, String(repeating: " ", count: boxes.count - Self.overhead))
    }

    /// The user data box `udta` of a finished index, with the extra key replaced by the boxes; the length is the
    /// same.
    ///
    /// - Parameter tree: the index, `moov`.
    /// - Returns: where in `tree` it belongs; `nil` when the index is not as FFmpeg writes it.
    func replacement(in tree: BoxTree) -> (offset: Int, bytes: [UInt8])? {
        guard let data = tree.first("moov", "udta", in: tree.bytes.indices),
            let meta = tree.first("meta", in: data.payload)
        else { return nil }
        let payload = meta.payload.lowerBound + 4..<meta.payload.upperBound  // After version and flags.
        guard let keys = tree.first("keys", in: payload), let items = tree.first("ilst", in: payload),
            let item = tree.boxes(in: items.payload).last, keys.range.upperBound == items.range.lowerBound,
            let count = tree.unsigned(at: keys.payload.lowerBound + 4, count: 4), count > 0,
            let entry = tree.boxes(in: keys.payload.lowerBound + 8..<keys.payload.upperBound).last,
            Array(tree.bytes[entry.payload]) == Array(Self.placeholder.utf8),
            entry.range.count + item.range.count == boxes.count
        else { return nil }
        let slice = { (range: Range<Int>) in Array(tree.bytes[range]) }
        let newKeys = Self.box(
            Array("keys".utf8),
            slice(keys.payload.lowerBound..<keys.payload.lowerBound + 4) + Self.bigEndian(Int(count) - 1, 4)
                + slice(keys.payload.lowerBound + 8..<entry.range.lowerBound))
        let newItems = Self.box(Array("ilst".utf8), slice(items.payload.lowerBound..<item.range.lowerBound))
        let newMeta = Self.box(
            Array("meta".utf8),
            slice(meta.payload.lowerBound..<keys.range.lowerBound) + newKeys + newItems
                + slice(items.range.upperBound..<meta.range.upperBound))
        // One box of metadata in each: with a cover, QuickTime's keys go where Apple has them, after the user data.
        let (inside, behind) = hasCover ? ([], newMeta) : (newMeta, [])
        let whole =
            Self.box(
                Array("udta".utf8),
                boxes + slice(data.payload.lowerBound..<meta.range.lowerBound) + inside
                    + slice(meta.range.upperBound..<data.range.upperBound)) + behind
        return whole.count == data.range.count ? (data.range.lowerBound, whole) : nil
    }

    private static func box(_ type: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type + payload
    }

    private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
}
