import Pictures

/// The soft shadow next to the seam of two moving pictures, on the lower one.
final class SeamShadow {
    private let isHorizontal: Bool
    /// On the side of smaller coordinates.
    private let isBefore: Bool
    private let darkness: Double
    /// Its width, in luma samples.
    private let reach: Int
    private let black: [Int]
    /// The weights of one row, in picture order: nearest to the seam first or last.
    private let weights: Scratch<Int16>

    init(darkness: Double, direction: Direction, onOutgoing: Bool, _ canvas: TransitionCanvas) {
        isHorizontal = direction.isHorizontal
        isBefore = direction.isBackward == onOutgoing
        self.darkness = darkness
        // A twelfth of the shorter side: about a hand's breadth above the lower picture.
        reach = max(2, Int(canvas.shorterSide / 24) * 2)
        black = canvas.planeValues(of: .black)
        weights = Scratch(count: max(reach, canvas.size.width), filledWith: 0)
    }

    /// Darkens plane `index` next to its seam. The shadow grows as the seam enters and fades as it leaves.
    func draw<Sample: RowSample>(on plane: Plane, _ index: Int, _ seam: Seam, as type: Sample.Type) {
        let reach = index > 0 ? reach / 2 : reach
        let strength = darkness * min(1, Double(min(seam.gone, seam.left)) / Double(reach))
        let black = Sample(truncatingIfNeeded: black[index])
        let length = isHorizontal ? plane.width : plane.height
        let start = isBefore ? seam.position - reach : seam.position
        let part = max(0, start)..<max(0, start, min(length, start + reach))
        let weight = { (position: Int) -> Int16 in
            let distance = self.isBefore ? seam.position - 1 - position : position - seam.position
            let nearness = 1 - (Double(distance) + 0.5) / Double(reach)
            return mixWeight(strength * nearness * nearness)
        }
        if isHorizontal {
            for x in part { weights.base[x - part.lowerBound] = weight(x) }
            for y in 0..<plane.height {
                let start = plane.row(y, as: type) + part.lowerBound
                mixRow(start, color: black, weights: weights.base, into: start, count: part.count)
            }
        } else {
            for y in part {
                weights.base.update(repeating: weight(y), count: plane.width)
                let row = plane.row(y, as: type)
                mixRow(row, color: black, weights: weights.base, into: row, count: plane.width)
            }
        }
    }
}
