import Pictures

/// A kernel that draws one plane after the other, independent of the sample type.
protocol PlaneKernel: TransitionKernel {
    /// Writes every sample of plane `index`: 0 for luma, then Cb and Cr.
    func draw<Sample: RowSample>(
        _ index: Int, _ outgoing: Plane, _ incoming: Plane, _ progress: Double, into out: Plane, as type: Sample.Type)
}

extension PlaneKernel {
    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        for index in 0..<3 {
            let (from, to, out) = (outgoing.plane(index), incoming.plane(index), destination.plane(index))
            switch destination.format {
            case .yuv420p8: draw(index, from, to, progress, into: out, as: UInt8.self)
            case .yuv420p10: draw(index, from, to, progress, into: out, as: UInt16.self)
            }
        }
    }
}

extension TransitionCanvas {
    /// The code values of a color, in the order of the planes.
    func planeValues(of color: RGBColor) -> [Int] {
        let (luma, cb, cr) = codeValues(of: color)
        return [luma, cb, cr]
    }
}
