import CRows
import Pictures

/// A plane of both pictures side by side, which goes on beyond the canvas; past the far edges the last sample
/// is repeated.
struct Strip {
    let first: Plane
    let second: Plane
    let seam: Int
    let firstOffset: Int
    let secondOffset: Int

    init(_ first: Plane, _ second: Plane, _ seam: Seam, isChroma: Bool) {
        self.first = first
        self.second = second
        self.seam = isChroma ? (seam.position + 1) / 2 : seam.position
        firstOffset = isChroma ? seam.firstOffset / 2 : seam.firstOffset
        secondOffset = isChroma ? seam.secondOffset / 2 : seam.secondOffset
    }

    /// The row at `y` of a strip that lies vertically.
    func row<Sample: RowSample>(_ y: Int, as type: Sample.Type) -> UnsafePointer<Sample> {
        let (plane, offset) = y < seam ? (first, firstOffset) : (second, secondOffset)
        return UnsafePointer(plane.row(min(max(y - offset, 0), plane.height - 1), as: type))
    }

    /// What `fill` will read soon of a strip that lies horizontally.
    @inline(__always)
    func prefetch<Sample: RowSample>(row y: Int, width: Int, as type: Sample.Type) {
        let size = MemoryLayout<Sample>.size
        let (firstStart, secondStart) = (max(0, -firstOffset), max(0, seam - secondOffset))
        rows_prefetch(first.row(y, as: type) + firstStart, min(seam, first.width - firstStart) * size)
        rows_prefetch(
            second.row(y, as: type) + secondStart, min(width - seam, second.width - secondStart) * size)
    }

    /// Writes the samples from `-margin` to `width + margin` of a strip that lies horizontally.
    @inline(__always)
    func fill<Sample: RowSample>(
        _ out: UnsafeMutablePointer<UInt16>, row y: Int, margin: Int, width: Int, as type: Sample.Type
    ) {
        let middle = seam + margin
        widenRow(first.row(y, as: type), first.width, from: -margin - firstOffset, into: out, count: middle)
        widenRow(
            second.row(y, as: type), second.width, from: seam - secondOffset, into: out + middle,
            count: width + margin - seam)
    }
}

extension Strip {
    /// Writes the means of four rows, from `y` on, of some columns of a strip that lies vertically.
    func stack<Sample: RowSample>(
        _ y: Int, left: Int, width: Int, into out: UnsafeMutablePointer<UInt16>, as type: Sample.Type
    ) {
        withUnsafeTemporaryAllocation(of: UnsafePointer<Sample>?.self, capacity: 4) { rows in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 4) { soon in
                for index in 0..<4 {
                    let here = row(y + index, as: type)
                    rows[index] = here + left
                    soon[index] = UnsafeRawPointer(row(y + index + 4, as: type)) - UnsafeRawPointer(here)
                }
                Sample.stack(rowSet, rows.baseAddress!, soon.baseAddress!, out, width)
            }
        }
    }

    /// Writes the means of every four samples from `-margin` to `width + margin`, both multiples of four.
    @inline(__always)
    func fillQuarters<Sample: RowSample>(
        _ out: UnsafeMutablePointer<UInt16>, row y: Int, margin: Int, width: Int, as type: Sample.Type
    ) {
        let (firstRow, secondRow) = (first.row(y, as: type), second.row(y, as: type))
        let (before, count) = ((seam + margin) / 4, (width + 2 * margin) / 4)
        meanRow(
            firstRow, first.width, from: -margin - firstOffset, soon: first.bytes(from: y, to: y + 3), into: out,
            count: before)
        var start = 4 * before - margin
        if start < seam {
            // Four samples of both pictures.
            let (left, right) = (seam - start, start - secondOffset)
            var sum: UInt16 = 0
            for x in 0..<4 {
                let row = x < left ? firstRow : secondRow
                let column = x < left ? start - firstOffset + x : right + x
                sum += UInt16(truncatingIfNeeded: row[min(max(column, 0), (x < left ? first : second).width - 1)])
            }
            out[before] = sum << (Sample.headroom - 2)
            start += 4
        }
        let done = (start + margin) / 4
        meanRow(
            secondRow, second.width, from: start - secondOffset, soon: second.bytes(from: y, to: y + 3),
            into: out + done, count: count - done)
    }
}
