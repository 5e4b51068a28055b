import MediaIO
import MediaTime
import Placing
import Timeline

// Checks whether there is room for the texts.
extension RenderPlan {
    /// The smallest readable type size, and how much larger a box is than its letters, relative to their height.
    package enum Letters {
        package static let leastEm = 6
        package static let padding = (x: 0.6, y: 0.5)
    }

    /// The cameras whose label is too wide for one of their pictures even in the smallest letters, so that it is
    /// omitted there; each with the first such moment of the film.
    ///
    /// - Throws: `MediaError` if the text cannot be drawn at all.
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
                let room = face.style.room(in: area, radius: layer.edge.radius)
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
