import Pictures
import Placing
import Timeline

extension OutputSettings {
    /// What titles and subtitles keep to: tall films are shown by apps even if none was named.
    package var textArea: SafeArea {
        safeArea ?? (2 * canvas.size.height > 3 * canvas.size.width ? .ofTallFilms : SafeArea())
    }
}

extension RenderPlan {
    package var textArea: SafeArea { output.textArea }

    /// What was placed by the user where the buttons and texts of the app cover it.
    var coveredPlaces: [Diagnostic.Placed] {
        guard let safeArea = output.safeArea else { return [] }
        var covered: [Diagnostic.Placed] = []
        let scenes = composition.segments.compactMap(\.scene)
        let insets = scenes.flatMap { scene in
            let layers = scene.visibleLayers
            return layers.filter { layer in
                layers.contains { $0 != layer && $0.rectangle == .full } && safeArea.covers(layer.rectangle)
            }
        }
        if !insets.isEmpty { covered.append(.inset) }
        let texts = [(Diagnostic.Placed.label, output.text?.label), (.clock, output.text?.clock)]
        for case (let what, let style?) in texts + [(.timecode, output.text?.timecode)]
        where style.isInSafeArea != true && style.corner.isCovered(margins: (style.margin, style.margin), safeArea) {
            // The label of a camera in the middle of the picture is not at its edge.
            let isAtEdge = what == .timecode || scenes.contains { $0.layers.contains { $0.rectangle == .full } }
            if isAtEdge { covered.append(what) }
        }
        if let logo = output.graphics.logo, logo.isInSafeArea != true, let style = try? LogoStyle(logo.style) {
            let unit = style.margin * Double(min(output.canvas.size.width, output.canvas.size.height))
            let margins = (unit / Double(output.canvas.size.width), unit / Double(output.canvas.size.height))
            if style.corner.isCovered(margins: margins, safeArea) { covered.append(.logo) }
        }
        return covered
    }
}

extension SafeArea {
    /// What insets keep to: they stand above subtitles, two lines of which take up this much.
    func ofInsets(_ graphics: Graphics, _ size: PictureSize) -> SafeArea {
        guard graphics.subtitles != nil || graphics.captions?.isDrawn == true else { return self }
        var area = self
        area.bottom += 0.2 * Double(min(size.width, size.height)) / Double(size.height)
        return area
    }
}

extension TextStyle.Corner {
    /// - Parameter margins: from the left or right edge, and from the upper or lower one.
    fileprivate func isCovered(margins: (x: Double, y: Double), _ area: SafeArea) -> Bool {
        margins.y < (isTop ? area.top : area.bottom) || isLeft && margins.x < area.left
            || isRight && margins.x < area.right
    }
}
