import Audio
import MediaIO
import Planning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Notes on a finished part, kept with it, so that a film assembled from parts rendered earlier or elsewhere reports
/// them too.
struct PartNotes: Hashable {
    /// The damage in each take's data that went into it.
    private(set) var damage: [Int: Damage]
    /// The loudness of the encoded sound; `nil` for pictures.
    private(set) var loudness: Loudness?

    init(_ damage: [Int: Damage] = [:], loudness: Loudness? = nil) {
        self.damage = damage.filter { !$0.value.isEmpty }
        self.loudness = loudness
    }

    private struct Document: Codable {
        var damage: [Int: Damage]?
        var loudness: Loudness?
    }

    /// JSON; empty if there is nothing to note.
    var bytes: [UInt8] {
        get throws {
            guard !damage.isEmpty || loudness != nil else { return [] }
            let encoder = JSONEncoder()
            // Equal notes must give equal bytes.
            encoder.outputFormatting = .sortedKeys
            return Array(try encoder.encode(Document(damage: damage.isEmpty ? nil : damage, loudness: loudness)))
        }
    }

    /// Reads what `bytes` wrote; `nil` if unreadable.
    init?(_ bytes: [UInt8], takes: Int) {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            (document.damage ?? [:]).keys.allSatisfy((0..<takes).contains)
        else { return nil }
        self.init(document.damage ?? [:], loudness: document.loudness)
    }

    /// Reads the notes of a finished part.
    ///
    /// - Throws: `MediaError.unusablePart`.
    init(of part: PacketFileSlice, takes: Int) throws {
        guard let notes = PartNotes(try PacketFileReader(part).readNotes(), takes: takes) else {
            throw MediaError.unusablePart(path: part.path, reason: "has notes that cannot be read")
        }
        self = notes
    }

    /// Adds the notes of another part.
    mutating func add(_ other: PartNotes) {
        for (take, damage) in other.damage { self.damage[take, default: Damage()].merge(damage) }
        loudness = loudness ?? other.loudness
    }
}
