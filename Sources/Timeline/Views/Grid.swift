import Parameters
import Pictures

extension ViewEntry {
    static let grid = ViewEntry(
        "grid", summary: "All cameras at once.",
        parameters: [
            Parameter(
                "layout", .choice(["auto", "rows", "columns", "wide", "diamond"], default: "auto"),
                "auto: the rows that show the most, with incomplete ones in the middle of black (the film's fit fill or blur fills them); wide: the first above the others; diamond: the first on top, the last at the bottom, the others between"
            ),
            Parameter(
                "missing", .choice(["close", "hold"], default: "close"),
                "if a camera has no footage, close gives its place to the others, and hold keeps its cell, dark, with its name"
            ),
            .fraction("gap", 0...0.05, default: 0.006, "between the cells, as a fraction of the shorter side"),
            Parameter("gap-color", .color(default: .black), "color between the cells"),
        ] + Parameter.framing(fit: "fill"),
        offeredFrom: 3
    ) { layout in
        let all = layout.cameras.map(\.angle)
        let closes = layout.values.word("missing") == "close"
        let shown = closes ? all.filter(layout.present.contains) : all
        guard shown.count > 1, !layout.present.isDisjoint(with: shown) else { return nil }
        let rows = layout.rows(of: shown)
        let gap = layout.values.number("gap") * layout.shorterSide
        let heights = cells(rows.count, of: layout.height, gap: gap)
        let layers = zip(rows, heights).flatMap { row, vertical in
            let columns = cells(row.columns, of: layout.width, gap: gap).prefix(row.angles.count)
            let indent = even((layout.width - columns.last!.start - columns.last!.length) / 2)
            return zip(row.angles, columns).map { angle, horizontal in
                layout.layer(
                    angle, x: indent + horizontal.start, y: vertical.start, width: horizontal.length,
                    height: vertical.length)
            }
        }
        let empty = layers.filter { !layout.present.contains($0.angle) }
        return Scene(
            layers: layers.filter { layout.present.contains($0.angle) }, background: layout.values.color("gap-color"),
            emptyCells: empty.isEmpty ? nil : empty.map { Scene.EmptyCell($0.angle, rectangle: $0.rectangle) })
    }
}

/// The nearest place where a chroma sample begins.
private func even(_ place: Double) -> Double { 2 * (place / 2).rounded() }

/// Divides a length into parts with equal gaps, at even places.
private func cells(_ count: Int, of length: Double, gap: Double) -> [(start: Double, length: Double)] {
    let gap = gap > 0 ? max(2, even(gap)) : 0
    let starts = (0..<count).map { even(Double($0) * (length + gap) / Double(count)) } + [length + gap]
    return zip(starts, starts.dropFirst()).map { ($0, $1 - gap - $0) }
}

/// Cameras beside each other, in the middle of a row with room for `columns`.
private struct GridRow {
    var angles: [Angle]
    var columns: Int

    init(_ angles: [Angle], columns: Int? = nil) { (self.angles, self.columns) = (angles, columns ?? angles.count) }
}

extension ViewLayout {
    fileprivate func rows(of angles: [Angle]) -> [GridRow] {
        switch values.word("layout") {
        case "rows": angles.map { GridRow([$0]) }
        case "columns": [GridRow(angles)]
        case "wide": [GridRow([angles[0]]), GridRow(Array(angles.dropFirst()))]
        case "diamond" where angles.count > 2:
            [GridRow([angles[0]]), GridRow(Array(angles.dropFirst().dropLast())), GridRow([angles.last!])]
        default: fullestRows(of: angles)
        }
    }

    /// Rows that fill the canvas; rows with a part of it left empty only if that shows a quarter more of the camera that
    /// loses most: three landscape cameras.
    private func fullestRows(of angles: [Angle]) -> [GridRow] {
        let filled = (1...angles.count).map { rows(of: angles, count: $0) }
        let centered = filled.map { rows in
            let columns = rows.map(\.angles.count).max()
            return rows.map { GridRow($0.angles, columns: columns) }
        }
        // What is asked to fill its place, or has blurred bars, gets all the room there is.
        let isFilled = fit == .fill || fit == .blur || values.word("fit") == "blur"
        let choices = filled.map { ($0, shown($0)) } + (isFilled ? [] : centered.map { ($0, shown($0) / 1.25) })
        return choices.max { $0.1 < $1.1 }!.0
    }

    /// Rows that are as even as possible, with the fuller ones at the bottom.
    private func rows(of angles: [Angle], count: Int) -> [GridRow] {
        (0..<count).map { row in
            GridRow(Array(angles[angles.count * row / count..<angles.count * (row + 1) / count]))
        }
    }

    /// The visible share of the camera that loses most.
    private func shown(_ rows: [GridRow]) -> Double {
        rows.flatMap { row in
            row.angles.map {
                visibleShare(of: $0, width: width / Double(row.columns), height: height / Double(rows.count))
            }
        }.min() ?? 0
    }
}
