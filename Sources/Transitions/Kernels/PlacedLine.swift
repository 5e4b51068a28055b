import CRows

/// For each sample of a row where along one axis of a source it lies: which sample, how far toward the next,
/// and how much of it is still inside the picture.
final class PlacedLine {
    private let set: rows_set
    let indices: Scratch<Int32>
    let weights: Scratch<Int16>
    let insides: Scratch<Int16>
    private let bases: Scratch<Int32>
    private let offsets: Scratch<UInt8>
    private let windows: Scratch<UInt8>

    /// What vectors write beyond the last sample.
    static let spare = 32
    static func rounded(_ count: Int) -> Int { (count + spare - 1) / spare * spare }

    init(width: Int, set: rows_set = rowSet) {
        self.set = set
        indices = Scratch(count: width + 2 * Self.spare, filledWith: 0)
        weights = Scratch(count: width + 2 * Self.spare, filledWith: 0)
        insides = Scratch(count: width + 2 * Self.spare, filledWith: 0)
        bases = Scratch(count: width / 4 + Self.spare, filledWith: 0)
        offsets = Scratch(count: 4 * (width + 2 * Self.spare), filledWith: 0)
        windows = Scratch(count: width / Self.spare + 2, filledWith: 0)
    }

    /// - Parameter count: how many samples the source has; a position half a sample outside is half inside.
    func place(_ positions: UnsafePointer<Float>, _ columns: Range<Int>, sourceCount count: Int) {
        rows_place(
            positions + columns.lowerBound, Float(count - 1), Float(max(0, count - 2)),
            indices.base + columns.lowerBound,
            weights.base + columns.lowerBound, insides.base + columns.lowerBound, columns.count)
    }

    /// Places what vectors look at beyond the last column: there, too.
    func repeatLast(of columns: Range<Int>) {
        let last = columns.upperBound - 1
        (indices.base + last).update(repeating: indices.base[last], count: Self.spare)
        (weights.base + last).update(repeating: weights.base[last], count: Self.spare)
    }

    /// How to stretch rows of `width` samples to `columns`, which have been placed, rise, and are not the last ones
    /// unless those have been repeated.
    func map<Sample: RowSample>(_ columns: Range<Int>, width: Int, as type: Sample.Type) -> rows_map {
        let first = columns.lowerBound
        let count = Self.rounded(columns.count)
        Sample.map(set, indices.base + first, width, count, bases.base, offsets.base, windows.base)
        return rows_map(
            indices: indices.base + first, weights: weights.base + first, bases: bases.base, offsets: offsets.base,
            windows: windows.base, count: count, set: set)
    }
}

/// The best instruction set of this machine.
let rowSet = rows_best_set()
