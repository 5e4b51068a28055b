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
        switch (orientation.quarterTurns, orientation.mirrored) {
        case (0, false): copy(from: source, bytesPerSample: bytesPerSample)
        case (2, true): source.upsideDown.copyInto(self, bytesPerSample)
        case (0, true): mirror(source, bytesPerSample)
        case (2, false): mirror(source.upsideDown, bytesPerSample)
        // A quarter turn is a transposition of the picture seen from another corner.
        case (1, false): transpose(source.upsideDown, bytesPerSample)
        case (3, true): transpose(source, bytesPerSample)
        case (3, false): upsideDown.transpose(source, bytesPerSample)
        default: upsideDown.transpose(source.upsideDown, bytesPerSample)
        }
    }

    /// The same rows, last first: a negative stride.
    private var upsideDown: Plane {
        Plane(
            base: base + (height - 1) * strideInBytes, width: width, height: height, strideInBytes: -strideInBytes)
    }

    private func copyInto(_ destination: Plane, _ bytesPerSample: Int) {
        destination.copy(from: self, bytesPerSample: bytesPerSample)
    }

    private func mirror(_ source: Plane, _ bytesPerSample: Int) {
        for y in 0..<height {
            if bytesPerSample == 1 {
                mirrorRow(source.row(y, as: UInt8.self), row(y, as: UInt8.self), width)
            } else {
                mirrorRow(source.row(y, as: UInt16.self), row(y, as: UInt16.self), width)
            }
        }
    }

    private func transpose(_ source: Plane, _ bytesPerSample: Int) {
        if bytesPerSample == 1 {
            transposeTiled(from: source, as: UInt8.self, transposeBlock8x8)
        } else {
            transposeTiled(from: source, as: UInt16.self, transposeBlock4x4)
        }
    }

    /// `self[y][x] = source[x][y]`, in tiles that stay in the first-level cache on both sides.
    @inline(__always)
    private func transposeTiled<Sample: FixedWidthInteger>(
        from source: Plane, as type: Sample.Type,
        _ block: (UnsafeRawPointer, Int, UnsafeMutableRawPointer, Int) -> Void
    ) {
        let samplesPerWord = 8 / MemoryLayout<Sample>.size
        let size = MemoryLayout<Sample>.size
        let (wholeWidth, wholeHeight) = (
            source.width / samplesPerWord * samplesPerWord, source.height / samplesPerWord * samplesPerWord
        )
        let tile = 64
        for tileY in stride(from: 0, to: wholeHeight, by: tile) {
            let endY = Swift.min(tileY + tile, wholeHeight)
            for tileX in stride(from: 0, to: wholeWidth, by: tile) {
                let endX = Swift.min(tileX + tile, wholeWidth)
                for x in stride(from: tileX, to: endX, by: samplesPerWord) {
                    for y in stride(from: tileY, to: endY, by: samplesPerWord) {
                        block(
                            source.base + (y &* source.strideInBytes &+ x &* size), source.strideInBytes,
                            base + (x &* strideInBytes &+ y &* size), strideInBytes)
                    }
                }
            }
        }
        // What is left over at the right and at the bottom, fewer samples than a word.
        for y in 0..<source.height {
            let from = source.row(y, as: Sample.self)
            for x in (y < wholeHeight ? wholeWidth : 0)..<source.width { row(x, as: Sample.self)[y] = from[x] }
        }
    }
}

@inline(__always)
private func mirrorRow<Sample>(_ from: UnsafeMutablePointer<Sample>, _ to: UnsafeMutablePointer<Sample>, _ count: Int) {
    for x in 0..<count { to[count &- 1 &- x] = from[x] }
}

/// Transposes 8×8 bytes held in eight words: swap quadrants of 4×4, then of 2×2, then single bytes.
/// (H. S. Warren, Hacker's Delight, 2nd ed., §7-3, for bytes instead of bits.)
@inline(__always)
private func transposeBlock8x8(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ destination: UnsafeMutableRawPointer, _ stride: Int
) {
    var r0 = load(source, 0, sourceStride)
    var r1 = load(source, 1, sourceStride)
    var r2 = load(source, 2, sourceStride)
    var r3 = load(source, 3, sourceStride)
    var r4 = load(source, 4, sourceStride)
    var r5 = load(source, 5, sourceStride)
    var r6 = load(source, 6, sourceStride)
    var r7 = load(source, 7, sourceStride)
    exchange(&r0, &r4, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r1, &r5, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r2, &r6, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r3, &r7, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r0, &r2, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&r1, &r3, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&r4, &r6, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&r5, &r7, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&r0, &r1, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&r2, &r3, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&r4, &r5, 8, 0x00FF_00FF_00FF_00FF)
    exchange(&r6, &r7, 8, 0x00FF_00FF_00FF_00FF)
    store(r0, destination, 0, stride)
    store(r1, destination, 1, stride)
    store(r2, destination, 2, stride)
    store(r3, destination, 3, stride)
    store(r4, destination, 4, stride)
    store(r5, destination, 5, stride)
    store(r6, destination, 6, stride)
    store(r7, destination, 7, stride)
}

/// The same for 4×4 16-bit samples in four words.
@inline(__always)
private func transposeBlock4x4(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ destination: UnsafeMutableRawPointer, _ stride: Int
) {
    var r0 = load(source, 0, sourceStride)
    var r1 = load(source, 1, sourceStride)
    var r2 = load(source, 2, sourceStride)
    var r3 = load(source, 3, sourceStride)
    exchange(&r0, &r2, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r1, &r3, 32, 0x0000_0000_FFFF_FFFF)
    exchange(&r0, &r1, 16, 0x0000_FFFF_0000_FFFF)
    exchange(&r2, &r3, 16, 0x0000_FFFF_0000_FFFF)
    store(r0, destination, 0, stride)
    store(r1, destination, 1, stride)
    store(r2, destination, 2, stride)
    store(r3, destination, 3, stride)
}

// Little-endian words: the first sample of a row is in the low bits.
@inline(__always)
private func load(_ base: UnsafeRawPointer, _ row: Int, _ stride: Int) -> UInt64 {
    UInt64(littleEndian: (base + row &* stride).loadUnaligned(as: UInt64.self))
}
@inline(__always)
private func store(_ word: UInt64, _ base: UnsafeMutableRawPointer, _ row: Int, _ stride: Int) {
    (base + row &* stride).storeBytes(of: word.littleEndian, as: UInt64.self)
}

/// Swaps the high part of `a` with the low part of `b`, in every lane that `mask` selects.
@inline(__always)
private func exchange(_ a: inout UInt64, _ b: inout UInt64, _ shift: UInt64, _ mask: UInt64) {
    let difference = ((a &>> shift) ^ b) & mask
    b ^= difference
    a ^= difference &<< shift
}
