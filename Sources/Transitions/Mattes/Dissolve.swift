import Pictures

/// Mixes the whole picture with one weight: a constant matte.
final class DissolveKernel: PlaneKernel {
    private let weights: Scratch<Int16>

    init(width: Int) { weights = Scratch(count: width, filledWith: 0) }

    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type
    ) {
        weights.base.update(repeating: mixWeight(progress), count: out.width)
        mixPlane(outgoing, incoming, weights, into: out, as: type)
    }
}

/// `out = mix(from, to)`, every row with the same weights.
@inline(__always)
func mixPlane<Sample: RowSample>(
    _ from: Plane, _ to: Plane, _ weights: Scratch<Int16>, into out: Plane, as type: Sample.Type
) {
    for y in 0..<out.height {
        mixRow(
            from.row(y, as: type), to.row(y, as: type), weights: weights.base,
            into: out.row(y, as: type), count: out.width)
    }
}

extension TransitionEntry {
    static let dissolve = TransitionEntry(
        "dissolve", aliases: ["crossfade", "cross-dissolve", "mix"],
        summary: "One picture fades into the other.", easing: .linear
    ) { _, canvas in DissolveKernel(width: canvas.size.width) }
}
