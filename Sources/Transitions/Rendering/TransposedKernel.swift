import Pictures

/// Draws transposed pictures: an operation of the kernel on rows applies to columns.
final class TransposedKernel: TransitionKernel {
    /// Rows become columns; applying it twice restores the picture.
    private static let transposition = Orientation(quarterTurns: 3, mirrored: true)

    private let kernel: any TransitionKernel
    private let turned: (outgoing: Picture, incoming: Picture, destination: Picture)

    /// Whether the kernel uses only the outgoing picture in the first half, and only the incoming one in the second.
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
    var transposed: TransitionCanvas {
        TransitionCanvas(size: size.transposed, format: format, color: color, loadImage: loadImage)
    }
}
