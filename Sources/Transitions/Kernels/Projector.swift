import Pictures

/// How a card looks besides its picture.
struct CardLook<Sample: RowSample> {
    /// What is seen beside it.
    var background: Sample
    /// What is mixed into it as it turns from the light, and how much.
    var shade: Sample
    var shadeWeight: Int16
}

/// Draws a plane that is turned in space, as a camera sees it: bilinear, with smooth edges.
final class Projector {
    private let turner: CardTurner?
    private let tilter: CardTilter?

    init(size: PictureSize, turnsAroundVertical: Bool) {
        turner = turnsAroundVertical ? CardTurner(size: size) : nil
        tilter = turnsAroundVertical ? nil : CardTilter(width: size.width)
    }

    func draw<Sample: RowSample>(_ pose: Pose, _ source: Plane, _ look: CardLook<Sample>, into out: Plane) {
        turner?.draw(pose, source, look, into: out)
        tilter?.draw(pose, source, look, into: out)
    }
}

extension UnsafeMutablePointer<Float> {
    /// The columns of a row whose rising positions are not outside of the `count` samples of a source.
    func visible(_ width: Int, _ count: Int) -> Range<Int> {
        var (first, end) = (0, width)
        while first < end, self[first] <= -1 { first += 1 }
        while end > first, self[end - 1] <= -1 || self[end - 1] >= Float(count) { end -= 1 }
        return first..<end
    }
}
