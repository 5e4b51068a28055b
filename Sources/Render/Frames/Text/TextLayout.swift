import Pictures
import Timeline

/// Finds non-overlapping places for texts on a canvas. In luma samples.
struct TextLayout {
    let canvas: PictureSize
    /// Areas that texts must avoid.
    private(set) var taken: [UnitRectangle] = []

    init(canvas: PictureSize) { self.canvas = canvas }

    /// Keeps part of the canvas free, such as an area covered by another camera.
    mutating func keepFree(_ rectangle: UnitRectangle) { taken.append(rectangle) }

    /// A place in a corner of `area`, on even positions; below or above any text already there, or in another corner if
    /// there is no room. `nil` if there is none anywhere.
    ///
    /// - Parameters:
    ///   - size: of the text with its box, even.
    ///   - radius: of the area's rounded corners.
    mutating func place(
        _ size: PictureSize, _ style: TextStyle, in area: UnitRectangle, radius: Double = 0
    ) -> PictureRect? {
        for corner in [style.corner] + style.corner.others {
            var style = style
            style.corner = corner
            if let place = placeInCorner(size, style, in: area, radius) { return place }
        }
        return nil
    }

    private mutating func placeInCorner(
        _ size: PictureSize, _ style: TextStyle, in area: UnitRectangle, _ radius: Double
    ) -> PictureRect? {
        // The point of an arc furthest from the corner of its square.
        let round = radius * (1 - 0.5.squareRoot())
        let (marginX, marginY) = (style.margin * area.width + round, style.margin * area.height + round)
        let (width, height) = (Double(size.width), Double(size.height))
        let x =
            style.corner.isLeft
            ? area.x + marginX
            : style.corner.isRight ? area.x + area.width - marginX - width : area.x + (area.width - width) / 2
        var y = style.corner.isTop ? area.y + marginY : area.y + area.height - marginY - height
        let gap = height / 4
        for _ in 0...taken.count {
            let box = UnitRectangle(x: x, y: y, width: width, height: height)
            guard let other = taken.first(where: { $0.overlaps(box) }) else {
                guard let rect = rect(box, in: area) else { return nil }
                keepFree(UnitRectangle(rect))
                return rect
            }
            y = style.corner.isTop ? other.y + other.height + gap : other.y - gap - height
        }
        return nil
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
    /// Those at the same edge first.
    fileprivate var others: [Self] {
        Self.allCases.filter { $0 != self && $0.isTop == isTop } + Self.allCases.filter { $0.isTop != isTop }
    }
}
