import CFFmpeg

/// Where interpolation between nodes would be off because colors change abruptly: where they leave the gamut of the
/// canvas and are clipped, at a display curve that is vertical there, or where a look is so steep that an entry of luma
/// for every other code is too few. Such colors pass through the filters themselves (`ExactColors`).
struct ColorBends {
    private typealias Values = SIMD8<UInt16>
    /// Bits of a value that are not compared, so that differences of slopes fit into 16.
    private static let droppedBits: UInt16 = 3
    /// The largest change of slope along a cell, in values of fewer bits: two codes of 8 bits.
    ///
    /// Of 8 million HLG colors that fill the gamut of BT.2020 and its edges, none is then off by more than 1.2 codes.
    private static let most = Limit(2 * code)
    /// A code of 8 bits, as a value of fewer bits.
    private static let code: UInt16 = 1 << (8 - droppedBits)

    /// Of every cell, Cb first: a bit for each 64th of the range of luma, the lowest first.
    private(set) var lumas = [UInt64](repeating: 0, count: ColorLattice.cellCount * ColorLattice.cellCount)
    /// Entries of luma that a bit is for.
    let entriesOfBit: Int
    /// How much an entry of luma and the next may differ, in luma and in chroma; `nil` where every code has its own.
    private let (lumaStep, chromaStep): (Limit?, Limit?)

    /// Nothing is marked yet.
    init(_ lattice: ColorLattice) {
        entriesOfBit = (lattice.codes >> lattice.lumaShift) / 64
        // The nearest entry is half an entry away at most. Chroma may have fewer than luma.
        lumaStep = lattice.lumaShift > 0 ? Limit(2 * Self.code) : nil
        chromaStep =
            lattice.chromaShift > 0 ? Limit(Self.code >> (lattice.chromaShift - lattice.lumaShift - 1)) : nil
    }

    /// Marks the four cells around every node of a line where the slope changes, along Cb or along Cr, or where the
    /// table has too few entries of luma.
    ///
    /// - Parameters:
    ///   - line: of Cr nodes, neither the first nor the last.
    ///   - baked: the pictures of the line before, of this one, and of the next.
    mutating func mark(_ line: Int, _ baked: [FrameOwner]) {
        let alongCr = Self.factors(line)
        for column in 1..<ColorLattice.nodes.count - 1 {
            let alongCb = Self.factors(column)
            let bits = (0..<3).reduce(0) { $0 | self.bits(column, baked, plane: $1, alongCb, alongCr) }
            guard bits != 0 else { continue }
            for cell in [(line - 1) * ColorLattice.cellCount + column, line * ColorLattice.cellCount + column] {
                lumas[cell - 1] |= bits
                lumas[cell] |= bits
            }
        }
    }

    /// The bits of one node in one plane.
    private func bits(
        _ column: Int, _ baked: [FrameOwner], plane: Int32, _ alongCb: Factors, _ alongCr: Factors
    ) -> UInt64 {
        let row = { (frame: Int, column: Int) in
            let frame = baked[frame].pointer
            return UnsafeRawPointer(
                compose_frame_plane(frame, plane)! + column * Int(compose_frame_stride(frame, plane)))
        }
        let (here, left, right) = (row(1, column), row(1, column - 1), row(1, column + 1))
        let (above, below) = (row(0, column), row(2, column))
        let (step, dropped) = (plane == 0 ? lumaStep : chromaStep, Values(repeating: Self.droppedBits))
        var bits: UInt64 = 0
        for first in stride(from: 0, to: 64 * entriesOfBit, by: Values.scalarCount) {
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
            for bit in start / entriesOfBit...last / entriesOfBit { bits |= 1 << bit }
        }
        return bits
    }

    /// What a change before a node and one after it are multiplied by, to compare their slopes: the width of the other
    /// cell. One is twice as wide, or they are equal.
    private typealias Factors = (before: Values, after: Values)

    private static func factors(_ node: Int) -> Factors {
        let nodes = ColorLattice.nodes
        let (before, after) = (nodes[node] - nodes[node - 1], nodes[node + 1] - nodes[node])
        let least = min(before, after)
        return (Values(repeating: UInt16(after / least)), Values(repeating: UInt16(before / least)))
    }

    /// Not 0 where the slope changes by more than `most`.
    @inline(__always)
    private static func bend(_ before: Values, _ here: Values, _ after: Values, _ factors: Factors) -> Values {
        most.exceeded(by: (here &- before) &* factors.before &- (after &- here) &* factors.after)
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
