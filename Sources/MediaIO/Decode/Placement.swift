import MediaTime
import Pictures

/// How a picture of another shape goes onto the canvas.
public enum Fit: String, Sendable, CaseIterable, Codable {
    /// `fill` while at least two thirds of the picture stay visible, else `fit`.
    case auto
    /// Covers the canvas; what lies outside is cropped, evenly on both sides.
    case fill
    /// Shows the whole picture; bars fill the rest.
    case fit
}

extension Fit {
    /// What becomes of a picture whose shape is not that of the canvas.
    public enum Framing: Hashable, Sendable {
        /// It has the shape of the canvas.
        case whole
        /// Bars fill this share of the canvas.
        case bars(Double)
        /// This share of the picture is not shown.
        case cropped(Double)
    }

    /// - Parameter upright: the size of the picture with square pixels, upright.
    public func framing(of upright: PictureSize, on canvas: PictureSize) -> Framing {
        let visible = Self.visibleShare(upright, canvas)
        guard visible < 1 else { return .whole }
        return fills(visible) ? .cropped(1 - visible) : .bars(1 - visible)
    }

    /// The share of the picture that is seen where it covers the canvas, and of the canvas where all of it is shown.
    fileprivate static func visibleShare(_ picture: PictureSize, _ canvas: PictureSize) -> Double {
        let (a, b) = (picture.width * canvas.height, canvas.width * picture.height)
        return Double(min(a, b)) / Double(max(a, b))
    }

    fileprivate func fills(_ visible: Double) -> Bool { self == .fill || (self == .auto && visible >= 2.0 / 3.0) }
}

/// Where the visible part of a stored picture goes on the canvas.
struct Placement: Hashable, Sendable {
    /// Samples of the stored picture that are shown.
    var crop: PictureRect
    /// Where they go, upright, on the canvas. Even, so that chroma samples stay whole.
    var content: PictureRect

    /// - Parameters:
    ///   - stored: the size as decoded.
    ///   - square: the same with square pixels.
    ///   - part: what of it there is to be shown.
    init(
        stored whole: PictureSize, square: PictureSize, part: UnitRectangle = .full, orientation: Orientation,
        canvas: PictureSize, fit: Fit
    ) {
        let region = part.samples(of: whole)
        let stored = region.size
        let square = PictureSize(
            width: Self.share(square.width, stored.width, whole.width),
            height: Self.share(square.height, stored.height, whole.height))
        // Work in stored orientation: turn the canvas back instead of the picture.
        let frame = orientation.swapsAxes ? canvas.transposed : canvas
        // Compare aspects exactly: square.width / square.height against frame.width / frame.height.
        let a = square.width * frame.height
        let b = frame.width * square.height
        if fit.fills(Fit.visibleShare(square, frame)) {
            content = PictureRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
            // The longer side is cropped; both sides lose the same.
            let width = a > b ? Self.share(stored.width, b, a) : stored.width
            let height = b > a ? Self.share(stored.height, a, b) : stored.height
            crop = PictureRect(
                x: region.x + (stored.width - width) / 4 * 2, y: region.y + (stored.height - height) / 4 * 2,
                width: width, height: height)
        } else {
            crop = region
            let inside = PictureSize(
                width: a > b ? frame.width : max(2, Self.share(frame.width, a, b) / 2 * 2),
                height: b > a ? frame.height : max(2, Self.share(frame.height, b, a) / 2 * 2))
            let upright = orientation.apply(to: inside)
            content = PictureRect(
                x: (canvas.width - upright.width) / 4 * 2, y: (canvas.height - upright.height) / 4 * 2,
                width: upright.width, height: upright.height)
        }
    }

    /// `length · numerator / denominator`, at least 1.
    private static func share(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
        max(1, Int(rescale(Int64(length), Int64(numerator), over: Int64(denominator), .nearest)))
    }
}
