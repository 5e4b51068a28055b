import CRows
import Pictures

/// Draws a plane that is turned in space, as a camera sees it: bilinear, with smooth edges.
final class Projector {
    private let turner: CardTurner?
    private let tilter: CardTilter?

    init(size: PictureSize, turnsAroundVertical: Bool, set: rows_set = rowSet) {
        turner = turnsAroundVertical ? CardTurner(size: size, set: set) : nil
        tilter = turnsAroundVertical ? nil : CardTilter(size: size, set: set)
    }

    /// Says how the following planes are turned.
    func look(at pose: Pose) {
        turner?.look(at: pose)
        tilter?.look(at: pose)
    }

    func draw<Sample: RowSample>(_ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        turner?.draw(source, look, into: out)
        tilter?.draw(source, look, into: out)
    }
}
