import Pictures

/// The soft shadow beside the seam of two moving pictures, on the lower one.
final class SeamShadow {
    private let isHorizontal: Bool
    /// On the side of smaller coordinates.
    private let isBefore: Bool
    private let darkness: Double
    private let lumaReach: Int
    private let black: (luma: Int, cb: Int, cr: Int)
    private let format: PixelFormat
    /// The weights of one row, nearest to the seam first or last as they lie in the picture.
    private let weights: Scratch<Int16>

    init(darkness: Double, direction: Direction, onOutgoing: Bool, _ canvas: TransitionCanvas) {
        isHorizontal = direction.isHorizontal
        isBefore = direction.isBackward == onOutgoing
        self.darkness = darkness
        // A twelfth of the shorter side: a hand's breadth above the lower picture.
        lumaReach = max(2, Int(canvas.shorterSide / 24) * 2)
        black = canvas.codeValues(of: .black)
        format = canvas.format
        weights = Scratch(count: max(lumaReach, canvas.size.width), filledWith: 0)
    }

    /// The shadow grows as the seam comes in and fades as it goes.
    func draw(on picture: Picture, _ seam: Seam) {
        let strength = darkness * min(1, Double(min(seam.gone, seam.left)) / Double(lumaReach))
        draw(on: picture.luma, seam.position, lumaReach, strength, black.luma)
        let chromaSeam = (seam.position + 1) / 2
        draw(on: picture.cb, chromaSeam, lumaReach / 2, strength, black.cb)
        draw(on: picture.cr, chromaSeam, lumaReach / 2, strength, black.cb)
    }

    private func draw(on plane: Plane, _ seam: Int, _ reach: Int, _ strength: Double, _ black: Int) {
        let length = isHorizontal ? plane.width : plane.height
        let start = isBefore ? seam - reach : seam
        let part = max(0, start)..<max(0, start, min(length, start + reach))
        if format == .yuv420p8 {
            darken(plane, part, seam, reach, strength, UInt8(truncatingIfNeeded: black))
        } else {
            darken(plane, part, seam, reach, strength, UInt16(truncatingIfNeeded: black))
        }
    }

    private func darken<Sample: RowSample>(
        _ plane: Plane, _ part: Range<Int>, _ seam: Int, _ reach: Int, _ strength: Double, _ black: Sample
    ) {
        let weight = { (position: Int) -> Int16 in
            let distance = self.isBefore ? seam - 1 - position : position - seam
            let nearness = 1 - (Double(distance) + 0.5) / Double(reach)
            return mixWeight(strength * nearness * nearness)
        }
        if isHorizontal {
            for x in part { weights.base[x - part.lowerBound] = weight(x) }
            for y in 0..<plane.height {
                let start = plane.row(y, as: Sample.self) + part.lowerBound
                mixRow(start, color: black, weights: weights.base, into: start, count: part.count)
            }
        } else {
            for y in part {
                weights.base.update(repeating: weight(y), count: plane.width)
                let row = plane.row(y, as: Sample.self)
                mixRow(row, color: black, weights: weights.base, into: row, count: plane.width)
            }
        }
    }
}
