import Parameters

/// An edge along one diagonal of the canvas, whatever its shape, that moves from corner to corner.
struct Diagonal: MatteShape {
    private let scale: (x: Double, y: Double)
    private let mirrorsX: Bool
    private let mirrorsY: Bool
    private let size: (x: Double, y: Double)
    let slope: Double

    init(from corner: String, width: Double, height: Double) {
        size = (width, height)
        scale = (0.5 / width, 0.5 / height)
        mirrorsX = corner.hasSuffix("right")
        mirrorsY = corner.hasPrefix("bottom")
        slope = (scale.x * scale.x + scale.y * scale.y).squareRoot()
    }

    func moment(x: Double, y: Double) -> Double {
        (mirrorsX ? size.x - x : x) * scale.x + (mirrorsY ? size.y - y : y) * scale.y
    }
}

extension TransitionEntry {
    static let diagonal = matte(
        "diagonal", aliases: ["corner"], summary: "A straight edge moves from one corner to the opposite one.",
        parameters: [
            Parameter(
                "from", .choice(["top-left", "top-right", "bottom-left", "bottom-right"], default: "top-left"),
                "the corner that changes first")
        ]
    ) { values, canvas in
        Diagonal(from: values.word("from"), width: canvas.width, height: canvas.height)
    }
}
