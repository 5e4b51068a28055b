import Pictures
import Parameters

/// A straight edge that moves across the picture at any angle.
struct Wipe: MatteShape {
    /// The unit vector the edge moves along.
    private let direction: (x: Double, y: Double)
    private let start: Double
    let slope: Double

    /// - Parameter degrees: clockwise; 0 moves from left to right, 90 from top to bottom.
    init(degrees: Double, width: Double, height: Double) {
        let (cosine, sine) = cosineAndSine(degrees: degrees)
        direction = (cosine, sine)
        // The corners reached first and last.
        start = min(0, cosine * width) + min(0, sine * height)
        slope = 1 / (abs(cosine) * width + abs(sine) * height)
    }

    func moment(x: Double, y: Double) -> Double { (x * direction.x + y * direction.y - start) * slope }
}

extension TransitionEntry {
    static let wipe = matte(
        "wipe", aliases: ["linear-wipe"], summary: "A straight edge moves across the picture.",
        parameters: [.angle("direction in which the edge moves, clockwise")]
    ) { values, canvas in
        Wipe(degrees: values.number("angle"), width: canvas.width, height: canvas.height)
    }
}
