import Parameters
import Pictures

extension ViewEntry {
    static let grid = ViewEntry(
        "grid", summary: "All cameras at once.",
        parameters: [
            Parameter(
                "layout", .choice(["auto", "rows", "columns", "wide", "diamond"], default: "auto"),
                "auto: the number of rows that shows the most; wide: the first above the others; diamond: the first on top, the last at the bottom, the others between"
            ),
            Parameter(
                "missing", .choice(["close", "hold"], default: "close"),
                "if a camera has no footage, close gives its place to the others, and hold keeps its cell, dark, with its name"
            ),
            .fraction("gap", 0...0.05, default: 0.006, "between the cells, as a fraction of the shorter side"),
            Parameter("gap-color", .color(default: .black), "color between the cells"),
        ] + Parameter.framing(fit: "fill")
    ) { layout in
        let all = layout.cameras.map(\.angle)
        let closes = layout.values.word("missing") == "close"
        let shown = closes ? all.filter(layout.present.contains) : all
        guard shown.count > 1, !layout.present.isDisjoint(with: shown) else { return nil }
        let rows = layout.rows(of: shown)
        let gap = layout.values.number("gap") * layout.shorterSide
        let heights = cells(rows.count, of: layout.height, gap: gap)
        let layers = zip(rows, heights).flatMap { angles, vertical in
            zip(angles, cells(angles.count, of: layout.width, gap: gap)).map { angle, horizontal in
                layout.layer(
                    angle, x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
            }
        }
        let empty = layers.filter { !layout.present.contains($0.angle) }
        return Scene(
            layers: layers.filter { layout.present.contains($0.angle) }, background: layout.values.color("gap-color"),
            emptyCells: empty.isEmpty ? nil : empty.map { Scene.EmptyCell($0.angle, rectangle: $0.rectangle) })
    }
}

/// Divides a length into parts with equal gaps. Parts begin at even places, where chroma samples begin.
private func cells(_ count: Int, of length: Double, gap: Double) -> [(start: Double, length: Double)] {
    let even = { (place: Double) in 2 * (place / 2).rounded() }
    let gap = gap > 0 ? max(2, even(gap)) : 0
    let starts = (0..<count).map { even(Double($0) * (length + gap) / Double(count)) } + [length + gap]
    return zip(starts, starts.dropFirst()).map { ($0, $1 - gap - $0) }
}

extension ViewLayout {
    /// The cameras of each row.
    fileprivate func rows(of angles: [Angle]) -> [[Angle]] {
        switch values.word("layout") {
        case "rows": angles.map { [$0] }
        case "columns": [angles]
        case "wide": [[angles[0]], Array(angles.dropFirst())]
        case "diamond" where angles.count > 2: [[angles[0]], Array(angles.dropFirst().dropLast()), [angles.last!]]
        default: (1...angles.count).map { rows(of: angles, count: $0) }.max { shown($0) < shown($1) }!
        }
    }

    /// As even as possible, with the fuller rows at the bottom.
    private func rows(of angles: [Angle], count: Int) -> [[Angle]] {
        (0..<count).map { row in
            Array(angles[angles.count * row / count..<angles.count * (row + 1) / count])
        }
    }

    /// The visible share of the camera that loses most.
    private func shown(_ rows: [[Angle]]) -> Double {
        rows.flatMap { row in
            row.map { visibleShare(of: $0, width: width / Double(row.count), height: height / Double(rows.count)) }
        }.min() ?? 0
    }
}
