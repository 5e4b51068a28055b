import Pictures

/// How a picture is turned in space around an axis through its center, for one of its planes.
///
/// A point (u, v) of the picture, from its center, lies at depth z = u·sin θ when it turns around the vertical
/// axis, and is seen at X = u·cos θ·D / (s·(D + z)), Y = v·D / (s·(D + z)), where D is how far the camera is
/// and s how far it steps back. Solved for u and v that is one reciprocal and two products:
///
///     t = 1 / (D·cos θ − s·X·sin θ),  u = s·X·D·t,  v = s·Y·D·cos θ·t
///
/// Around the horizontal axis the coordinates change places. Either way t depends on one of them alone.
struct Pose {
    let grid: PlaneGrid
    let turnsAroundVertical: Bool
    private let center: (x: Double, y: Double)
    /// The same between columns and rows.
    private let middle: (column: Double, row: Double)
    /// D·cos θ
    private let nearness: Double
    /// −s·sin θ
    private let slant: Double
    private let scale: (u: Double, v: Double)

    init(_ grid: PlaneGrid, of size: PictureSize, cosine: Double, sine: Double, turnsAroundVertical: Bool) {
        self.grid = grid
        self.turnsAroundVertical = turnsAroundVertical
        let (width, height) = (Double(size.width), Double(size.height))
        center = (width / 2, height / 2)
        middle = (grid.column(width / 2), grid.row(height / 2))
        // From twice the turning side away, as one looks at a picture on a wall; a step back while it turns, so
        // that the near edge, a quarter of that way closer when seen edge-on, always just fits.
        let distance = 2 * (turnsAroundVertical ? width : height)
        let stepBack = 1 / (1 - 0.25 * abs(sine))
        nearness = distance * cosine
        slant = -sine * stepBack
        scale = (
            stepBack * distance * (turnsAroundVertical ? 1 : cosine) / grid.step,
            stepBack * distance * (turnsAroundVertical ? cosine : 1) / grid.step
        )
    }

    /// t at a column or row, whichever it depends on; 0 where the picture lies behind the camera.
    func reciprocal(at index: Int) -> Double {
        let seen = turnsAroundVertical ? grid.x(index) - center.x : grid.y(index) - center.y
        let depth = nearness + slant * seen
        return depth > 1e-6 ? 1 / depth : 0
    }

    /// What column `x` shows at the reciprocal `t`: a position between columns.
    func column(_ x: Int, _ t: Double) -> Double { middle.column + (grid.x(x) - center.x) * scale.u * t }

    /// What row `y` shows at the reciprocal `t`: a position between rows.
    func row(_ y: Int, _ t: Double) -> Double { middle.row + (grid.y(y) - center.y) * scale.v * t }

    /// The positions that a column shows, or a row, whichever `t` depends on: they go on by equal steps.
    func line(_ t: Double) -> Line {
        let (start, next) =
            turnsAroundVertical ? (row(0, t), row(1, t)) : (column(0, t), column(1, t))
        return Line(start: fixed(start), step: fixed(next - start))
    }

    struct Line: BitwiseCopyable {
        /// Times 2³².
        var start: Int64
        var step: Int64
    }

    private func fixed(_ position: Double) -> Int64 {
        // Where the card is seen nearly edge-on nothing is seen, as far away as that may be. Added to a number without
        // room for fractions, what is left is the nearest whole one: `rounded()` is a call on x86-64 before SSE4.1.
        let whole = min(max(position, -30000), 30000) * 4_294_967_296 + Self.wholes
        return Int64(bitPattern: whole.bitPattern &- Self.wholes.bitPattern)
    }
    /// 1½ · 2⁵²
    private static let wholes = 6_755_399_441_055_744.0
}
