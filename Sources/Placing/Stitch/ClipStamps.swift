import MediaIO
import MediaTime

/// When each clip began by the time stamps of its file, and how the stamps are interpreted.
struct ClipStamps {
    /// Wall-clock time, in seconds since 1970; `nil` if unknown.
    let starts: [Double?]
    /// The source of `starts`; `nil` if no clip has a stamp.
    let reading: StampReading?

    /// A clip's own metadata, before its meaning is known.
    struct Statement {
        /// Whole seconds since 1970.
        var creation: Double?
        /// From the file name.
        var name: Double?
        /// The moment that the device writes as creation time; `nil` if unknown.
        var writes: StampReading.Moment?
        /// Seconds from the file's time zero to the end of its pictures.
        var length: Double

        init(_ info: MediaInfo, length: Double) {
            creation = info.creationTime.map(\.approximateSeconds)
            name = FileNameTime.time(inFileName: info.path).map(\.approximateSeconds)
            self.length = length
            if info.metadata["com.android.version"] != nil {
                // Android's MPEG4Writer writes the header, including the time, when the recording ends.
                writes = .end
            } else if info.metadata["com.apple.quicktime.creationdate"] != nil {
                writes = .start
            }
        }

        init(creation: Double?, name: Double? = nil, writes: StampReading.Moment? = nil, length: Double) {
            (self.creation, self.name, self.writes, self.length) = (creation, name, writes, length)
        }
    }

    /// - Parameter places: the places of clips on one clock by sound, in seconds: the best evidence for what the stamps
    ///   mean.
    init(_ clips: [Statement], places: [Double?] = []) {
        // The two kinds are in different time zones, so only one is used for all: the one that most clips have.
        let dated = clips.indices.filter { clips[$0].creation != nil }
        let named = clips.indices.filter { clips[$0].name != nil }
        if !dated.isEmpty, dated.count >= named.count {
            let known = dated.map { places.indices.contains($0) ? places[$0] : nil }
            let (moment, why) = Self.moment(dated.map { clips[$0] }, known)
            reading = StampReading(source: .creationTime, moment: moment, why: why)
            starts = clips.map { clip in
                clip.creation.map { (clip.writes ?? moment) == .end ? $0 - clip.length : $0 }
            }
        } else {
            reading = named.isEmpty ? nil : StampReading(source: .name, moment: .start, why: .assumed)
            starts = clips.map(\.name)
        }
    }

    /// Whether creation times mark the start or the end, by the best evidence available; all clips have one.
    private static func moment(
        _ clips: [Statement], _ places: [Double?]
    ) -> (StampReading.Moment, StampReading.Witness) {
        if let known = clips.first?.writes, clips.allSatisfy({ $0.writes == known }) { return (known, .device) }
        let open = clips.indices.filter { clips[$0].writes == nil }
        return bySound(clips, places, open) ?? byNames(open.map { clips[$0] }) ?? byGaps(clips) ?? (.start, .assumed)
    }

    /// Correct stamps differ from the clips' places by one constant, apart from rounding to whole seconds.
    private static func bySound(
        _ clips: [Statement], _ places: [Double?], _ open: [Int]
    ) -> (StampReading.Moment, StampReading.Witness)? {
        let placed = open.filter { places.indices.contains($0) && places[$0] != nil }
        guard placed.count >= 2 else { return nil }
        let spread = { (shift: (Int) -> Double) in
            let rests = placed.map { clips[$0].creation! - places[$0]! - shift($0) }
            return rests.max()! - rests.min()!
        }
        let (start, end) = (spread { _ in 0 }, spread { clips[$0].length })
        // Rounding to whole seconds spreads either by up to one.
        guard abs(start - end) > 1 else { return nil }
        return (start < end ? .start : .end, .sound)
    }

    /// File names carry the start time in some time zone: zones differ by multiples of a quarter of an hour.
    private static func byNames(_ clips: [Statement]) -> (StampReading.Moment, StampReading.Witness)? {
        guard !clips.isEmpty, clips.allSatisfy({ $0.name != nil }) else { return nil }
        let zone = 900.0
        // Clips as short as the stamps' rounding are inconclusive.
        let telling = clips.filter { (2...zone / 2).contains($0.length) }
        let votes = telling.map { clip -> StampReading.Moment? in
            let apart = clip.creation! - clip.name!
            let rest = { (value: Double) in abs(value - (value / zone).rounded() * zone) }
            // Twice the rounding.
            if rest(apart) <= 1 { return .start }
            return rest(apart - clip.length) <= 2 ? .end : nil
        }
        guard let first = votes.first, let moment = first, votes.allSatisfy({ $0 == moment }) else { return nil }
        return (moment, .names)
    }

    /// If stamps are interpreted wrongly, they make clips overlap that did not.
    private static func byGaps(_ clips: [Statement]) -> (StampReading.Moment, StampReading.Witness)? {
        let order = clips.sorted { $0.creation! < $1.creation! }
        let overlap = { (length: (Statement, Statement) -> Double) in
            zip(order, order.dropFirst()).reduce(0.0) { sum, pair in
                // A second of overlap may be rounding.
                sum + max(0, length(pair.0, pair.1) - (pair.1.creation! - pair.0.creation!) - 1)
            }
        }
        let (start, end) = (overlap { one, _ in one.length }, overlap { _, next in next.length })
        guard abs(start - end) > 0.5 else { return nil }
        return (start < end ? .start : .end, .gaps)
    }
}

/// How the time stamps of a stitch's clips were interpreted.
package struct StampReading: Hashable, Sendable {
    /// Which kind of stamp was used. The kinds are in different time zones, so all clips use the same one.
    package enum Source: String, Hashable, Sendable {
        /// `creation_time` of the files.
        case creationTime = "creation time"
        /// The date and time in their names.
        case name = "name"
    }

    /// The moment of a recording that a stamp marks.
    package enum Moment: String, Hashable, Sendable {
        /// When recording began, or when it stopped and the file was closed.
        case start, end
    }

    /// The evidence for the moment.
    package enum Witness: String, Hashable, Sendable {
        /// The device named in the files.
        case device
        /// Clips placed exactly by sound.
        case sound
        /// The times in the files' names.
        case names
        /// With the other interpretation, consecutive clips would overlap.
        case gaps
        /// None; most devices write the start.
        case assumed
    }

    /// The kind that most clips have.
    package var source: Source
    /// What stamps mark, except in files whose device is known to write the other.
    package var moment: Moment
    package var why: Witness

    /// The uncertainty in seconds of a gap computed from stamps: they are whole seconds.
    package static let doubt = 1.0
}
