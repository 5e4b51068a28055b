import Analysis
import MediaIO
import MediaTime
import Timeline

extension Recording {
    /// Places every take, and every file without a picture, beside the first take, by sound. What the user placed stays
    /// there, and what does not match stays where it was, and is said.
    ///
    /// - Parameter isPlaced: of each take, and then of each file without a picture; those that match are placed from then
    ///   on.
    /// - Throws: `MediaError`.
    static func align(
        _ takes: inout [Take], _ sounds: inout [AudioSource], _ isPlaced: inout [Bool], _ notes: inout [Diagnostic]
    ) throws {
        let found = try SoundSync(takes.map(\.path) + sounds.map(\.path))
        let reference = takes[0].clock
        let angles = takes.map(\.angle) + sounds.map(\.angle)
        for (index, file) in found.files.enumerated().dropFirst() where !isPlaced[index] {
            let (angle, path) = (angles[index], file.path)
            guard let alignment = file.alignment, alignment.verdict == .matched,
                let (clock, isWhole) = TimeMap.beside(reference, alignment)
            else {
                notes.append(.notSynced(path: path, angle, NoSync(file, beside: found.reference)))
                continue
            }
            if index < takes.count {
                takes[index].clock = clock
            } else {
                sounds[index - takes.count].clock = clock
            }
            isPlaced[index] = true
            notes.append(
                .synced(
                    path: path, angle, offset: clock.pieces[0].target - reference.pieces[0].target,
                    drift: clock.pieces[0].rate, jumps: clock.pieces.count - 1, isWhole: isWhole))
        }
    }
}

extension NoSync {
    init(_ file: SoundSync.File, beside reference: SoundSync.File) {
        self =
            file.alignment == nil
            ? .noSound(path: reference.sound == nil ? reference.path : file.path)
            : file.alignment?.verdict == .ambiguous ? .ambiguous : .unmatched
    }
}

extension TimeMap {
    /// The clock of a recording that lies beside another one, to 0.01 ms and 0.01 ppm: less is not known.
    ///
    /// Where the *other* recording lost samples, this one's times would have to run back, which no map can say; it then
    /// ends with what comes before, and `isWhole` is false.
    ///
    /// - Returns: `nil` for a drift beyond `ClockRate`'s.
    static func beside(_ reference: TimeMap, _ alignment: Alignment) -> (map: TimeMap, isWhole: Bool)? {
        guard let rate = ClockRate(partsPerBillion: Int64((alignment.drift * 100).rounded()) * 10) else { return nil }
        let time = { (seconds: Double) in MediaTime.milliseconds(1) * Int64((seconds * 100_000).rounded()) / 100 }
        var pieces: [TimeMap.Piece] = []
        for piece in alignment.pieces {
            let source = pieces.isEmpty ? MediaTime.zero : time(piece.from)
            let target = reference.target(
                at: TimeMap(offset: time(piece.offset), rate: rate).target(at: source))
            guard TimeMap(pieces: pieces + [TimeMap.Piece(source: source, target: target, rate: rate)]) != nil else {
                break
            }
            pieces.append(TimeMap.Piece(source: source, target: target, rate: rate))
        }
        return TimeMap(pieces: pieces).map { ($0, pieces.count == alignment.pieces.count) }
    }
}
