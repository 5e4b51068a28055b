import Parameters
import Pictures

/// The picture turns like a card: away with the outgoing picture on it, back with the incoming one.
final class FlipKernel: PlaneKernel {
    private let direction: Direction
    private let background: [Int]
    private let black: [Int]
    private let size: PictureSize
    private let shade: Double
    private let projector: Projector
    /// Whether the pictures are drawn on their sides: turning to the left is drawn as turning upward.
    private let isTransposed: Bool

    /// Exactly edge-on, only the background would be visible: the frame would look like a fault.
    private static let thinnest = 88.0

    /// - Parameter canvas: on its side if `isTransposed`; the direction is for the upright canvas.
    init(
        direction: Direction, background: RGBColor, shade: Double, isTransposed: Bool, _ canvas: TransitionCanvas
    ) {
        self.direction = direction
        self.background = canvas.planeValues(of: background)
        self.shade = shade
        black = canvas.planeValues(of: .black)
        size = canvas.size
        projector = Projector(size: size)
        self.isTransposed = isTransposed
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        // The back of the card is half a turn ahead, so both sides appear unmirrored. When turning to the left, the
        // right edge comes to the front, as if pulled by hand.
        let picture = progress < 0.5 ? outgoing : incoming
        let turned = progress * 180 - (progress < 0.5 ? 0 : 180)
        let degrees = min(max(turned, -Self.thinnest), Self.thinnest)
        let (cosine, sine) = cosineAndSine(degrees: degrees * (direction.isBackward ? -1 : 1))
        // Both chroma planes use the same geometry.
        if index < 2 {
            let grid = PlaneGrid.plane(index, of: isTransposed ? size.transposed : size)
            projector.look(
                at: Pose(isTransposed ? grid.transposed : grid, of: size, cosine: cosine, sine: sine),
                height: out.height)
        }
        let look = CardLook(
            background: Sample(truncatingIfNeeded: background[index]), shade: Sample(truncatingIfNeeded: black[index]),
            shadeWeight: mixWeight(shade * (1 - cosine)))
        projector.draw(picture, look, into: out)
    }
}

extension TransitionEntry {
    static let flip = TransitionEntry(
        "flip", aliases: ["card", "turn"],
        summary: "The picture flips over like a card with the other one on its back.",
        parameters: [
            .direction(default: "left"),
            Parameter("background", .color(default: .black), "what is behind the card"),
            .fraction("shade", default: 0.6, "how dark the card gets as it turns away from the light"),
        ]
    ) { values, canvas in
        let direction = Direction(values)
        let kernel = FlipKernel(
            direction: direction, background: values.color("background"), shade: values.number("shade"),
            isTransposed: direction.isHorizontal, direction.isHorizontal ? canvas.transposed : canvas)
        return direction.isHorizontal ? TransposedKernel(kernel, canvas, takesTurns: true) : kernel
    }
}
