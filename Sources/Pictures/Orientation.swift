/// How stored pixels must be turned to be upright: one of the eight symmetries of a rectangle.
///
/// To make the stored picture upright, first mirror it left to right if `mirrored`, then turn it clockwise by
/// `quarterTurns` × 90°.
package struct Orientation: Hashable, Sendable, CaseIterable, Codable {
    /// Clockwise quarter turns, 0…3, applied after mirroring.
    package let quarterTurns: Int
    /// Mirror left to right, before turning.
    package let mirrored: Bool

    /// - Parameter quarterTurns: clockwise; taken modulo 4.
    package init(quarterTurns: Int, mirrored: Bool = false) {
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        self.mirrored = mirrored
    }

    /// Nothing is turned or mirrored.
    package static let upright = Orientation(quarterTurns: 0)
    /// Those without mirroring first.
    package static let allCases: [Orientation] = [false, true].flatMap { mirrored in
        (0..<4).map { Orientation(quarterTurns: $0, mirrored: mirrored) }
    }

    package var swapsAxes: Bool { quarterTurns % 2 == 1 }

    /// The upright size of a stored picture of `size`.
    package func apply(to size: PictureSize) -> PictureSize { swapsAxes ? size.transposed : size }

    /// This orientation and then `next`, as one.
    ///
    /// Mirroring conjugates a turn into its inverse: turn then mirror = mirror then turn the other way.
    package func then(_ next: Orientation) -> Orientation {
        Orientation(
            quarterTurns: next.quarterTurns + (next.mirrored ? -quarterTurns : quarterTurns),
            mirrored: mirrored != next.mirrored)
    }

    package var inverse: Orientation {
        mirrored ? self : Orientation(quarterTurns: -quarterTurns)
    }
}

extension Orientation {
    /// The orientation that a display matrix specifies (ISO/IEC 14496-12 §8.3.2 `tkhd`, §6.2.2).
    ///
    /// The matrix maps stored (x, y) to displayed (a·x + c·y, b·x + d·y), y downward. Only the signs and the larger
    /// of each pair matter here, so translation and uniform scale are ignored. `nil` when the matrix is none of the
    /// eight symmetries (sheared, a rotation by other than quarter turns, singular): the caller reports it and shows
    /// the picture as stored.
    package init?(displayMatrix a: Int, _ b: Int, _ c: Int, _ d: Int) {
        let straight = a != 0 && d != 0 && abs(b) * 16 <= abs(a) && abs(c) * 16 <= abs(d)
        let crossed = b != 0 && c != 0 && abs(a) * 16 <= abs(b) && abs(d) * 16 <= abs(c)
        guard straight != crossed else { return nil }
        let signs = straight ? (a.signum(), 0, 0, d.signum()) : (0, b.signum(), c.signum(), 0)
        self = Self.allCases.first { $0.displayMatrix == signs }!
    }

    /// The signs (a, b, c, d) of this orientation's display matrix.
    package var displayMatrix: (a: Int, b: Int, c: Int, d: Int) {
        let m = mirrored ? -1 : 1
        // Mirror is diag(m, 1); a clockwise turn maps (x, y) to (-y, x).
        switch quarterTurns {
        case 0: return (m, 0, 0, 1)
        case 1: return (0, m, -1, 0)
        case 2: return (-m, 0, 0, -1)
        default: return (0, -m, 1, 0)
        }
    }
}

extension Orientation: CustomStringConvertible {
    /// "upright", "rotated 90°", "mirrored, rotated 90°".
    package var description: String {
        let turn = quarterTurns == 0 ? "" : "rotated \(quarterTurns * 90)°"
        return mirrored ? (turn.isEmpty ? "mirrored" : "mirrored, \(turn)") : (turn.isEmpty ? "upright" : turn)
    }
}
