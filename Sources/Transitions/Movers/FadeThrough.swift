import Parameters
import Pictures

/// The outgoing picture fades to a color, and the incoming one fades in from it.
final class FadeThroughKernel: PlaneKernel {
    private let color: [Int]
    /// How long only the color is visible, as a fraction of the whole.
    private let hold: Double
    private let weights: Scratch<Int16>

    init(_ color: RGBColor, hold: Double, _ canvas: TransitionCanvas) {
        self.color = canvas.planeValues(of: color)
        self.hold = hold
        weights = Scratch(count: canvas.size.width, filledWith: 0)
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        let source = progress < 0.5 ? outgoing : incoming
        let fade = (1 - abs(2 * progress - 1)) / (1 - hold)
        guard fade < 1 else { return out.fill(color[index], bytesPerSample: MemoryLayout<Sample>.size) }
        let color = Sample(truncatingIfNeeded: color[index])
        weights.base.update(repeating: mixWeight(fade), count: out.width)
        for y in 0..<out.height {
            mixRow(
                source.row(y, as: type), color: color, weights: weights.base, into: out.row(y, as: type),
                count: out.width)
        }
    }
}

extension TransitionEntry {
    static let fadeThrough = TransitionEntry(
        "fade-through", aliases: ["fade-to-black", "dip", "dip-to-black", "fade-color"],
        summary: "One picture fades to a color, and the color fades to the other.",
        parameters: [
            Parameter("color", .color(default: .black), "the color between the pictures"),
            .fraction(
                "hold", 0...0.9, default: 0.1, "how long only the color is shown, as a fraction of the transition"),
        ], easing: .linear
    ) { values, canvas in
        FadeThroughKernel(values.color("color"), hold: values.number("hold"), canvas)
    }
}
