import Audio
import MediaIO
import Planning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is known of a finished part, as it is kept with it: a film that is put together from what others rendered, or
/// from what was kept, tells of it, too.
struct PartNotes: Hashable {
    /// What was wrong with the data of each take that went into it.
    private(set) var damage: [Int: Damage]
    /// Of the sound as it was encoded; `nil` of pictures.
    private(set) var loudness: Loudness?

    init(_ damage: [Int: Damage] = [:], loudness: Loudness? = nil) {
        self.damage = damage.filter { !$0.value.isEmpty }
        self.loudness = loudness
    }

    private struct Document: Codable {
        var damage: [Int: Damage]?
        var loudness: Loudness?
    }

    /// JSON; nothing where there is nothing to say.
    var bytes: [UInt8] {
        get throws {
            guard !damage.isEmpty || loudness != nil else { return [] }
            let encoder = JSONEncoder()
            // Equal notes are equal bytes.
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(Document(damage: damage.isEmpty ? nil : damage, loudness: loudness)))
        }
    }

    /// Reads what `bytes` has written; `nil` where it cannot be read.
    init?(_ bytes: [UInt8], takes: Int) {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            (document.damage ?? [:]).keys.allSatisfy((0..<takes).contains)
        else { return nil }
        self.init(document.damage ?? [:], loudness: document.loudness)
    }

    /// Reads what was noted with a finished part.
    ///
    /// - Throws: `MediaError.unusablePart`.
    init(of part: PacketFileSlice, takes: Int) throws {
        guard let notes = PartNotes(try PacketFileReader(part).readNotes(), takes: takes) else {
            throw MediaError.unusablePart(path: part.path, reason: "has notes that cannot be read")
        }
        self = notes
    }

    /// Adds what was noted with another part.
    mutating func add(_ other: PartNotes) {
        for (take, damage) in other.damage { self.damage[take, default: Damage()].merge(damage) }
        loudness = loudness ?? other.loudness
    }
}
