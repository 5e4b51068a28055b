import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// The size, depth and colors of a film: as requested, or else what its cameras share.
struct FilmCanvas {
    let request: CompositionRequest
    let sources: [Source]
    /// The index of the primary camera's first take.
    let primary: Int
    /// The indexes of the takes whose colors matter; `nil` for all.
    var shown: Set<Int>?

    var canvas: Canvas {
        let upright = sources[primary].uprightSize
        let size = request.size ?? PictureSize(width: upright.width / 2 * 2, height: upright.height / 2 * 2)
        guard toneMapping == nil, let bright = colors.first(where: \.isHighDynamicRange) else {
            let format = request.codec?.canvasFormat(highDynamicRange: false) ?? .yuv420p8
            return Canvas(size: size, format: format, color: standardColor)
        }
        return Canvas(
            size: size, format: .yuv420p10, color: bright.transfer == ColorDescription.pq.transfer ? .pq : .hlg)
    }

    /// Whether all takes have the same colors.
    var isUniform: Bool { Set(colors).count < 2 }

    /// Why high dynamic range is lost; `nil` if it is kept or there is none.
    var toneMapping: Diagnostic.ToneMapping? {
        let bright = colors.filter(\.isHighDynamicRange)
        guard let first = bright.first else { return nil }
        if request.dynamicRange == .sdr { return .asked }
        if !request.looks.isEmpty || !request.matchedColors.isEmpty { return .looks }
        if bright.count < colors.count { return .otherCamera }
        if !bright.allSatisfy({ $0.transfer == first.transfer }) { return .kindsDiffer }
        return request.codec?.carriesHighDynamicRange == false ? .codec : nil
    }

    /// The standard television colors that all cameras share, and that therefore need no conversion; otherwise BT.709.
    private var standardColor: ColorDescription {
        // Each camera has a different name for the same curve.
        guard colors.allSatisfy(\.isStandardTelevision), Set(colors.map { [$0.primaries, $0.matrix] }).count == 1
        else { return .bt709 }
        var shared = color(of: primary)
        shared.isFullRange = false
        return shared
    }

    private var colors: [ColorDescription] {
        sources.indices.filter { shown?.contains($0) ?? true }.map(color)
    }

    private func color(of index: Int) -> ColorDescription {
        sources[index].video.color.resolved(for: sources[index].video.storedSize)
    }
}

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
