import MediaTime

/// What was wrong with the data of one file, counted while reading it.
public struct Damage: Sendable {
    /// Packets or frames that could not be decoded without loss.
    public private(set) var count = 0
    /// When the first few of them should have been shown, on the clock of the file.
    public private(set) var times: [MediaTime] = []
    /// The file ends in the middle.
    public var isTruncated = false

    /// Enough to find the place; a file that is damaged throughout must not fill the memory.
    private static let remembered = 16

    public init() {}

    public var isEmpty: Bool { count == 0 && !isTruncated }

    mutating func note(at time: MediaTime?) {
        count += 1
        if let time, times.count < Self.remembered { times.append(time) }
    }

    public mutating func merge(_ other: Damage) {
        count += other.count
        times = Array((times + other.times).prefix(Self.remembered))
        isTruncated = isTruncated || other.isTruncated
    }
}

extension Damage: CustomStringConvertible {
    /// "3 damaged pictures (at 0:01.200, 0:03.000), cut off at the end"
    public var description: String {
        var parts: [String] = []
        if count > 0 {
            let places = times.prefix(3).map(\.clockDescription).joined(separator: ", ")
            let more = times.count > 3 ? ", …" : ""
            parts.append(
                "\(count) damaged picture\(count == 1 ? "" : "s")\(places.isEmpty ? "" : " (at \(places)\(more))")")
        }
        if isTruncated { parts.append("cut off at the end") }
        return parts.joined(separator: ", ")
    }
}
