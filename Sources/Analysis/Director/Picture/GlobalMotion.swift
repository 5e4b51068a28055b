/// How far the whole picture moved between two pictures, and how much changed apart from that.
///
/// The sums of columns and of rows are each matched with those of the other picture (projection matching).
struct GlobalMotion {
    /// Cells to the right and down.
    private(set) var x = 0
    private(set) var y = 0
    /// The mean difference of the cells in both pictures, in hundredths of a code value: without and with compensation of
    /// the motion.
    let still, moved: Int

    /// The search range in cells: a sixth of the width.
    private static let reach = 16

    init(from one: LumaGrid, to other: LumaGrid) {
        still = Self.difference(one, other, 0, 0)
        let x = Self.shift(one.profile(isOfColumns: true), other.profile(isOfColumns: true))
        let y = Self.shift(one.profile(isOfColumns: false), other.profile(isOfColumns: false))
        let moved = x == 0 && y == 0 ? still : Self.difference(one, other, x, y)
        // Somebody who moves in front of a still camera also shifts the sums, but the shift explains little.
        guard moved * 100 < still * Self.explained else {
            self.moved = still
            return
        }
        (self.x, self.y, self.moved) = (x, y, moved)
    }

    /// Compensation of camera motion leaves less than this percentage of the difference.
    private static let explained = 60

    /// The shift at which two profiles match best; of several, the smallest.
    private static func shift(_ one: [Int], _ other: [Int]) -> Int {
        var best = (shift: 0, difference: Int.max)
        for shift in (-reach...reach).sorted(by: { abs($0) < abs($1) }) {
            let places = max(0, -shift)..<min(one.count, one.count - shift)
            var sum = 0
            for n in places { sum += abs(one[n] - other[n + shift]) }
            let difference = sum * 100 / places.count
            if difference < best.difference { best = (shift, difference) }
        }
        return best.shift
    }

    private static func difference(_ one: LumaGrid, _ other: LumaGrid, _ x: Int, _ y: Int) -> Int {
        let columns = max(0, -x)..<min(LumaGrid.columns, LumaGrid.columns - x)
        let rows = max(0, -y)..<min(LumaGrid.rows, LumaGrid.rows - y)
        var sum = 0
        one.means.withUnsafeBufferPointer { one in
            other.means.withUnsafeBufferPointer { other in
                for row in rows {
                    let (from, to) = (row * LumaGrid.columns, (row + y) * LumaGrid.columns + x)
                    for n in columns { sum += abs(Int(one[from + n]) - Int(other[to + n])) }
                }
            }
        }
        return sum * 100 / (columns.count * rows.count)
    }
}

extension LumaGrid {
    /// The sum of each column, or of each row.
    fileprivate func profile(isOfColumns: Bool) -> [Int] {
        var sums = [Int](repeating: 0, count: isOfColumns ? Self.columns : Self.rows)
        means.withUnsafeBufferPointer { means in
            for y in 0..<Self.rows {
                for x in 0..<Self.columns { sums[isOfColumns ? x : y] += Int(means[y * Self.columns + x]) }
            }
        }
        return sums
    }
}
