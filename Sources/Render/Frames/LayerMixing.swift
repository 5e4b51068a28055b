import Pictures

extension Picture {
    /// Blends a picture of the same size over this one.
    ///
    /// - Parameter opacity: 0…1, in steps of 1/32768; 1 copies.
    func mix(in layer: Picture, opacity: Double) {
        // 32768, not 32767: a power of two keeps both ends exact.
        let weight = Int32((min(max(opacity, 0), 1) * 32_768).rounded())
        guard weight < 32_768 else { return copy(from: layer) }
        for (below, above) in zip(planes, layer.planes) {
            if format.bytesPerSample == 1 {
                below.mix(above, weight, UInt8.self)
            } else {
                below.mix(above, weight, UInt16.self)
            }
        }
    }
}

extension Plane {
    fileprivate func mix<Sample: FixedWidthInteger>(_ above: Plane, _ weight: Int32, _: Sample.Type) {
        for y in 0..<height {
            let (row, other) = (row(y, as: Sample.self), above.row(y, as: Sample.self))
            for x in 0..<width {
                let (a, b) = (Int32(truncatingIfNeeded: row[x]), Int32(truncatingIfNeeded: other[x]))
                row[x] = Sample(truncatingIfNeeded: (a &* (32_768 &- weight) &+ b &* weight &+ 16_384) &>> 15)
            }
        }
    }
}
