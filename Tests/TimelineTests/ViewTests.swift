import Parameters
import Pictures
import Testing

@testable import Timeline

/// What views make of a canvas and cameras.
@Suite struct ViewTests {
    private static let wide = PictureSize(width: 1920, height: 1080)
    private static let tall = PictureSize(width: 1080, height: 1920)

    private func scene(
        _ text: String, canvas: PictureSize = wide, sizes: [PictureSize] = [wide, wide], present: [Angle]? = nil
    ) throws -> Scene? {
        let names: [Angle] = ["back", "front", "left", "right", "roof", "trunk"]
        let stage = Stage(canvas: canvas, cameras: zip(names, sizes).map { ViewCamera($0, size: $1) })
        return try stage.scene(of: .recipe(Specification(parsing: text)!)) { present?.contains($0) ?? true }
    }

    /// "front 1440,810 480x270": the places in samples of the canvas.
    private func places(_ scene: Scene?, on canvas: PictureSize = wide) -> [String] {
        (scene?.layers ?? []).map { layer in
            let place = layer.rectangle.samples(of: canvas)
            return "\(layer.angle) \(place.x),\(place.y) \(place.size)"
        }
    }

    @Test(
        arguments: [
            ("pip", ["back 0,0 1920x1080", "front 1402,772 480x270"]),
            ("pip:top-left", ["back 0,0 1920x1080", "front 38,38 480x270"]),
            ("pip:corner=center,size=0.4", ["back 0,0 1920x1080", "front 576,324 768x432"]),
            ("pip:x=0.25,y=0.5", ["back 0,0 1920x1080", "front 240,406 480x270"]),
            ("pip:x=0,y=1", ["back 0,0 1920x1080", "front 0,810 480x270"]),
            ("pip:main=front,corner=top", ["front 0,0 1920x1080", "back 720,38 480x270"]),
            ("pip:inset=back", ["front 0,0 1920x1080", "back 1402,772 480x270"]),
            ("pip:aspect=circle,margin=0,corner=bottom-left", ["back 0,0 1920x1080", "front 0,600 480x480"]),
            ("pip:aspect=9:16,size=0.5,margin=0.1", ["back 0,0 1920x1080", "front 1326,108 486x864"]),
            ("split", ["back 0,0 960x1080", "front 960,0 960x1080"]),
            ("split:vertical,divider=0.01", ["back 0,0 1920x534", "front 0,546 1920x534"]),
            ("split:ratio=0.3,first=front", ["front 0,0 576x1080", "back 576,0 1344x1080"]),
            ("dominant", ["back 0,0 1344x1080", "front 1344,0 576x1080"]),
            ("equal", ["back 0,0 960x1080", "front 960,0 960x1080"]),
            ("grid:gap=0", ["back 0,0 960x1080", "front 960,0 960x1080"]),
        ] as [(String, [String])])
    func onAWideCanvas(_ text: String, _ expected: [String]) throws { #expect(places(try scene(text)) == expected) }

    @Test(
        arguments: [
            ("pip", ["back 0,0 1080x1920", "front 772,1402 270x480"]),
            ("split", ["back 0,0 1080x960", "front 0,960 1080x960"]),
            ("dominant:ratio=0.75", ["back 0,0 1080x1440", "front 0,1440 1080x480"]),
        ] as [(String, [String])])
    func onATallCanvas(_ text: String, _ expected: [String]) throws {
        let scene = try scene(text, canvas: Self.tall, sizes: [Self.tall, Self.tall])
        #expect(places(scene, on: Self.tall) == expected)
    }

    @Test func equalShowsMoreOfBoth() throws {
        // Two wide cameras above each other in a tall film.
        let stacked = try scene("equal", canvas: Self.tall)
        #expect(places(stacked, on: Self.tall) == ["back 0,0 1080x960", "front 0,960 1080x960"])
        // Two tall cameras beside each other in a wide one.
        let beside = try scene("equal", sizes: [Self.tall, Self.tall])
        #expect(places(beside) == ["back 0,0 960x1080", "front 960,0 960x1080"])
    }

    @Test func gridsHoldTwoToSix() throws {
        for count in 2...6 {
            let layers = try #require(try scene("grid", sizes: Array(repeating: Self.wide, count: count))).layers
            #expect(layers.count == count)
            for layer in layers { #expect(layer.isValid) }
            for (index, layer) in layers.enumerated() {
                for other in layers[..<index] {
                    let (a, b) = (layer.rectangle.samples(of: Self.wide), other.rectangle.samples(of: Self.wide))
                    let isApart =
                        a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height
                    #expect(isApart, "\(a) over \(b)")
                }
            }
        }
        let four = try scene("grid:gap=0", sizes: Array(repeating: Self.wide, count: 4))
        #expect(
            places(four) == [
                "back 0,0 960x540", "front 960,0 960x540", "left 0,540 960x540", "right 960,540 960x540",
            ])
        let diamond = try scene("grid:diamond,gap=0", sizes: Array(repeating: Self.wide, count: 4))
        #expect(
            places(diamond) == [
                "back 0,0 1920x360", "front 0,360 960x360", "left 960,360 960x360", "right 0,720 1920x360",
            ])
    }

    @Test func whereACameraHasNoFootageAGridClosesOrHolds() throws {
        let sizes = Array(repeating: Self.wide, count: 4)
        let closed = try scene("grid:gap=0", sizes: sizes, present: ["back", "left"])
        #expect(places(closed) == ["back 0,0 960x1080", "left 960,0 960x1080"])
        let held = try scene("grid:gap=0,missing=hold", sizes: sizes, present: ["back", "left"])
        #expect(places(held) == ["back 0,0 960x540", "left 0,540 960x540"])
        #expect(try scene("grid", sizes: sizes, present: ["back"]) == nil)
        #expect(try scene("pip", present: ["back"]) == nil)
        #expect(try scene("split", sizes: [Self.wide]) == nil)
    }

    @Test func aSingleViewIsTheUntouchedCamera() throws {
        #expect(try scene("single") == .single("back"))
        #expect(try scene("single:camera=Front")?.untouchedAngle == "front")
        #expect(try scene("single:zoom=2,focus=0.25,0.5")?.layers[0].framing.focus == UnitPoint(x: 0.25, y: 0.5))
        #expect(try scene("single:zoom=2,focus=0.25/0.5")?.untouchedAngle == nil)
    }

    @Test(
        arguments: [
            ("pip:corner=middle", "not a valid value"), ("pip:size=2", "out of range"),
            ("pip:inset=side", "no camera named 'side'"),
            ("pip:corners=top", "did you mean 'corner'"), ("pop", "no view named 'pop'; did you mean 'pip'?"),
            ("single:focus=0.5", "not a valid value"), ("single:focus=0.5,1.5", "out of range"),
            ("split:divider-color=#00000080", "not a valid value"),
        ])
    func whatCannotBeIsNamed(_ text: String, _ says: String) {
        do {
            _ = try scene(text)
            Issue.record("\(text) is a view")
        } catch {
            #expect("\(error)".contains(says), "\(error)")
        }
    }

    @Test func aCamerasOwnFramingHoldsInEveryView() throws {
        let framing = Framing(zoom: 2, focus: UnitPoint(x: 0.2, y: 0.3))
        let stage = Stage(
            canvas: Self.wide,
            cameras: [
                ViewCamera("back", size: Self.wide), ViewCamera("front", size: Self.wide, framing: framing),
            ])
        let inset = try #require(try stage.scene(of: .recipe(Specification(name: "pip")))?.layers.last)
        #expect(inset.framing.zoom == 2 && inset.framing.focus == framing.focus && inset.framing.fit == .fill)
        #expect(try stage.scene(of: .single("front"))?.untouchedAngle == nil)
        #expect(try stage.scene(of: .single("back"))?.untouchedAngle == "back")
    }

    @Test func aMorphKeepsItsEndsAndMovesBetween() throws {
        let stage = Stage(["back", "front"])
        let scene = { (text: String) in try stage.scene(of: .recipe(Specification(parsing: text)!))! }
        let (pip, front, split) = (try scene("pip"), Scene.single("front"), try scene("split"))
        for (from, to) in [(pip, front), (front, pip), (pip, split), (split, Scene.single("back")), (front, front)] {
            #expect(from.morphed(into: to, progress: 0) == from && from.morphed(into: to, progress: 1) == to)
            for step in 1..<20 {
                let between = from.morphed(into: to, progress: Double(step) / 20)
                #expect(between.layers.allSatisfy { $0.isValid }, "\(from) to \(to) at \(step)")
                #expect(Set(between.layers.map(\.angle)) == Set(from.angles + to.angles))
            }
        }
        let half = pip.morphed(into: front, progress: 0.5)
        // The inset grows over the other camera, which stays until it is covered.
        #expect(half.layers.map(\.angle) == ["back", "front"] && half.layers[0].opacity == 1)
        let inset = try #require(pip.layers.last).rectangle
        let grown = try #require(half.layers.last).rectangle
        #expect(abs(grown.width - (inset.width + 1) / 2) < 1e-12 && abs(grown.x - inset.x / 2) < 1e-12)
        // An inset that only the second view has fades in over what stays.
        let appearing = Scene.single("back").morphed(into: pip, progress: 0.25).layers
        #expect(appearing.map(\.angle) == ["back", "front"] && appearing.map(\.opacity) == [1, 0.25])
        // Two that change places: the one that grows is in front until it covers the other, which then comes back.
        let swapped = try scene("pip:main=front,inset=back")
        let early = pip.morphed(into: swapped, progress: 0.3).layers
        #expect(early.map(\.angle) == ["back", "front"] && early[0].rectangle == .full)
        let late = pip.morphed(into: swapped, progress: 0.8).layers
        #expect(late.map(\.angle) == ["front", "back"] && late[0].rectangle == .full && late[1].opacity < 1)
        // Cameras that only one scene shows fade.
        let fading = Scene.single("back").morphed(into: front, progress: 0.25)
        #expect(fading.layers.first { $0.angle == "front" }?.opacity == 0.25)
    }
}
