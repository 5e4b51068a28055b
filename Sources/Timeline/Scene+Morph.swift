import Pictures

extension Scene {
    /// Two scenes that lead from this one to another when dissolved into each other by `progress`. Cameras in both
    /// scenes move, at the same place in both; layers in only one scene fade with it.
    ///
    /// Discrete changes (the order of layers, how a picture is fitted) therefore appear gradual.
    ///
    /// - Parameter progress: 0 (only this scene is visible) to 1 (only the other).
    package func morphed(into other: Scene, progress: Double) -> (outgoing: Scene, incoming: Scene) {
        let growths = visibleLayers.compactMap { layer in
            other.layer(of: layer.angle).map { $0.rectangle.area - layer.rectangle.area }
        }
        // Growing layers move first, so that little of the background shows where others shrink. In the middle, where
        // the easing is at its fastest, the former come to rest and the latter start.
        let isStaggered = growths.contains { $0 > 0 } && growths.contains { $0 < 0 }
        let (left, past) = (max(0, 1 - 2 * progress), max(0, 2 * progress - 1))
        let along = { (growth: Double) in
            !isStaggered || growth == 0 ? progress : growth > 0 ? 1 - left * left : past * past
        }
        var outgoing = moved(toward: other, ghosts: progress) { along($0.area - $1.area) }
        var incoming = other.moved(toward: self, ghosts: 1 - progress) { 1 - along($1.area - $0.area) }
        outgoing.background = background(with: other, progress)
        incoming.background = outgoing.background
        return (outgoing, incoming)
    }

    /// The background on the way to another scene. Each counts by how much of the canvas it fills, so that the color of a
    /// divider does not fill the bars that appear beside a picture.
    private func background(with other: Scene, _ progress: Double) -> RGBColor {
        let (own, others) = ((1 - progress) * uncovered, progress * other.uncovered)
        return background.mixed(with: other.background, own + others > 0 ? others / (own + others) : progress)
    }

    /// The share of the canvas without layers, if none of them overlap.
    private var uncovered: Double { max(0, 1 - visibleLayers.reduce(0) { $0 + $1.rectangle.area }) }

    /// - Parameters:
    ///   - ghosts: the opacity of layers that only the other scene has, behind this one where it is transparent.
    ///   - progress: of a layer's movement, from its rectangles in the other scene and in this one.
    private func moved(
        toward other: Scene, ghosts: Double, _ progress: (UnitRectangle, UnitRectangle) -> Double
    ) -> Scene {
        var scene = self
        scene.layers = visibleLayers.map { layer in
            guard let target = other.layer(of: layer.angle) else { return layer }
            return layer.moved(toward: target, progress(target.rectangle, layer.rectangle))
        }
        // Behind layers that fill the canvas they are present from the start, to be uncovered.
        let isFull = visibleLayers.reduce(0) { $0 + ($1.opacity < 1 ? 0 : $1.rectangle.area) } > 0.999
        scene.layers.insert(
            contentsOf: other.visibleLayers.filter { layer(of: $0.angle) == nil }.map { layer in
                var ghost = layer
                if !isFull { ghost.opacity *= ghosts }
                return ghost
            }, at: 0)
        return scene
    }

    /// The same scene, with each layer's place, visible part and fit as they are drawn at rest, so that none of them
    /// jumps when a movement starts or ends. Where bars cannot be told from a black background, the layer becomes the
    /// picture between them.
    ///
    /// - Parameters:
    ///   - fit: of layers that have none of their own.
    ///   - shape: the upright size of a camera's picture; `nil` leaves its layers unchanged.
    package func settled(on canvas: PictureSize, fit: Fit, shape: (Angle) -> PictureSize?) -> Scene {
        var scene = self
        scene.layers = []
        for layer in visibleLayers {
            var settled = layer
            let place = layer.rectangle.samples(of: canvas)
            if layer.rectangle != .full { settled.rectangle = place.share(of: canvas) }
            if let shape = shape(layer.angle) {
                let fit = layer.framing.fit ?? fit
                let drawn = Placement(
                    stored: shape, square: shape, framing: layer.framing, orientation: .upright, canvas: place.size,
                    fit: fit)
                // What is cropped in the usual way follows the place's shape in every frame; the rest moves evenly.
                if layer.framing != Framing(fit: layer.framing.fit) {
                    settled.framing = Framing(crop: drawn.crop.share(of: shape), fit: layer.framing.fit)
                }
                let coversNothing = !scene.layers.contains { $0.rectangle.overlaps(layer.rectangle) }
                if drawn.content.size == place.size {
                    settled.framing.fit = .fill
                } else if fit != .blur, coversNothing, layer.edge.isPlain, background == .black, emptyCells == nil {
                    settled.framing.fit = .fill
                    settled.rectangle = drawn.content.moved(x: place.x, y: place.y).share(of: canvas)
                } else {
                    settled.framing.fit = fit == .auto ? .fit : layer.framing.fit
                }
            }
            scene.layers.append(settled)
        }
        return scene
    }

    private func layer(of angle: Angle) -> Layer? { visibleLayers.first { $0.angle == angle } }
}

extension Layer {
    /// This layer on its way to another place; properties that cannot be interpolated stay unchanged.
    fileprivate func moved(toward other: Layer, _ progress: Double) -> Layer {
        var layer = self
        let mix = { (a: Double, b: Double) in progress >= 1 ? b : a + (b - a) * progress }
        let rectangle = { (a: UnitRectangle, b: UnitRectangle) in
            UnitRectangle(
                x: mix(a.x, b.x), y: mix(a.y, b.y), width: mix(a.width, b.width), height: mix(a.height, b.height))
        }
        layer.rectangle = rectangle(self.rectangle, other.rectangle)
        layer.opacity = mix(opacity, other.opacity)
        layer.framing.crop = rectangle(framing.crop, other.framing.crop)
        layer.framing.zoom = mix(framing.zoom, other.framing.zoom)
        // A place that stays has the same size in every frame: its picture can move by fractions of a sample.
        layer.framing.isMoving = self.rectangle == other.rectangle && framing != other.framing
        layer.framing.focus.x = mix(framing.focus.x, other.framing.focus.x)
        layer.framing.focus.y = mix(framing.focus.y, other.framing.focus.y)
        layer.edge.radius = mix(edge.radius, other.edge.radius)
        layer.edge.border = mix(edge.border, other.edge.border)
        layer.edge.shadow = mix(edge.shadow, other.edge.shadow)
        return layer
    }
}

extension PictureRect {
    fileprivate func moved(x: Int, y: Int) -> PictureRect {
        PictureRect(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    fileprivate func share(of canvas: PictureSize) -> UnitRectangle {
        let (columns, rows) = (Double(canvas.width), Double(canvas.height))
        return UnitRectangle(
            x: Double(x) / columns, y: Double(y) / rows, width: Double(width) / columns, height: Double(height) / rows)
    }
}
