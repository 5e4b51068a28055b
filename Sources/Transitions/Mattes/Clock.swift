import Pictures
import Parameters

/// One or more hands that sweep around a point.
struct Clock: MatteShape {
    private let center: (x: Double, y: Double)
    private let hands: Double
    /// The start angle of the first hand, as a fraction of a turn clockwise from the right.
    private let start: Double
    private let isClockwise: Bool
    private let shorterSide: Double
    let slope: Double
    let isCyclic = true

    init(
        centerX: Double, centerY: Double, hands: Double, startDegrees: Double, isClockwise: Bool, shorterSide: Double
    ) {
        center = (centerX, centerY)
        self.hands = hands
        start = startDegrees / 360 + 1
        self.isClockwise = isClockwise
        self.shorterSide = shorterSide
        // A hand sweeps fewer samples near the center and more further out; this is correct halfway out.
        slope = hands / (Double.pi * max(1, shorterSide / 2))
    }

    /// A hand has the same thickness everywhere, except near the center, where hands meet in a point.
    func steepness(x: Double, y: Double) -> Double? {
        let (dx, dy) = (x - center.x, y - center.y)
        return hands / (2 * Double.pi * max((dx * dx + dy * dy).squareRoot(), 1, shorterSide / 16))
    }

    func moment(x: Double, y: Double) -> Double {
        let angle = turn(x: x - center.x, y: y - center.y) + 2 - start
        let swept = (isClockwise ? angle : 2 - angle) * hands
        return swept - swept.rounded(.down)
    }
}

extension TransitionEntry {
    static let clock = matte(
        "clock", aliases: ["clock-wipe"], summary: "A hand sweeps around like a clock's.",
        parameters: [
            .count("hands", 1...12, default: 1, "how many hands sweep at once"),
            .angle(default: 270, "where the first hand starts, clockwise from the right"),
            Parameter(
                "turn", .choice(["clockwise", "counterclockwise"], default: "clockwise"), "which way the hands go"),
        ] + Parameter.center
    ) { values, canvas in
        Clock(
            centerX: values.number("x") * canvas.width, centerY: values.number("y") * canvas.height,
            hands: values.number("hands"), startDegrees: values.number("angle"),
            isClockwise: values.word("turn") == "clockwise", shorterSide: canvas.shorterSide)
    }
}
