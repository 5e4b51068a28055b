import Parameters

/// The geometry of a matte: when the edge passes each point of the canvas.
///
/// Coordinates are continuous luma coordinates for every plane: sample (0, 0) covers the square from (0, 0) to (1, 1),
/// so chroma follows luma and circles are round.
package protocol MatteShape: Sendable {
    /// 0 for the points that change first, 1 for the last; clamped by the caller.
    func moment(x: Double, y: Double) -> Double
    /// The largest change of `moment` from one luma sample to the next where the edge is visible: makes a hard edge a
    /// sample and a half wide.
    var slope: Double { get }
    /// The same at one point, for shapes whose edge varies in steepness; `nil` for all others.
    func steepness(x: Double, y: Double) -> Double?
    /// The change of `moment` over one luma sample of a border.
    var borderSlope: Double { get }
    /// Whether the last points are next to the first ones, as on a dial: the stationary edge between them is as soft as
    /// the moving one. Such a shape must give its steepness everywhere.
    var isCyclic: Bool { get }
}

extension MatteShape {
    /// `nil`: as steep as `slope` everywhere.
    package func steepness(x: Double, y: Double) -> Double? { nil }
    /// The same as `slope`.
    package var borderSlope: Double { slope }
    /// `false`: the last points are not next to the first.
    package var isCyclic: Bool { false }
}

extension Parameter {
    static func softness(default value: Double) -> Parameter {
        .fraction("softness", default: value, "softness of the edge, as a fraction of its travel")
    }
    static func border(unit: String) -> [Parameter] {
        [
            .fraction(
                "border-width", 0...0.25, default: 0, "width of the border along the edge, as a fraction of \(unit)"),
            Parameter("border-color", .color(default: .white), "color of the border"),
        ]
    }
}

extension TransitionEntry {
    /// A transition defined only by a shape: adds the edge parameters and the shared kernel.
    ///
    /// - Parameters:
    ///   - softness: the default width of the soft edge, as a fraction of its path.
    ///   - borderUnit: the unit of the border's width; `nil` if there is no moving edge.
    ///   - shape: made once per renderer.
    package static func matte<Shape: MatteShape>(
        _ name: String, aliases: [String] = [], summary: String, parameters: [Parameter],
        softness: Double = 0, borderUnit: String? = "the shorter side", easing: Easing = .linear,
        shape: @escaping @Sendable (_ values: ParameterValues, _ canvas: TransitionCanvas) throws -> Shape
    ) -> TransitionEntry {
        TransitionEntry(
            name, aliases: aliases, summary: summary,
            parameters: parameters + [.softness(default: softness)]
                + (borderUnit.map(Parameter.border) ?? []),
            easing: easing
        ) { values, canvas in
            let hasBorder = borderUnit != nil
            let edge = MatteKernel.Edge(
                softness: values.number("softness"),
                borderWidth: hasBorder ? values.number("border-width") * canvas.shorterSide : 0,
                borderColor: hasBorder ? values.color("border-color") : .black)
            return MatteKernel(try shape(values, canvas), edge, canvas)
        }
    }
}
