import Pictures

/// The outgoing picture fades to a colour, and the incoming one out of it.
final class FadeThroughKernel: TransitionKernel {
    private let colour: (luma: Int, cb: Int, cr: Int)
    /// How long nothing but the colour is seen, as a part of the whole.
    private let hold: Double
    private let weights: Scratch<Int16>

    init(_ colour: TransitionColour, hold: Double, _ canvas: Canvas) {
        self.colour = colour.codeValues(in: canvas.format)
        self.hold = hold
        weights = Scratch(count: canvas.size.width, filledWith: 0)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let source = progress < 0.5 ? outgoing : incoming
        let fade = (1 - abs(2 * progress - 1)) / (1 - hold)
        guard fade < 1 else { return destination.fill(luma: colour.luma, cb: colour.cb, cr: colour.cr) }
        weights.base.update(repeating: mixWeight(fade), count: weights.count)
        tint(source.luma, colour.luma, destination.luma, destination.format)
        tint(source.cb, colour.cb, destination.cb, destination.format)
        tint(source.cr, colour.cr, destination.cr, destination.format)
    }

    private func tint(_ source: Plane, _ colour: Int, _ destination: Plane, _ format: PixelFormat) {
        if format == .yuv420p8 {
            tint(source, UInt8(truncatingIfNeeded: colour), destination)
        } else {
            tint(source, UInt16(truncatingIfNeeded: colour), destination)
        }
    }

    private func tint<Sample: RowSample>(_ source: Plane, _ colour: Sample, _ destination: Plane) {
        for y in 0..<destination.height {
            mixRow(
                source.row(y, as: Sample.self), colour: colour, weights: weights.base,
                into: destination.row(y, as: Sample.self), count: destination.width)
        }
    }
}

extension TransitionEntry {
    static let fadeThrough = TransitionEntry(
        "fade-through", aliases: ["fade-to-black", "dip", "dip-to-black", "fade-colour", "fade-color"],
        summary: "One picture fades to a colour, the other out of it.",
        parameters: [
            TransitionParameter("colour", .colour(default: .black), "the colour between the pictures"),
            .fraction("hold", 0...0.9, default: 0.1, "how long only the colour is seen, as a part of the whole"),
        ], easing: .linear
    ) { values, canvas in
        FadeThroughKernel(values.colour("colour"), hold: values.number("hold"), canvas)
    }
}
