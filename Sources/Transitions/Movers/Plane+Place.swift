import Pictures

/// The part of a plane that a moved picture covers, and how far it has moved.
struct Placement {
    var columns: Range<Int>
    var rows: Range<Int>
    /// Where the picture's first sample comes to lie.
    var offsetX: Int
    var offsetY: Int

    /// The same for a chroma plane; all luma positions of movers are even, except where the picture ends.
    var chroma: Placement {
        let half = { (range: Range<Int>) in (range.lowerBound + 1) / 2..<(range.upperBound + 1) / 2 }
        return Placement(columns: half(columns), rows: half(rows), offsetX: offsetX / 2, offsetY: offsetY / 2)
    }
}

extension Picture {
    /// Copies what `placement` covers from `source`, moved.
    func place(_ source: Picture, _ placement: Placement) {
        let bytes = format.bytesPerSample
        luma.place(source.luma, placement, bytesPerSample: bytes)
        cb.place(source.cb, placement.chroma, bytesPerSample: bytes)
        cr.place(source.cr, placement.chroma, bytesPerSample: bytes)
    }
}

extension Plane {
    /// Copies what `placement` covers from `source`, moved. Past its edges the source repeats its last sample:
    /// a picture with an odd side moves as if it had one sample more.
    func place(_ source: Plane, _ placement: Placement, bytesPerSample: Int) {
        guard !placement.columns.isEmpty else { return }
        let inside = placement.columns.clamped(
            to: placement.offsetX..<max(placement.offsetX, placement.offsetX + source.width))
        for y in placement.rows {
            let sourceRow = source.base + min(max(y - placement.offsetY, 0), source.height - 1) * source.strideInBytes
            let row = base + y * strideInBytes
            (row + inside.lowerBound * bytesPerSample).copyMemory(
                from: sourceRow + (inside.lowerBound - placement.offsetX) * bytesPerSample,
                byteCount: inside.count * bytesPerSample)
            for x in placement.columns.lowerBound..<inside.lowerBound {
                (row + x * bytesPerSample).copyMemory(from: sourceRow, byteCount: bytesPerSample)
            }
            for x in inside.upperBound..<placement.columns.upperBound {
                (row + x * bytesPerSample).copyMemory(
                    from: sourceRow + (source.width - 1) * bytesPerSample, byteCount: bytesPerSample)
            }
        }
    }
}
