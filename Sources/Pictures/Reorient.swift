import CRows

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
                rows_mirror_8(source.row(y, as: UInt8.self), row(y, as: UInt8.self), width)
            } else {
                rows_mirror_16(source.row(y, as: UInt16.self), row(y, as: UInt16.self), width)
            }
        }
    }

    private func transpose(_ source: Plane, _ bytesPerSample: Int) {
        if bytesPerSample == 1 {
            rows_transpose_8(
                source.row(0, as: UInt8.self), source.strideInBytes, row(0, as: UInt8.self), strideInBytes,
                source.width, source.height)
        } else {
            rows_transpose_16(
                source.row(0, as: UInt16.self), source.strideInBytes, row(0, as: UInt16.self), strideInBytes,
                source.width, source.height)
        }
    }
}
