import Parameters
import Pictures

/// A push to the left or right, so fast that the pictures smear: most in the middle, not at all at the ends.
final class WhipPanKernel: PlaneKernel {
    private let direction: Direction
    /// The width of the canvas, in luma samples.
    private let width: Int
    /// The longest smear, in luma samples.
    private let longest: Double
    private let values: Scratch<UInt16>
    private let spare: Scratch<UInt16>

    /// - Parameter direction: a horizontal one.
    init(direction: Direction, blur: Double, _ canvas: TransitionCanvas) {
        self.direction = direction
        width = canvas.size.width
        longest = blur * canvas.width
        let count = canvas.size.width + 2 * BoxLength(longest).margin + 16
        values = Scratch(count: count, filledWith: 0)
        spare = Scratch(count: count, filledWith: 0)
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        let seam = Seam(direction, length: width, progress: progress, plane: index)
        let (first, second) = seam.isIncomingFirst ? (incoming, outgoing) : (outgoing, incoming)
        let smear = longest * 4 * progress * (1 - progress) * (index > 0 ? 0.5 : 1)
        // With a long smear, a quarter of the samples is enough.
        let isShrunk = smear >= 16
        let length = BoxLength(isShrunk ? smear / 4 : smear)
        for y in 0..<out.height {
            let (left, right) = (first.row(y, as: type), second.row(y, as: type))
            // Both pictures side by side, from `-margin` to `width + margin`.
            let fill = { [values = values.base] (margin: Int, width: Int) in
                let middle = seam.position + margin
                widenRow(left, first.width, from: -margin - seam.firstOffset, into: values, count: middle)
                widenRow(
                    right, second.width, from: seam.position - seam.secondOffset, into: values + middle,
                    count: width + margin - seam.position)
            }
            if isShrunk {
                // One more value on both sides for the enlargement.
                let quarters = (out.width + 3) / 4 + 2
                fill(4 * (length.margin + 1), 4 * (quarters - 2))
                meanRow(values.base, into: spare.base, count: quarters + 2 * length.margin)
                let smeared = boxBlur(spare.base, values.base, length, count: quarters)
                quadrupleRow(smeared, into: out.row(y, as: type), count: out.width)
            } else {
                fill(length.margin, out.width)
                let smeared = boxBlur(values.base, spare.base, length, count: out.width)
                narrowRow(smeared, into: out.row(y, as: type), count: out.width)
            }
        }
    }
}

extension TransitionEntry {
    static let whipPan = TransitionEntry(
        "whip-pan", aliases: ["whip", "swish", "swish-pan"],
        summary: "A fast push with motion blur.",
        parameters: [
            .direction(default: "left"),
            .fraction("blur", 0...0.5, default: 0.2, "length of the motion blur, as a fraction of the travel"),
        ], easing: .cubic
    ) { values, canvas in
        let (direction, blur) = (Direction(values), values.number("blur"))
        return direction.isHorizontal
            ? WhipPanKernel(direction: direction, blur: blur, canvas)
            : TransposedKernel(
                WhipPanKernel(direction: direction.transposed, blur: blur, canvas.transposed), canvas)
    }
}
