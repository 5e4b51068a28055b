import Analysis
import MediaTime

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
