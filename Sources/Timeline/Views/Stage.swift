import Parameters
import Pictures

/// A canvas and cameras for laying out views.
package struct Stage: Sendable {
    /// In luma samples.
    package var canvas: PictureSize
    /// In order, the primary first.
    package var cameras: [ViewCamera]
    /// The views that a recipe can name.
    package var catalogue: Catalogue<ViewEntry>
    /// How pictures of another shape fit their places, unless the view says otherwise; `nil` for the view's default.
    package var fit: Fit?
    /// What apps leave free: insets without a chosen place are inside it.
    package var safeArea: SafeArea?

    package init(canvas: PictureSize, cameras: [ViewCamera], catalogue: Catalogue<ViewEntry> = .standard) {
        self.canvas = canvas
        self.cameras = cameras
        self.catalogue = catalogue
    }

    /// - Throws: `TimelineError.unknownAngle`, `ParameterError`, if a view names something that does not exist.
    package func check(_ view: View) throws {
        let known = cameras.map(\.angle)
        for angle in view.angles where !known.contains(angle) {
            throw TimelineError.unknownAngle(name: angle.name, known: known.map(\.name))
        }
        _ = try scene(of: view)
    }

    /// Cameras that all have the canvas's size.
    package init(canvas: PictureSize = PictureSize(width: 1920, height: 1080), _ angles: [Angle]) {
        self.init(canvas: canvas, cameras: angles.map { ViewCamera($0, size: canvas) })
    }

    /// The scene of a view; `nil` if it cannot be shown with the cameras that have footage.
    ///
    /// - Parameter hasFootage: whether a camera has footage.
    /// - Throws: `ParameterError`, `TimelineError.unknownAngle`.
    package func scene(of view: View, hasFootage: (Angle) -> Bool = { _ in true }) throws -> Scene? {
        switch view {
        case .single(let angle): return hasFootage(angle) ? Scene(layers: [cameras.layer(angle)]) : nil
        case .layers(let layers): return layers.allSatisfy { hasFootage($0.angle) } ? Scene(layers: layers) : nil
        case .recipe(let specification):
            let (entry, values) = try catalogue.resolve(specification)
            let present = Set(cameras.map(\.angle).filter(hasFootage))
            var scene = try entry.makeScene(
                ViewLayout(
                    values: values, canvas: canvas, cameras: cameras, present: present,
                    fit: specification.parameters.keys.contains { $0.hasSuffix("fit") } ? nil : fit,
                    safeArea: specification.choosesCorner ? nil : safeArea))
            // A camera that fills the canvas unchanged keeps its own name.
            if scene?.untouchedAngle == nil { scene?.name = "\(specification)" }
            return scene
        }
    }
}

extension View {
    /// Where its inset is; `nil` without one, and if it is placed by `x` or `y`.
    package var insetCorner: TextStyle.Corner? {
        guard case .recipe(let own) = self, own.name == "pip", own.parameters["x"] == nil, own.parameters["y"] == nil
        else { return nil }
        return TextStyle.Corner(rawValue: own.parameters["corner"] ?? own.parameters[""] ?? "bottom-right")
    }
}

extension Specification {
    /// Whether it says where its inset is; a value without a name is the corner. `x` and `y` are obeyed anyway.
    fileprivate var choosesCorner: Bool { parameters["corner"] != nil || parameters[""] != nil }
}
