import Pictures
import Platform
import Timeline

/// Draws scenes: layers over a background. Not thread-safe.
package final class SceneRenderer {
    private struct Key: Hashable {
        var edge: Layer.Edge
        var place: PictureRect
        var exact: UnitRectangle
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
        let isTiled = isBlank && !isMoving && scene.isTiled(on: canvas.size)
        if isTiled { isBlank = false }
        for (index, layer) in scene.visibleLayers.enumerated() {
            let place = layer.rectangle.samples(of: canvas.size)
            guard let picture = try picture(layer, place.size) else {
                if isTiled { fill(canvas.cropped(to: place), scene) }
                continue
            }
            // Areas covered by a layer need not be filled first.
            if isBlank, place.size != canvas.size || layer.opacity < 1 || !layer.edge.isPlain { fill(canvas, scene) }
            isBlank = false
            if layer.edge.isPlain, !isMoving || layer.rectangle == .full {
                canvas.cropped(to: place).mix(in: picture, opacity: layer.opacity)
            } else {
                let exact = isMoving ? layer.rectangle.exactSamples(of: canvas.size) : UnitRectangle(place)
                matte(Key(edge: layer.edge, place: place, exact: exact), canvas)
                    .draw(picture, on: canvas, opacity: layer.opacity)
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

    /// Layers that fade do not move: theirs are kept, too.
    private func matte(_ key: Key, _ canvas: Picture) -> LayerMatte {
        if let matte = mattes[key] { return matte }
        if mattes.count >= Self.mostMattes { mattes = [:] }
        let matte = LayerMatte(
            key.edge, place: key.place, exact: key.exact, canvas: canvas.size, format: format, color: color)
        mattes[key] = matte
        return matte
    }
}

extension Scene {
    /// Whether opaque layers without edges cover a canvas of this size, none on top of another.
    fileprivate func isTiled(on size: PictureSize) -> Bool {
        let layers = visibleLayers
        guard layers.allSatisfy({ $0.opacity >= 1 && $0.edge.isPlain }) else { return false }
        let places = layers.map { $0.rectangle.samples(of: size) }
        guard places.reduce(0, { $0 + $1.width * $1.height }) == size.width * size.height else { return false }
        return places.indices.allSatisfy { index in
            places[..<index].allSatisfy { !UnitRectangle($0).overlaps(UnitRectangle(places[index])) }
        }
    }
}

extension Picture {
    /// Blends a picture of the same size over this one.
    ///
    /// - Parameter opacity: 0…1, in steps of 1/32768; 1 copies.
    func mix(in layer: Picture, opacity: Double) {
        // 32768, not 32767: a power of two keeps both ends exact.
        let weight = Int32((min(max(opacity, 0), 1) * 32_768).rounded())
        guard weight < 32_768 else { return copy(from: layer) }
        for (below, above) in zip(planes, layer.planes) {
            if format.bytesPerSample == 1 {
                below.mix(above, weight, UInt8.self)
            } else {
                below.mix(above, weight, UInt16.self)
            }
        }
    }
}

extension Plane {
    /// - Parameter weight: 0..<32768.
    fileprivate func mix<Sample: FixedWidthInteger>(_ above: Plane, _ weight: Int32, _: Sample.Type) {
        // Products of two 16-bit words: with 32-bit ones, which SSE2 cannot multiply in one instruction, it took half
        // as long again [measured].
        let weight = Int32(Int16(truncatingIfNeeded: weight))
        for y in 0..<height {
            let (row, other) = (row(y, as: Sample.self), above.row(y, as: Sample.self))
            // Scenes that morph often differ only in an inset.
            if memcmp(row, other, width * MemoryLayout<Sample>.stride) == 0 { continue }
            for x in 0..<width {
                let (a, b) = (Int16(truncatingIfNeeded: row[x]), Int16(truncatingIfNeeded: other[x]))
                let change = (Int32(b &- a) &* weight &+ 16_384) &>> 15
                row[x] = Sample(truncatingIfNeeded: a &+ Int16(truncatingIfNeeded: change))
            }
        }
    }
}
