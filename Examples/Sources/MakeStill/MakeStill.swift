import ComposeKit

/// MakeStill FRONT BACK TIME OUTPUT.png: one frame of the film, without rendering it.
@main enum MakeStill {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 4, let time = MediaTime(parsing: arguments[2]) else {
            return print("usage: MakeStill FRONT BACK TIME OUTPUT.png")
        }
        let recording = try Recording([Input(path: arguments[0]), Input(path: arguments[1])], sync: .auto)
        var request = CompositionRequest()
        request.policy = .every(.seconds(3))
        let plan = try request.planForViewing(recording).plan
        let picture = try FrameSource(plan).picture(at: time)
        try ImageFile.write(picture, color: plan.output.canvas.color, to: arguments[3], mayReplace: false)
        print("\(arguments[3]): \(picture.size)")
    }
}
