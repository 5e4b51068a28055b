import Pictures
import Platform

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
    /// - Parameter weight: 0..<32768.
    fileprivate func mix<Sample: FixedWidthInteger>(_ above: Plane, _ weight: Int32, _: Sample.Type) {
        // Products of two 16-bit words: with 32-bit ones, which SSE2 cannot multiply in one instruction, it took half
        // as long again [measured].
        let weight = Int32(Int16(truncatingIfNeeded: weight))
        for y in 0..<height {
            let (row, other) = (row(y, as: Sample.self), above.row(y, as: Sample.self))
            // Scenes that morph often differ only in an inset.
            if memcmp(row, other, width * MemoryLayout<Sample>.stride) == 0 { continue }
            for x in 0..<width {
                let (a, b) = (Int16(truncatingIfNeeded: row[x]), Int16(truncatingIfNeeded: other[x]))
                let change = (Int32(b &- a) &* weight &+ 16_384) &>> 15
                row[x] = Sample(truncatingIfNeeded: a &+ Int16(truncatingIfNeeded: change))
            }
        }
    }
}
