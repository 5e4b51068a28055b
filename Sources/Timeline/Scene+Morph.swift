import Pictures

extension Scene {
    /// Two scenes that lead from this one to another when dissolved into each other by `progress`. Cameras in both
    /// scenes move, at the same place in both; layers in only one scene fade with it.
    ///
    /// Discrete changes (the order of layers, how a picture is fitted) therefore appear gradual.
    ///
    /// - Parameter progress: 0 (only this scene is visible) to 1 (only the other).
    public func morphed(into other: Scene, progress: Double) -> (outgoing: Scene, incoming: Scene) {
        let growths = visibleLayers.compactMap { layer in
            other.layer(of: layer.angle).map { $0.rectangle.area - layer.rectangle.area }
        }
        // Growing layers move first, so that little of the background shows where others shrink.
        let isStaggered = growths.contains { $0 > 0 } && growths.contains { $0 < 0 }
        let along = { (growth: Double) in
            !isStaggered || growth == 0
                ? progress : growth > 0 ? min(1, progress / Self.stagger) : max(0, 1 - (1 - progress) / Self.stagger)
        }
        return (
            moved(toward: other, ghosts: progress) { along($0.area - $1.area) },
            other.moved(toward: self, ghosts: 1 - progress) { 1 - along($1.area - $0.area) }
        )
    }

    /// The fraction of the whole that each layer takes if some grow and others shrink.
    private static let stagger = 0.5

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
        layer.framing.focus.x = mix(framing.focus.x, other.framing.focus.x)
        layer.framing.focus.y = mix(framing.focus.y, other.framing.focus.y)
        layer.edge.radius = mix(edge.radius, other.edge.radius)
        layer.edge.border = mix(edge.border, other.edge.border)
        layer.edge.shadow = mix(edge.shadow, other.edge.shadow)
        return layer
    }
}
