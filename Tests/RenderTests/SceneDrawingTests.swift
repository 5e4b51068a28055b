import FixtureMedia
import Render
import MediaIO
import Parameters
import Pictures
import TestSupport
import Testing
import Timeline

/// Scenes as samples: positions, roundness, borders, shadows, and that every sample is written.
@Suite struct SceneDrawingTests {
    private static let back = RGBColor(red: 20, green: 40, blue: 60)
    private static let front = RGBColor(red: 240, green: 230, blue: 220)

    /// A picture of noise around a color, the same for the same seed.
    private func noise(_ format: PixelFormat, _ size: PictureSize, seed: UInt64) -> Picture {
        let picture = PicturePool(format: format, size: size).picture()
        var random = Seeded(seed)
        for plane in picture.planes {
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    let value = Int.random(in: 16..<235, using: &random) << (format.bitDepth - 8)
                    if format.bytesPerSample == 1 {
                        plane.row(y, as: UInt8.self)[x] = UInt8(value)
                    } else {
                        plane.row(y, as: UInt16.self)[x] = UInt16(value)
                    }
                }
            }
        }
        return picture
    }

    private func flat(_ format: PixelFormat, _ size: PictureSize, _ color: RGBColor) -> Picture {
        let picture = PicturePool(format: format, size: size).picture()
        let codes = color.codeValues(in: format, .bt709)
        picture.fill(luma: codes.luma, cb: codes.cb, cr: codes.cr)
        return picture
    }

    private func stage(_ canvas: PictureSize, cameras: Int = 2) -> Stage {
        let names = ["back", "front", "left", "right", "roof", "trunk"].prefix(cameras)
        return Stage(canvas: canvas, names.map { Angle($0) })
    }

    /// Draws on memory that held something else.
    private func drawn(
        _ scene: Scene, _ canvas: PictureSize, _ format: PixelFormat, dirt: Int = 99,
        _ picture: (Layer, PictureSize) -> Picture
    ) -> [SamplePlane] {
        let target = PicturePool(format: format, size: canvas).picture()
        target.fill(luma: dirt, cb: dirt, cr: dirt)
        SceneRenderer(format: format, color: .bt709).draw(scene, on: target) { picture($0, $1) }
        return withExtendedLifetime(target) { target.planes.map { SamplePlane($0, format: format) } }
    }

    private static let canvases = [
        PictureSize(width: 160, height: 90), PictureSize(width: 90, height: 160), PictureSize(width: 62, height: 50),
    ]
    private static let views = [
        "single", "pip", "pip:corner=top-left,aspect=circle,border=0.02,border-color=#ff000080", "pip:x=0,y=1,shadow=1",
        "pip:radius=0.5,size=0.6,shadow=0", "split:divider=0.03,divider-color=gold", "split:axis=vertical,ratio=0.3",
        "dominant", "equal", "grid", "grid:layout=diamond,gap=0.03",
    ]

    /// Samples only: no scaler of FFmpeg's takes part, so the hashes hold for every version of it.
    @Test func everyViewIsAsRecorded() throws {
        var lines: [String] = []
        for text in Self.views {
            for format in [PixelFormat.yuv420p8, .yuv420p10] {
                for canvas in Self.canvases {
                    let scene = try #require(
                        try stage(canvas, cameras: 4).scene(of: .recipe(Specification(parsing: text)!)))
                    let draw = { (dirt: Int) in
                        drawn(scene, canvas, format, dirt: dirt) { layer, size in
                            noise(format, size, seed: UInt64(layer.angle.name.utf8.first!))
                        }
                    }
                    let planes = draw(99)
                    #expect(draw(7).map(\.samples) == planes.map(\.samples), "\(text): every sample is written")
                    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
                    for plane in planes {
                        for sample in plane.samples { hash = (hash ^ UInt64(sample)) &* 0x100_0000_01b3 }
                    }
                    lines.append("\(text) \(canvas) \(format.bitDepth) \(String(hash, radix: 16))")
                }
            }
        }
        #expect(try Golden.compare(lines.joined(separator: "\n") + "\n", "views") == .same)
    }

    /// An inset of two samples.
    @Test(arguments: 16..<48) func tinyCanvasesAreDrawn(side: Int) throws {
        let size = PictureSize(width: side / 2 * 2, height: side / 2 * 2)
        for corner in ["top-left", "bottom-right"] {
            let view = Specification(parsing: "pip:size=0.05,corner=\(corner)")!
            let scene = try #require(try stage(size).scene(of: .recipe(view)))
            _ = drawn(scene, size, .yuv420p8) { flat(.yuv420p8, $1, Self.front) }
        }
    }

    @Test(arguments: ["split", "grid", "split:divider=0.03", "pip"])
    func missingPicturesLeaveTheBackground(view: String) throws {
        let size = PictureSize(width: 160, height: 90)
        let scene = try #require(try stage(size).scene(of: .recipe(Specification(parsing: view)!)))
        let drawn = { (dirt: Int) in
            let target = PicturePool(format: .yuv420p8, size: size).picture()
            target.fill(luma: dirt, cb: dirt, cr: dirt)
            SceneRenderer(format: .yuv420p8, color: .bt709).draw(scene, on: target) { layer, size in
                layer.angle == "back" ? nil : self.flat(.yuv420p8, size, Self.front)
            }
            return withExtendedLifetime(target) { target.planes.map { SamplePlane($0, format: .yuv420p8).samples } }
        }
        let samples = drawn(99)
        #expect(drawn(7) == samples)
        #expect(samples[0].contains(16))
    }

    @Test(arguments: [PixelFormat.yuv420p8, .yuv420p10])
    func aLayerThatFillsTheCanvasIsThatPicture(_ format: PixelFormat) {
        let canvas = PictureSize(width: 62, height: 50)
        let own = noise(format, canvas, seed: 5)
        let scene = Scene(layers: [Layer("back"), Layer("front")])
        let planes = drawn(scene, canvas, format) { layer, size in
            layer.angle == "front" ? own : noise(format, size, seed: 1)
        }
        let expected = own.planes.map { SamplePlane($0, format: format).samples }
        #expect(planes.map(\.samples) == expected)
        // With an edge that is there but draws nothing, too.
        var edged = Layer("front")
        edged.edge.borderColor = .black
        edged.edge.border = 1e-9
        let again = drawn(Scene(layers: [edged]), canvas, format) { _, _ in own }
        #expect(again.map(\.samples) == expected)
    }

    /// White on black: what is covered can be counted.
    @Test(arguments: [PixelFormat.yuv420p8, .yuv420p10])
    func circlesAreRoundAndWhereTheyBelong(_ format: PixelFormat) throws {
        let canvas = PictureSize(width: 320, height: 180)
        let text = "pip:aspect=circle,size=0.3,x=0.5,y=0.5,shadow=0"
        let scene = try #require(try stage(canvas).scene(of: .recipe(Specification(parsing: text)!)))
        let luma = drawn(scene, canvas, format) { layer, size in
            flat(format, size, layer.angle == "front" ? .white : .black)
        }[0]
        let (black, white) = (16 << (format.bitDepth - 8), 235 << (format.bitDepth - 8))
        var (area, x, y) = (0.0, 0.0, 0.0)
        for row in 0..<canvas.height {
            for column in 0..<canvas.width {
                let share = Double(Int(luma[column, row]) - black) / Double(white - black)
                #expect(share >= 0 && share <= 1)
                area += share
                x += share * (Double(column) + 0.5)
                y += share * (Double(row) + 0.5)
                // The same in all four quarters.
                #expect(luma[column, row] == luma[canvas.width - 1 - column, row])
                #expect(luma[column, row] == luma[column, canvas.height - 1 - row])
            }
        }
        #expect(abs(area / (Double.pi * 48 * 48) - 1) < 0.002)
        #expect(abs(x / area - 160) < 0.01 && abs(y / area - 90) < 0.01)
    }

    @Test func aBorderHasItsWidthAndColorAndLetsThroughWhatIsBelow() throws {
        let canvas = PictureSize(width: 400, height: 200)
        for (color, strength) in [("#ffffff", 1.0), ("#ffffff80", 128.0 / 255)] {
            let text = "pip:x=0.5,y=0.5,size=0.5,radius=0,shadow=0,border=0.03,border-color=\(color)"
            let scene = try #require(try stage(canvas).scene(of: .recipe(Specification(parsing: text)!)))
            let luma = drawn(scene, canvas, .yuv420p8) { _, size in flat(.yuv420p8, size, .black) }[0]
            let place = scene.layers[1].rectangle.samples(of: canvas)
            let line = UInt16((16 + 219 * strength).rounded())
            // Six samples wide: 0.03 of the shorter side.
            for step in 0..<10 {
                let expected: UInt16 = step < 6 ? line : 16
                #expect(abs(Int(luma[place.x + step, 100]) - Int(expected)) <= 1)
                #expect(abs(Int(luma[200, place.y + step]) - Int(expected)) <= 1)
            }
            #expect(luma[place.x - 1, 100] == 16)
        }
    }

    @Test func aShadowFallsOutsideAndFadesOut() throws {
        let canvas = PictureSize(width: 400, height: 200)
        let scene = try #require(
            try stage(canvas).scene(of: .recipe(Specification(parsing: "pip:x=0.5,y=0.5,shadow=0.5,radius=0")!)))
        let luma = drawn(scene, canvas, .yuv420p8) { layer, size in flat(.yuv420p8, size, .white) }[0]
        let place = scene.layers[1].rectangle.samples(of: canvas)
        let middle = place.y + place.height / 2
        let row = (place.x - 10..<place.x).map { luma[$0, middle] }
        #expect(row.last! < 150 && row.first! == 235)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(luma[place.x, middle] == 235, "the picture itself is not darkened")
        // The light comes from above.
        #expect(luma[200, place.y + place.height + 2] < luma[200, place.y - 3])
    }

    @Test func opacityMixesRoundedLayersToo() throws {
        let canvas = PictureSize(width: 100, height: 100)
        var layer = Layer("front", rectangle: UnitRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        layer.edge.radius = 0.2
        let value = { (opacity: Double) in
            layer.opacity = opacity
            return drawn(Scene(layers: [Layer("back"), layer]), canvas, .yuv420p8) { layer, size in
                flat(.yuv420p8, size, layer.angle == "front" ? .white : .black)
            }[0][50, 50]
        }
        #expect(value(0) == 16 && value(1) == 235)
        #expect(abs(Int(value(0.5)) - 126) <= 1)
    }

    /// Flat cameras, so that whatever changes is the layout: nothing jumps, and nothing black is seen between.
    @Test(
        arguments: [
            ("single", "pip:shadow=0"), ("pip:shadow=0", "single:camera=front"), ("pip:shadow=0", "split"),
            ("split", "single:camera=front"), ("single:camera=front", "split"), ("dominant", "single"),
            ("pip:shadow=0", "pip:main=front,inset=back,shadow=0"), ("single", "single:camera=front"),
            ("pip:shadow=0,aspect=circle", "dominant"),
        ])
    func aMorphJumpsNowhereAndIsNowhereDark(_ from: String, _ to: String) throws {
        let canvas = PictureSize(width: 160, height: 90)
        let scenes = try [from, to].map {
            try #require(try stage(canvas).scene(of: .recipe(Specification(parsing: $0)!)))
        }
        let codes: [Angle: Int] = ["back": 80, "front": 200]
        let luma = { (scene: Scene) -> [Double] in
            let target = PicturePool(format: .yuv420p8, size: canvas).picture()
            SceneRenderer(format: .yuv420p8, color: .bt709).draw(scene, on: target, isMoving: true) { layer, size in
                let picture = PicturePool(format: .yuv420p8, size: size).picture()
                picture.fill(luma: codes[layer.angle])
                return picture
            }
            return withExtendedLifetime(target) { SamplePlane(target.luma, format: .yuv420p8).samples.map(Double.init) }
        }
        let steps = 30
        var before: [Double]?
        for step in 0...steps {
            let progress = Double(step) / Double(steps)
            let (outgoing, incoming) = scenes[0].morphed(into: scenes[1], progress: progress)
            let now = zip(luma(outgoing), luma(incoming)).map { $0 + ($1 - $0) * progress }
            if let before {
                let change = zip(before, now).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(now.count)
                // The cameras are 120 codes apart: a tenth of that is what a step of thirty may change, eased or not.
                #expect(change < 12, "\(change) at \(step)")
            }
            // The darker camera has 80. Corners of what still grows may show the background for a moment.
            let dark = Double(now.count { $0 < 70 }) / Double(now.count)
            #expect(dark < 0.03, "\(dark) is dark at \(step)")
            before = now
        }
        #expect(before == luma(scenes[1]))
    }
}
