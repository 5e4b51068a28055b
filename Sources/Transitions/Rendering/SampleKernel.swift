import Pictures

/// Draws a transition one sample at a time: the shortest way to write one.
///
/// A function is called for each sample of all three planes of every frame. If that is too slow, write a `MatteShape`,
/// which is evaluated once, or a `TransitionKernel`.
public final class SampleKernel: TransitionKernel {
    /// - Returns: the code value at `place`; values out of range are clamped.
    public typealias Sample = (
        _ place: SamplePlace, _ outgoing: PlaneSamples, _ incoming: PlaneSamples, _ progress: Double
    ) -> Int

    private let sample: Sample

    /// - Parameter sample: called for every sample of all three planes, from one thread at a time.
    public init(_ sample: @escaping Sample) { self.sample = sample }

    /// Calls the function for every sample of `destination`.
    public func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        for index in 0..<3 {
            let grid = PlaneGrid.plane(index, of: destination.size)
            let (from, to) = (PlaneSamples(outgoing, index), PlaneSamples(incoming, index))
            let out = destination.plane(index)
            for row in 0..<out.height {
                for column in 0..<out.width {
                    let place = SamplePlace(
                        plane: .allCases[index], column: column, row: row, x: grid.x(column), y: grid.y(row))
                    let value = min(max(sample(place, from, to, progress), 0), 1 << destination.format.bitDepth - 1)
                    if destination.format == .yuv420p8 {
                        out.row(row, as: UInt8.self)[column] = UInt8(truncatingIfNeeded: value)
                    } else {
                        out.row(row, as: UInt16.self)[column] = UInt16(truncatingIfNeeded: value)
                    }
                }
            }
        }
    }
}

/// The position of a sample.
public struct SamplePlace: Hashable, Sendable {
    /// The planes of Y′CbCr 4:2:0.
    public enum Plane: CaseIterable, Sendable { case luma, cb, cr }
    /// The plane it belongs to.
    public var plane: Plane
    /// In samples of this plane, from the top left.
    public var column: Int
    /// In samples of this plane, from the top.
    public var row: Int
    /// In luma samples, for every plane, from the upper left corner of the picture: its first luma sample covers the
    /// square from (0, 0) to (1, 1). Values computed from these match in all planes.
    public var x: Double
    /// Downward; as `x`.
    public var y: Double
}

/// The samples of one plane of a picture, readable at any position: beyond its edges it repeats its last samples.
public struct PlaneSamples {
    private let plane: Plane
    private let isWide: Bool

    init(_ picture: Picture, _ index: Int) {
        plane = picture.plane(index)
        isWide = picture.format != .yuv420p8
    }

    /// In samples of this plane; chroma planes have half the size of luma, rounded up.
    public var width: Int { plane.width }
    /// In samples of this plane.
    public var height: Int { plane.height }

    /// A code value: 0…255 or 0…1023.
    public subscript(column: Int, row: Int) -> Int {
        let (x, y) = (min(max(column, 0), width - 1), min(max(row, 0), height - 1))
        return isWide ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
    }
}
