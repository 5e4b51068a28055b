import Planning
import MediaIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What was wrong with the data of each take that went into a finished part, as it is kept with that part: a film that is
/// put together from what others rendered, or from what was kept, tells of it, too.
struct DamageNotes {
    private(set) var damage: [Int: Damage]

    init(_ damage: [Int: Damage] = [:]) { self.damage = damage.filter { !$0.value.isEmpty } }

    /// JSON; nothing for undamaged data.
    var bytes: [UInt8] {
        get throws { damage.isEmpty ? [] : Array(try JSONEncoder().encode(damage)) }
    }

    /// Reads what `bytes` has written; `nil` where it cannot be read.
    init?(_ bytes: [UInt8], takes: Int) {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let damage = try? JSONDecoder().decode([Int: Damage].self, from: Data(bytes)),
            damage.keys.allSatisfy((0..<takes).contains)
        else { return nil }
        self.damage = damage
    }

    /// Reads what was noted with a finished part.
    ///
    /// - Throws: `MediaError.unusablePart`.
    init(of part: PacketFileSlice, takes: Int) throws {
        guard let notes = DamageNotes(try PacketFileReader(part).readNotes(), takes: takes) else {
            throw MediaError.unusablePart(path: part.path, reason: "has notes that cannot be read")
        }
        self = notes
    }

    /// Adds what was noted with another part.
    mutating func add(_ other: DamageNotes) {
        for (take, damage) in other.damage { self.damage[take, default: Damage()].merge(damage) }
    }
}
