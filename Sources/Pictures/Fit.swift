/// How a picture of another shape is fitted to the canvas.
public enum Fit: String, Sendable, CaseIterable, Codable {
    /// `fill` while at least two thirds of the picture stay visible, else `fit`.
    case auto
    /// Covers the canvas; the excess is cropped evenly on both sides.
    case fill
    /// Shows the whole picture; bars fill the rest.
    case fit
    /// Shows the whole picture; the rest is filled with the same picture, enlarged and blurred. Where that would be less
    /// than a fiftieth, it is cropped instead: slivers look like a fault.
    case blur
}

extension Fit {
    /// The effect on a picture whose shape differs from that of the canvas.
    package enum Effect: Hashable, Sendable {
        /// Nothing is lost: the shapes match, or the picture itself, blurred, fills the rest.
        case whole
        /// Bars fill this share of the canvas.
        case bars(Double)
        /// This share of the picture is not shown.
        case cropped(Double)
    }

    /// - Parameter upright: the size of the picture with square pixels, upright.
    package func effect(on upright: PictureSize, canvas: PictureSize) -> Effect {
        let visible = Self.visibleShare(upright, canvas)
        guard visible < 1, self != .blur else { return .whole }
        return fills(visible) ? .cropped(1 - visible) : .bars(1 - visible)
    }

    /// The visible share of a picture that covers the canvas, and the share of the canvas covered when all of it is
    /// shown.
    package static func visibleShare(_ picture: PictureSize, _ canvas: PictureSize) -> Double {
        let (a, b) = (picture.width * canvas.height, canvas.width * picture.height)
        return Double(min(a, b)) / Double(max(a, b))
    }

    package func fills(_ visible: Double) -> Bool {
        switch self {
        case .fill: true
        case .auto: visible >= 2.0 / 3.0
        case .blur: visible > 0.98
        case .fit: false
        }
    }

    /// The part of a canvas that a whole picture takes up: centered, and even, so that chroma samples stay whole.
    ///
    /// - Parameters:
    ///   - picture: the size of the picture with square pixels.
    ///   - canvas: even.
    package static func wholePicture(_ picture: PictureSize, on canvas: PictureSize) -> PictureRect {
        let (a, b) = (picture.width * canvas.height, canvas.width * picture.height)
        let width = a > b ? canvas.width : width(of: picture, height: canvas.height)
        let height = b > a ? canvas.height : height(of: picture, width: canvas.width)
        return PictureRect(
            x: (canvas.width - width) / 4 * 2, y: (canvas.height - height) / 4 * 2, width: width, height: height)
    }

    /// Whether a canvas has the shape of a picture but for its even size.
    package static func isEvenShape(of picture: PictureSize, _ canvas: PictureSize) -> Bool {
        canvas.height == height(of: picture, width: canvas.width)
            || canvas.width == width(of: picture, height: canvas.height)
    }

    private static func width(of picture: PictureSize, height: Int) -> Int {
        even(height * picture.width, picture.height)
    }

    private static func height(of picture: PictureSize, width: Int) -> Int {
        even(width * picture.height, picture.width)
    }

    private static func even(_ numerator: Int, _ denominator: Int) -> Int {
        max(2, (numerator + denominator / 2) / denominator / 2 * 2)
    }
}
