import Pictures

/// Draws pictures that lie on their sides: what a kernel does to rows happens to columns.
final class TransposedKernel: TransitionKernel {
    /// Rows become columns; the same again is the way back.
    private static let transposition = Orientation(quarterTurns: 3, mirrored: true)

    private let kernel: any TransitionKernel
    private let turned: (outgoing: Picture, incoming: Picture, destination: Picture)

    /// Whether the kernel looks at the outgoing picture in the first half only, and then at the incoming one only.
    private let takesTurns: Bool

    /// - Parameter kernel: one for the canvas `canvas.transposed`.
    init(_ kernel: any TransitionKernel, _ canvas: TransitionCanvas, takesTurns: Bool = false) {
        self.kernel = kernel
        self.takesTurns = takesTurns
        let pool = PicturePool(format: canvas.format, size: canvas.size.transposed)
        turned = (pool.picture(), pool.picture(), pool.picture())
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        if !takesTurns || progress < 0.5 { turned.outgoing.reorient(outgoing, Self.transposition) }
        if !takesTurns || progress >= 0.5 { turned.incoming.reorient(incoming, Self.transposition) }
        kernel.draw(from: turned.outgoing, to: turned.incoming, progress: progress, into: turned.destination)
        destination.reorient(turned.destination, Self.transposition)
    }
}

extension TransitionCanvas {
    /// The canvas on its side.
    var transposed: TransitionCanvas {
        TransitionCanvas(size: size.transposed, format: format, color: color, loadImage: loadImage)
    }
}
