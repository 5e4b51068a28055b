/// The luma of a picture in a grid of cells, 8 bits deep.
package struct LumaGrid: Hashable, Sendable {
    static let (columns, rows) = (96, 54)
    /// The mean of each cell, row by row.
    let means: [UInt8]
    /// A single sample of each cell: unlike means, it shows the noise of the sensor.
    let samples: [UInt8]
    /// Whether the picture is a strong blue, which is bright although its luma is low.
    package var isBlue = false

    /// Rows read per cell: enough for its mean.
    private static let rowsRead = 4

    /// - Parameters:
    ///   - width: samples in each row, at least one; `height` rows.
    ///   - row: the samples of a row, valid until it is called again.
    package init(width: Int, height: Int, row: (Int) -> UnsafePointer<UInt8>) {
        var (means, samples): ([UInt8], [UInt8]) = ([], [])
        let starts = (0...Self.columns).map { $0 * width / Self.columns }
        for y in 0..<Self.rows {
            let first = y * height / Self.rows
            let end = max(first + 1, (y + 1) * height / Self.rows)
            let lines = stride(from: first, to: end, by: max(1, (end - first) / Self.rowsRead))
            var sums = [Int](repeating: 0, count: Self.columns)
            for line in lines { Self.add(row(line), starts, to: &sums) }
            let count = lines.reduce(0) { count, _ in count + 1 }
            let values = row(first)
            for x in 0..<Self.columns {
                means.append(UInt8(sums[x] / (count * max(1, starts[x + 1] - starts[x]))))
                samples.append(values[starts[x]])
            }
        }
        (self.means, self.samples) = (means, samples)
    }

    private static func add(_ row: UnsafePointer<UInt8>, _ starts: [Int], to sums: inout [Int]) {
        for x in 0..<columns {
            var sum: UInt32 = 0
            // In a picture smaller than the grid, a sample belongs to several cells.
            for n in starts[x]..<max(starts[x] + 1, starts[x + 1]) { sum &+= UInt32(row[n]) }
            sums[x] += Int(sum)
        }
    }
}

extension LumaGrid {
    /// Whether the picture has no detail: no cell differs from its neighbors by more than a soft shade.
    var isFlat: Bool {
        means.withUnsafeBufferPointer { means in
            for y in 0..<Self.rows {
                for n in y * Self.columns..<(y + 1) * Self.columns {
                    let value = Int(means[n])
                    if (n + 1) % Self.columns > 0, abs(Int(means[n + 1]) - value) > Self.shade { return false }
                    if y + 1 < Self.rows, abs(Int(means[n + Self.columns]) - value) > Self.shade { return false }
                }
            }
            return true
        }
    }

    /// The mean of all cells.
    var level: Int { means.reduce(0) { $0 + Int($1) } / means.count }

    /// Whether the picture repeats another, apart from coding: samples differ by at most `most` code values, except for
    /// `few` in a thousand.
    func repeats(_ other: LumaGrid, within most: Int, few: Int) -> Bool {
        // Anything that moves and is as large as a cell changes the cell's mean.
        guard !zip(means, other.means).contains(where: { abs(Int($0) - Int($1)) > Self.coding }) else { return false }
        let changed = zip(samples, other.samples).count { abs(Int($0) - Int($1)) > most }
        return changed * 1000 <= few * samples.count
    }

    /// Whether it is the same picture, of any size, coded separately.
    package func isSame(as other: LumaGrid) -> Bool {
        let sum = zip(means, other.means).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return sum <= Self.coding * means.count
    }

    /// Whether one picture goes on in the other, across an edge that both have in common.
    package func isHalf(beside other: LumaGrid) -> Bool {
        let column = { (grid: LumaGrid, x: Int) in (0..<Self.rows).map { Int(grid.means[$0 * Self.columns + x]) } }
        let row = { (grid: LumaGrid, y: Int) in (0..<Self.columns).map { Int(grid.means[y * Self.columns + $0]) } }
        let (right, bottom) = (Self.columns - 1, Self.rows - 1)
        return [(self, other), (other, self)].contains { one, two in
            Self.meet(column(one, right - 1), column(one, right), column(two, 0), column(two, 1))
                || Self.meet(row(one, bottom - 1), row(one, bottom), row(two, 0), row(two, 1))
        }
    }

    /// Whether two lines of cells are as alike as their neighbors on either side, and have something to compare.
    private static func meet(_ before: [Int], _ one: [Int], _ two: [Int], _ after: [Int]) -> Bool {
        let distance = { (one: [Int], two: [Int]) in zip(one, two).reduce(0) { $0 + abs($1.0 - $1.1) } }
        let detail = one.max()! - one.min()!
        return detail >= leastDetail && distance(one, two) <= 2 * max(distance(before, one), distance(two, after))
            && distance(one, two) * 4 <= detail * one.count
    }

    /// Code values between the darkest and the brightest cell of a line that two pictures can be compared by.
    private static let leastDetail = 24
    /// Code values by which a cell's mean may change when the same picture is coded again.
    private static let coding = 3
    /// Code values between neighboring cells of a covered lens: a finger lets light through, and coding makes steps.
    private static let shade = 6
}
