/// A source of sound, by its place in the recording: among the takes, or among the files without a picture, both from 0.
package enum SourceID: Hashable, Sendable {
    case take(Int)
    case sound(Int)

    /// The take's index; `nil` for a file without a picture.
    package var take: Int? { if case .take(let index) = self { index } else { nil } }
    /// The index of a file without a picture; `nil` for a take.
    package var sound: Int? { if case .sound(let index) = self { index } else { nil } }
}

extension SourceID: Comparable {
    /// Takes come first.
    package static func < (one: SourceID, other: SourceID) -> Bool {
        switch (one, other) {
        case (.take(let one), .take(let other)), (.sound(let one), .sound(let other)): one < other
        case (.take, .sound): true
        case (.sound, .take): false
        }
    }
}

extension SourceID: Codable, CustomStringConvertible {
    /// "take 0", "sound 1".
    package var description: String {
        switch self {
        case .take(let index): "take \(index)"
        case .sound(let index): "sound \(index)"
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let words = try container.decode(String.self).split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count == 2 ? Int(words[1]) : nil) {
        case ("take", let index?): self = .take(index)
        case ("sound", let index?): self = .sound(index)
        default: throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a take or a sound")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The sound of a film: tracks, each with a position and a gain. Mixing does not depend on cameras.
package struct Mix: Hashable, Sendable {
    /// A stretch of one source in the film.
    package struct Track: Hashable, Sendable {
        package var source: SourceID
        /// Film positions at which the source is heard.
        package var range: Range<Int64>
        /// Added to a film position to get the source position.
        package var offset: Int64
        /// By sample position in the film.
        package var gain: GainEnvelope
        /// Further gains that span tracks: fades of the whole, lowering under a voice, shares of a mix.
        package var courses: [GainEnvelope]
        /// Lowered by `Mix.ducking` while someone speaks in the other tracks.
        package var givesWay: Bool

        package init(
            source: SourceID, range: Range<Int64>, offset: Int64, gain: GainEnvelope, courses: [GainEnvelope] = [],
            givesWay: Bool = false
        ) {
            self.courses = courses
            self.givesWay = givesWay
            self.source = source
            self.range = range
            self.offset = offset
            self.gain = gain
        }
    }

    /// Added up in this order. `buffer` names them by their index.
    package var tracks: [Track]
    /// Length of the film in samples.
    package var frameCount: Int64
    /// How tracks that give way are ducked.
    package var ducking: Ducking?
    /// The gain of the sum; `nil` for 1.
    package var course: GainEnvelope?

    /// A mix without ducking, whose sum has gain 1.
    package init(tracks: [Track], frameCount: Int64) {
        self.tracks = tracks
        self.frameCount = frameCount
    }

    /// The largest sum of the tracks' gains at any sample: the peak if all of them were at full scale.
    ///
    /// - Parameter takesTurns: tracks that cross-fade and never sound together; only the loudest of them counts.
    package func highestGain(where takesTurns: (Track) -> Bool = { _ in false }) -> Float {
        // Between two points a sum of gains is highest near one of them, or in the middle of a cross-fade.
        var places: Set<Int64> = []
        for track in tracks {
            places.insert(track.range.lowerBound)
            for envelope in [track.gain] + track.courses {
                let positions = envelope.points.map(\.position)
                places.formUnion(positions)
                for (one, next) in zip(positions, positions.dropFirst()) { places.insert(one + (next - one) / 2) }
            }
        }
        var waiting = tracks.sorted { $0.range.lowerBound > $1.range.lowerBound }
        var (heard, highest): ([Track], Float) = ([], 0)
        for place in places.sorted() {
            while let next = waiting.last, next.range.lowerBound <= place { heard.append(waiting.removeLast()) }
            heard.removeAll { $0.range.upperBound <= place }
            let gain = { (track: Track) in track.courses.reduce(track.gain.gain(at: place)) { $0 * $1.gain(at: place) }
            }
            // Two tracks of one source cross-fade.
            let together = Dictionary(grouping: heard.filter { !takesTurns($0) }, by: \.source).values
                .reduce(Float(0)) { $0 + $1.map(gain).max()! }
            highest = max(highest, together + (heard.filter(takesTurns).map(gain).max() ?? 0))
        }
        return highest
    }

    /// Mixes `count` samples of the film from `start`.
    ///
    /// - Parameters:
    ///   - isHeard: which tracks are added.
    ///   - read: returns samples of a track, by its index, from a position in its source.
    package func buffer(
        from start: Int64, count: Int, where isHeard: (Track) -> Bool = { _ in true },
        read: (Int, Int64, Int) throws -> AudioBuffer
    ) rethrows -> AudioBuffer {
        var sum = AudioBuffer(frameCount: count)
        for (index, track) in tracks.enumerated() where isHeard(track) {
            let heard = track.range.clamped(to: start..<start + Int64(count))
            guard !heard.isEmpty else { continue }
            let gain = track.gain.constantGain(in: heard)
            guard gain != 0 else { continue }
            var part = try read(index, heard.lowerBound + track.offset, heard.count)
            if gain != 1 { part.apply { gain ?? track.gain.gain(at: heard.lowerBound + Int64($0)) } }
            for course in track.courses {
                let constant = course.constantGain(in: heard)
                guard constant != 1 else { continue }
                part.apply { constant ?? course.gain(at: heard.lowerBound + Int64($0)) }
            }
            sum.add(part, at: Int(heard.lowerBound - start))
        }
        return sum
    }
}
