import MediaIO
import Pictures
import Planning
import Timeline

/// Shows what the buttons and texts of an app cover: red, behind a white line. Only for looking at a film.
struct SafeAreaOverlay {
    private let matte: Stamp
    private let place: PictureRect

    /// - Parameter size: of the upright pictures.
    /// - Returns: `nil` unless the plan asks for it.
    init?(_ plan: RenderPlan, size: PictureSize) {
        guard plan.showsSafeArea, let area = plan.output.safeArea else { return nil }
        let free = area.rectangle.samples(of: size)
        let width = max(2, min(size.width, size.height) / 300)
        let line = SIMD4<UInt8>(255, 255, 255, 220)
        let covered = SIMD4<UInt8>(200, 30, 30, 100)
        let columns = free.x..<free.x + free.width
        let rows = free.y..<free.y + free.height
        let samples = (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                guard rows.contains(y), columns.contains(x) else { return covered }
                let depth = min(
                    min(y - rows.lowerBound, rows.upperBound - 1 - y),
                    min(x - columns.lowerBound, columns.upperBound - 1 - x))
                return depth < width ? line : .zero
            }
        }
        matte = Stamp(
            ColorImage(size: size, samples: samples), opacity: 1, format: plan.output.canvas.format,
            color: plan.output.canvas.color)
        place = PictureRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    func draw(on picture: Picture) { matte.draw(on: picture, at: place) }
}
