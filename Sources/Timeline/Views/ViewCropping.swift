import Parameters
import Pictures

/// What the places of a view leave out of the cameras' pictures.
package struct ViewCropping: Hashable, Sendable {
    /// The view, as requested.
    package var view: Specification
    /// Each camera that loses a visible part, and the share of its picture that is shown: above 0 and below 1.
    package var cameras: [Camera]
    /// The view with the parameters that show all of these cameras, with bars.
    package var whole: Specification

    package struct Camera: Hashable, Sendable {
        package var angle: Angle
        /// Above 0 and below 1.
        package var shown: Double
    }

    /// A view of several cameras is expected to crop a little.
    private static let leastNoted = 0.25

    /// `nil` if the scene is none of a view, leaves out less than a quarter of each camera, or crops as requested.
    ///
    /// - Parameter scene: as laid out on the stage.
    package init?(of scene: Scene, on stage: Stage) {
        guard stage.fit == nil, scene.layers.count > 1, let name = scene.name, let view = Specification(parsing: name),
            let entry = stage.catalogue.entry(named: view.name)
        else { return nil }
        let isChosen = { (parameter: String) in
            parameter == "aspect" || parameter.hasSuffix("fit") || parameter.hasSuffix("focus")
        }
        guard !view.parameters.keys.contains(where: isChosen) else { return nil }
        let cameras = scene.visibleLayers.compactMap { layer -> Camera? in
            guard layer.rectangle != .full, let size = stage.cameras.camera(layer.angle)?.size,
                case .cropped(let share)? = layer.framing.fit?.effect(
                    on: size, canvas: layer.rectangle.size(in: stage.canvas)),
                share >= Self.leastNoted
            else { return nil }
            return Camera(angle: layer.angle, shown: 1 - share)
        }
        guard !cameras.isEmpty else { return nil }
        (self.view, self.cameras, whole) = (view, cameras, view)
        for option in entry.parameters.map(\.name) where option.hasSuffix("fit") {
            var fitted = view
            fitted.parameters[option] = Fit.fit.rawValue
            let layers = try? stage.scene(of: .recipe(fitted))?.layers
            let changed = layers?.filter { $0.framing.fit == .fit }.map(\.angle) ?? []
            if cameras.contains(where: { changed.contains($0.angle) }) {
                whole.parameters[option] = Fit.fit.rawValue
            }
        }
    }
}

extension UnitRectangle {
    fileprivate func size(in canvas: PictureSize) -> PictureSize {
        PictureSize(
            width: max(1, Int((width * Double(canvas.width)).rounded())),
            height: max(1, Int((height * Double(canvas.height)).rounded())))
    }
}
