import Pictures
import Timeline

/// Finds non-overlapping places for texts on a canvas. In luma samples.
struct TextLayout {
    let canvas: PictureSize
    /// What apps leave free, for texts without a chosen corner.
    let safe: UnitRectangle?
    /// Areas that texts must avoid.
    private(set) var taken: [UnitRectangle] = []

    init(canvas: PictureSize, safe: SafeArea? = nil) {
        self.canvas = canvas
        self.safe = safe?.rectangle.exactSamples(of: canvas)
    }

    /// Keeps part of the canvas free, such as an area covered by another camera.
    mutating func keepFree(_ rectangle: UnitRectangle) { taken.append(rectangle) }

    /// A place in a corner of `area`, on even positions; below or above any text already there, or in another corner if
    /// there is no room; closer to the edge than the margin only if there is none in any. `nil` if there is none at all.
    ///
    /// - Parameters:
    ///   - size: of the text with its box, even.
    ///   - radius: of the area's rounded corners.
    ///   - border: the width of the line inside its edge.
    mutating func place(
        _ size: PictureSize, _ style: TextStyle, in area: UnitRectangle, radius: Double = 0, border: Double = 0
    ) -> PictureRect? {
        // What lies under the buttons is better than nothing.
        if let safe, style.isInSafeArea == true {
            for corner in [style.corner] + style.corner.others {
                var style = style
                style.corner = corner
                if let place = placeInCorner(size, style, in: area, radius, border, true, safe) { return place }
            }
        }
        for keepsMargin in [true, false] {
            for corner in [style.corner] + style.corner.others {
                var style = style
                style.corner = corner
                if let place = placeInCorner(size, style, in: area, radius, border, keepsMargin) { return place }
            }
        }
        return nil
    }

    private mutating func placeInCorner(
        _ size: PictureSize, _ style: TextStyle, in area: UnitRectangle, _ radius: Double, _ border: Double,
        _ keepsMargin: Bool, _ safe: UnitRectangle? = nil
    ) -> PictureRect? {
        // A circle has no corners: there, texts go to the middle of its edges.
        let roundness = TextStyle.roundness(radius: radius / max(1, min(area.width, area.height)))
        // The point of an arc furthest from the corner of its square.
        let round = radius * (1 - 0.5.squareRoot())
        let (width, height) = (Double(size.width), Double(size.height))
        // How far from the edge a centered text has room between the arcs, inside of their border and margin.
        let inner = max(0, radius * (1 - style.margin) - border)
        let reach = min(inner, max(0, (width - area.width) / 2 + radius))
        let sagitta = radius - (inner * inner - reach * reach).squareRoot()
        let centered = area.x + (area.width - width) / 2
        let columns = room(
            area.x, area.width, of: Double(canvas.width), style.margin, round, safe.map { ($0.x, $0.width) })
        let corner =
            style.corner.isLeft
            ? columns.lowerBound : style.corner.isRight ? columns.upperBound - width : centered
        var x = corner + (centered - corner) * roundness
        if let safe { x = max(safe.x, min(x, safe.x + safe.width - width)) }
        let rows = room(
            area.y, area.height, of: Double(canvas.height), style.margin * (1 - roundness),
            round + (sagitta - round) * roundness, safe.map { ($0.y, $0.height) })
        var y = style.corner.isTop ? rows.lowerBound : rows.upperBound - height
        let gap = height / 4
        for _ in 0...taken.count {
            let box = UnitRectangle(x: x, y: y, width: width, height: height)
            guard let other = taken.first(where: { $0.overlaps(box) }) else {
                // Less than a sample is rounding.
                let isInside = y > rows.lowerBound - 1 && y + height < rows.upperBound + 1
                guard isInside || !keepsMargin, let rect = rect(box, in: area) else { return nil }
                keepFree(UnitRectangle(rect))
                return rect
            }
            y = style.corner.isTop ? other.y + other.height + gap : other.y - gap - height
        }
        return nil
    }

    /// Where texts may be along one axis: away from the edges of their area, and as far from those of the canvas, so that
    /// the texts of areas at its edge are in line.
    private func room(
        _ start: Double, _ length: Double, of canvas: Double, _ margin: Double, _ round: Double,
        _ safe: (start: Double, length: Double)?
    ) -> ClosedRange<Double> {
        var first = max(start + margin * length + round, margin * canvas)
        var last = min(start + length - margin * length - round, canvas - margin * canvas)
        if let safe { (first, last) = (max(first, safe.start), min(last, safe.start + safe.length)) }
        return first...max(first, last)
    }

    /// On the nearest even positions; `nil` if outside the area or the canvas.
    private func rect(_ box: UnitRectangle, in area: UnitRectangle) -> PictureRect? {
        guard box.x >= area.x, box.y >= area.y, box.x + box.width <= area.x + area.width,
            box.y + box.height <= area.y + area.height
        else { return nil }
        let (width, height) = (Int(box.width), Int(box.height))
        guard width <= canvas.width, height <= canvas.height else { return nil }
        let even = { (start: Double, room: Int) in min(Int((start / 2).rounded()), room / 2) * 2 }
        return PictureRect(
            x: even(box.x, canvas.width - width), y: even(box.y, canvas.height - height), width: width, height: height)
    }
}

extension TextStyle.Corner {
    /// The other corners, those at the same edge first.
    fileprivate var others: [Self] {
        Self.allCases.filter { $0 != self && $0.isTop == isTop } + Self.allCases.filter { $0.isTop != isTop }
    }
}
