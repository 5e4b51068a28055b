import Parameters

extension ViewEntry {
    static let single = ViewEntry(
        "single", aliases: ["full"], summary: "One camera fills the picture.",
        parameters: [Parameter("camera", .camera(default: "the primary"), "which camera")]
            + Parameter.framing(fit: "film"),
        offeredFrom: nil
    ) { layout in
        guard let angle = try layout.camera("camera"), layout.present.contains(angle) else { return nil }
        return Scene(layers: [layout.layer(angle, x: 0, y: 0, width: layout.width, height: layout.height)])
    }
}
