import Parameters
import Pictures

/// Two moving pictures side by side: whole rows and parts of rows are copied without computation. The seam moves with
/// the faster one.
final class SlidingKernel: PlaneKernel {
    private let direction: Direction
    /// The length of the canvas along the direction of movement, in luma samples.
    private let length: Int
    /// The speed of each picture, as a fraction of the seam's.
    private let outgoingSpeed: Double
    private let incomingSpeed: Double
    private let shadow: SeamShadow?

    /// - Parameter shadow: the darkness of the shadow that the faster picture casts on the slower, 0…1.
    init(
        _ direction: Direction, outgoingSpeed: Double, incomingSpeed: Double, shadow: Double = 0,
        _ canvas: TransitionCanvas
    ) {
        self.direction = direction
        length = direction.isHorizontal ? canvas.size.width : canvas.size.height
        self.outgoingSpeed = outgoingSpeed
        self.incomingSpeed = incomingSpeed
        self.shadow =
            shadow > 0 && outgoingSpeed != incomingSpeed
            ? SeamShadow(
                darkness: shadow, direction: direction, onOutgoing: outgoingSpeed < incomingSpeed, canvas) : nil
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        let seam = Seam(
            direction, length: length, progress: progress, outgoingSpeed: outgoingSpeed, incomingSpeed: incomingSpeed,
            plane: index)
        let (first, second) = seam.isIncomingFirst ? (incoming, outgoing) : (outgoing, incoming)
        let end = direction.isHorizontal ? out.width : out.height
        place(first, movedBy: seam.firstOffset, 0..<seam.position, of: out, as: type)
        place(second, movedBy: seam.secondOffset, seam.position..<end, of: out, as: type)
        shadow?.draw(on: out, index, seam, as: type)
    }

    /// Copies the columns or rows `part` of a picture that has moved. Beyond its edges it repeats its last sample: a
    /// picture with an odd dimension moves as if it had one more sample.
    private func place<Sample: RowSample>(
        _ source: Plane, movedBy offset: Int, _ part: Range<Int>, of out: Plane, as type: Sample.Type
    ) {
        let (columns, rows) = direction.isHorizontal ? (part, 0..<out.height) : (0..<out.width, part)
        let (right, down) = direction.isHorizontal ? (offset, 0) : (0, offset)
        for y in rows {
            widenRow(
                source.row(min(max(y - down, 0), source.height - 1), as: type), source.width,
                from: columns.lowerBound - right, shift: 0, into: out.row(y, as: type) + columns.lowerBound,
                count: columns.count)
        }
    }
}

extension Parameter {
    static let shadow = fraction("shadow", default: 0.5, "darkness of the shadow on the lower picture")
}

extension TransitionEntry {
    static let push = TransitionEntry(
        "push", summary: "The incoming picture pushes the outgoing one out.",
        parameters: [.direction(default: "left")]
    ) { values, canvas in SlidingKernel(Direction(values), outgoingSpeed: 1, incomingSpeed: 1, canvas) }

    static let cover = TransitionEntry(
        "cover", summary: "The incoming picture moves over the outgoing one, which stays.",
        parameters: [.direction(default: "left"), .shadow]
    ) { values, canvas in
        SlidingKernel(
            Direction(values), outgoingSpeed: 0, incomingSpeed: 1, shadow: values.number("shadow"), canvas)
    }

    static let reveal = TransitionEntry(
        "reveal", aliases: ["uncover"], summary: "The outgoing picture moves away and reveals the incoming one.",
        parameters: [.direction(default: "left"), .shadow]
    ) { values, canvas in
        SlidingKernel(
            Direction(values), outgoingSpeed: 1, incomingSpeed: 0, shadow: values.number("shadow"), canvas)
    }

    static let slide = TransitionEntry(
        "slide", summary: "The incoming picture slides in over the outgoing one, which moves away more slowly.",
        parameters: [
            .direction(default: "left"),
            .fraction("parallax", default: 0.3, "speed of the outgoing picture, as a fraction of the incoming one's"),
            .shadow,
        ]
    ) { values, canvas in
        SlidingKernel(
            Direction(values), outgoingSpeed: values.number("parallax"), incomingSpeed: 1,
            shadow: values.number("shadow"), canvas)
    }
}
