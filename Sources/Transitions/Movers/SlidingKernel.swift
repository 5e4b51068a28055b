import Pictures

/// Two pictures side by side that move: whole rows and stretches of rows are copied, nothing is computed.
///
/// ```
/// ┌────────────┬──────┐
/// │  outgoing  │ in-  │   the seam moves with the faster picture across the canvas,
/// │            │coming│   the slower one lies below it
/// └────────────┴──────┘
/// ```
final class SlidingKernel: TransitionKernel {
    private let direction: Direction
    /// How fast each picture moves, as a part of the speed of the seam.
    private let outgoingSpeed: Double
    private let incomingSpeed: Double
    private let shadow: SeamShadow?

    /// - Parameter shadow: the darkness of the shadow that the faster picture throws on the slower, 0…1.
    init(direction: Direction, outgoingSpeed: Double, incomingSpeed: Double, shadow: Double, _ canvas: Canvas) {
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
        // Even positions: luma and chroma move together.
        let travel = Double((length + 1) / 2)
        let even = { (part: Double) in 2 * Int((part * travel).rounded()) }
        let way = even(1)
        let gone = even(progress)
        let seam = min(direction.isBackward ? way - gone : gone, length)
        let sign = direction.isBackward ? -1 : 1
        let outgoingOffset = sign * even(progress * outgoingSpeed)
        let incomingOffset = -sign * (incomingSpeed == 1 ? way - gone : even((1 - progress) * incomingSpeed))

        let (first, second) = direction.isBackward ? (outgoing, incoming) : (incoming, outgoing)
        let (firstOffset, secondOffset) =
            direction.isBackward ? (outgoingOffset, incomingOffset) : (incomingOffset, outgoingOffset)
        destination.place(first, placement(0..<seam, firstOffset, size))
        destination.place(second, placement(seam..<length, secondOffset, size))
        shadow?.draw(on: destination, seam: seam, gone: gone, left: way - gone)
    }

    private func placement(_ part: Range<Int>, _ offset: Int, _ size: PictureSize) -> Placement {
        direction.isHorizontal
            ? Placement(columns: part, rows: 0..<size.height, offsetX: offset, offsetY: 0)
            : Placement(columns: 0..<size.width, rows: part, offsetX: 0, offsetY: offset)
    }
}
