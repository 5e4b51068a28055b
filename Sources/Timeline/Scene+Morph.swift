import Pictures

extension Scene {
    /// A scene on the way from this one to another: layers of cameras that both have move and change their size, the others
    /// fade. What a camera that fills the canvas covers before or after need not fade.
    ///
    /// - Parameter progress: 0 gives this scene, 1 the other.
    public func morphed(into other: Scene, progress: Double) -> Scene {
        if progress <= 0 { return self }
        if progress >= 1 { return other }
        return Morph(self, other).scene(at: progress)
    }
}

/// Two scenes and what they share.
private struct Morph {
    private let outgoing, incoming: Scene
    /// Some layers grow and others shrink: those that grow go first, so that little of the background is seen.
    private let isStaggered: Bool

    /// Of the whole, the part that each layer takes of a staggered morph.
    private static let stagger = 0.6

    init(_ outgoing: Scene, _ incoming: Scene) {
        self.outgoing = outgoing
        self.incoming = incoming
        let growths = outgoing.visibleLayers.compactMap { layer in
            incoming.visibleLayers.first { $0.angle == layer.angle }.map { $0.rectangle.area - layer.rectangle.area }
        }
        isStaggered = growths.contains { $0 > 0 } && growths.contains { $0 < 0 }
    }

    func scene(at progress: Double) -> Scene {
        // Who is in front changes when what grows has grown.
        let isLate = progress >= (isStaggered ? Self.stagger : 0.5)
        let (first, second) = isLate ? (incoming, outgoing) : (outgoing, incoming)
        var layers = Array(first.visibleLayers)
        for layer in second.visibleLayers where !layers.contains(where: { $0.angle == layer.angle }) {
            layers.insert(layer, at: layer.hidesAllBelow ? 0 : layers.count)
        }
        return Scene(
            layers: layers.map { self.layer($0.angle, at: progress, isLate: isLate) }, background: first.background)
    }

    private func layer(_ angle: Angle, at progress: Double, isLate: Bool) -> Layer {
        let from = outgoing.visibleLayers.first { $0.angle == angle }
        let to = incoming.visibleLayers.first { $0.angle == angle }
        guard let from, let to else {
            var layer = (from ?? to)!
            let isCovered = from == nil ? covers(outgoing, angle, of: incoming) : covers(incoming, angle, of: outgoing)
            if !isCovered { layer.opacity *= from == nil ? progress : 1 - progress }
            return layer
        }
        var moved = from.mixed(with: to, own(progress, growth: to.rectangle.area - from.rectangle.area))
        // It was covered a moment ago, and comes back smaller.
        if isStaggered, isLate, from.hidesAllBelow, !to.hidesAllBelow {
            moved.opacity *= (progress - Self.stagger) / (1 - Self.stagger)
        }
        return moved
    }

    private func own(_ progress: Double, growth: Double) -> Double {
        guard isStaggered, growth != 0 else { return progress }
        return growth > 0
            ? min(1, progress / Self.stagger) : max(0, (progress - (1 - Self.stagger)) / Self.stagger)
    }

    /// Whether `other` covers the canvas with a camera that lies above `angle` in `scene`.
    private func covers(_ other: Scene, _ angle: Angle, of scene: Scene) -> Bool {
        let above = scene.visibleLayers.drop { $0.angle != angle }.dropFirst().map(\.angle)
        return other.visibleLayers.contains { $0.hidesAllBelow && above.contains($0.angle) }
    }
}

extension Layer {
    /// A layer between this one and another of the same camera.
    fileprivate func mixed(with other: Layer, _ progress: Double) -> Layer {
        var layer = progress < 0.5 ? self : other
        let mix = { (a: Double, b: Double) in a + (b - a) * progress }
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
