import ComposeKit

extension ViewEntry {
    /// Two cameras one behind the other, as cards on a table.
    static let cards = ViewEntry(
        "cards", summary: "Two cameras as overlapping cards.",
        parameters: [.fraction("size", 0.3...0.9, default: 0.6, "of each card, as a fraction of the picture's width")]
    ) { layout in
        let shown = layout.cameras.map(\.angle).filter(layout.present.contains)
        guard shown.count >= 2 else { return nil }
        let (width, height) = (layout.width * layout.values.number("size"), layout.height * layout.values.number("size"))
        let edge = Layer.Edge(radius: 0.05, shadow: 0.5)
        return Scene(
            layers: [
                layout.layer(shown[0], x: 0, y: 0, width: width, height: height, edge: edge),
                layout.layer(
                    shown[1], x: layout.width - width, y: layout.height - height, width: width, height: height,
                    edge: edge),
            ], background: .white)
    }
}

/// OwnView FRONT BACK OUTPUT: a film with a custom view.
@main enum OwnView {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else { return print("usage: OwnView FRONT BACK OUTPUT") }
        var request = CompositionRequest()
        try request.viewCatalogue.register(.cards)
        request.views = [.single("front"), .recipe(Specification(name: "cards", parameters: ["size": "0.65"]))]
        request.policy = .every(.seconds(3))
        let recording = try Recording([Input(path: arguments[0]), Input(path: arguments[1])], sync: .auto)
        let plan = try request.plan(recording).plan
        _ = try Renderer(plan: plan, output: arguments[2], mayReplace: false).run()
        print("\(arguments[2]): \(plan.frameCount) frames")
    }
}
