import Parameters
import Pictures

extension ViewEntry {
    static let pictureInPicture = ViewEntry(
        "pip", aliases: ["picture-in-picture", "inset"], summary: "One camera fills the picture, another is inset.",
        parameters: [
            Parameter(
                "corner",
                .choice(
                    [
                        "bottom-right", "bottom-left", "top-right", "top-left", "top", "bottom", "left", "right",
                        "center",
                    ], default: "bottom-right"), "position of the inset"),
            Parameter("inset", .camera(default: "the next camera"), "the camera that is inset"),
            Parameter("main", .camera(default: "the primary"), "the camera that fills the picture"),
            .fraction(
                "size", 0.05...1, default: 0.25,
                "width of the inset, as a fraction of the picture's; its height is at most twice that fraction"),
            Parameter(
                "x", .number(range: 0...1, default: nil, unit: .fraction),
                "center of the inset from the left, instead of a corner; it stays inside the picture"),
            Parameter(
                "y", .number(range: 0...1, default: nil, unit: .fraction),
                "center of the inset from the top, instead of a corner; it stays inside the picture"),
            .fraction("margin", 0...0.25, default: 0.035, "distance from the edges, as a fraction of the shorter side"),
            Parameter(
                "aspect",
                .choice(["source", "1:1", "3:4", "4:3", "9:16", "16:9", "circle"], default: "source"),
                "shape of the inset"),
            .fraction("radius", 0...0.5, default: 0.1, "corner radius, as a fraction of the inset's shorter side"),
            .fraction("border", 0...0.05, default: 0, "width of the border, as a fraction of the shorter side"),
            Parameter("border-color", .color(default: .white, isTranslucent: true), "color of the border"),
            .fraction("shadow", default: 0.4, "how dark the inset's shadow is"),
        ] + Parameter.framing("inset", fit: "fill") + Parameter.framing("main", fit: "film")
    ) { layout in
        guard let (main, inset) = try layout.cameras("main", "inset") else { return nil }
        let place = layout.inset(of: inset)
        let edge = Layer.Edge(
            radius: layout.values.word("aspect") == "circle" ? 0.5 : layout.values.number("radius"),
            border: layout.values.number("border"), borderColor: layout.values.color("border-color"),
            shadow: layout.values.number("shadow"))
        return Scene(layers: [
            layout.layer(main, x: 0, y: 0, width: layout.width, height: layout.height, role: "main"),
            layout.layer(
                inset, x: place.x, y: place.y, width: place.width, height: place.height, role: "inset", edge: edge),
        ])
    }
}

extension ViewLayout {
    /// The place of an inset, in samples of the canvas.
    fileprivate func inset(of angle: Angle) -> (x: Double, y: Double, width: Double, height: Double) {
        let own = cameras.camera(angle)?.size ?? canvas
        let sides = values.word("aspect").split(separator: ":").compactMap { Double($0) }
        let aspect =
            switch values.word("aspect") {
            case "source": Double(own.width) / Double(own.height)
            case "circle": 1.0
            default: sides[0] / sides[1]
            }
        let margin = values.number("margin") * shorterSide
        let safe = safeArea ?? SafeArea()
        let (left, right) = (max(margin, safe.left * self.width), max(margin, safe.right * self.width))
        let (top, bottom) = (max(margin, safe.top * self.height), max(margin, safe.bottom * self.height))
        var width = min(values.number("size") * self.width, self.width - (left + right))
        // An upright inset in a wide picture must not look like the main one.
        let room = min(self.height - (top + bottom), 2 * values.number("size") * self.height)
        if width / aspect > room { width = room * aspect }
        let height = width / aspect
        let corner = values.word("corner")
        let place = {
            (length: Double, whole: Double, near: Double?, far: Double?, center: Double?) in
            if let center { return min(max(center * whole - length / 2, 0), max(0, whole - length)) }
            return near ?? far.map { whole - $0 - length } ?? (whole - length) / 2
        }
        return (
            place(
                width, self.width, corner.hasSuffix("left") ? left : nil, corner.hasSuffix("right") ? right : nil,
                values.optionalNumber("x")),
            place(
                height, self.height, corner.hasPrefix("top") ? top : nil, corner.hasPrefix("bottom") ? bottom : nil,
                values.optionalNumber("y")),
            width, height
        )
    }
}
