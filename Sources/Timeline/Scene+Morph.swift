import Pictures

extension Scene {
    /// A scene on the way from this one to another: layers of cameras that both have move and change their size, the others
    /// fade. What a camera that fills the canvas covers before or after need not fade.
    ///
    /// - Parameter progress: 0 gives this scene, 1 the other.
    public func morphed(into other: Scene, progress: Double) -> Scene {
        if progress <= 0 { return self }
        if progress >= 1 { return other }
        // Who is in front changes in the middle, where what crosses is equally large.
        let order = progress < 0.5 ? (self, other) : (other, self)
        var layers = order.0.visibleLayers.map { Self.pair($0, self, other) }
        for layer in order.1.visibleLayers where !layers.contains(where: { $0.angle == layer.angle }) {
            layers.insert(Self.pair(layer, self, other), at: layer.hidesAllBelow ? 0 : layers.count)
        }
        let scene = Scene(
            layers: layers.map { $0.layer(at: progress, isCovered: $0.isCovered(self, other)) },
            background: progress < 0.5 ? background : other.background)
        return scene
    }

    private struct Pair {
        var angle: Angle
        var from, to: Layer?

        /// The layer is in one scene only, and in the other a layer that both have covers all of it.
        func isCovered(_ outgoing: Scene, _ incoming: Scene) -> Bool {
            guard from == nil || to == nil else { return false }
            let (own, other) = to == nil ? (outgoing, incoming) : (incoming, outgoing)
            return other.visibleLayers.contains { layer in
                layer.hidesAllBelow && own.visibleLayers.contains { $0.angle == layer.angle }
            }
        }

        func layer(at progress: Double, isCovered: Bool) -> Layer {
            guard let from, let to else {
                var layer = (from ?? to)!
                if !isCovered { layer.opacity *= from == nil ? progress : 1 - progress }
                return layer
            }
            var layer = progress < 0.5 ? from : to
            let mix = { (a: Double, b: Double) in a + (b - a) * progress }
            let rectangle = { (a: UnitRectangle, b: UnitRectangle) in
                UnitRectangle(
                    x: mix(a.x, b.x), y: mix(a.y, b.y), width: mix(a.width, b.width), height: mix(a.height, b.height))
            }
            layer.rectangle = rectangle(from.rectangle, to.rectangle)
            layer.opacity = mix(from.opacity, to.opacity)
            layer.framing.crop = rectangle(from.framing.crop, to.framing.crop)
            layer.framing.zoom = mix(from.framing.zoom, to.framing.zoom)
            layer.framing.focus.x = mix(from.framing.focus.x, to.framing.focus.x)
            layer.framing.focus.y = mix(from.framing.focus.y, to.framing.focus.y)
            layer.edge.radius = mix(from.edge.radius, to.edge.radius)
            layer.edge.border = mix(from.edge.border, to.edge.border)
            layer.edge.shadow = mix(from.edge.shadow, to.edge.shadow)
            return layer
        }
    }

    private static func pair(_ layer: Layer, _ outgoing: Scene, _ incoming: Scene) -> Pair {
        Pair(
            angle: layer.angle, from: outgoing.visibleLayers.first { $0.angle == layer.angle },
            to: incoming.visibleLayers.first { $0.angle == layer.angle })
    }
}
