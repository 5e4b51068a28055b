/// When each sample of one plane changes: 0 first, 65535 last.
struct MattePlane {
    /// Short enough to find copyable stretches, long enough to be few.
    static let blockLength = 32

    let width: Int
    let height: Int
    let blocksPerRow: Int
    /// Rows one after the other; a row equal to the one above it is not stored again.
    private(set) var moments: [UInt16] = []
    /// For each row of the plane which stored row it is.
    private(set) var storedRow: [Int32] = []
    /// The least and the greatest moment in every block of every stored row.
    private(set) var extremes: [Extremes] = []
    /// The same for every whole stored row.
    private(set) var rowExtremes: [Extremes] = []

    var storedRowCount: Int { rowExtremes.count }

    struct Extremes {
        var earliest: UInt16
        var latest: UInt16
    }

    /// Asks `shape` for the moment of every sample of `grid`.
    init(_ shape: some MatteShape, _ grid: PlaneGrid) {
        width = grid.width
        height = grid.height
        blocksPerRow = (width + Self.blockLength - 1) / Self.blockLength
        moments.reserveCapacity(width * height)
        var previous: [UInt16] = []
        for y in 0..<height {
            let row = [UInt16](unsafeUninitializedCapacity: width) { row, count in
                for x in 0..<width {
                    let moment = min(max(shape.moment(x: grid.x(x), y: grid.y(y)), 0), 1)
                    row[x] = UInt16(truncatingIfNeeded: Int32(moment * 65535 + 0.5))
                }
                count = width
            }
            if row != previous { append(row) }
            storedRow.append(Int32(rowExtremes.count - 1))
            previous = row
        }
    }

    private mutating func append(_ row: [UInt16]) {
        moments += row
        var whole = Extremes(earliest: .max, latest: .min)
        for start in stride(from: 0, to: width, by: Self.blockLength) {
            let block = row[start..<min(start + Self.blockLength, width)]
            let extreme = Extremes(earliest: block.min()!, latest: block.max()!)
            extremes.append(extreme)
            whole.earliest = min(whole.earliest, extreme.earliest)
            whole.latest = max(whole.latest, extreme.latest)
        }
        rowExtremes.append(whole)
    }
}
