import Pictures
import Timeline

/// Draws scenes: layers over a background. Not thread-safe.
package final class SceneRenderer {
    private struct Key: Hashable {
        var edge: Layer.Edge
        var place: PictureRect
    }
    private let format: PixelFormat
    private let color: ColorDescription
    private var mattes: [Key: LayerMatte] = [:]
    /// Even in a film with many different insets, only a few are visible at a time.
    private static let mostMattes = 16

    package init(format: PixelFormat, color: ColorDescription) {
        self.format = format
        self.color = color
    }

    /// Draws `scene` on `canvas`. Every sample is written.
    ///
    /// - Parameters:
    ///   - isMoving: edges are drawn at fractions of a sample, not on pairs of samples, where they stay crisp.
    ///   - texts: of the scene, each drawn with the layer it belongs to.
    ///   - picture: returns the picture of a layer in a size, even in both dimensions; `nil` skips the layer.
    package func draw(
        _ scene: Scene, on canvas: Picture, isMoving: Bool = false, picture: (Layer, PictureSize) throws -> Picture?
    ) rethrows {
        try draw(scene, on: canvas, isMoving: isMoving, texts: nil, picture: picture)
    }

    func draw(
        _ scene: Scene, on canvas: Picture, isMoving: Bool, texts: TextRenderer.Texts?,
        picture: (Layer, PictureSize) throws -> Picture?
    ) rethrows {
        var isBlank = true
        if let cells = scene.emptyCells {
            fill(canvas, scene)
            isBlank = false
            draw(cells, on: canvas, texts)
        }
        for (index, layer) in scene.visibleLayers.enumerated() {
            let exact = layer.rectangle.exactSamples(of: canvas.size)
            let place = isMoving ? exact.outerSamples(in: canvas.size) : layer.rectangle.samples(of: canvas.size)
            guard let picture = try picture(layer, place.size) else { continue }
            // Areas covered by a layer need not be filled first.
            if isBlank, place.size != canvas.size || layer.opacity < 1 || !layer.edge.isPlain { fill(canvas, scene) }
            isBlank = false
            if isMoving, layer.rectangle != .full || !layer.edge.isPlain {
                let matte = LayerMatte(
                    layer.edge, place: place, exact: exact, canvas: canvas.size, format: format, color: color)
                matte.draw(picture, on: canvas, opacity: layer.opacity)
            } else if layer.edge.isPlain {
                canvas.cropped(to: place).mix(in: picture, opacity: layer.opacity)
            } else {
                matte(layer.edge, place, canvas).draw(picture, on: canvas, opacity: layer.opacity)
            }
            texts?.drawLayer(index, on: canvas)
        }
        if isBlank { fill(canvas, scene) }
    }

    /// Dark, not black, so that it does not look like a fault.
    private static let emptyColor = RGBColor(red: 0x20, green: 0x20, blue: 0x20)

    private func draw(_ cells: [Scene.EmptyCell], on canvas: Picture, _ texts: TextRenderer.Texts?) {
        let color = Self.emptyColor.codeValues(in: format, color)
        for (index, cell) in cells.enumerated() {
            canvas.cropped(to: cell.rectangle.samples(of: canvas.size))
                .fill(luma: color.luma, cb: color.cb, cr: color.cr)
            texts?.drawCell(index, on: canvas)
        }
    }

    private func fill(_ canvas: Picture, _ scene: Scene) {
        let color = scene.background.codeValues(in: format, color)
        canvas.fill(luma: color.luma, cb: color.cb, cr: color.cr)
    }

    private func matte(_ edge: Layer.Edge, _ place: PictureRect, _ canvas: Picture) -> LayerMatte {
        let key = Key(edge: edge, place: place)
        if let matte = mattes[key] { return matte }
        if mattes.count >= Self.mostMattes { mattes = [:] }
        let matte = LayerMatte(edge, place: place, canvas: canvas.size, format: format, color: color)
        mattes[key] = matte
        return matte
    }
}

extension UnitRectangle {
    /// The smallest rectangle on even positions that contains this one, in samples.
    fileprivate func outerSamples(in size: PictureSize) -> PictureRect {
        let outer = { (start: Double, length: Double, limit: Int) in
            let from = min(max(0, Int(start / 2) * 2), max(0, limit - 2))
            let to = min(limit, Int(((start + length) / 2 - 1e-6).rounded(.up)) * 2)
            return (from, max(2, to - from))
        }
        let (x, width) = outer(x, width, size.width)
        let (y, height) = outer(y, height, size.height)
        return PictureRect(x: x, y: y, width: width, height: height)
    }
}
