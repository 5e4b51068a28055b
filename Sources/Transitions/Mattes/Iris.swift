import Parameters

/// A shape that opens or closes. Its outline at any moment is the same shape at a different size.
struct Iris: MatteShape {
    private let outline: Outline
    private let center: (x: Double, y: Double)
    private let closes: Bool
    private let scale: Double
    let slope: Double

    init(
        _ outline: Outline, centerX: Double, centerY: Double, closes: Bool, width: Double, height: Double
    ) {
        self.outline = outline
        center = (centerX, centerY)
        self.closes = closes
        // Fully open when the last point of the canvas, which is on its border, is inside.
        var farthest = 0.0
        var steepest = 0.0
        for step in 0...64 {
            let part = Double(step) / 64
            for (x, y) in [(part * width, 0), (part * width, height), (0, part * height), (width, part * height)] {
                let (dx, dy) = (x - centerX, y - centerY)
                let gauge = outline.gauge(dx, dy)
                farthest = max(farthest, gauge)
                steepest = max(steepest, gauge / max(1, (dx * dx + dy * dy).squareRoot()))
            }
        }
        scale = 1 / max(farthest, 1e-9)
        slope = steepest * scale
    }

    func moment(x: Double, y: Double) -> Double {
        let distance = outline.gauge(x - center.x, y - center.y) * scale
        return closes ? 1 - distance : distance
    }
}

extension Parameter {
    /// Whether a shape grows to reveal the incoming picture, or shrinks around the outgoing one.
    static let opening = Parameter(
        "mode", .choice(["open", "close"], default: "open"), "the incoming picture grows, or the outgoing one shrinks")
}

extension TransitionEntry {
    /// Round on every canvas.
    static let circle = matte(
        "circle", aliases: ["circle-open", "round"], summary: "A circle opens on the incoming picture.",
        parameters: [.opening] + Parameter.center
    ) { values, canvas in
        Iris(
            .circle, centerX: values.number("x") * canvas.width, centerY: values.number("y") * canvas.height,
            closes: values.word("mode") == "close", width: canvas.width, height: canvas.height)
    }
    static let iris = matte(
        "iris", aliases: ["shape"], summary: "A shape opens on the incoming picture.",
        parameters: [
            Parameter(
                "shape", .choice(Outline.allCases.map(\.rawValue), default: Outline.diamond.rawValue), "the outline"),
            .opening,
        ] + Parameter.center
    ) { values, canvas in
        Iris(
            Outline(rawValue: values.word("shape"))!, centerX: values.number("x") * canvas.width,
            centerY: values.number("y") * canvas.height, closes: values.word("mode") == "close", width: canvas.width,
            height: canvas.height)
    }
}
