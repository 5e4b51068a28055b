/// A picture: three planes and the owner of their memory.
///
/// The owner is released with the picture: a pool's block goes back to its pool, a decoder's frame is unreferenced.
/// Only one stage at a time writes a picture, and once handed on it is read-only; that, not a lock, makes it
/// `Sendable`.
public final class Picture: @unchecked Sendable {
    /// The format of all planes.
    public let format: PixelFormat
    /// Of the luma plane.
    public let size: PictureSize
    /// Y′.
    public let luma: Plane
    /// Half the luma size, rounded up.
    public let cb: Plane
    /// Half the luma size, rounded up.
    public let cr: Plane
    /// Keeps the memory of the planes alive.
    package let owner: AnyObject

    /// - Parameter planes: Y′, Cb, Cr; the chroma planes have half the luma size, rounded up.
    package init(format: PixelFormat, size: PictureSize, planes: (Plane, Plane, Plane), owner: AnyObject) {
        self.format = format
        self.size = size
        (luma, cb, cr) = planes
        self.owner = owner
    }

    /// Y′, Cb, Cr.
    public var planes: [Plane] { [luma, cb, cr] }
    /// One of `planes`, without allocating them all.
    package func plane(_ index: Int) -> Plane { index == 0 ? luma : index == 1 ? cb : cr }

    /// Copies all samples of `source`, a picture of the same format and size.
    package func copy(from source: Picture) {
        precondition(format == source.format && size == source.size, "copy between pictures of different layout")
        for index in 0..<3 { plane(index).copy(from: source.plane(index), bytesPerSample: format.bytesPerSample) }
    }

    /// Writes one color to every sample. The default is black of limited range.
    package func fill(luma y: Int? = nil, cb u: Int? = nil, cr v: Int? = nil) {
        let bytes = format.bytesPerSample
        luma.fill(y ?? format.limitedBlack, bytesPerSample: bytes)
        cb.fill(u ?? format.neutralChroma, bytesPerSample: bytes)
        cr.fill(v ?? format.neutralChroma, bytesPerSample: bytes)
    }
}

extension Picture {
    /// The part inside `rect`, sharing the memory. The origin must be even, so that chroma samples stay whole.
    package func cropped(to rect: PictureRect) -> Picture {
        precondition(rect.x % 2 == 0 && rect.y % 2 == 0, "a 4:2:0 picture is cropped at even positions, not \(rect)")
        let chroma = rect.size.chroma420
        let half = PictureRect(x: rect.x / 2, y: rect.y / 2, width: chroma.width, height: chroma.height)
        let bytes = format.bytesPerSample
        return Picture(
            format: format, size: rect.size,
            planes: (
                luma.cropped(to: rect, bytesPerSample: bytes), cb.cropped(to: half, bytesPerSample: bytes),
                cr.cropped(to: half, bytesPerSample: bytes)
            ), owner: owner)
    }

    /// Blackens everything outside `rect`, which has an even origin.
    package func fillBars(around rect: PictureRect, isFullRange: Bool = false) {
        for bar in size.bars(around: rect) { cropped(to: bar).fill(luma: isFullRange ? 0 : nil) }
    }
}

extension PictureSize {
    /// The area around a rectangle: at most four rectangles, none of them empty.
    package func bars(around rect: PictureRect) -> [PictureRect] {
        [
            PictureRect(x: 0, y: 0, width: width, height: rect.y),
            PictureRect(x: 0, y: rect.y + rect.height, width: width, height: height - rect.y - rect.height),
            PictureRect(x: 0, y: rect.y, width: rect.x, height: rect.height),
            PictureRect(x: rect.x + rect.width, y: rect.y, width: width - rect.x - rect.width, height: rect.height),
        ].filter { $0.width > 0 && $0.height > 0 }
    }
}
