import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

/// Draws labels, clocks, the timecode and the names of empty cells into the pictures of a film. Not thread-safe.
final class TextRenderer {
    fileprivate struct Placed {
        let text: String
        let matte: Stamp
        let place: PictureRect
        let opacity: Double

        func draw(on picture: Picture, fading: Double = 1) {
            matte.draw(on: picture, at: place, opacity: opacity * fading)
        }
        func looks(like other: Placed) -> Bool { text == other.text && place == other.place }
    }

    /// The texts of a scene: for each visible layer and each empty cell.
    struct Texts {
        fileprivate var layers: [[Placed]] = []
        fileprivate var cells: [Placed?] = []

        /// Only the names of empty cells.
        var ofCells: Texts {
            var texts = self
            texts.layers = []
            return texts
        }

        func drawLayer(_ index: Int, on picture: Picture) {
            for text in index < layers.count ? layers[index] : [] { text.draw(on: picture) }
        }
        func drawCell(_ index: Int, on picture: Picture) {
            if let text = cells[index] { text.matte.draw(on: picture, at: text.place) }
        }
    }

    private struct Kind {
        let style: TextStyle
        let typesetter: TextTypesetter
    }

    private let plan: RenderPlan
    private let size: PictureSize
    private let text: PictureText
    private let label, clock, timecode, cell: Kind?
    /// The places of layers in front of others, in any frame.
    private let insets: Set<UnitRectangle>

    /// - Parameter size: of the upright pictures.
    /// - Returns: `nil` for a film without any text.
    /// - Throws: `MediaError` if a font is gone.
    init?(_ plan: RenderPlan, size: PictureSize) throws(MediaError) {
        self.plan = plan
        self.size = size
        text = plan.output.text ?? PictureText()
        let canvas = plan.output.canvas
        let kind = { (face: RenderPlan.TextFace?) throws(MediaError) -> Kind? in
            guard let face else { return nil }
            return Kind(
                style: face.style,
                typesetter: try TextTypesetter(face, format: canvas.format, color: canvas.color))
        }
        label = try kind(plan.labelFace())
        clock = try kind(plan.clockFace())
        timecode = try kind(plan.timecodeFace())
        cell = try kind(plan.cellFace())
        insets = Set(plan.composition.segments.compactMap(\.scene).flatMap(\.insets))
        if label == nil, clock == nil, timecode == nil, cell == nil { return nil }
    }

    // MARK: The film's

    /// Draws the timecode of an output frame, if the film shows it.
    func drawTimecode(ofFrame index: Int64, on picture: Picture) throws(MediaError) {
        guard let placed = try placedTimecode(index) else { return }
        placed.matte.draw(on: picture, at: placed.place)
    }

    /// In the same place in every frame: clear of all insets of the film if possible.
    private func placedTimecode(_ index: Int64) throws(MediaError) -> Placed? {
        guard let timecode else { return nil }
        let text = "\(Timecode(frame: index, at: plan.composition.frameRate))"
        var (clear, any) = (layout, layout)
        for inset in insets { clear.keepFree(inset.exactSamples(of: size)) }
        if let place = try placed(text, timecode, in: whole, layout: &clear) { return place }
        return try placed(text, timecode, in: whole, layout: &any)
    }

    private var layout: TextLayout { TextLayout(canvas: size, safe: plan.output.safeArea) }

    private var whole: UnitRectangle {
        UnitRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    // MARK: A scene's

    /// The places of a scene's texts.
    ///
    /// - Parameter time: of each camera, on the session clock.
    func texts(of scene: Scene, time: (Angle) -> MediaTime) throws(MediaError) -> Texts {
        var texts = Texts()
        var free = layout
        if let place = try placedTimecode(0)?.place { free.keepFree(UnitRectangle(place)) }
        let layers = Array(scene.visibleLayers)
        for (index, layer) in layers.enumerated() {
            var layout = free
            layers[(index + 1)...].forEach { layout.keepFree($0.rectangle.exactSamples(of: size)) }
            texts.layers.append(try self.texts(of: layer, at: time(layer.angle), &layout))
        }
        for empty in scene.emptyCells ?? [] {
            texts.cells.append(try name(of: empty))
        }
        return texts
    }

    private func texts(
        of layer: Layer, at time: MediaTime, _ layout: inout TextLayout
    ) throws(MediaError) -> [Placed] {
        let area = layer.rectangle.exactSamples(of: size)
        let edge = layer.edge
        var texts: [Placed?] = []
        let name = text.name(of: layer.angle)
        if let label, !name.isEmpty {
            texts.append(
                try placed(
                    name, measure: name, label, in: area, edge: edge, opacity: layer.opacity, layout: &layout))
        }
        if let clock, let text = clockText(of: layer.angle, at: time) {
            texts.append(try placed(text, clock, in: area, edge: edge, opacity: layer.opacity, layout: &layout))
        }
        return texts.compactMap(\.self)
    }

    /// The time on the recording's clock; `nil` if unknown.
    private func clockText(of angle: Angle, at time: MediaTime) -> String? {
        let session = plan.composition.session
        guard let take = session.nearestTake(of: angle, at: time), let clock = plan.sources[take].info.wallClock
        else { return nil }
        // Where a picture is held, its clock is held too.
        let footage = session.takes[take].footage
        let shown = min(max(session.takes[take].fileTime(at: time), footage.start), footage.end)
        return clock.text(at: shown)
    }

    /// The name of an empty cell, in the middle of it.
    private func name(of empty: Scene.EmptyCell) throws(MediaError) -> Placed? {
        guard let cell else { return nil }
        let area = empty.rectangle.samples(of: size)
        let name = text.name(of: empty.angle)
        let line = TextTypesetter.Line(
            text: name.isEmpty ? empty.angle.name : name, measure: name.isEmpty ? empty.angle.name : name,
            em: em(cell.style, area: Double(area.width), Double(area.height)))
        let form = try cell.typesetter.form(of: line, most: Double(area.width) * 0.9)
        guard form.size.width <= area.width, form.size.height <= area.height else { return nil }
        let even = { (length: Int) in length / 4 * 2 }
        return Placed(
            text: line.text, matte: try cell.typesetter.matte(of: line, form),
            place: PictureRect(
                x: area.x + even(area.width - form.size.width), y: area.y + even(area.height - form.size.height),
                width: form.size.width, height: form.size.height), opacity: 1)
    }

    // MARK: Any

    private func placed(
        _ text: String, measure: String? = nil, _ kind: Kind, in area: UnitRectangle, edge: Layer.Edge = Layer.Edge(),
        opacity: Double = 1, layout: inout TextLayout
    ) throws(MediaError) -> Placed? {
        let line = TextTypesetter.Line(
            text: text, measure: measure ?? Self.zeros(text), em: em(kind.style, area: area.width, area.height))
        let most = kind.style.room(in: area, radius: edge.radius, safe: layout.safe)
        let form = try kind.typesetter.form(of: line, most: most)
        let place = layout.place(
            form.size, kind.style, in: area, radius: edge.radius * min(area.width, area.height),
            border: edge.border * Double(min(size.width, size.height)))
        guard let place else { return nil }
        return Placed(text: text, matte: try kind.typesetter.matte(of: line, form), place: place, opacity: opacity)
    }

    /// The number changes, but its box does not.
    private static func zeros(_ text: String) -> String { String(text.map { $0.isNumber ? "0" : $0 }) }

    /// The type size for a part of the canvas, in samples. A quarter of the canvas gets letters of half the size:
    /// scaled in proportion, an inset's would be unreadable.
    private func em(_ style: TextStyle, area width: Double, _ height: Double) -> Int {
        let whole = Double(min(size.width, size.height))
        let part = min(1, min(width, height) / whole).squareRoot()
        return max(8, Int((style.size * whole * part).rounded()))
    }
}

extension TextRenderer.Texts {
    /// The fraction of the movement during which each scene's texts are visible.
    private static let share = 0.4

    /// Draws the texts while the layers move from this scene's places to the other's: this scene's texts fade out where they
    /// are, then the other's fade in. A text that is the same in both stays.
    ///
    /// - Parameter progress: of the movement, 0…1.
    func draw(becoming other: Self, progress: Double, on picture: Picture) {
        let (before, after) = (layers.joined(), other.layers.joined())
        for text in before {
            let stays = after.contains(where: text.looks)
            text.draw(on: picture, fading: stays ? 1 : max(0, 1 - progress / Self.share))
        }
        for text in after where !before.contains(where: text.looks) {
            text.draw(on: picture, fading: max(0, 1 - (1 - progress) / Self.share))
        }
    }
}

extension Scene {
    /// The places of layers in front of others.
    fileprivate var insets: [UnitRectangle] {
        let places = visibleLayers.map(\.rectangle)
        return places.indices.filter { index in places[..<index].contains { $0.overlaps(places[index]) } }
            .map { places[$0] }
    }
}
