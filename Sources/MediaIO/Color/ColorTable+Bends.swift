import CFFmpeg

extension ColorTable {
    /// Where interpolation between nodes would be off because colors change abruptly: where they leave the gamut of the
    /// canvas and are clipped, at a display curve that is vertical there, or where a look is so steep that an entry of luma
    /// for every other code is too few. Such colors pass through the filters themselves (`ExactColors`).
    struct Bends {
        fileprivate typealias Values = SIMD8<UInt16>
        /// Bits of a value that are not compared, so that differences of slopes fit into 16.
        private static let droppedBits: UInt16 = 3
        /// The largest change of slope along a cell, in values of fewer bits: two codes of 8 bits.
        ///
        /// Of 8 million HLG colors that fill the gamut of BT.2020 and its edges, none is then off by more than 1.2 codes.
        private static let most = Limit(2 * code)
        /// A code of 8 bits, as a value of fewer bits.
        private static let code: UInt16 = 1 << (8 - droppedBits)

        /// Of every cell, Cb first: a bit for each 64th of the range of luma, the lowest first.
        fileprivate var lumas = [UInt64](repeating: 0, count: cellCount * cellCount)

        /// Marks the four cells around every node of a line where the slope changes, along Cb or along Cr, or where the
        /// table has too few entries of luma.
        ///
        /// - Parameters:
        ///   - line: of Cr nodes, neither the first nor the last.
        ///   - baked: the pictures of the line before, of this one, and of the next.
        mutating func mark(_ line: Int, _ baked: [FrameOwner], _ layout: Layout) {
            let (alongCr, dropped) = (Self.factors(line), Values(repeating: Self.droppedBits))
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
                    let step = Self.step(ofLuma: plane == 0, layout).map(Limit.init)
                    for first in stride(from: 0, to: 64 * layout.entriesOfBit, by: Values.scalarCount) {
                        let values = { (row: UnsafeRawPointer) in
                            row.loadUnaligned(fromByteOffset: 2 * first, as: Values.self) &>> dropped
                        }
                        let middle = values(here)
                        var bend =
                            Self.bend(values(left), middle, values(right), alongCb)
                            | Self.bend(values(above), middle, values(below), alongCr)
                        if let step { bend |= step.exceeded(by: values(here + 2) &- middle) }
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
        private static func factors(_ node: Int) -> (before: Values, after: Values) {
            let (before, after) = (nodes[node] - nodes[node - 1], nodes[node + 1] - nodes[node])
            let least = min(before, after)
            return (Values(repeating: UInt16(after / least)), Values(repeating: UInt16(before / least)))
        }

        /// Not 0 where the slope changes by more than `most`.
        @inline(__always)
        private static func bend(
            _ before: Values, _ here: Values, _ after: Values, _ factors: (before: Values, after: Values)
        ) -> Values {
            most.exceeded(by: (here &- before) &* factors.before &- (after &- here) &* factors.after)
        }

        /// How much an entry of luma and the next may differ; `nil` where every code has its own. The nearest is half an
        /// entry of luma away at most, and half of one of chroma.
        private static func step(ofLuma: Bool, _ layout: Layout) -> UInt16? {
            if ofLuma { return layout.lumaShift > 0 ? 2 * code : nil }
            return layout.chromaShift > 0 ? code >> (layout.chromaShift - layout.lumaShift - 1) : nil
        }

        /// A power of two. Vectors of it: operations with single values are slow without optimization.
        private struct Limit {
            private let limit: Values
            private let above: Values

            init(_ limit: UInt16) {
                self.limit = Values(repeating: limit)
                above = Values(repeating: ~(2 * limit - 1))
            }

            /// Not 0 where the magnitude of a change is above the limit.
            @inline(__always)
            func exceeded(by change: Values) -> Values {
                // From its negative to below itself.
                (change &+ limit) & above
            }
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
