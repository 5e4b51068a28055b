/// The geometry of a matte: when the edge passes each point of the canvas.
///
/// Coordinates are continuous luma coordinates for every plane: sample (0, 0) covers the square from (0, 0) to (1, 1),
/// so chroma follows luma and circles are round.
package protocol MatteShape: Sendable {
    /// 0 for the points that change first, 1 for the last; clamped by the caller.
    func moment(x: Double, y: Double) -> Double
    /// The largest change of `moment` from one luma sample to the next where the edge is visible: makes a hard edge a
    /// sample and a half wide.
    var slope: Double { get }
    /// The same at one point, for shapes whose edge varies in steepness; `nil` for all others.
    func steepness(x: Double, y: Double) -> Double?
    /// The change of `moment` over one luma sample of a border.
    var borderSlope: Double { get }
    /// Whether the last points are next to the first ones, as on a dial: the stationary edge between them is as soft as
    /// the moving one. Such a shape must give its steepness everywhere.
    var isCyclic: Bool { get }
}

extension MatteShape {
    /// `nil`: as steep as `slope` everywhere.
    package func steepness(x: Double, y: Double) -> Double? { nil }
    /// The same as `slope`.
    package var borderSlope: Double { slope }
    /// `false`: the last points are not next to the first.
    package var isCyclic: Bool { false }
}
