import Pictures

extension ColorTable {
    /// Looks up every sample of `source`, a picture of the recipe's source format.
    ///
    /// Every chroma sample picks a cell of the table, and each of its four luma samples is one look-up in it, for luma
    /// and for chroma. The chroma sample becomes the mean of its four colors.
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

    private func look<From: FixedWidthInteger, To: FixedWidthInteger & SIMDScalar>(
        _ source: Picture, _ destination: Picture, _: From.Type, _: To.Type
    ) {
        let size = source.size
        let halves = size.chroma420
        for row in 0..<halves.height {
            let rows = (top: 2 * row, bottom: min(2 * row + 1, size.height - 1))
            let line = ColorLine(
                in: (
                    source.luma.row(rows.top, as: From.self), source.luma.row(rows.bottom, as: From.self),
                    source.cb.row(row, as: From.self), source.cr.row(row, as: From.self)
                ),
                out: (
                    destination.luma.row(rows.top, as: To.self), destination.luma.row(rows.bottom, as: To.self),
                    destination.cb.row(row, as: To.self), destination.cr.row(row, as: To.self)
                ))
            let pairs = size.width / 2
            look(line, pairs: pairs)
            // The last column of an odd width has no partner.
            if pairs < halves.width { look(line, columns: pairs..<halves.width, right: 0) }
        }
    }

    /// A function of its own, so that the loop keeps its values in registers, with all constants.
    @inline(never)
    private func look<From: FixedWidthInteger, To: FixedWidthInteger & SIMDScalar>(
        _ line: ColorLine<From, To>, pairs: Int
    ) {
        look(line, columns: 0..<pairs, right: 1)
    }

    /// - Parameter right: where the second luma column of a chroma sample is: 1, or 0 where there is none.
    @inline(__always)
    private func look<From: FixedWidthInteger, To: FixedWidthInteger & SIMDScalar>(
        _ line: ColorLine<From, To>, columns: Range<Int>, right: Int
    ) {
        // Constants of the sample types, so that the loop has no shifts and masks that it does not need.
        let lattice = ColorLattice(from: MemoryLayout<From>.size == 1 ? 8 : 10, to: MemoryLayout<To>.size == 1 ? 8 : 10)
        let most = lattice.codes - 1
        let shift = UInt32(2 * Self.weightBits + ColorLattice.valueBits - (MemoryLayout<To>.size == 1 ? 8 : 10))
        // Anything from half a code below white up is white, and no entry is above: nothing has to be clamped.
        let rounding = SIMD4<Int32>(repeating: 1 << (Int32(shift) - 1) + Int32(Self.zero << (2 * Self.weightBits)))
        let (cells, alongCb, alongCr) = (cells, alongCb, alongCr)
        let entry = { (luma: Int, shift: Int) in (luma &+ (1 &<< shift) &>> 1) &>> shift }
        for column in columns {
            // Codes of ten bits are in words of sixteen; damage may set the other bits.
            let cb = alongCb[Int(truncatingIfNeeded: line.in.cb[column]) & most]
            let cr = alongCr[Int(truncatingIfNeeded: line.in.cr[column]) & most]
            let weights = cb.weights &* cr.weights
            let cell = cells + (cb.offset &+ cr.offset)
            let left = 2 &* column
            let y00 = Int(truncatingIfNeeded: line.in.top[left]) & most
            let y01 = Int(truncatingIfNeeded: line.in.top[left &+ right]) & most
            let y10 = Int(truncatingIfNeeded: line.in.bottom[left]) & most
            let y11 = Int(truncatingIfNeeded: line.in.bottom[left &+ right]) & most
            let entries = cell.assumingMemoryBound(to: ColorLattice.LumaEntry.self)
            let both = { (one: Int, other: Int) in
                SIMD8(
                    lowHalf: entries[entry(one, lattice.lumaShift)], highHalf: entries[entry(other, lattice.lumaShift)])
            }
            let sums = SIMD8(
                lowHalf: both(y00, y01).sumsOfPairs(weights), highHalf: both(y10, y11).sumsOfPairs(weights))
            let values = sums.evenHalf &+ sums.oddHalf &+ rounding
            let luma = SIMD4<To>(truncatingIfNeeded: SIMD4<UInt32>(truncatingIfNeeded: values) &>> shift)
            if right == 1 {
                luma.write(to: line.out.top + left, line.out.bottom + left)
            } else {
                line.out.top[left] = luma[0]
                line.out.bottom[left] = luma[2]
            }
            let colors = (cell + lattice.chromaOffset).assumingMemoryBound(to: ColorLattice.ChromaEntry.self)
            let color = { (luma: Int) in colors[entry(luma, lattice.chromaShift)] }
            let pairs = (color(y00) &+ color(y01) &+ color(y10) &+ color(y11)).sumsOfPairs(weights)
            let chroma = unsafeBitCast(pairs.evenHalf &+ pairs.oddHalf &+ rounding.lowHalf, to: UInt64.self)
            line.out.cb[column] = To(truncatingIfNeeded: chroma &>> UInt64(shift))
            line.out.cr[column] = To(truncatingIfNeeded: chroma &>> UInt64(shift &+ 32))
        }
    }
}

/// Two rows of luma and the row of chroma that they share.
private struct ColorLine<From, To> {
    typealias Rows<Sample> = (
        top: UnsafeMutablePointer<Sample>, bottom: UnsafeMutablePointer<Sample>, cb: UnsafeMutablePointer<Sample>,
        cr: UnsafeMutablePointer<Sample>
    )
    let `in`: Rows<From>
    let out: Rows<To>
}

extension SIMD8<Int16> {
    /// Multiplies, and adds each pair of neighbors: one instruction (`pmaddwd`) on x86.
    @inline(__always)
    fileprivate func sumsOfPairs(_ other: Self) -> SIMD4<Int32> {
        let products = SIMD8<Int32>(truncatingIfNeeded: self) &* SIMD8<Int32>(truncatingIfNeeded: other)
        return products.evenHalf &+ products.oddHalf
    }
}

extension SIMD4 where Scalar: FixedWidthInteger {
    /// Writes two rows of two samples, each in one go.
    @inline(__always)
    fileprivate func write(to top: UnsafeMutablePointer<Scalar>, _ bottom: UnsafeMutablePointer<Scalar>) {
        let (top, bottom) = (UnsafeMutableRawPointer(top), UnsafeMutableRawPointer(bottom))
        if MemoryLayout<Scalar>.size == 1 {
            let rows = unsafeBitCast(self, to: SIMD2<UInt16>.self)
            top.storeBytes(of: rows[0], as: UInt16.self)
            bottom.storeBytes(of: rows[1], as: UInt16.self)
        } else {
            let rows = unsafeBitCast(self, to: SIMD2<UInt32>.self)
            top.storeBytes(of: rows[0], as: UInt32.self)
            bottom.storeBytes(of: rows[1], as: UInt32.self)
        }
    }
}
