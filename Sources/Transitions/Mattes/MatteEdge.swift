/// The edge of a matte in one plane: its width in moments (65535 of them are the whole range).
struct MatteEdge {
    let width: Int
    /// How far the trailing edge of the border is behind the leading one.
    let border: Int
    /// Whether varying slopes are still visible given the softness.
    let varies: Bool
    /// Whether there is also a stationary edge: `MatteShape.isCyclic`.
    let isCyclic: Bool

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
        isCyclic = shape.isCyclic
        softWidth = Float(max(1, soft))
        self.hardSamples = Float(hardSamples)
        self.borderSamples = Float(borderSamples)
    }

    /// How far before the middle of the edge a sample starts to change, and how far after it the change is complete.
    var reach: (before: Int32, after: Int32) { (Int32(width / 2), Int32(width - width / 2 + border)) }

    func reach(slope: Float) -> (before: Int32, after: Int32) {
        let half = width(slope) / 2
        return (Int32(half.rounded(.up)), Int32((half + slope * borderSamples).rounded(.up)))
    }

    private func width(_ slope: Float) -> Float { max(softWidth, slope * hardSamples) }

    /// The path of the middle of the leading edge: from nothing changed to everything changed.
    ///
    /// - Parameter widest: the width of the widest edge of all planes.
    func way(widest: Int) -> Range<Int> {
        // On a dial the moving edge starts and ends at the stationary one.
        let half = isCyclic ? 0 : widest / 2 + 1
        return -half..<65535 + half + border
    }

    /// The weights of a row with varying slopes, of the leading or the trailing edge of the border: smoothstep from −½
    /// to ½ of the width.
    func fillWeights(
        _ moments: UnsafePointer<UInt16>, slopes: UnsafePointer<Float>, middle: Int, isTrailing: Bool,
        into weights: UnsafeMutablePointer<Int16>, count: Int
    ) {
        let behind = isTrailing ? borderSamples : 0
        let middle = Float(middle)
        guard !isCyclic else {
            return fillCyclicWeights(moments, slopes: slopes, middle: middle, behind: behind, weights, count: count)
        }
        for x in 0..<count {
            let gone = middle - Float(Int32(moments[x])) - slopes[x] * behind
            weights[x] = wholeNumber(smoothstep(gone / width(slopes[x]) + 0.5) * 32767)
        }
    }

    /// The same for a cyclic shape. A soft edge that moved to a place from −½ of a turn covers the part of the dial
    /// behind it. The part covered before the sweep began is subtracted, and the part covered a second time, after a
    /// whole turn, is added.
    private func fillCyclicWeights(
        _ moments: UnsafePointer<UInt16>, slopes: UnsafePointer<Float>, middle: Float, behind: Float,
        _ weights: UnsafeMutablePointer<Int16>, count: Int
    ) {
        for x in 0..<count {
            let width = width(slopes[x])
            let moment = Float(Int32(moments[x]))
            // From −½ to ½ of a turn.
            let place = moment > 32767.5 ? moment - 65536 : moment
            let gone = middle - place - slopes[x] * behind
            let sum = smoothstep(gone / width + 0.5) + smoothstep((gone - 65536) / width + 0.5)
            let part = sum - smoothstep(-place / width + 0.5)
            weights[x] = wholeNumber(max(0, min(1, part)) * 32767)
        }
    }

    @inline(__always)
    private func smoothstep(_ u: Float) -> Float {
        let u = u > 0 ? u < 1 ? u : 1 : 0
        return u * u * (3 - 2 * u)
    }
}
