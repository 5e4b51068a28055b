import Pictures
import Timeline

/// Draws scenes: layers over a background. Lives in one thread.
package final class SceneRenderer {
    private struct Key: Hashable {
        var edge: Layer.Edge
        var place: PictureRect
    }
    private let format: PixelFormat
    private let color: ColorDescription
    private var mattes: [Key: LayerMatte] = [:]
    /// Of a film with that many different insets, few are seen at a time.
    private static let mostMattes = 16

    package init(format: PixelFormat, color: ColorDescription) {
        self.format = format
        self.color = color
    }

    /// Draws `scene` on `canvas`. Every sample is written.
    ///
    /// - Parameter picture: gives the picture of a layer in a size, even in both directions; `nil` leaves it out.
    package func draw(
        _ scene: Scene, on canvas: Picture, picture: (Layer, PictureSize) throws -> Picture?
    ) rethrows {
        var isBlank = true
        for layer in scene.visibleLayers {
            let place = layer.rectangle.samples(of: canvas.size)
            guard let picture = try picture(layer, place.size) else { continue }
            // What a layer covers need not be filled before.
            if isBlank, place.size != canvas.size || layer.opacity < 1 || !layer.edge.isPlain { fill(canvas, scene) }
            isBlank = false
            if layer.edge.isPlain {
                canvas.cropped(to: place).mix(in: picture, opacity: layer.opacity)
            } else {
                matte(layer.edge, place, canvas).draw(picture, on: canvas, opacity: layer.opacity)
            }
        }
        if isBlank { fill(canvas, scene) }
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
