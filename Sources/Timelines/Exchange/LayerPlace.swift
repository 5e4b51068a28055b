import Pictures
import Planning
import Timeline

/// The part of a camera's picture that a layer shows, and its place on the canvas.
struct LayerPlace {
    /// Of the upright picture, in samples.
    var seen: PictureRect
    /// The whole upright picture.
    var whole: PictureSize
    /// On the canvas: the area that the part covers, or in which it has bars.
    var place: PictureRect
    /// Whether the picture is cropped to fill the area.
    var isFilled: Bool

    init(_ layer: Layer, take: Int, of plan: RenderPlan) {
        whole = plan.sources[take].uprightSize
        place = layer.rectangle.samples(of: plan.output.canvas.size)
        var (width, height) = (1 / layer.framing.zoom, 1 / layer.framing.zoom)
        let part = layer.framing.window(width: width, height: height).samples(of: whole)
        let shape = Double(part.width * place.height) / Double(part.height * place.width)
        let fit = layer.framing.fit ?? plan.output.fit
        isFilled = fit.fills(Fit.visibleShare(part.size, place.size))
        if isFilled {
            if shape > 1 { width /= shape } else { height *= shape }
        }
        seen = layer.framing.window(width: width, height: height).samples(of: whole)
    }

    /// The magnification of the picture.
    var scale: Double {
        let scales = (
            Double(place.width) / Double(seen.width), Double(place.height) / Double(seen.height)
        )
        return isFilled ? max(scales.0, scales.1) : min(scales.0, scales.1)
    }

    /// The position of the whole picture's center relative to the center of the canvas, in samples of the canvas.
    func center(on canvas: PictureSize) -> (x: Double, y: Double) {
        let offset = { (place: Int, length: Int, canvas: Int, seen: Int, part: Int, whole: Int) in
            Double(2 * place + length - canvas) / 2 - Double(2 * seen + part - whole) / 2 * scale
        }
        return (
            offset(place.x, place.width, canvas.width, seen.x, seen.width, whole.width),
            offset(place.y, place.height, canvas.height, seen.y, seen.height, whole.height)
        )
    }
}

extension Orientation {
    /// The shares that are cropped from the sides of a picture before it is turned, by those after it.
    func sides(
        left: Double, top: Double, right: Double, bottom: Double
    ) -> (left: Double, top: Double, right: Double, bottom: Double) {
        var sides = (left: left, top: top, right: right, bottom: bottom)
        // What is on the left after a clockwise quarter was at the bottom before it.
        for _ in 0..<quarterTurns { sides = (sides.top, sides.right, sides.bottom, sides.left) }
        if mirrored { (sides.left, sides.right) = (sides.right, sides.left) }
        return sides
    }
}
