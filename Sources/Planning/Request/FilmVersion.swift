import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline

/// A film that is already cut: what remains to be planned is how it is written.
package struct GivenFilm: Sendable {
    package var composition: Composition
    /// How the film was written that this is another version of: its sound, captions and safe area stay.
    package var output: OutputSettings?

    package init(_ composition: Composition, output: OutputSettings? = nil) {
        (self.composition, self.output) = (composition, output)
    }
}

extension PlannedRender {
    /// Another version of the film: the same cuts, sound and finish in another size, rate or format. Views are laid out
    /// again.
    ///
    /// - Parameter request: how it is written; what is shown and heard is the film's.
    /// - Throws: as `CompositionRequest.plan`.
    package func version(_ request: CompositionRequest) throws -> PlannedRender {
        var planner = try RequestPlanner(
            request, Recording(of: plan), given: GivenFilm(plan.composition, output: plan.output))
        let (rate, stage) = (planner.request.filmRate(planner.primaryRate), planner.stage)
        planner.given?.composition = try plan.composition.counted(at: rate).laidOut(from: plan.stage, on: stage)
        var version = try planner.plan()
        version.decisions = decisions
        return version
    }
}

extension Composition {
    /// With the same views on another canvas.
    fileprivate func laidOut(from own: Stage, on other: Stage) throws -> Composition {
        let scenes = try Dictionary(
            uniqueKeysWithValues: Set(segments.compactMap(\.scene)).map { scene in
                // Of a grid, only those that have footage.
                (scene, try other.scene(of: View(of: scene, on: own), hasFootage: scene.angles.contains) ?? scene)
            })
        let segments = segments.map { segment in
            var segment = segment
            segment.scene = segment.scene.map { scenes[$0]! }
            return segment
        }
        return Composition(
            session: session, frameRate: frameRate, clock: clock, segments: segments, transitions: transitions)
    }
}

extension RenderPlan {
    /// Where its views are laid out.
    var stage: Stage {
        var stage = Stage(canvas: output.canvas.size, cameras: viewCameras)
        if output.fit != .auto { stage.fit = output.fit }
        stage.safeArea = output.safeArea?.ofInsets(output.graphics, stage.canvas)
        return stage
    }

    /// The cameras as views are laid out with them, the primary first, each with the part of its picture that it shows
    /// alone.
    private var viewCameras: [ViewCamera] {
        let session = composition.session
        let order = [output.primary] + session.angles.filter { $0 != output.primary }
        let alone = composition.segments.compactMap(\.scene).filter { $0.layers.count == 1 && $0.name == nil }
        let framings = Dictionary(alone.map { ($0.layers[0].angle, $0.layers[0].framing) }) { first, _ in first }
        return order.map { angle in
            let size = sources[session.takes.firstIndex { $0.angle == angle }!].uprightSize
            return ViewCamera(angle, size: size, framing: framings[angle] ?? Framing())
        }
    }
}

extension View {
    /// The view that a scene was made from: a camera, the recipe it is named after, or else its layers.
    init(of scene: Scene, on stage: Stage) {
        if scene.layers.count == 1, let alone = try? stage.scene(of: .single(scene.layers[0].angle)), alone == scene {
            self = .single(scene.layers[0].angle)
        } else if let recipe = scene.name.flatMap({ Specification(parsing: $0) }),
            (try? stage.scene(of: .recipe(recipe))) != nil
        {
            self = .recipe(recipe)
        } else {
            self = .layers(scene.layers)
        }
    }
}
