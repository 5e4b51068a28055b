import Parameters
import Pictures

/// The picture turns like a card: out of sight with the outgoing picture on it, back with the incoming one.
final class FlipKernel: TransitionKernel {
    private let direction: Direction
    private let background: (luma: Int, cb: Int, cr: Int)
    private let black: (luma: Int, cb: Int, cr: Int)
    private let shade: Double
    private let projector: Projector
    /// Whether the pictures lie on their sides: turning to the left is drawn as turning upward.
    private let isTransposed: Bool

    /// Quite edge-on there would be nothing but the background: a frame that looks like a fault.
    private static let thinnest = 88.0

    /// - Parameter canvas: on its side where `isTransposed`; the direction is that of the upright one.
    init(
        direction: Direction, background: RGBColor, shade: Double, isTransposed: Bool, _ canvas: TransitionCanvas
    ) {
        self.direction = direction
        self.background = canvas.codeValues(of: background)
        self.shade = shade
        black = canvas.codeValues(of: .black)
        projector = Projector(size: canvas.size)
        self.isTransposed = isTransposed
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        // The back of the card is half a turn ahead, so both are seen the right way round. Turning to the left,
        // the right edge comes to the front, as if a hand pulled the card there.
        let picture = progress < 0.5 ? outgoing : incoming
        let turned = progress * 180 - (progress < 0.5 ? 0 : 180)
        let degrees = min(max(turned, -Self.thinnest), Self.thinnest)
        let (cosine, sine) = cosineAndSine(degrees: degrees * (direction.isBackward ? -1 : 1))
        let shaded = mixWeight(shade * (1 - cosine))
        for index in 0..<3 {
            // Both planes of chroma show the same.
            if index < 2 {
                let size = isTransposed ? destination.size.transposed : destination.size
                projector.look(
                    at: Pose(
                        PlaneGrid.plane(index, of: size), of: size, cosine: cosine, sine: sine,
                        turnsAroundVertical: isTransposed),
                    height: destination.plane(index).height)
            }
            let dark = index == 0 ? black.luma : black.cb
            let color = index == 0 ? background.luma : index == 1 ? background.cb : background.cr
            let (source, out) = (picture.plane(index), destination.plane(index))
            if destination.format == .yuv420p8 {
                draw(source, UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: dark), shaded, out)
            } else {
                draw(source, UInt16(truncatingIfNeeded: color), UInt16(truncatingIfNeeded: dark), shaded, out)
            }
        }
    }

    private func draw<Sample: RowSample>(
        _ source: Plane, _ background: Sample, _ dark: Sample, _ shaded: Int16, _ out: Plane
    ) {
        projector.draw(source, CardLook(background: background, shade: dark, shadeWeight: shaded), into: out)
    }
}

extension TransitionEntry {
    static let flip = TransitionEntry(
        "flip", aliases: ["card", "turn"],
        summary: "The picture turns around like a card with the other one on its back.",
        parameters: [
            .direction(default: "left"),
            Parameter("background", .color(default: .black), "what is behind the card"),
            .fraction("shade", default: 0.6, "how dark the card gets as it turns from the light"),
        ]
    ) { values, canvas in
        let direction = Direction(rawValue: values.word("direction"))!
        let kernel = FlipKernel(
            direction: direction, background: values.color("background"), shade: values.number("shade"),
            isTransposed: direction.isHorizontal, direction.isHorizontal ? canvas.transposed : canvas)
        return direction.isHorizontal ? TransposedKernel(kernel, canvas, takesTurns: true) : kernel
    }
}
