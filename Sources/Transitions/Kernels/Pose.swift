import Pictures

/// The rotation of a picture in space around the horizontal axis through its center, for one of its planes.
///
/// A point (u, v) of the picture, from its center, is at depth z = v·sin θ, and appears at X = u·D / (s·(D + z)), Y =
/// v·cos θ·D / (s·(D + z)), where D is the distance of the camera and s how far it steps back. Solved for u and v, that
/// takes one reciprocal and two products:
///
///     t = 1 / (D·cos θ − s·Y·sin θ),  u = s·X·D·cos θ·t,  v = s·Y·D·t
///
/// t depends only on the row. A picture that turns around the vertical axis is drawn on its side:
/// `PlaneGrid.transposed`.
struct Pose {
    private let grid: PlaneGrid
    private let center: (x: Double, y: Double)
    /// The center, in columns and rows.
    private let middle: (column: Double, row: Double)
    /// D·cos θ
    private let nearness: Double
    /// −s·sin θ
    private let slant: Double
    private let scale: (u: Double, v: Double)

    /// - Parameter size: of the picture, in luma samples, in the orientation of the grid.
    init(_ grid: PlaneGrid, of size: PictureSize, cosine: Double, sine: Double) {
        self.grid = grid
        center = (Double(size.width) / 2, Double(size.height) / 2)
        middle = (grid.column(center.x), grid.row(center.y))
        // From a distance of twice the turning side, the way one looks at a picture on a wall. The camera steps back
        // during the turn, so that the near edge, a quarter of that distance closer when edge-on, always just fits.
        let distance = 2 * Double(size.height)
        let stepBack = 1 / (1 - 0.25 * abs(sine))
        nearness = distance * cosine
        slant = -sine * stepBack
        scale = (stepBack * distance * cosine / grid.step, stepBack * distance / grid.step)
    }

    /// t of row `y`; 0 where the picture is behind the camera.
    func reciprocal(at y: Int) -> Double {
        let depth = nearness + slant * (grid.y(y) - center.y)
        return depth > 1e-6 ? 1 / depth : 0
    }

    /// The position between rows that row `y` shows at the reciprocal `t`.
    func row(_ y: Int, _ t: Double) -> Double { middle.row + (grid.y(y) - center.y) * scale.v * t }

    /// The positions between columns that a row shows, in equal steps.
    func line(_ t: Double) -> Line {
        let column = { (x: Int) in middle.column + (grid.x(x) - center.x) * scale.u * t }
        return Line(start: fixed(column(0)), step: fixed(column(1) - column(0)))
    }

    struct Line: BitwiseCopyable {
        /// The position times 2³².
        var start: Int64
        var step: Int64
    }

    private func fixed(_ position: Double) -> Int64 {
        // When the card is nearly edge-on, nothing is visible, however far away the position is.
        Int64((min(max(position, -30000), 30000) * 4_294_967_296).rounded(.toNearestOrEven))
    }
}
