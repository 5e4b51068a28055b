extension TransitionParameter {
    /// What every matte can be told about its edge.
    static func edge(softness: Double = 0) -> [TransitionParameter] {
        [
            .fraction("softness", default: softness, "width of the soft edge, as a part of its way"),
            .fraction("border-width", 0...0.25, default: 0, "border along the edge, as a part of the shorter side"),
            TransitionParameter("border-colour", .colour(default: .white), "colour of the border"),
        ]
    }
}

extension TransitionEntry {
    /// A transition that is nothing but a shape: adds the parameters of its edge and the one kernel.
    static func matte<Shape: MatteShape>(
        _ name: String, aliases: [String] = [], summary: String, parameters: [TransitionParameter],
        softness: Double = 0, easing: Easing = .linear,
        shape: @escaping @Sendable (_ values: ParameterValues, _ canvas: Canvas) throws -> Shape
    ) -> TransitionEntry {
        TransitionEntry(
            name, aliases: aliases, summary: summary,
            parameters: parameters + TransitionParameter.edge(softness: softness), easing: easing
        ) { values, canvas in
            let edge = MatteKernel.Edge(
                softness: values.number("softness"), borderWidth: values.number("border-width") * canvas.shorterSide,
                borderColour: values.colour("border-colour"))
            return MatteKernel(try shape(values, canvas), edge, canvas)
        }
    }
}
