import Parameters

/// A circle that opens or closes: round on every canvas, reaching the farthest corner at the end.
struct Circle: MatteShape {
    private let center: (x: Double, y: Double)
    private let closes: Bool
    let slope: Double

    init(centerX: Double, centerY: Double, closes: Bool, width: Double, height: Double) {
        center = (centerX, centerY)
        self.closes = closes
        let (farX, farY) = (max(centerX, width - centerX), max(centerY, height - centerY))
        slope = 1 / (farX * farX + farY * farY).squareRoot()
    }

    func moment(x: Double, y: Double) -> Double {
        let (dx, dy) = (x - center.x, y - center.y)
        let radius = (dx * dx + dy * dy).squareRoot() * slope
        return closes ? 1 - radius : radius
    }
}

extension Parameter {
    /// Whether a shape grows to reveal the incoming picture, or shrinks around the outgoing one.
    static let opening = Parameter(
        "mode", .choice(["open", "close"], default: "open"), "the incoming picture grows, or the outgoing one shrinks")
}

extension TransitionEntry {
    static let circle = matte(
        "circle", aliases: ["circle-open", "round"], summary: "A circle opens on the incoming picture.",
        parameters: [.opening] + Parameter.center
    ) { values, canvas in
        Circle(
            centerX: values.number("x") * canvas.width, centerY: values.number("y") * canvas.height,
            closes: values.word("mode") == "close", width: canvas.width, height: canvas.height)
    }
}
