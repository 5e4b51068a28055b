/// Which part of a picture is shown in a rectangle of another shape.
public struct Framing: Hashable, Sendable, Codable {
    /// The part of the upright picture that can be shown.
    public var crop: UnitRectangle
    /// How the picture goes into the rectangle; `nil` for the film's.
    public var fit: Fit?
    /// 1 shows all that `fit` shows; 2 a part of half its width and height.
    public var zoom: Double
    /// The zoom at the end of the shot, if it moves during it.
    public var zoomAtEnd: Double?
    /// The point to keep in view when cropping: centered, as far as the picture's edges allow.
    public var focus: UnitPoint
    /// Whether this is an instant of a movement, which is drawn at fractions of a sample. Not part of a plan.
    package var isMoving = false

    private enum CodingKeys: CodingKey { case crop, fit, zoom, zoomAtEnd, focus }

    /// By default, the whole picture, centered, in the way the film fits its pictures.
    public init(crop: UnitRectangle = .full, fit: Fit? = nil, zoom: Double = 1, focus: UnitPoint = .center) {
        self.crop = crop
        self.fit = fit
        self.zoom = zoom
        self.focus = focus
    }

    /// At 8, a 4K camera still has one sample for every two of a 1080p film.
    package static let zooms = 1.0...8.0

    /// Whether the crop is inside the picture, and zoom and focus are allowed.
    package var isValid: Bool {
        crop.isValid && Self.zooms.contains(zoom) && zoomAtEnd.map(Self.zooms.contains) ?? true
            && (0...1).contains(focus.x) && (0...1).contains(focus.y)
    }
}

extension Framing {
    /// The framing at an instant of a shot whose zoom moves: slowly at both ends, and in between evenly in what is seen.
    ///
    /// - Parameter progress: of the shot, 0…1.
    package func moved(_ progress: Double) -> Framing {
        guard let zoomAtEnd else { return self }
        var framing = self
        let eased = progress * progress * (3 - 2 * progress)
        framing.zoom = 1 / (1 / zoom + (1 / zoomAtEnd - 1 / zoom) * eased)
        framing.zoomAtEnd = nil
        framing.isMoving = true
        return framing
    }

    /// The equivalent framing of the stored picture.
    ///
    /// - Parameter orientation: what turns the stored picture upright.
    package func stored(_ orientation: Orientation) -> Framing {
        var framing = self
        framing.crop = crop.stored(orientation)
        let point = UnitRectangle(x: focus.x, y: focus.y, width: 0, height: 0).stored(orientation)
        if focus != .center { framing.focus = UnitPoint(x: point.x, y: point.y) }
        return framing
    }

    /// The part of the picture that is visible when `width` and `height`, fractions of it, are shown around the
    /// focus.
    package func window(width: Double, height: Double) -> UnitRectangle {
        UnitRectangle(
            x: crop.x + crop.width * Self.start(focus.x, width), y: crop.y + crop.height * Self.start(focus.y, height),
            width: crop.width * width, height: crop.height * height)
    }

    /// The start of a stretch of `length` centered on `focus`, as far as there is room.
    private static func start(_ focus: Double, _ length: Double) -> Double {
        min(max(focus - length / 2, 0), 1 - length)
    }
}
