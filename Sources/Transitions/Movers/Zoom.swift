import Parameters
import Pictures

/// A fast forward zoom: the outgoing picture grows past the edges of the canvas while the incoming one approaches from
/// far away, both at the same speed and with its motion blur. A backward zoom is the same in reverse.
///
/// The smear is the same for both pictures, so they are mixed first and smeared once. Away from the center, where the
/// smear is long, a quarter of the samples is enough; close to the center the pictures are fully sharp.
final class ZoomKernel: PlaneKernel {
    private let isForward: Bool
    private let scale: Double
    private let blur: Double
    private let center: (x: Double, y: Double)
    private let farthest: Double
    private let luma: ZoomPlane
    private let chroma: ZoomPlane

    init(isForward: Bool, scale: Double, blur: Double, x: Double, y: Double, _ canvas: TransitionCanvas) {
        self.isForward = isForward
        self.scale = scale
        self.blur = blur
        center = (x * canvas.width, y * canvas.height)
        let (right, below) = (max(center.x, canvas.width - center.x), max(center.y, canvas.height - center.y))
        farthest = (right * right + below * below).squareRoot()
        luma = ZoomPlane(.luma(canvas.size), center: center)
        chroma = ZoomPlane(.chroma(canvas.size), center: center)
    }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        let way = isForward ? progress : 1 - progress
        let (near, far) = isForward ? (outgoing, incoming) : (incoming, outgoing)
        // The far picture appears in the middle, where the zoom is fastest.
        let part = min(max((way - 0.5) / 0.4 + 0.5, 0), 1)
        let moment = ZoomPlane.Moment(
            near: power(scale, way), far: 1 / power(scale, 1 - way), farWeight: mixWeight(part * part * (3 - 2 * part)),
            smear: smear(way))
        (index == 0 ? luma : chroma).draw(moment, near, far, into: out, as: type)
    }

    /// The zoom during one frame's exposure: the total magnification, and its steps.
    private func smear(_ way: Double) -> ZoomPlane.Smear {
        let exponent = blur * 4 * way * (1 - way)
        let length = 1 - 1 / power(scale, exponent)
        // Each step doubles the number of pictures; at the farthest corner they are a few samples apart.
        var doublings = 0
        while doublings < 5, length * farthest > Double(doublings == 0 ? 1 : 3 << doublings) { doublings += 1 }
        return ZoomPlane.Smear(
            length: length,
            magnifications: (0..<doublings).map { power(scale, exponent * Double(1 << $0) / Double(1 << doublings)) })
    }
}

extension TransitionEntry {
    static let zoom = TransitionEntry(
        "zoom", aliases: ["zoom-in"],
        summary: "Zooms through the outgoing picture to the incoming one behind it.",
        parameters: [
            Parameter("mode", .choice(["in", "out"], default: "in"), "zoom forward or backward"),
            .fraction("scale", 1.1...10, default: 4, "how much larger the pictures get"),
            .fraction("blur", default: 0.3, "length of the motion blur, as a fraction of the travel"),
        ] + Parameter.center, easing: .cubic
    ) { values, canvas in
        ZoomKernel(
            isForward: values.word("mode") == "in", scale: values.number("scale"), blur: values.number("blur"),
            x: values.number("x"), y: values.number("y"), canvas)
    }
}
