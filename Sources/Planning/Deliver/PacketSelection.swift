import MediaIO
import MediaTime

/// The packets of a stream needed for a piece of it that begins and ends with given pictures.
package struct PacketSelection: Sendable {
    /// The index entry that is shown first.
    package let first: Int
    /// In decode order, from a point where a decoder can start.
    package let packets: Range<Int>
    /// Pictures that are shown.
    let pictureCount: Int
    /// How long they are shown: as requested, or slightly less if a picture kept only for reference would become
    /// visible.
    package let shownDuration: MediaTime

    /// - Parameters:
    ///   - start: on the clock of the file.
    ///   - frame: the nominal frame duration.
    ///   - tolerance: for the first picture, see `FrameReader`.
    init(
        _ index: GOPIndex, from start: MediaTime, for duration: MediaTime, frame: MediaTime, tolerance: MediaTime
    ) throws(CutError.Reason) {
        let shown = index.entries.indices.filter { index.entries[$0].isShown }
        let byTime = { (a: Int, b: Int) in index.entries[a].presentation < index.entries[b].presentation }
        let before = shown.filter { index.time(of: $0) < start + tolerance }
        guard let first = before.max(by: byTime) ?? shown.min(by: byTime) else { throw .noBeginning }
        let begins = index.entries[first].presentation
        guard let entry = index.entries[...first].lastIndex(where: { $0.canStart && $0.presentation <= begins }) else {
            throw .noBeginning
        }
        // A picture visible for less than a quarter of a frame goes unnoticed: timestamps jitter by as much.
        let end = index.time(of: first) + duration - frame / 4
        let isIn = { (entry: Int) in
            index.entries[entry].presentation >= begins && index.time(of: entry) < end
        }
        packets = entry..<(shown.last(where: isIn) ?? first) + 1
        let inside = packets.filter(isIn)
        guard inside.allSatisfy({ index.entries[$0].isShown }) else { throw .editLists }
        let intruder = packets.lazy.filter { !isIn($0) }.map { index.entries[$0].presentation }.filter { $0 >= begins }
        shownDuration = intruder.min().map { min(duration, MediaTime($0 - begins, in: index.timeBase)) } ?? duration
        pictureCount = inside.count
        self.first = first
    }
}
