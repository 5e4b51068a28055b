import Parameters
import Pictures

/// A push to the left or right, so fast that the pictures smear along their way: most in the middle, not at all at the
/// ends.
final class WhipPanKernel: TransitionKernel {
    private let direction: Direction
    /// The longest smear, in luma samples.
    private let longest: Double
    private let values: Scratch<UInt16>
    private let spare: Scratch<UInt16>

    /// - Parameter direction: a horizontal one.
    init(direction: Direction, blur: Double, _ canvas: TransitionCanvas) {
        self.direction = direction
        longest = blur * canvas.width
        let count = canvas.size.width + 2 * BoxLength(longest).margin + 16
        values = Scratch(count: count, filledWith: 0)
        spare = Scratch(count: count, filledWith: 0)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let seam = Seam(direction, length: destination.size.width, progress: progress)
        let (first, second) = seam.isIncomingFirst ? (incoming, outgoing) : (outgoing, incoming)
        let smear = longest * 4 * progress * (1 - progress)
        for index in 0..<3 {
            let strip = Strip(first.plane(index), second.plane(index), seam, isChroma: index > 0)
            let smear = index > 0 ? smear / 2 : smear
            if destination.format == .yuv420p8 {
                draw(strip, smear, into: destination.plane(index), as: UInt8.self)
            } else {
                draw(strip, smear, into: destination.plane(index), as: UInt16.self)
            }
        }
    }

    private func draw<Sample: RowSample>(_ strip: Strip, _ smear: Double, into out: Plane, as type: Sample.Type) {
        // A long smear leaves nothing that a quarter of the samples does not show.
        for y in 0..<out.height {
            if smear >= 16 {
                smearQuarters(strip, y, BoxLength(smear / 4), into: out, as: type)
            } else {
                smearSamples(strip, y, BoxLength(smear), into: out, as: type)
            }
        }
    }

    private func smearSamples<Sample: RowSample>(
        _ strip: Strip, _ y: Int, _ length: BoxLength, into out: Plane, as type: Sample.Type
    ) {
        strip.fill(values.base, row: y, margin: length.margin, width: out.width, as: type)
        let smeared = boxBlur(values.base, spare.base, length, count: out.width)
        narrowRow(smeared, into: out.row(y, as: type), count: out.width)
    }

    private func smearQuarters<Sample: RowSample>(
        _ strip: Strip, _ y: Int, _ length: BoxLength, into out: Plane, as type: Sample.Type
    ) {
        // One value more on both sides for the enlargement.
        let quarters = (out.width + 3) / 4 + 2
        strip.fill(values.base, row: y, margin: 4 * (length.margin + 1), width: 4 * (quarters - 2), as: type)
        meanRow(values.base, into: spare.base, count: quarters + 2 * length.margin)
        let smeared = boxBlur(spare.base, values.base, length, count: quarters)
        quadrupleRow(smeared, into: out.row(y, as: type), count: out.width)
    }
}

extension TransitionEntry {
    static let whipPan = TransitionEntry(
        "whip-pan", aliases: ["whip", "swish", "swish-pan"],
        summary: "A fast push that smears the pictures along its way.",
        parameters: [
            .direction(default: "left"),
            .fraction("blur", 0...0.5, default: 0.2, "length of the smear, as a fraction of the travel"),
        ], easing: .cubic
    ) { values, canvas in
        let direction = Direction(rawValue: values.word("direction"))!
        let blur = values.number("blur")
        return direction.isHorizontal
            ? WhipPanKernel(direction: direction, blur: blur, canvas)
            : TransposedKernel(
                WhipPanKernel(direction: direction.transposed, blur: blur, canvas.transposed), canvas)
    }
}
