import Parameters

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
