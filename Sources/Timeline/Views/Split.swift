import Parameters
import Pictures

extension ViewEntry {
    static let split = halves("split", summary: "Two cameras share the picture.", 0.1...0.9, ratio: 0.5, offeredFrom: 2)

    static let dominant = halves(
        "dominant", summary: "Two cameras share the picture; the first takes up more of it.", 0.5...0.9, ratio: 0.7,
        offeredFrom: 3)

    private static func halves(
        _ name: String, summary: String, _ ratios: ClosedRange<Double>, ratio: Double, offeredFrom: Int
    ) -> ViewEntry {
        ViewEntry(
            name, summary: summary,
            parameters: [
                Parameter(
                    "axis", .choice(["vertical", "horizontal", "auto"], default: "auto"),
                    "vertical: one above the other; horizontal: side by side; auto: by the picture's shape"),
                .fraction("ratio", ratios, default: ratio, "the first camera's share"),
            ] + shared,
            offeredFrom: offeredFrom
        ) { layout in
            guard let (first, second) = try layout.cameras("first", "second") else { return nil }
            return layout.split(first, second, isVertical: layout.isVertical, ratio: layout.values.number("ratio"))
        }
    }

    static let equal = ViewEntry(
        "equal", summary: "Two cameras, half each: side by side or one above the other, whichever shows more of both.",
        parameters: shared, offeredFrom: nil
    ) { layout in
        guard let (first, second) = try layout.cameras("first", "second") else { return nil }
        let visible = { (isVertical: Bool) in
            [first, second].reduce(0) { sum, angle in
                sum
                    + layout.visibleShare(
                        of: angle, width: isVertical ? layout.width : layout.width / 2,
                        height: isVertical ? layout.height / 2 : layout.height)
            }
        }
        // If both cameras have the canvas's shape, either way shows as much. Dividing the longer side gives wider halves.
        let gain = visible(true) - visible(false)
        let isVertical = abs(gain) < 1e-9 ? layout.height > layout.width : gain > 0
        return layout.split(first, second, isVertical: isVertical, ratio: 0.5)
    }

    private static let shared =
        [
            Parameter("first", .camera(default: "the primary"), "the camera on top or on the left"),
            Parameter("second", .camera(default: "the next camera"), "the other camera"),
            .fraction("divider", 0...0.05, default: 0, "width of the dividing line, as a fraction of the shorter side"),
            Parameter("divider-color", .color(default: .black), "color of the dividing line"),
        ] + Parameter.framing("first", fit: "fill") + Parameter.framing("second", fit: "fill")
}

extension ViewLayout {
    fileprivate var isVertical: Bool {
        switch values.word("axis") {
        case "vertical": true
        case "horizontal": false
        default: height > width
        }
    }

    /// Two cameras with a line between them.
    fileprivate func split(_ first: Angle, _ second: Angle, isVertical: Bool, ratio: Double) -> Scene {
        let line = values.number("divider") * shorterSide
        let whole = isVertical ? height : width
        // They meet on a pair of samples, so that each edge is crisp.
        let meeting = (whole * ratio / 2).rounded() * 2
        let (end, start) = (meeting - line / 2, meeting + line / 2)
        let layers =
            isVertical
            ? [
                layer(first, x: 0, y: 0, width: width, height: end, role: "first"),
                layer(second, x: 0, y: start, width: width, height: height - start, role: "second"),
            ]
            : [
                layer(first, x: 0, y: 0, width: end, height: height, role: "first"),
                layer(second, x: start, y: 0, width: width - start, height: height, role: "second"),
            ]
        return Scene(layers: layers, background: values.color("divider-color"))
    }

    /// How much of a camera's picture is visible when it fills a rectangle: above 0 and at most 1.
    func visibleShare(of angle: Angle, width: Double, height: Double) -> Double {
        let size = cameras.camera(angle)?.size ?? canvas
        let (own, other) = (Double(size.width) * height, width * Double(size.height))
        return min(own, other) / max(own, other)
    }
}
