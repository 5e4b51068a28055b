extension Picture {
    /// Writes `source`, turned and mirrored by `orientation`, over the whole of this picture.
    ///
    /// - Precondition: same format; `size == orientation.apply(to: source.size)`.
    public func reorient(_ source: Picture, _ orientation: Orientation) {
        precondition(
            format == source.format && size == orientation.apply(to: source.size),
            "reorient \(source.size) \(orientation) into \(size)")
        for (destination, source) in zip(planes, source.planes) {
            destination.reorient(source, orientation, bytesPerSample: format.bytesPerSample)
        }
    }
}

extension Plane {
    /// Writes `source`, turned and mirrored by `orientation`, over the whole of this plane.
    ///
    /// Each case is one pass that reads and writes every sample once.
    public func reorient(_ source: Plane, _ orientation: Orientation, bytesPerSample: Int) {
        precondition(
            orientation.swapsAxes
                ? width == source.height && height == source.width
                : width == source.width && height == source.height, "reorient between planes of different shape")
        if bytesPerSample == 1 {
            reorient(source, orientation, as: UInt8.self)
        } else {
            reorient(source, orientation, as: UInt16.self)
        }
    }

    private func reorient<Sample: FixedWidthInteger>(
        _ source: Plane, _ orientation: Orientation, as type: Sample.Type
    ) {
        switch (orientation.quarterTurns, orientation.mirrored) {
        case (0, false): copy(from: source, bytesPerSample: MemoryLayout<Sample>.size)
        case (2, true): copy(from: source.upsideDown, bytesPerSample: MemoryLayout<Sample>.size)
        case (0, true): mirror(source, as: type)
        case (2, false): mirror(source.upsideDown, as: type)
        // A quarter turn is a transposition of the picture seen from another corner.
        case (1, false): transpose(source.upsideDown, as: type)
        case (3, true): transpose(source, as: type)
        case (3, false): upsideDown.transpose(source, as: type)
        default: upsideDown.transpose(source.upsideDown, as: type)
        }
    }

    /// The same rows, last first: a negative stride.
    private var upsideDown: Plane {
        Plane(
            base: base + (height - 1) * strideInBytes, width: width, height: height, strideInBytes: -strideInBytes)
    }

    private func mirror<Sample: FixedWidthInteger>(_ source: Plane, as type: Sample.Type) {
        for y in 0..<height {
            let (row, out) = (source.row(y, as: type), self.row(y, as: type))
            for x in 0..<width { out[x] = row[width &- 1 &- x] }
        }
    }

    /// Row x of this plane becomes column x of `source`.
    private func transpose<Sample: FixedWidthInteger>(_ source: Plane, as type: Sample.Type) {
        // Blocks of as many rows as a word has samples; tiles as wide as a line of cache stay in the cache on both sides.
        let (block, tile) = (8 / MemoryLayout<Sample>.size, 64 / MemoryLayout<Sample>.size)
        let (wholeWidth, wholeHeight) = (source.width / block * block, source.height / block * block)
        for top in stride(from: 0, to: wholeHeight, by: tile) {
            for left in stride(from: 0, to: wholeWidth, by: tile) {
                for x in stride(from: left, to: min(left + tile, wholeWidth), by: block) {
                    for y in stride(from: top, to: min(top + tile, wholeHeight), by: block) {
                        transposeBlock(source, x, y, as: type)
                    }
                }
            }
        }
        // What is left over at the right and at the bottom, less than a block.
        for y in 0..<source.height {
            let row = source.row(y, as: type)
            for x in (y < wholeHeight ? wholeWidth : 0)..<source.width { self.row(x, as: type)[y] = row[x] }
        }
    }

    /// Neighboring rows exchange neighboring samples, then pairs, then fours; taking all even rows before all odd ones
    /// brings the rows that are next to do so side by side.
    @inline(__always)
    private func transposeBlock<Sample: FixedWidthInteger>(_ source: Plane, _ x: Int, _ y: Int, as type: Sample.Type) {
        let size = MemoryLayout<Sample>.size
        let (from, to) = (source.base + x * size, base + y * size)
        if size == 1 {
            var rows = SIMD8<UInt64>()
            for row in 0..<8 { rows[row] = (from + (y + row) * source.strideInBytes).loadUnaligned(as: UInt64.self) }
            rows = exchanged(rows, 8, 0x00FF_00FF_00FF_00FF)
            rows = exchanged(rows, 16, 0x0000_FFFF_0000_FFFF)
            rows = exchanged(rows, 32, 0xFFFF_FFFF)
            for row in 0..<8 { (to + (x + row) * strideInBytes).storeBytes(of: rows[row], as: UInt64.self) }
        } else {
            var rows = SIMD4<UInt64>()
            for row in 0..<4 { rows[row] = (from + (y + row) * source.strideInBytes).loadUnaligned(as: UInt64.self) }
            rows = exchanged(rows, 16, 0x0000_FFFF_0000_FFFF)
            rows = exchanged(rows, 32, 0xFFFF_FFFF)
            for row in 0..<4 { (to + (x + row) * strideInBytes).storeBytes(of: rows[row], as: UInt64.self) }
        }
    }

    @inline(__always)
    private func exchanged(_ rows: SIMD8<UInt64>, _ shift: UInt64, _ mask: UInt64) -> SIMD8<UInt64> {
        let (even, odd) = (rows.evenHalf, rows.oddHalf)
        let change = ((even &>> shift) ^ odd) & SIMD4(repeating: mask)
        return SIMD8(lowHalf: even ^ (change &<< shift), highHalf: odd ^ change)
    }
    @inline(__always)
    private func exchanged(_ rows: SIMD4<UInt64>, _ shift: UInt64, _ mask: UInt64) -> SIMD4<UInt64> {
        let (even, odd) = (rows.evenHalf, rows.oddHalf)
        let change = ((even &>> shift) ^ odd) & SIMD2(repeating: mask)
        return SIMD4(lowHalf: even ^ (change &<< shift), highHalf: odd ^ change)
    }
}
