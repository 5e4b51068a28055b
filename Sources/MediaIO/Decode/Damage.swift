import MediaTime

/// The damage to the data of one file, counted while reading it.
///
/// Places are times on the clock of the file, so damage met twice (after seeking back, or by two workers) counts
/// once.
package struct Damage: Hashable, Codable, Sendable {
    /// When pictures that could not be decoded without loss should have been shown.
    private var pictures: Places = Places()
    /// When sound is missing.
    private var sounds: Places = Places()
    package var isTruncated = false

    package init() {}

    package var isEmpty: Bool { pictureCount == 0 && audioCount == 0 && !isTruncated }
    /// Pictures that are lost or shown with concealed errors.
    package var pictureCount: Int { pictures.count }
    /// Packets of sound that are lost.
    package var audioCount: Int { sounds.count }
    /// When the damaged pictures should have been shown, on the clock of the file; the first 65 536 of them.
    package var pictureTimes: [MediaTime] { pictures.times.sorted() }
    /// When sound is missing, on the clock of the file; the first 65 536 places.
    package var audioTimes: [MediaTime] { sounds.times.sorted() }

    mutating func notePicture(at time: MediaTime?) { pictures.note(time) }

    /// Counts a packet of sound that is lost.
    ///
    /// - Parameter time: on the clock of the file; `nil` if it is not known.
    package mutating func noteAudio(at time: MediaTime?) { sounds.note(time) }

    /// Adds the damage that another reader of the same file met.
    package mutating func merge(_ other: Damage) {
        pictures.merge(other.pictures)
        sounds.merge(other.sounds)
        isTruncated = isTruncated || other.isTruncated
    }

    /// The damage since `earlier`, an earlier count of the same file.
    package func since(_ earlier: Damage) -> Damage {
        var later = self
        later.pictures.subtract(earlier.pictures)
        later.sounds.subtract(earlier.sounds)
        later.isTruncated = isTruncated && !earlier.isTruncated
        return later
    }

    private struct Places: Hashable, Codable {
        var times: Set<MediaTime> = []
        /// The number of those whose time is not known, or that are too many to remember.
        var further = 0

        init() {}

        /// Notes also come from other machines: impossible values are rejected.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            times = try container.decode(Set<MediaTime>.self, forKey: .times)
            further = try container.decode(Int.self, forKey: .further)
            guard (0...1 << 32).contains(further), times.count <= Self.remembered,
                times.allSatisfy({ $0.magnitude <= .century })
            else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "damage that no file has"))
            }
        }

        /// A file that is damaged throughout must not fill the memory.
        static let remembered = 1 << 16

        var count: Int { times.count + further }

        mutating func note(_ time: MediaTime?) {
            guard let time, times.count < Self.remembered || times.contains(time) else {
                further += 1
                return
            }
            times.insert(time)
        }

        mutating func subtract(_ other: Places) {
            times.subtract(other.times)
            further -= other.further
        }

        mutating func merge(_ other: Places) {
            for time in other.times { note(time) }
            further += other.further
        }
    }
}

extension Damage: CustomStringConvertible {
    /// "3 damaged pictures (at 0:01.200, 0:03.000), cut off at the end"
    package var description: String {
        var parts: [String] = []
        if pictureCount > 0 { parts.append(Self.counted(pictureCount, "damaged picture", pictureTimes)) }
        if audioCount > 0 { parts.append(Self.counted(audioCount, "gap", audioTimes) + " in the sound") }
        if isTruncated { parts.append("cut off at the end") }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ what: String, _ times: [MediaTime]) -> String {
        let places = times.prefix(3).map(\.clockDescription).joined(separator: ", ")
        let more = times.count > 3 ? ", …" : ""
        return "\(count) \(what)\(count == 1 ? "" : "s")\(places.isEmpty ? "" : " (at \(places)\(more))")"
    }
}
