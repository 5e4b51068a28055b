import Parameters
import Pictures

/// The outgoing picture fades to a color, and the incoming one out of it.
final class FadeThroughKernel: TransitionKernel {
    private let color: (luma: Int, cb: Int, cr: Int)
    /// How long nothing but the color is seen, as a part of the whole.
    private let hold: Double
    private let weights: Scratch<Int16>

    init(_ color: RGBColor, hold: Double, _ canvas: TransitionCanvas) {
        self.color = canvas.codeValues(of: color)
        self.hold = hold
        weights = Scratch(count: canvas.size.width, filledWith: 0)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let source = progress < 0.5 ? outgoing : incoming
        let fade = (1 - abs(2 * progress - 1)) / (1 - hold)
        guard fade < 1 else { return destination.fill(luma: color.luma, cb: color.cb, cr: color.cr) }
        weights.base.update(repeating: mixWeight(fade), count: weights.count)
        tint(source.luma, color.luma, destination.luma, destination.format)
        tint(source.cb, color.cb, destination.cb, destination.format)
        tint(source.cr, color.cr, destination.cr, destination.format)
    }

    private func tint(_ source: Plane, _ color: Int, _ destination: Plane, _ format: PixelFormat) {
        if format == .yuv420p8 {
            tint(source, UInt8(truncatingIfNeeded: color), destination)
        } else {
            tint(source, UInt16(truncatingIfNeeded: color), destination)
        }
    }

    private func tint<Sample: RowSample>(_ source: Plane, _ color: Sample, _ destination: Plane) {
        for y in 0..<destination.height {
            mixRow(
                source.row(y, as: Sample.self), color: color, weights: weights.base,
                into: destination.row(y, as: Sample.self), count: destination.width)
        }
    }
}

extension TransitionEntry {
    static let fadeThrough = TransitionEntry(
        "fade-through", aliases: ["fade-to-black", "dip", "dip-to-black", "fade-color"],
        summary: "One picture fades to a color, the other out of it.",
        parameters: [
            Parameter("color", .color(default: .black), "the color between the pictures"),
            .fraction("hold", 0...0.9, default: 0.1, "how long only the color is seen, as a fraction of the whole"),
        ], easing: .linear
    ) { values, canvas in
        FadeThroughKernel(values.color("color"), hold: values.number("hold"), canvas)
    }
}
