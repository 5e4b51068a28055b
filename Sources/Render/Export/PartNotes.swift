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
    /// The damage in each file's data that went into it.
    private(set) var damage: [SourceID: Damage]
    /// The loudness of the encoded sound; `nil` for pictures.
    private(set) var loudness: Loudness?

    init(_ damage: [SourceID: Damage] = [:], loudness: Loudness? = nil) {
        self.damage = damage.filter { !$0.value.isEmpty }
        self.loudness = loudness
    }

    private struct Document: Codable {
        struct Damaged: Codable {
            var input: SourceID
            var damage: Damage
        }
        var damage: [Damaged]?
        var loudness: Loudness?
    }

    /// JSON; empty if there is nothing to note.
    var bytes: [UInt8] {
        get throws {
            guard !damage.isEmpty || loudness != nil else { return [] }
            let encoder = JSONEncoder()
            // Equal notes must give equal bytes.
            encoder.outputFormatting = .sortedKeys
            let damage = damage.sorted { $0.key < $1.key }.map { Document.Damaged(input: $0.key, damage: $0.value) }
            return Array(try encoder.encode(Document(damage: damage.isEmpty ? nil : damage, loudness: loudness)))
        }
    }

    /// Reads what `bytes` wrote; `nil` if unreadable.
    init?(_ bytes: [UInt8], of inputs: [SourceID]) {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            (document.damage ?? []).allSatisfy({ inputs.contains($0.input) })
        else { return nil }
        let damage = (document.damage ?? []).map { ($0.input, $0.damage) }
        self.init(Dictionary(damage) { first, _ in first }, loudness: document.loudness)
    }

    /// Reads the notes of a finished part.
    ///
    /// - Throws: `MediaError.unusablePart`.
    init(of part: PacketFileSlice, _ inputs: [SourceID]) throws {
        guard let notes = PartNotes(try PacketFileReader(part).readNotes(), of: inputs) else {
            throw MediaError.unusablePart(path: part.path, reason: "has notes that cannot be read")
        }
        self = notes
    }

    /// Adds the notes of another part.
    mutating func add(_ other: PartNotes) {
        for (input, damage) in other.damage { self.damage[input, default: Damage()].merge(damage) }
        loudness = loudness ?? other.loudness
    }
}
