import CRows

/// The edge of a matte in one plane: how wide, in moments (65535 of them are the whole way).
struct MatteEdge {
    /// The width of the edge.
    let width: Int
    /// How far the trailing edge of the border is behind the leading one.
    let border: Int
    /// Whether softness leaves anything to be seen of slopes that vary.
    let varies: Bool

    private let softWidth: Float
    private let hardSamples: Float
    private let borderSamples: Float

    /// - Parameters:
    ///   - hardSamples: the width of a hard edge in luma samples.
    ///   - borderSamples: the width of the border in luma samples.
    init(_ shape: some MatteShape, softness: Double, hardSamples: Double, borderSamples: Double) {
        let soft = Int((softness * 65535).rounded())
        let hard = Int((hardSamples * shape.slope * 65535).rounded())
        width = min(65535, max(1, soft, hard))
        border = Int((borderSamples * shape.borderSlope * 65535).rounded())
        varies = borderSamples > 0 || soft < 4 * hard
        softWidth = Float(max(1, soft))
        self.hardSamples = Float(hardSamples)
        self.borderSamples = Float(borderSamples)
    }

    /// How far before the middle of the edge a sample starts to change, and how far behind it has changed.
    var reach: (before: Int32, after: Int32) { (Int32(width / 2), Int32(width - width / 2 + border)) }

    func reach(slope: Float) -> (before: Int32, after: Int32) {
        let half = width(slope) / 2
        return (Int32(half.rounded(.up)), Int32((half + slope * borderSamples).rounded(.up)))
    }

    private func width(_ slope: Float) -> Float { max(softWidth, slope * hardSamples) }

    /// The weights of a row whose slopes vary, of the leading edge of the border or of the trailing one.
    func fillWeights(
        _ moments: UnsafePointer<UInt16>, slopes: UnsafePointer<Float>, middle: Int, isTrailing: Bool,
        into weights: UnsafeMutablePointer<Int16>, count: Int
    ) {
        rows_ramp_slopes(
            moments, slopes, Float(middle), softWidth, hardSamples, isTrailing ? borderSamples : 0, weights, count)
    }

    /// What `fillWeights` must agree with: smoothstep from −½ to ½ of the width.
    func weightReference(at moment: UInt16, slope: Float, middle: Int, isTrailing: Bool) -> Int {
        let gone = Float(middle) - Float(moment) - slope * (isTrailing ? borderSamples : 0)
        let u = min(max(gone / width(slope) + 0.5, 0), 1)
        return Int((u * u * (3 - 2 * u) * 32767).rounded(.toNearestOrEven))
    }
}
