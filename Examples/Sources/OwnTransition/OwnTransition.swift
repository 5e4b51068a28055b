import ComposeKit

extension TransitionEntry {
    /// The incoming picture appears in a grid of squares that grow from their centers.
    static let tiles = TransitionEntry(
        "tiles", summary: "Squares grow until they meet.",
        parameters: [.count("count", 2...64, default: 8, "squares across the shorter side")]
    ) { values, canvas in
        let side = canvas.shorterSide / values.number("count")
        return SampleKernel { place, outgoing, incoming, progress in
            let across = abs(place.x.truncatingRemainder(dividingBy: side) / side - 0.5)
            let down = abs(place.y.truncatingRemainder(dividingBy: side) / side - 0.5)
            let shown = max(across, down) * 2 < progress ? incoming : outgoing
            return shown[place.column, place.row]
        }
    }
}

/// OwnTransition FRONT BACK OUTPUT: a film with a custom transition.
@main enum OwnTransition {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else { return print("usage: OwnTransition FRONT BACK OUTPUT") }
        var request = CompositionRequest()
        try request.catalogue.register(.tiles)
        request.policy = .every(.seconds(3))
        request.transition.specification = Specification(name: "tiles", parameters: ["count": "6"])
        let plan = try request.plan(try Recording([Input(path: arguments[0]), Input(path: arguments[1])], sync: .auto)).plan
        _ = try Renderer(plan: plan, output: arguments[2], mayReplace: false).run()
        print("\(arguments[2]): \(plan.composition.transitions.count) transitions of our own")
    }
}
