import Pictures

/// Rushes into the outgoing picture while the incoming one appears, or out of the incoming one.
final class ZoomKernel: TransitionKernel {
    private let zoomsIn: Bool
    private let scale: Double
    private let center: (x: Double, y: Double)
    private let enlarger: Enlarger

    init(zoomsIn: Bool, scale: Double, x: Double, y: Double, _ canvas: Canvas) {
        self.zoomsIn = zoomsIn
        self.scale = scale
        center = (x * canvas.width, y * canvas.height)
        enlarger = Enlarger(width: canvas.size.width)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        // Zooming by the same factor in the same time looks steady.
        let magnification = power(scale, zoomsIn ? progress : 1 - progress)
        let appeared = progress * progress * (3 - 2 * progress)
        let (near, far) = zoomsIn ? (outgoing, incoming) : (incoming, outgoing)
        let farWeight = mixWeight(zoomsIn ? appeared : 1 - appeared)
        for index in 0..<3 {
            // Both planes of chroma show the same.
            let grid = index < 2 ? PlaneGrid.plane(index, of: destination.size) : nil
            let view = grid.map { Enlarger.View(grid: $0, center: center, magnification: magnification) }
            let (from, to, out) = (near.plane(index), far.plane(index), destination.plane(index))
            if destination.format == .yuv420p8 {
                if let view { enlarger.look(at: view, as: UInt8.self) }
                enlarger.draw(from, over: to, farWeight: farWeight, into: out, as: UInt8.self)
            } else {
                if let view { enlarger.look(at: view, as: UInt16.self) }
                enlarger.draw(from, over: to, farWeight: farWeight, into: out, as: UInt16.self)
            }
        }
    }
}

extension TransitionEntry {
    static let zoom = TransitionEntry(
        "zoom", aliases: ["zoom-in"], summary: "Rushes into one picture and arrives in the other.",
        parameters: [
            TransitionParameter(
                "mode", .choice(["in", "out"], default: "in"), "into the outgoing picture, or out of the incoming one"),
            .fraction("scale", 1.1...10, default: 4, "the largest magnification"),
        ] + TransitionParameter.center
    ) { values, canvas in
        ZoomKernel(
            zoomsIn: values.word("mode") == "in", scale: values.number("scale"), x: values.number("x"),
            y: values.number("y"), canvas)
    }
}
