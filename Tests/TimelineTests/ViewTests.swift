import Parameters
import Pictures
import TestSupport
import Testing

@testable import Timeline

/// What views make of a canvas and cameras.
@Suite struct ViewTests {
    private static let wide = PictureSize(width: 1920, height: 1080)
    private static let tall = PictureSize(width: 1080, height: 1920)

    private func scene(
        _ text: String, canvas: PictureSize = wide, sizes: [PictureSize] = [wide, wide], present: [Angle]? = nil,
        fit: Fit? = nil
    ) throws -> Scene? {
        let names: [Angle] = ["back", "front", "left", "right", "roof", "trunk"]
        var stage = Stage(canvas: canvas, cameras: zip(names, sizes).map { ViewCamera($0, size: $1) })
        stage.fit = fit
        return try stage.scene(of: .recipe(Specification(parsing: text)!)) { present?.contains($0) ?? true }
    }

    /// "front 1440,810 480x270": the places in samples of the canvas.
    private func places(_ scene: Scene?, on canvas: PictureSize = wide) -> [String] {
        (scene?.layers ?? []).map { layer in
            let place = layer.rectangle.samples(of: canvas)
            return "\(layer.angle) \(place.x),\(place.y) \(place.size)"
        }
    }

    @Test(arguments: ["pip:size=1,radius=0,shadow=0", "pip:size=1,corner=left", "pip:size=0.98,aspect=circle"])
    func insetsOfAnyShapeStayInside(_ text: String) throws {
        for canvas in [Self.wide, Self.tall] {
            for size in [Self.wide, Self.tall] {
                let scene = try #require(try scene(text, canvas: canvas, sizes: [canvas, size]))
                for place in scene.layers.map({ $0.rectangle.samples(of: canvas) }) {
                    #expect(place.x >= 0 && place.y >= 0, "\(place)")
                    #expect(
                        place.x + place.width <= canvas.width && place.y + place.height <= canvas.height, "\(place)")
                }
            }
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

    /// Buttons at the right and texts at the bottom cover what nobody placed there on purpose.
    @Test(arguments: [
        ("pip", "front 648,1056 270x480"), ("pip:size=0.3", "front 594,960 324x576"),
        // Chosen places are obeyed.
        ("pip:corner=bottom-right", "front 772,1402 270x480"), ("pip:bottom-right", "front 772,1402 270x480"),
        ("pip:x=0.9,y=0.9", "front 810,1440 270x480"), ("pip:x=0.25", "front 136,1056 270x480"),
        ("pip:margin=0.25", "front 540,1056 270x480"),
    ])
    func anInsetKeepsToTheSafeAreaUnlessItIsPlaced(_ text: String, _ expected: String) throws {
        var stage = Stage(canvas: Self.tall, cameras: ["back", "front"].map { ViewCamera($0, size: Self.tall) })
        stage.safeArea = SafeArea(left: 0.05, top: 0.08, right: 0.15, bottom: 0.2)
        let scene = try stage.scene(of: .recipe(Specification(parsing: text)!))
        #expect(places(scene, on: Self.tall) == ["back 0,0 1080x1920", expected])
        // What fills the picture stays.
        let split = try stage.scene(of: .recipe(Specification(name: "split")))
        #expect(places(split, on: Self.tall) == ["back 0,0 1080x960", "front 0,960 1080x960"])
    }

    @Test func equalShowsMoreOfBoth() throws {
        // Two wide cameras above each other in a tall film.
        let stacked = try scene("equal", canvas: Self.tall)
        #expect(places(stacked, on: Self.tall) == ["back 0,0 1080x960", "front 0,960 1080x960"])
        // Two tall cameras in a tall film lose as much either way.
        let tied = try scene("equal", canvas: Self.tall, sizes: [Self.tall, Self.tall])
        #expect(places(tied, on: Self.tall) == ["back 0,0 1080x960", "front 0,960 1080x960"])
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
        // In a row of its own, the first would lose half of its picture.
        let three = try scene("grid:gap=0", sizes: Array(repeating: Self.wide, count: 3))
        #expect(places(three) == ["back 480,0 960x540", "front 0,540 960x540", "left 960,540 960x540"])
        // Where places are to be filled, or blurred, no part of the canvas stays empty.
        for filled in [
            try scene("grid:gap=0,fit=blur", sizes: Array(repeating: Self.wide, count: 3)),
            try scene("grid:gap=0", sizes: Array(repeating: Self.wide, count: 3), fit: .fill),
        ] {
            #expect(places(filled) == ["back 0,0 1920x540", "front 0,540 960x540", "left 960,540 960x540"])
        }
        let tall = try scene("grid:gap=0", sizes: Array(repeating: Self.tall, count: 3))
        #expect(places(tall) == ["back 0,0 640x1080", "front 640,0 640x1080", "left 1280,0 640x1080"])
        let diamond = try scene("grid:diamond,gap=0", sizes: Array(repeating: Self.wide, count: 4))
        #expect(
            places(diamond) == [
                "back 0,0 1920x360", "front 0,360 960x360", "left 960,360 960x360", "right 0,720 1920x360",
            ])
    }

    /// 0.6 % of 1080 lines are 6.48: equal gaps that begin at even places.
    @Test(arguments: [2, 3, 4, 5, 6])
    func gapsOfAGridAreEqual(_ count: Int) throws {
        let grid = try #require(try scene("grid", sizes: Array(repeating: Self.wide, count: count)))
        let cells = grid.layers.map { $0.rectangle.samples(of: Self.wide) }
        for (one, other) in zip(cells, cells.dropFirst()) {
            #expect(one.y == other.y ? one.x + one.width + 6 == other.x : one.y + one.height + 6 == other.y)
        }
        #expect(cells.last.map { $0.x + $0.width } == 1920 && cells.last.map { $0.y + $0.height } == 1080)
    }

    /// The share of each camera that is shown, in percent, and the view that shows all of it.
    @Test(
        arguments: [
            ("split", ["back 50", "front 63"], "split:first-fit=fit,second-fit=fit"),
            ("split:vertical", ["back 50", "front 16"], "split:vertical,first-fit=fit,second-fit=fit"),
            ("split:ratio=0.7,axis=horizontal", ["back 70"], "split:axis=horizontal,first-fit=fit,ratio=0.7"),
            ("grid:columns,gap=0", ["back 50", "front 63"], "grid:columns,fit=fit,gap=0"),
            ("pip", nil, nil), ("single", nil, nil),
            // Cropped as requested.
            ("split:first-fit=fill", nil, nil), ("split:second-focus=0.5/0.2", nil, nil),
            ("pip:inset=back,aspect=1:1", nil, nil), ("split:first-zoom=3,first-fit=fit,second-fit=blur", nil, nil),
        ] as [(String, [String]?, String?)])
    func whatAViewLeavesOutIsKnown(_ text: String, _ shown: [String]?, _ whole: String?) throws {
        let stage = Stage(
            canvas: Self.wide,
            cameras: [ViewCamera("back", size: Self.wide), ViewCamera("front", size: Self.tall)])
        let scene = try #require(try stage.scene(of: .recipe(Specification(parsing: text)!)))
        let cropping = ViewCropping(of: scene, on: stage)
        #expect(cropping?.cameras.map { "\($0.angle) \(Int(($0.shown * 100).rounded()))" } == shown)
        if let whole { #expect("\(cropping!.whole)" == whole) }
        // Of the suggestion there is nothing left to say, and it does show all.
        guard let whole = cropping?.whole else { return }
        let fitted = try #require(try stage.scene(of: .recipe(whole)))
        #expect(ViewCropping(of: fitted, on: stage) == nil)
        let cropped = try #require(cropping).cameras.map(\.angle)
        #expect(fitted.layers.allSatisfy { !cropped.contains($0.angle) || $0.framing.fit == .fit })
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
        let both = "split:first-zoom=2,first-focus=0.1,0.9,second-focus=80%,0.2,second-zoom=2"
        #expect(try scene(both)?.layers.map(\.framing.focus) == [UnitPoint(x: 0.1, y: 0.9), UnitPoint(x: 0.8, y: 0.2)])
        #expect(
            "\(Specification(parsing: both)!)"
                == "split:first-focus=0.1,0.9,first-zoom=2,second-focus=80%,0.2,second-zoom=2")
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
        let pairs = [(pip, front), (front, pip), (pip, split), (split, Scene.single("back")), (front, front)]
        for (from, to) in pairs {
            // At the ends each scene is the one that is seen; what is behind it is covered.
            #expect(
                from.morphed(into: to, progress: 0).outgoing.visibleLayers.suffix(from.layers.count) == from.layers[...]
            )
            #expect(
                from.morphed(into: to, progress: 1).incoming.visibleLayers.suffix(to.layers.count) == to.layers[...])
            for step in 1..<20 {
                let between = from.morphed(into: to, progress: Double(step) / 20)
                for scene in [between.outgoing, between.incoming] {
                    for layer in scene.layers { #expect(layer.isValid, "\(from) to \(to) at \(step)") }
                }
                // A camera that both show is at one place.
                for layer in between.outgoing.layers {
                    let other = try #require(between.incoming.layers.first { $0.angle == layer.angle })
                    #expect(abs(layer.rectangle.x - other.rectangle.x) < 1e-12)
                    #expect(abs(layer.rectangle.width - other.rectangle.width) < 1e-12)
                }
            }
        }
        // The inset grows over the other camera, which stays until it is covered.
        let half = pip.morphed(into: front, progress: 0.5)
        #expect(half.incoming.layers.map(\.angle) == ["back", "front"] && half.incoming.layers[0].opacity == 1)
        let inset = try #require(pip.layers.last).rectangle
        let grown = try #require(half.outgoing.layers.last).rectangle
        #expect(abs(grown.width - (inset.width + 1) / 2) < 1e-12 && abs(grown.x - inset.x / 2) < 1e-12)
        // Two that change places: what grows has grown before the other is small.
        let swapped = pip.morphed(into: try scene("pip:main=front,inset=back"), progress: 0.5)
        #expect(swapped.outgoing.layers.map(\.angle) == ["back", "front"])
        #expect(swapped.incoming.layers.map(\.angle) == ["front", "back"])
        #expect(swapped.outgoing.layers[1].rectangle == .full && swapped.outgoing.layers[0].rectangle == .full)
    }

    /// A thin white divider does not become a wide white bar beside a picture of another shape.
    @Test func theBackgroundOfAMorphIsThatOfWhatIsUncovered() throws {
        let divided = try #require(try scene("split:divider=0.02,divider-color=white"))
        var narrow = Scene.single("back")
        narrow.layers[0].rectangle = UnitRectangle(x: 0.35, y: 0, width: 0.3, height: 1)
        let shades = [0, 0.1, 0.5, 1].map { progress in
            let between = divided.morphed(into: narrow, progress: progress)
            #expect(between.incoming.background == between.outgoing.background)
            return between.outgoing.background.red
        }
        #expect(shades[0] == 255 && shades[1] < 60 && shades[2] < 6 && shades[3] == 0, "\(shades)")
        // Beside a picture that fills the canvas, only the divider is seen.
        #expect(divided.morphed(into: .single("back"), progress: 0.9).outgoing.background == .white)
    }

    /// A picture that is cropped where its layer rests must not get bars on its way to another shape, and bars must not
    /// appear at once.
    @Test func whatMovesKeepsTheFitItHasAtRest() {
        let settle = { (scene: Scene, fit: Fit) in
            scene.settled(on: Self.tall, fit: fit) { _ in Self.tall }.layers
        }
        let whole = Layer("back")
        #expect(settle(Scene(layers: [whole]), .auto).map(\.framing.fit) == [.fill])
        // Half of the tall canvas: half of a tall picture would be lost, so it has bars, and moves without them.
        var half = whole
        half.rectangle = UnitRectangle(x: 0, y: 0, width: 1, height: 0.5)
        let settled = settle(Scene(layers: [half]), .auto)[0]
        #expect(settled.rectangle == UnitRectangle(x: 0.25, y: 0, width: 0.5, height: 0.5))
        #expect(settled.framing.fit == .fill)
        // Bars that are not black like the background, or that cover another layer, move with it.
        #expect(settle(Scene(layers: [half], background: .white), .auto)[0].rectangle == half.rectangle)
        let above = settle(Scene(layers: [whole, half]), .auto)[1]
        #expect(above.rectangle == half.rectangle && above.framing.fit == .fit)
        #expect(settle(Scene(layers: [half]), .fill)[0].rectangle == half.rectangle)
        #expect(settle(Scene(layers: [half]), .blur)[0].rectangle == half.rectangle)
        // What is visible at the edge of the picture is what a focus beyond it shows.
        var zoomed = whole
        (zoomed.framing.zoom, zoomed.framing.focus) = (2, UnitPoint(x: 0, y: 0.5))
        let window = UnitRectangle(x: 0, y: 0.25, width: 0.5, height: 0.5)
        #expect(settle(Scene(layers: [zoomed]), .auto)[0].framing == Framing(crop: window, fit: .fill))
    }

    /// Where a movement starts and ends, a layer has the samples it has at rest: fractions of a sample would jump.
    @Test func whatMovesStartsWhereItIsDrawnAtRest() throws {
        var random = Seeded(7)
        for _ in 0..<200 {
            let canvas = PictureSize(
                width: Int.random(in: 20...960, using: &random) * 2,
                height: Int.random(in: 20...960, using: &random) * 2)
            let shape = PictureSize(
                width: Int.random(in: 40...1920, using: &random), height: Int.random(in: 40...1920, using: &random))
            for (view, fit) in [
                ("pip", Fit.auto), ("split:ratio=0.37", .fit), ("grid:gap=0.013", .fit), ("single", .fit),
            ] {
                let scene = try #require(try scene(view, canvas: canvas))
                let settled = scene.settled(on: canvas, fit: fit) { _ in shape }
                for layer in settled.layers {
                    let exact = layer.rectangle.exactSamples(of: canvas)
                    let place = layer.rectangle.samples(of: canvas)
                    for (exact, even) in [
                        (exact.x, place.x), (exact.y, place.y), (exact.width, place.width),
                        (exact.height, place.height),
                    ] { #expect(abs(exact - Double(even)) < 1e-6, "\(view) \(canvas) \(shape)") }
                }
            }
        }
    }

    @Test func aGridKeepsTheCellOfACameraWithoutFootageWhereAsked() throws {
        let sizes = [Self.wide, Self.wide, Self.wide, Self.wide]
        let held = try #require(
            try scene("grid:missing=hold,gap=0", sizes: sizes, present: ["back", "left", "right"]))
        #expect(places(held) == ["back 0,0 960x540", "left 0,540 960x540", "right 960,540 960x540"])
        let cells = try #require(held.emptyCells)
        #expect(cells.map(\.angle) == ["front"])
        #expect(cells[0].rectangle.samples(of: Self.wide) == PictureRect(x: 960, y: 0, width: 960, height: 540))
        // Others take its place otherwise, and where all are there nothing is kept.
        #expect(try scene("grid", sizes: sizes, present: ["back", "left", "right"])?.emptyCells == nil)
        #expect(try scene("grid:missing=hold", sizes: sizes)?.emptyCells == nil)
        #expect(try scene("grid:missing=hold", present: ["back"])?.untouchedAngle == nil)
    }
}
