/// When each sample of one plane changes: 0 first, 65535 last.
struct MattePlane {
    /// Short enough to find copyable stretches, long enough to be few.
    static let blockLength = 32

    let width: Int
    let height: Int
    let blocksPerRow: Int
    /// Rows in order; a row equal to the one above is not stored again.
    private(set) var moments: [UInt16] = []
    /// For each row of the plane, the index of its stored row.
    private(set) var storedRow: [Int32] = []
    /// For every sample of the stored rows, the change of the moment over one luma sample; empty if it is constant.
    private(set) var slopes: [Float] = []
    /// When the edge reaches and leaves every block of every stored row.
    private(set) var extremes: [Extremes] = []

    /// The position of the edge's middle, in moments, when the first sample starts to change and the last one is done.
    struct Extremes {
        var earliest: Int32
        var latest: Int32
    }

    /// Computes the moment of every sample of `grid` from `shape`.
    ///
    /// - Parameter edge: the extent of the edge; its slopes are used where those of the shape vary.
    init(_ shape: some MatteShape, _ grid: PlaneGrid, _ edge: MatteEdge) {
        width = grid.width
        height = grid.height
        blocksPerRow = (width + Self.blockLength - 1) / Self.blockLength
        moments.reserveCapacity(width * height)
        let varies = (edge.varies || edge.isCyclic) && shape.steepness(x: 0, y: 0) != nil
        var previous: (moments: [UInt16], slopes: [Float]) = ([], [])
        for y in 0..<height {
            let row = [UInt16](unsafeUninitializedCapacity: width) { row, count in
                for x in 0..<width {
                    let moment = min(max(shape.moment(x: grid.x(x), y: grid.y(y)), 0), 1)
                    row[x] = UInt16(truncatingIfNeeded: Int32(moment * 65535 + 0.5))
                }
                count = width
            }
            let slopes =
                varies
                ? (0..<width).map { Float((shape.steepness(x: grid.x($0), y: grid.y(y)) ?? 0) * 65535) } : []
            if row != previous.moments || slopes != previous.slopes { append(row, slopes, edge) }
            storedRow.append(Int32(extremes.count / blocksPerRow - 1))
            previous = (row, slopes)
        }
    }

    private mutating func append(_ row: [UInt16], _ slopes: [Float], _ edge: MatteEdge) {
        moments += row
        self.slopes += slopes
        for start in stride(from: 0, to: width, by: Self.blockLength) {
            var extreme = Extremes(earliest: .max, latest: .min)
            for x in start..<min(start + Self.blockLength, width) {
                let reach = slopes.isEmpty ? edge.reach : edge.reach(slope: slopes[x])
                extreme.earliest = min(extreme.earliest, Int32(row[x]) - reach.before)
                extreme.latest = max(extreme.latest, Int32(row[x]) + reach.after)
            }
            // Where a cycle begins and ends, there is always a stationary edge.
            if edge.isCyclic, extreme.earliest < 0 || extreme.latest > 65535 {
                extreme = Extremes(earliest: .min, latest: .max)
            }
            extremes.append(extreme)
        }
    }
}
