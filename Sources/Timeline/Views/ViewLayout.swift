import Parameters
import Pictures

/// The input for laying out a view: its parameters, the canvas, and the cameras with footage.
public struct ViewLayout {
    /// Of all parameters of the view, given or default.
    public let values: ParameterValues
    /// In luma samples.
    public let canvas: PictureSize
    /// In order, the primary first, including those without footage.
    public let cameras: [ViewCamera]
    /// The cameras that have footage.
    public let present: Set<Angle>
    /// How pictures of another shape fit their places, instead of the default of the parameters; `nil` for that.
    let fit: Fit?
    /// What apps leave free, for what has no chosen place; `nil` for everything.
    let safeArea: SafeArea?

    /// Of the canvas, in luma samples.
    public var width: Double { Double(canvas.width) }
    /// Of the canvas, in luma samples.
    public var height: Double { Double(canvas.height) }
    /// The unit for lengths that must not depend on the orientation of the canvas.
    public var shorterSide: Double { min(width, height) }

    /// The camera named by a parameter, or the first that is not among `others`.
    ///
    /// - Throws: `TimelineError.unknownAngle`.
    public func camera(_ parameter: String, besides others: [Angle] = []) throws(TimelineError) -> Angle? {
        let name = values.word(parameter)
        let angles = cameras.map(\.angle)
        guard !name.isEmpty else { return angles.first { !others.contains($0) } }
        guard let angle = angles.named(name) else {
            throw .unknownAngle(name: name, known: angles.map(\.name))
        }
        return angle
    }

    /// The cameras named by two parameters, both with footage.
    public func cameras(_ first: String, _ second: String) throws(TimelineError) -> (Angle, Angle)? {
        // Named cameras have priority over remaining ones.
        let named = values.word(second).isEmpty ? nil : try camera(second)
        guard let one = try camera(first, besides: [named].compactMap(\.self)) else { return nil }
        guard let other = try camera(second, besides: [one]), one != other else { return nil }
        return present.contains(one) && present.contains(other) ? (one, other) : nil
    }

    /// A camera's layer at a place in samples of the canvas, framed by the parameters of `Parameter.framing` if the view has them.
    ///
    /// - Parameter role: the prefix of the parameter names; "" for none.
    public func layer(
        _ angle: Angle, x: Double, y: Double, width: Double, height: Double, role: String = "",
        edge: Layer.Edge = Layer.Edge()
    ) -> Layer {
        let prefix = role.isEmpty ? "" : role + "-"
        let isFull = x == 0 && y == 0 && width == self.width && height == self.height
        let rectangle =
            isFull
            ? .full
            : UnitRectangle(
                x: x / self.width, y: y / self.height, width: width / self.width, height: height / self.height)
        var layer = cameras.layer(angle)
        layer.rectangle = rectangle
        layer.edge = edge
        // Bars inside an inset, which has the shape that was asked for, are of no use.
        if values.has(prefix + "fit"), let own = Fit(rawValue: values.word(prefix + "fit")) {
            layer.framing.fit = role == "inset" ? own : fit ?? own
        }
        if let zoom = values.optionalRamp(prefix + "zoom") {
            layer.framing.zoom = zoom.from
            layer.framing.zoomAtEnd = zoom.to == zoom.from ? nil : zoom.to
        }
        if values.has(prefix + "focus"), case let focus = values.point(prefix + "focus"), focus != .center {
            layer.framing.focus = focus
        }
        return layer
    }
}

extension Parameter {
    /// Three parameters for the framing of a camera: fit, zoom, and the point that stays in view.
    ///
    /// - Parameter role: the prefix of their names; "" for none.
    public static func framing(_ role: String = "", fit: String) -> [Parameter] {
        let prefix = role.isEmpty ? "" : role + "-"
        let whose = role.isEmpty ? "" : " of the \(role) camera"
        return [
            Parameter(
                prefix + "fit", .choice(["film", "fill", "fit", "blur", "auto"], default: fit),
                "how to fit the picture\(whose) if its shape differs: fill (crop), fit (bars), blur (blurred bars), or film (like the film's other pictures); a fit chosen for the whole film replaces the default"
            ),
            Parameter(
                prefix + "zoom", .ramp(range: Framing.zooms, unit: .fraction),
                "how much to enlarge the picture\(whose); 1..1.15 moves in slowly during the shot"),
            Parameter(
                prefix + "focus", .point(default: .center), "the point\(whose) that stays in view when cropped"),
        ]
    }
}

/// A camera as used by views.
public struct ViewCamera: Hashable, Sendable {
    /// Its name, as views and layers refer to it.
    public var angle: Angle
    /// The size of its upright pictures.
    public var size: PictureSize
    /// The part of it that every view shows, unless the view specifies another.
    public var framing: Framing

    /// - Parameter size: of its upright pictures, with square pixels.
    package init(_ angle: Angle, size: PictureSize, framing: Framing = Framing()) {
        self.angle = angle
        self.size = size
        self.framing = framing
    }
}

extension [ViewCamera] {
    /// A layer with the camera's own framing.
    func layer(_ angle: Angle) -> Layer { Layer(angle, framing: camera(angle)?.framing ?? Framing()) }

    func camera(_ angle: Angle) -> ViewCamera? { first { $0.angle == angle } }
}
