import Pictures

/// The positions of a plane's samples in continuous luma coordinates: luma sample (0, 0) covers the square from (0, 0)
/// to (1, 1).
struct PlaneGrid {
    let originX: Double
    let originY: Double
    let step: Double
    let width: Int
    let height: Int

    static func luma(_ size: PictureSize) -> PlaneGrid {
        PlaneGrid(originX: 0.5, originY: 0.5, step: 1, width: size.width, height: size.height)
    }

    /// Left-sited 4:2:0 (MPEG-2, H.264, HEVC): a chroma sample is on the left column of its four luma samples, halfway
    /// between their rows.
    static func chroma(_ size: PictureSize) -> PlaneGrid {
        PlaneGrid(
            originX: 0.5, originY: 1, step: 2, width: size.chroma420.width, height: size.chroma420.height)
    }

    static func plane(_ index: Int, of size: PictureSize) -> PlaneGrid { index == 0 ? luma(size) : chroma(size) }

    var transposed: PlaneGrid {
        PlaneGrid(originX: originY, originY: originX, step: step, width: height, height: width)
    }

    func x(_ column: Int) -> Double { originX + Double(column) * step }
    func y(_ row: Int) -> Double { originY + Double(row) * step }
    /// The inverse: a position between columns or rows.
    func column(_ x: Double) -> Double { (x - originX) / step }
    func row(_ y: Double) -> Double { (y - originY) / step }
}

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
