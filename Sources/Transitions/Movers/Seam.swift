import Parameters
import Pictures

/// Two pictures side by side while they move: which comes first, how far each has moved, where they meet.
///
/// ```
/// ┌────────────┬──────┐
/// │   first    │second│   positions along the way, from the left or from the top
/// └────────────┴──────┘
/// 0           seam  length
/// ```
struct Seam {
    let isIncomingFirst: Bool
    let position: Int
    /// The offset of the first sample of each.
    let firstOffset: Int
    let secondOffset: Int
    /// How far the seam has moved, and how far it has to go.
    let gone: Int
    let left: Int

    /// - Parameters:
    ///   - length: of the canvas along the direction of movement, in luma samples.
    ///   - outgoingSpeed, incomingSpeed: as fractions of the speed of the seam, 0…1.
    ///   - plane: the plane whose samples are used as the unit.
    init(
        _ direction: Direction, length: Int, progress: Double, outgoingSpeed: Double = 1, incomingSpeed: Double = 1,
        plane: Int
    ) {
        // In whole pairs, so that luma and chroma move together. A picture with an odd dimension moves as if it had one
        // more sample.
        let scale = plane > 0 ? 1 : 2
        let half = Double((length + 1) / 2)
        let moved = { (part: Double) in scale * Int((part * half).rounded()) }
        gone = moved(progress)
        left = moved(1) - gone
        isIncomingFirst = !direction.isBackward
        let outgoing = outgoingSpeed == 1 ? gone : moved(progress * outgoingSpeed)
        let incoming = incomingSpeed == 1 ? left : moved((1 - progress) * incomingSpeed)
        position = min(isIncomingFirst ? gone : left, plane > 0 ? (length + 1) / 2 : length)
        firstOffset = isIncomingFirst ? -incoming : -outgoing
        secondOffset = isIncomingFirst ? outgoing : incoming
    }
}

/// The soft shadow next to the seam of two moving pictures, on the lower one.
final class SeamShadow {
    private let isHorizontal: Bool
    /// Whether the shadow is on the side of smaller coordinates.
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

/// The direction in which a picture moves.
enum Direction: String, Sendable {
    case left, right, up, down

    /// Reads the parameter "direction".
    init(_ values: ParameterValues) { self = Direction(rawValue: values.word("direction"))! }

    var isHorizontal: Bool { self == .left || self == .right }
    /// Toward smaller coordinates.
    var isBackward: Bool { self == .left || self == .up }
    /// The same with rows and columns swapped.
    var transposed: Direction {
        switch self {
        case .left: .up
        case .right: .down
        case .up: .left
        case .down: .right
        }
    }
}
