import CFFmpeg

extension ColorTable {
    /// Where interpolation between nodes would be off because colors change abruptly: where they leave the gamut of the
    /// canvas and are clipped, at a display curve that is vertical there. Such colors pass through the filters
    /// themselves (`ExactColors`).
    struct Bends {
        fileprivate typealias Values = SIMD8<UInt16>
        /// Bits of a value that are not compared, so that differences of slopes fit into 16.
        private static let droppedBits: UInt16 = 3
        /// The largest change of slope along a cell, in values of fewer bits: two codes of 8 bits.
        ///
        /// Of 8 million HLG colors that fill the gamut of BT.2020 and its edges, none is then off by more than 1.2 codes.
        private static let most: UInt16 = 2 << (8 - droppedBits)

        /// Of every cell, Cb first: a bit for each 64th of the range of luma, the lowest first.
        fileprivate var lumas = [UInt64](repeating: 0, count: cellCount * cellCount)

        /// Marks the four cells around every node of a line where the slope changes, along Cb or along Cr.
        ///
        /// - Parameters:
        ///   - line: of Cr nodes, neither the first nor the last.
        ///   - baked: the pictures of the line before, of this one, and of the next.
        mutating func mark(_ line: Int, _ baked: [FrameOwner], _ layout: Layout) {
            let alongCr = Self.factors(line)
            for column in 1..<nodes.count - 1 {
                let alongCb = Self.factors(column)
                var bits: UInt64 = 0
                for plane in 0..<3 as Range<Int32> {
                    let row = { (frame: Int, column: Int) in
                        let frame = baked[frame].pointer
                        return UnsafeRawPointer(
                            compose_frame_plane(frame, plane)! + column * Int(compose_frame_stride(frame, plane)))
                    }
                    let (here, left, right) = (row(1, column), row(1, column - 1), row(1, column + 1))
                    let (above, below) = (row(0, column), row(2, column))
                    for first in stride(from: 0, to: 64 * layout.entriesOfBit, by: Values.scalarCount) {
                        let values = { (row: UnsafeRawPointer) in
                            row.loadUnaligned(fromByteOffset: 2 * first, as: Values.self) &>> Self.droppedBits
                        }
                        let middle = values(here)
                        let bend =
                            Self.bend(values(left), middle, values(right), alongCb)
                            | Self.bend(values(above), middle, values(below), alongCr)
                        let halves = unsafeBitCast(bend, to: SIMD2<UInt64>.self)
                        guard halves[0] | halves[1] != 0 else { continue }
                        // What is between the entry before and these as well.
                        let start = bend[0] != 0 ? max(first - 1, 0) : first
                        let last = first + Values.scalarCount - 1
                        for bit in start / layout.entriesOfBit...last / layout.entriesOfBit { bits |= 1 << bit }
                    }
                }
                guard bits != 0 else { continue }
                for cell in [(line - 1) * cellCount + column, line * cellCount + column] {
                    lumas[cell - 1] |= bits
                    lumas[cell] |= bits
                }
            }
        }

        /// What a change before a node and one after it are multiplied by, to compare their slopes: the width of the
        /// other cell. One is twice as wide, or they are equal.
        private static func factors(_ node: Int) -> (before: UInt16, after: UInt16) {
            let (before, after) = (nodes[node] - nodes[node - 1], nodes[node + 1] - nodes[node])
            let least = min(before, after)
            return (UInt16(after / least), UInt16(before / least))
        }

        /// Not 0 where the slope changes by more than `most`.
        @inline(__always)
        private static func bend(
            _ before: Values, _ here: Values, _ after: Values, _ factors: (before: UInt16, after: UInt16)
        ) -> Values {
            let change = (here &- before) &* factors.before &- (after &- here) &* factors.after
            // From its negative to below itself: a power of two.
            return (change &+ most) & ~(2 * most - 1)
        }
    }

    /// Sets the lumas that a look-up must not use to the least value, which is no other's.
    func leaveOut(_ bends: Bends) {
        for (index, lumas) in bends.lumas.enumerated() where lumas != 0 {
            let entries = (cells + index * layout.cellSize).assumingMemoryBound(to: LumaEntry.self)
            for bit in 0..<64 where lumas >> bit & 1 != 0 {
                // The last entry of all is for rounding up.
                let count = layout.entriesOfBit + (bit == 63 ? 1 : 0)
                (entries + bit * layout.entriesOfBit).update(repeating: LumaEntry(repeating: .min), count: count)
            }
        }
    }
}

extension ColorTable.Layout {
    /// Entries of luma in each 64th of its range.
    fileprivate var entriesOfBit: Int { (codes >> lumaShift) / 64 }
}
