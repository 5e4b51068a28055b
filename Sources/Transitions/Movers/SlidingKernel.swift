import Pictures

/// Two pictures side by side that move: whole rows and stretches of rows are copied, nothing is computed.
/// The seam moves with the faster one.
final class SlidingKernel: TransitionKernel {
    private let direction: Direction
    /// How fast each picture moves, as a part of the speed of the seam.
    private let outgoingSpeed: Double
    private let incomingSpeed: Double
    private let shadow: SeamShadow?

    /// - Parameter shadow: the darkness of the shadow that the faster picture throws on the slower, 0…1.
    init(direction: Direction, outgoingSpeed: Double, incomingSpeed: Double, shadow: Double, _ canvas: TransitionCanvas)
    {
        self.direction = direction
        self.outgoingSpeed = outgoingSpeed
        self.incomingSpeed = incomingSpeed
        self.shadow =
            shadow > 0 && outgoingSpeed != incomingSpeed
            ? SeamShadow(
                darkness: shadow, direction: direction, onOutgoing: outgoingSpeed < incomingSpeed, canvas) : nil
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let size = destination.size
        let length = direction.isHorizontal ? size.width : size.height
        let seam = Seam(
            direction, length: length, progress: progress, outgoingSpeed: outgoingSpeed, incomingSpeed: incomingSpeed)
        let (first, second) = seam.isIncomingFirst ? (incoming, outgoing) : (outgoing, incoming)
        destination.place(first, placement(0..<seam.position, seam.firstOffset, size))
        destination.place(second, placement(seam.position..<length, seam.secondOffset, size))
        shadow?.draw(on: destination, seam)
    }

    private func placement(_ part: Range<Int>, _ offset: Int, _ size: PictureSize) -> Placement {
        direction.isHorizontal
            ? Placement(columns: part, rows: 0..<size.height, offsetX: offset, offsetY: 0)
            : Placement(columns: 0..<size.width, rows: part, offsetX: 0, offsetY: offset)
    }
}
