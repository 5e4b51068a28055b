/// How a picture of another shape goes onto the canvas.
public enum Fit: String, Sendable, CaseIterable, Codable {
    /// `fill` while at least two thirds of the picture stay visible, else `fit`.
    case auto
    /// Covers the canvas; what lies outside is cropped, evenly on both sides.
    case fill
    /// Shows the whole picture; bars fill the rest.
    case fit
    /// Shows the whole picture; the rest is filled with the same picture, enlarged and blurred.
    case blur
}

extension Fit {
    /// What becomes of a picture whose shape is not that of the canvas.
    public enum Effect: Hashable, Sendable {
        /// Nothing is lost: it has the shape of the canvas, or is seen again around itself.
        case whole
        /// Bars fill this share of the canvas.
        case bars(Double)
        /// This share of the picture is not shown.
        case cropped(Double)
    }

    /// - Parameter upright: the size of the picture with square pixels, upright.
    public func effect(on upright: PictureSize, canvas: PictureSize) -> Effect {
        let visible = Self.visibleShare(upright, canvas)
        guard visible < 1, self != .blur else { return .whole }
        return fills(visible) ? .cropped(1 - visible) : .bars(1 - visible)
    }

    /// The share of the picture that is seen where it covers the canvas, and of the canvas where all of it is shown.
    package static func visibleShare(_ picture: PictureSize, _ canvas: PictureSize) -> Double {
        let (a, b) = (picture.width * canvas.height, canvas.width * picture.height)
        return Double(min(a, b)) / Double(max(a, b))
    }

    package func fills(_ visible: Double) -> Bool { self == .fill || (self == .auto && visible >= 2.0 / 3.0) }
}
