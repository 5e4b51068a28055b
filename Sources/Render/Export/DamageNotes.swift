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

    /// Adds what was noted with a part.
    mutating func add(_ slice: PacketFileSlice) throws {
        let notes = try PacketFileReader(slice).notes(slice)
        guard !notes.isEmpty else { return }
        for (take, damage) in try JSONDecoder().decode([Int: Damage].self, from: Data(notes)) {
            self.damage[take, default: Damage()].merge(damage)
        }
    }
}
