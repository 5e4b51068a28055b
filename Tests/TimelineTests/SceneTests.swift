import Pictures
import Testing

@testable import Timeline

@Suite("Scenes")
struct SceneTests {
    private let corner = UnitRectangle(x: 0.7, y: 0.7, width: 0.25, height: 0.25)

    @Test("one whole camera is untouched; anything done to it is not")
    func untouched() {
        #expect(Scene.single("back").untouchedAngle == "back")
        #expect(Scene(layers: [Layer("back", opacity: 0.5)]).untouchedAngle == nil)
        #expect(Scene(layers: [Layer("back", framing: Framing(crop: corner))]).untouchedAngle == nil)
        #expect(Scene(layers: [Layer("back", rectangle: corner)]).untouchedAngle == nil)
        #expect(Scene(layers: [Layer("back"), Layer("front", rectangle: corner)]).untouchedAngle == nil)
    }

    @Test("what lies below an opaque layer that fills the canvas is not seen, and not asked for")
    func hidden() {
        let scene = Scene(layers: [Layer("back"), Layer("front", rectangle: corner), Layer("left")])
        #expect(scene.angles == ["left"] && scene.untouchedAngle == "left")
        #expect(Scene(layers: [Layer("back"), Layer("left", opacity: 0.9)]).angles == ["back", "left"])
        #expect(Scene(layers: [Layer("back"), Layer("left", opacity: 0)]).untouchedAngle == "back")
        #expect(Scene(layers: []).angles.isEmpty && Scene(layers: []).mainAngle == nil)
    }

    @Test("the largest layer gives the sound; of two alike the lower one")
    func main() {
        #expect(Scene(layers: [Layer("back"), Layer("front", rectangle: corner)]).mainAngle == "back")
        let halves = [0.0, 0.5].map { UnitRectangle(x: $0, y: 0, width: 0.5, height: 1) }
        #expect(
            Scene(layers: [Layer("front", rectangle: halves[0]), Layer("back", rectangle: halves[1])]).mainAngle
                == "front")
        #expect(
            Scene(layers: [Layer("front", rectangle: corner), Layer("back", rectangle: halves[1])]).mainAngle == "back")
    }

    @Test("rectangles land on even samples and never vanish")
    func samples() {
        let size = PictureSize(width: 1920, height: 1080)
        #expect(UnitRectangle.full.samples(of: size) == PictureRect(x: 0, y: 0, width: 1920, height: 1080))
        #expect(corner.samples(of: size) == PictureRect(x: 1344, y: 756, width: 480, height: 270))
        let dust = UnitRectangle(x: 0.9999, y: 0.9999, width: 0.0001, height: 0.0001)
        #expect(dust.samples(of: size) == PictureRect(x: 1918, y: 1078, width: 2, height: 2))
    }

    @Test("a part of the upright picture is found in the stored one", arguments: Orientation.allCases)
    func stored(orientation: Orientation) {
        // A mark near the upright top left; where the stored picture has it, turned upright, it is back.
        let mark = UnitRectangle(x: 0.125, y: 0.25, width: 0.25, height: 0.125)
        let part = mark.stored(orientation)
        #expect(part.isValid && part.area == mark.area)
        let (w, h) = (800, 400)
        let stored = part.samples(of: PictureSize(width: w, height: h))
        // Where the middle of the part goes, sample by sample, as `Orientation` says: mirror, then turn clockwise.
        var (x, y) = (Double(stored.x) + Double(stored.width) / 2, Double(stored.y) + Double(stored.height) / 2)
        var (width, height) = (Double(w), Double(h))
        if orientation.mirrored { x = width - x }
        for _ in 0..<orientation.quarterTurns {
            (x, y) = (height - y, x)
            (width, height) = (height, width)
        }
        #expect(x / width == 0.25 && y / height == 0.3125, "\(orientation)")
    }
}
