import ComposeKit
import Synchronization

/// ShowProgress FRONT BACK OUTPUT: prints the progress of a render, and shows how to cancel it.
@main enum ShowProgress {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else { return print("usage: ShowProgress FRONT BACK OUTPUT") }
        let recording = try Recording([Input(path: arguments[0]), Input(path: arguments[1])], sync: .auto)
        var request = CompositionRequest()
        request.policy = .every(.seconds(3))
        let plan = try request.plan(recording).plan
        let renderer = Renderer(plan: plan, output: arguments[2], mayReplace: false)
        // `renderer.cancellation.cancel()`, from any thread, stops the render between two frames.
        let shown = Atomic<Int64>(-1)
        let result = try renderer.run { progress in
            // Called from several threads, once for each frame.
            let percent = progress.framesDone * 100 / max(1, progress.frameCount)
            if shown.exchange(percent, ordering: .relaxed) != percent { print("\(percent) %") }
        }[0]
        print("\(arguments[2]): \(result.byteCount) bytes, \(result.framesKept) frames kept from an earlier run")
    }
}
