import Pictures

/// What the frames of a test recording show, upright:
///
/// ```
/// ████ barcode █████
/// top left │ top right        four flat patches, each camera its own colors:
/// ─────────┼──────────        no symmetry of the rectangle leaves them in place
/// bottom l.│ bottom r.
/// ░░░░░■░░░░░░░░░░░░         a white block that moves with the frame number
/// ```
package enum TestCard {
    package enum Patch: Int, Hashable, Sendable, CaseIterable { case topLeft, topRight, bottomLeft, bottomRight }

    static let layout = BarcodeLayout.testCard

    /// A camera's color of a patch, as non-linear R′G′B′ of the recording's own color space.
    package static func color(_ patch: Patch, of camera: Camera) -> RGB {
        switch (camera, patch) {
        case (.back, .topLeft): RGB(0.80, 0.74, 0.16)
        case (.back, .topRight): RGB(0.74, 0.16, 0.14)
        case (.back, .bottomLeft): RGB(0.16, 0.22, 0.70)
        case (.back, .bottomRight): RGB(0.20, 0.62, 0.22)
        case (.front, .topLeft): RGB(0.20, 0.66, 0.70)
        case (.front, .topRight): RGB(0.70, 0.22, 0.64)
        case (.front, .bottomLeft): RGB(0.34, 0.30, 0.28)
        case (.front, .bottomRight): RGB(0.86, 0.56, 0.24)
        }
    }

    /// Where a patch lies on an upright picture.
    package static func area(of patch: Patch, in size: PictureSize) -> PictureRect {
        let top = layout.height(of: size)
        let bottom = size.height - size.height / 8
        let (middleX, middleY) = (size.width / 2, (top + bottom) / 2)
        let right = patch == .topRight || patch == .bottomRight
        let lower = patch == .bottomLeft || patch == .bottomRight
        return PictureRect(
            x: right ? middleX : 0, y: lower ? middleY : top, width: right ? size.width - middleX : middleX,
            height: lower ? bottom - middleY : middleY - top)
    }

    static let background = RGB(0.45, 0.45, 0.45)

    /// The strip at the bottom in which the block moves.
    static func strip(in size: PictureSize) -> PictureRect {
        let height = size.height / 8
        return PictureRect(x: 0, y: size.height - height, width: size.width, height: height)
    }

    /// The moving block of a frame.
    static func block(_ frame: Int, in size: PictureSize) -> PictureRect {
        let strip = strip(in: size)
        let width = max(4, size.width / 12)
        return PictureRect(
            x: frame * 5 % max(1, size.width - width), y: strip.y + strip.height / 4, width: width,
            height: max(1, strip.height / 2))
    }
}
