/// The luma of a picture in a grid of cells, 8 bits deep.
package struct LumaGrid: Hashable, Sendable {
    static let (columns, rows) = (96, 54)
    /// The mean of each cell, row by row.
    let means: [UInt8]
    /// A single sample of each cell: unlike means, it shows the noise of the sensor.
    let samples: [UInt8]

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

    /// Code values by which a cell's mean may change when the same picture is coded again.
    private static let coding = 3
    /// Code values between neighboring cells of a covered lens: a finger lets light through, and coding makes steps.
    private static let shade = 6
}
