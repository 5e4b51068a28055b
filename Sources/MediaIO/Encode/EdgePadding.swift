import Pictures

/// Grows pictures to the coded size by repeating the columns and rows at their edges, as encoders do inside.
///
/// For streams that must have another stream's coded size, whose conformance window crops what is added.
final class EdgePadding {
    private let pool: PicturePool
    private let window: CodedWindow

    init(format: PixelFormat, window: CodedWindow) {
        pool = PicturePool(format: format, size: window.size)
        self.window = window
    }

    func padded(_ picture: Picture) -> Picture {
        guard picture.size != window.size else { return picture }
        let grown = pool.picture()
        for (plane, (from, to)) in zip(picture.planes, grown.planes).enumerated() {
            let (left, top) = plane == 0 ? (window.left, window.top) : (window.left / 2, window.top / 2)
            if picture.format.bytesPerSample == 1 {
                Self.pad(from, to, left, top, UInt8.self)
            } else {
                Self.pad(from, to, left, top, UInt16.self)
            }
        }
        return grown
    }

    private static func pad<Sample: FixedWidthInteger>(
        _ from: Plane, _ to: Plane, _ left: Int, _ top: Int, _: Sample.Type
    ) {
        let right = left + from.width
        for y in 0..<to.height {
            let source = from.row(min(max(y - top, 0), from.height - 1), as: Sample.self)
            let row = to.row(y, as: Sample.self)
            row.update(repeating: source[0], count: left)
            (row + left).update(from: source, count: from.width)
            (row + right).update(repeating: source[from.width - 1], count: to.width - right)
        }
    }
}
