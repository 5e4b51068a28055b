import Parameters
import Pictures

/// The outgoing picture blurs, dissolves into the incoming one while neither is recognizable, and the incoming one
/// sharpens.
///
/// Blurring is linear, so the two pictures are mixed first and blurred once.
final class BlurKernel: PlaneKernel {
    /// The longest blur, in luma samples.
    private let longest: Double
    private let planes: [(outgoing: QuarterPlane, incoming: QuarterPlane)]
    private let weights: Scratch<Int16>

    init(amount: Double, _ canvas: TransitionCanvas) {
        longest = amount * canvas.shorterSide
        let chroma = canvas.size.chroma420
        let pair = { [longest] (size: PictureSize, scale: Double) in
            let quarter = { QuarterPlane(width: size.width, height: size.height, longest: longest * scale) }
            return (quarter(), quarter())
        }
        planes = [pair(canvas.size, 1), pair(chroma, 0.5), pair(chroma, 0.5)]
        weights = Scratch(count: canvas.size.width, filledWith: 0)
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ from: Plane, _ to: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        let quarter = planes[index].outgoing
        let nearer = progress < 0.5 ? from : to
        // The dissolve takes the middle half; before and after it there is only one picture.
        if abs(progress - 0.5) < 0.25 {
            quarter.shrink(from, as: type)
            planes[index].incoming.shrink(to, as: type)
            let part = (progress - 0.25) * 2
            quarter.mix(planes[index].incoming, part: part * part * (3 - 2 * part))
        } else {
            quarter.shrink(nearer, as: type)
        }
        // Variances add up: the blur from the quarter plane is not repeated, and any smaller blur is a fraction of it
        // over the sharp picture.
        let length = longest * 4 * progress * (1 - progress) * (index > 0 ? 0.5 : 1)
        let variance = length * length / 6
        quarter.blur((6 * max(0, variance - QuarterPlane.variance)).squareRoot())
        for y in 0..<out.height { quarter.expandRow(y, into: out.row(y, as: type)) }

        guard variance < QuarterPlane.variance else { return }
        weights.base.update(repeating: mixWeight(variance / QuarterPlane.variance), count: out.width)
        mixPlane(nearer, out, weights, into: out, as: type)
    }
}

extension TransitionEntry {
    static let blur = TransitionEntry(
        "blur", aliases: ["defocus"], summary: "One picture goes out of focus, and the other comes into focus.",
        parameters: [
            .fraction("amount", 0.01...0.25, default: 0.08, "size of the blur, as a fraction of the shorter side")
        ]
    ) { values, canvas in BlurKernel(amount: values.number("amount"), canvas) }
}
