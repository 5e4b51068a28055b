import Analysis
import MediaTime

/// Samples lost by the reference. The other recordings then seem to jump backward, which no clock does, so later parts
/// of the reference are shifted instead.
package struct LostSamples {
    struct Place {
        /// On the clock of the reference's file, in seconds, and how much is missing there.
        var time, gap: Double
    }

    private(set) var places: [Place] = []

    /// Two recordings indicate the same loss if their times agree within this: words are about this long, and jumps are
    /// located to one window.
    private static let sameTime = 1.0
    private static let sameGap = 0.02

    /// In a recording that has less on one side of a jump, the jump is not found: 6 s were too few (measured).
    private static let leastFound = 8.0

    /// - Parameter alignments: of all recordings that match the reference. A loss counts if it is not contradicted by
    ///   any of those recording long enough before and after it to show it.
    package init(_ alignments: [Alignment]) {
        var found: [Place] = []
        for place in alignments.flatMap(Self.places(in:)) where !found.contains(where: { Self.isSame($0, place) }) {
            found.append(place)
        }
        places = found.filter { place in alignments.allSatisfy { Self.allows($0, place) } }.sorted { $0.time < $1.time }
    }

    private static func isSame(_ one: Place, _ other: Place) -> Bool {
        abs(one.time - other.time) < sameTime && abs(one.gap - other.gap) < sameGap
    }

    private static func allows(_ alignment: Alignment, _ place: Place) -> Bool {
        let range = alignment.range
        guard alignment.time(at: range.lowerBound) < place.time - leastFound,
            alignment.time(at: range.upperBound) > place.time + leastFound
        else { return true }
        return places(in: alignment).contains { isSame($0, place) }
    }

    private static func places(in alignment: Alignment) -> [Place] {
        zip(alignment.pieces, alignment.pieces.dropFirst()).compactMap { before, after in
            let gap = before.offset - after.offset
            return gap > 0 ? Place(time: before.offset + after.from * (1 + alignment.drift * 1e-6), gap: gap) : nil
        }
    }

    /// The alignment of a recording on the clock that the reference would have without its losses.
    ///
    /// - Returns: `isWhole` is `false` if a loss is contradicted: then only the longest matching stretch is returned.
    package func repaired(_ alignment: Alignment) -> (alignment: Alignment, isWhole: Bool) {
        var result = alignment
        let range = alignment.range
        for index in alignment.pieces.indices {
            let piece = alignment.pieces[index]
            let end = index + 1 < alignment.pieces.count ? alignment.pieces[index + 1].from : range.upperBound
            let middle = (max(piece.from, range.lowerBound) + end) / 2
            let lost = places.filter { $0.time < piece.offset + middle * (1 + alignment.drift * 1e-6) }
            result.pieces[index].offset += lost.reduce(0) { $0 + $1.gap }
        }
        // Two measurements of one loss differ by a small remainder.
        result.pieces = result.pieces.reduce(into: []) { pieces, piece in
            if let last = pieces.last, abs(last.offset - piece.offset) < Self.sameGap { return }
            pieces.append(piece)
        }
        return Self.longestForward(result)
    }

    private static func longestForward(_ alignment: Alignment) -> (alignment: Alignment, isWhole: Bool) {
        var runs: [[Alignment.Piece]] = []
        for piece in alignment.pieces {
            if let last = runs.last?.last, last.offset <= piece.offset {
                runs[runs.count - 1].append(piece)
            } else {
                runs.append([piece])
            }
        }
        guard runs.count > 1 else { return (alignment, true) }
        let range = alignment.range
        let lengths = runs.indices.map { index in
            (index + 1 < runs.count ? runs[index + 1][0].from : range.upperBound)
                - max(runs[index][0].from, range.lowerBound)
        }
        var result = alignment
        result.pieces = runs[lengths.indices.max { lengths[$0] < lengths[$1] }!]
        result.pieces[0].from = 0
        return (result, false)
    }

    /// The reference's own clock with its losses as jumps.
    func clock(over map: TimeMap) -> TimeMap? {
        var (pieces, lost) = (map.pieces, MediaTime.zero)
        guard pieces.count == 1, let rate = pieces.first?.rate else { return nil }
        for place in places {
            lost += MediaTime(measured: place.gap)
            let source = MediaTime(measured: place.time)
            pieces.append(TimeMap.Piece(source: source, target: map.target(at: source) + lost, rate: rate))
        }
        return TimeMap(pieces: pieces)
    }
}

extension TimeMap {
    /// The clock of a recording placed relative to another one, to 0.01 ms and 0.01 ppm, the accuracy of the
    /// measurement.
    ///
    /// - Parameters:
    ///   - reference: of the other recording.
    ///   - alignment: its offsets increase from piece to piece.
    /// - Returns: `nil` for a drift outside `ClockRate`'s range.
    package static func beside(_ reference: TimeMap, _ alignment: Alignment) -> TimeMap? {
        guard let rate = ClockRate(partsPerBillion: Int64((alignment.drift * 100).rounded()) * 10) else { return nil }
        let pieces = alignment.pieces.enumerated().map { index, piece in
            let source = index == 0 ? MediaTime.zero : MediaTime(measured: piece.from)
            let clock = TimeMap(offset: MediaTime(measured: piece.offset), rate: rate)
            return TimeMap.Piece(source: source, target: clock.target(at: source), rate: rate)
        }
        return TimeMap(pieces: pieces)?.followed(by: reference)
    }
}

extension MediaTime {
    /// Measured seconds, to 0.01 ms.
    init(measured seconds: Double) { self = .milliseconds(1) * Int64((seconds * 100_000).rounded()) / 100 }
}
