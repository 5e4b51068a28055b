import ComposeKit

/// MakeFilm FRONT BACK OUTPUT: a film that switches every three seconds with a wipe.
@main enum MakeFilm {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let output = arguments.last else {
            return print("usage: MakeFilm FRONT BACK OUTPUT")
        }
        let recording = try Recording(zip(["front", "back"], arguments).map { Input(path: $1, angle: Angle($0)) }, sync: .auto)
        var request = CompositionRequest()
        request.policy = .every(.seconds(3))
        request.transition.specification = Specification(parsing: "wipe:angle=30")!
        let planned = try request.plan(recording)
        let result = try Renderer(plan: planned.plan, output: output, mayReplace: false).run()[0]
        print("\(output): \(result.frameCount) frames, \(planned.plan.copiedFrameCount) of them copied")
    }
}
