import MediaIO
import MediaTime
import Timeline

// Whether there is room for what is to be written.
extension RenderPlan {
    /// The smallest type that can be read, and by how much a box is larger than its letters, in parts of their height.
    package enum Letters {
        package static let leastEm = 6
        package static let padding = (x: 0.6, y: 0.5)
    }

    /// The cameras whose label is too wide for a picture of theirs even in the smallest letters, so that it is left out
    /// there; each with the moment of the film from which on.
    ///
    /// - Throws: `MediaError` where it cannot be drawn at all.
    func labelNotes() throws(MediaError) -> [Diagnostic] {
        guard let face = try labelFace(), let text = output.text else { return [] }
        let rasterizer = try TextRasterizer(fontFile: face.fontFile)
        let capital = try rasterizer.mask("H", em: Letters.leastEm)
        var told: Set<Angle> = []
        var notes: [Diagnostic] = []
        for segment in composition.segments {
            for layer in segment.scene?.visibleLayers ?? [] where !told.contains(layer.angle) {
                let name = text.name(of: layer.angle)
                guard !name.isEmpty else { continue }
                let area = layer.rectangle.exactSamples(of: output.canvas.size)
                let room =
                    area.width * (1 - 2 * face.style.margin) - layer.edge.radius * min(area.width, area.height)
                let mask = try rasterizer.mask(name, em: Letters.leastEm)
                guard Double(mask.columns.count) + 2 * Letters.padding.x * Double(capital.rows.count) > room else {
                    continue
                }
                told.insert(layer.angle)
                let time = composition.frameRate.time(ofFrame: segment.frames.lowerBound)
                notes.append(.labelLeftOut(layer.angle, name, from: time))
            }
        }
        return notes
    }
}
