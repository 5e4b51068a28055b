import Pictures

extension ColorTable {
    /// Looks up every sample of `source`, a picture of the recipe's source format.
    ///
    /// Every chroma sample picks four rows of the table, and each of its four luma samples takes four look-ups in
    /// them. The chroma result is that of the mean of the four.
    ///
    /// - Parameter destination: of the same size and the target's format; every sample is written.
    func apply(_ source: Picture, into destination: Picture) {
        precondition(source.size == destination.size && source.format == recipe.source)
        switch (recipe.source, recipe.target) {
        case (.yuv420p8, .yuv420p8): look(source, destination, UInt8.self, UInt8.self)
        case (.yuv420p8, .yuv420p10): look(source, destination, UInt8.self, UInt16.self)
        case (.yuv420p10, .yuv420p8): look(source, destination, UInt16.self, UInt8.self)
        case (.yuv420p10, .yuv420p10): look(source, destination, UInt16.self, UInt16.self)
        }
    }

    @inline(__always)
    private func look<From: FixedWidthInteger, To: FixedWidthInteger>(
        _ source: Picture, _ destination: Picture, _: From.Type, _: To.Type
    ) {
        let size = source.size
        let halves = size.chroma420
        for row in 0..<halves.height {
            let (top, bottom) = (2 * row, min(2 * row + 1, size.height - 1))
            let line = Line(
                in: (
                    source.luma.row(top, as: From.self), source.luma.row(bottom, as: From.self),
                    source.cb.row(row, as: From.self), source.cr.row(row, as: From.self)
                ),
                out: (
                    destination.luma.row(top, as: To.self), destination.luma.row(bottom, as: To.self),
                    destination.cb.row(row, as: To.self), destination.cr.row(row, as: To.self)
                ))
            look(line, columns: 0..<size.width / 2, right: 1)
            // The last column of an odd width has no partner.
            if size.width % 2 != 0 { look(line, columns: size.width / 2..<halves.width, right: 0) }
        }
    }

    /// Two rows of luma and the row of chroma that they share.
    private struct Line<From, To> {
        typealias Rows<Sample> = (
            top: UnsafeMutablePointer<Sample>, bottom: UnsafeMutablePointer<Sample>, cb: UnsafeMutablePointer<Sample>,
            cr: UnsafeMutablePointer<Sample>
        )
        let `in`: Rows<From>
        let out: Rows<To>
    }

    /// The weight of each of four nodes.
    private struct Weights {
        let (w00, w01, w10, w11): (UInt64, UInt64, UInt64, UInt64)

        @inline(__always)
        init(_ cb: Position, _ cr: Position) {
            let one = UInt64(1) << UInt64(ColorTable.weightBits)
            let (b, r) = (UInt64(cb.weight), UInt64(cr.weight))
            w00 = (one &- b) &* (one &- r)
            w01 = b &* (one &- r)
            w10 = (one &- b) &* r
            w11 = b &* r
        }

        /// For two values in parallel, one in each half of a word: products have 26 bits.
        @inline(__always)
        func mean(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
            let upper = a &* w00 &+ b &* w01
            let lower = c &* w10 &+ d &* w11
            return upper &+ lower
        }
    }

    /// - Parameter right: where the second luma column of a chroma sample is: 1, or 0 where there is none.
    @inline(__always)
    private func look<From: FixedWidthInteger, To: FixedWidthInteger>(
        _ line: Line<From, To>, columns: Range<Int>, right: Int
    ) {
        let most = 1 << (MemoryLayout<From>.size == 1 ? 8 : 10) - 1
        let shift = UInt64(2 * Self.weightBits + Self.valueBits - (MemoryLayout<To>.size == 1 ? 8 : 10))
        // Anything from half a code below white up is white, and no entry is above: nothing has to be clamped.
        let half = UInt64(0x1_0000_0001) << (shift - 1)
        let (positions, lumaShift, chromaShift) = (positions.baseAddress!, lumaShift, chromaShift)
        let (up, chromaUp) = ((1 << lumaShift) >> 1, (1 << chromaShift) >> 1)
        let (lumaEntries, chromaEntries, nodes) = (lumaEntries, chromaEntries, Self.nodes.count)
        let luma = luma.baseAddress!
        let chroma = UnsafeRawPointer(chroma.baseAddress!).assumingMemoryBound(to: UInt32.self)
        for column in columns {
            // Codes of ten bits are in words of sixteen; damage may set the other bits.
            let cb = positions[Int(truncatingIfNeeded: line.in.cb[column]) & most]
            let cr = positions[Int(truncatingIfNeeded: line.in.cr[column]) & most]
            let weights = Weights(cb, cr)
            let pair = Int(cr.node) &* nodes &+ Int(cb.node)
            let row = luma + pair &* lumaEntries
            let below = row + nodes &* lumaEntries
            let (next, last) = (row + lumaEntries, below + lumaEntries)
            let mixed = { (one: Int, other: Int) -> (To, To) in
                let (a, b) = ((one &+ up) &>> lumaShift, (other &+ up) &>> lumaShift)
                let both = { (row: UnsafeMutablePointer<UInt16>) in UInt64(row[a]) | UInt64(row[b]) &<< 32 }
                let sum = weights.mean(both(row), both(next), both(below), both(last)) &+ half
                return (
                    To(truncatingIfNeeded: UInt32(truncatingIfNeeded: sum) &>> UInt32(truncatingIfNeeded: shift)),
                    To(truncatingIfNeeded: sum &>> (32 &+ shift))
                )
            }
            let left = 2 &* column
            let y00 = Int(truncatingIfNeeded: line.in.top[left]) & most
            let y01 = Int(truncatingIfNeeded: line.in.top[left &+ right]) & most
            let y10 = Int(truncatingIfNeeded: line.in.bottom[left]) & most
            let y11 = Int(truncatingIfNeeded: line.in.bottom[left &+ right]) & most
            (line.out.top[left], line.out.top[left &+ right]) = mixed(y00, y01)
            (line.out.bottom[left], line.out.bottom[left &+ right]) = mixed(y10, y11)
            let mean = (y00 &+ y01 &+ y10 &+ y11 &+ 2) &>> 2
            let first = chroma + pair &* chromaEntries
            let entry = (mean &+ chromaUp) &>> chromaShift
            let color = { (nodesFurther: Int) -> UInt64 in
                let both = UInt64(first[nodesFurther &* chromaEntries &+ entry])
                return (both | both &<< 16) & 0xffff_0000_ffff
            }
            let sum = weights.mean(color(0), color(1), color(nodes), color(nodes &+ 1)) &+ half
            line.out.cb[column] = To(
                truncatingIfNeeded: UInt32(truncatingIfNeeded: sum) &>> UInt32(truncatingIfNeeded: shift))
            line.out.cr[column] = To(truncatingIfNeeded: sum &>> (32 &+ shift))
        }
    }
}
