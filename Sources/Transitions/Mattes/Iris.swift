import Parameters
import Pictures

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

/// The outlines of an iris, as gauges: the factor by which the shape must be enlarged for a point to be on it.
///
/// A gauge grows in proportion to the distance from the center, so all its outlines have the same shape.
enum Outline: String, CaseIterable, Sendable {
    case diamond, square, hexagon, octagon, star, heart, cross, circle

    /// - Parameters x, y: from the center, y downward.
    func gauge(_ x: Double, _ y: Double) -> Double {
        let (a, b) = (abs(x), abs(y))
        switch self {
        case .diamond: return a + b
        case .square: return max(a, b)
        // The largest distance along the normals of the sides; cos 30° = 0.866…, cos 45° = 0.707….
        case .hexagon: return max(b, 0.8660254037844386 * a + 0.5 * b)
        case .octagon: return max(a, b, 0.7071067811865476 * (a + b))
        case .star: return star(x, y)
        case .heart: return heart(x, y)
        // Two bars, three times as long as they are wide.
        case .cross: return min(max(a, 3 * b), max(3 * a, b))
        case .circle: return (a * a + b * b).squareRoot()
        }
    }

    /// Five points, one upward. Each of the ten edges runs from a tip at 1 to a notch at 0.45, 36° away.
    private func star(_ x: Double, _ y: Double) -> Double {
        // The angle from the nearest tip, folded onto one edge.
        let tips = turn(x: -y, y: abs(x)) * 5
        let angle = abs(tips - tips.rounded()) * 72
        let radius = (x * x + y * y).squareRoot()
        let (cosine, sine) = cosineAndSine(degrees: angle)
        // The normal of the edge (1, 0) – (0.45 cos 36°, 0.45 sin 36°), scaled to 1 at the tip.
        return radius * (cosine + sine * 2.4043)
    }

    /// A diamond with a half disc on each of its upper sides.
    private func heart(_ x: Double, _ y: Double) -> Double {
        let a = abs(x)
        // The disc around (½, −½) passes through the center: the point p is on it when magnified p² / (p·2c) times.
        let reach = a - y
        let disc = reach > 0 ? (x * x + y * y) / reach : .infinity
        return min(a + abs(y), disc)
    }
}
