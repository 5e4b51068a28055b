import Pictures

/// Grows pictures to the coded size by repeating their last column and row, as encoders do inside.
///
/// For streams that must have another stream's coded size, whose conformance window crops what is added.
final class EdgePadding {
    private let pool: PicturePool
    private let size: PictureSize

    /// - Parameter size: of the grown pictures, at least as large as what is given.
    init(format: PixelFormat, size: PictureSize) {
        pool = PicturePool(format: format, size: size)
        self.size = size
    }

    func padded(_ picture: Picture) -> Picture {
        guard picture.size != size else { return picture }
        let grown = pool.picture()
        for (from, to) in zip(picture.planes, grown.planes) {
            if picture.format.bytesPerSample == 1 {
                Self.pad(from, to, UInt8.self)
            } else {
                Self.pad(from, to, UInt16.self)
            }
        }
        return grown
    }

    private static func pad<Sample: FixedWidthInteger>(_ from: Plane, _ to: Plane, _: Sample.Type) {
        for y in 0..<to.height {
            let source = from.row(min(y, from.height - 1), as: Sample.self)
            let row = to.row(y, as: Sample.self)
            row.update(from: source, count: from.width)
            (row + from.width).update(repeating: source[from.width - 1], count: to.width - from.width)
        }
    }
}
