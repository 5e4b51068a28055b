import Parameters
import Pictures
import Testing

@testable import Transitions

/// Each matte by its shape: between black and white the luma of a picture is its weights.
@Suite struct MatteTests {
    static let mattes = variants.filter { variant in
        ["wipe", "diagonal", "circle", "iris", "clock", "barn-door", "blinds", "random-blocks", "matte", "dissolve"]
            .contains { variant.hasPrefix($0) } && !variant.contains("border") && !variant.contains("bounce")
    }

    @Test("no sample ever goes back", arguments: mattes)
    func monotone(_ variant: String) throws {
        let size = PictureSize(width: 41, height: 30)
        var last = [[Int]](repeating: [], count: 3)
        for step in 0...24 as ClosedRange<Int64> {
            let samples = try drawn(variant, size, step, over: 24).samples
            if step > 0 { for plane in 0..<3 { #expect(zip(last[plane], samples[plane]).allSatisfy { $0 <= $1 }) } }
            last = samples
        }
    }

    @Test("chroma follows luma: a chroma sample has the mean of its luma samples", arguments: mattes)
    func chroma(_ variant: String) throws {
        // Soft edges: of hard ones the means differ by what lies between the samples.
        guard variant.contains("softness=0.") || variant.contains("softness=1"), !variant.contains("softness=0.1"),
            !["clock", "blinds", "random-blocks", "barn-door"].contains(where: { variant.hasPrefix($0) })
        else { return }
        let size = PictureSize(width: 80, height: 60)
        let out = try drawn(variant, size, 1, over: 2)
        for y in 1..<29 {
            for x in 1..<39 {
                let mean = [(2 * x, 2 * y), (2 * x, 2 * y + 1)].map { out.sample(0, $0.0, $0.1) }.reduce(0, +) / 2
                #expect(abs(out.sample(1, x, y) - mean) <= 6, "(\(x), \(y))")
            }
        }
    }

    @Test("clock: the border of a hand is as wide near the center as far from it")
    func clockBorder() throws {
        let out = try drawn(
            "clock:border-width=0.1,border-color=red", PictureSize(width: 200, height: 100), 3, over: 4)
        // The hand points to the left; red is between black and white, and 10 samples high above it.
        let heights = [5, 30, 60, 80].map { x in (0..<100).filter { 40..<100 ~= out.sample(0, x, $0) }.count }
        #expect(heights.allSatisfy { (9...11).contains($0) }, "\(heights)")
    }

    @Test("wipe: the edge moves the way its angle says")
    func wipe() throws {
        let size = PictureSize(width: 64, height: 32)
        for (angle, x, y) in [(0, 1, 16), (90, 32, 1), (180, 62, 16), (270, 32, 30), (45, 1, 1), (225, 62, 30)] {
            let out = try drawn("wipe:\(angle)", size, 1, over: 4)
            #expect(out.sample(0, x, y) == 255, "\(angle)°")
            #expect(out.sample(0, 63 - x, 31 - y) == 0, "\(angle)°")
        }
        // Halfway the edge goes through the middle, at the true angle: 30° off the vertical.
        let out = try drawn("wipe:30", PictureSize(width: 200, height: 100), 1, over: 2)
        for y in stride(from: 5, to: 95, by: 10) {
            let edge = 100 - (Double(y) + 0.5 - 50) * 0.57735
            #expect(out.sample(0, Int(edge - 2), y) == 255 && out.sample(0, Int(edge + 2), y) == 0, "row \(y)")
        }
    }

    @Test("wipe: a soft edge rises smoothly over the width asked for")
    func softness() throws {
        let row = try drawn("wipe:softness=0.5", PictureSize(width: 400, height: 2), 1, over: 2).samples(0).prefix(400)
        #expect(row.filter { $0 > 0 && $0 < 255 }.count > 180)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 3 })
    }

    @Test("diagonal: starts in its corner and ends in the opposite one")
    func diagonal() throws {
        let size = PictureSize(width: 60, height: 40)
        let corners = ["top-left": (0, 0), "top-right": (59, 0), "bottom-left": (0, 39), "bottom-right": (59, 39)]
        for (corner, (x, y)) in corners {
            let early = try drawn("diagonal:\(corner)", size, 1, over: 8)
            let late = try drawn("diagonal:\(corner)", size, 7, over: 8)
            #expect(early.sample(0, x, y) == 255 && early.samples(0).filter { $0 > 0 }.count < 400)
            #expect(late.sample(0, 59 - x, 39 - y) == 0 && late.samples(0).filter { $0 < 255 }.count < 400)
        }
    }

    @Test("circle: round on wide and on tall canvases", arguments: [(160, 90), (90, 160)])
    func circle(_ width: Int, _ height: Int) throws {
        let out = try drawn("circle", PictureSize(width: width, height: height), 3, over: 10)
        let radius = 0.3 * (Double(width * width + height * height)).squareRoot() / 2
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
                let distance = (dx * dx + dy * dy).squareRoot()
                if distance < radius - 1.5 { #expect(out.sample(0, x, y) == 255) }
                if distance > radius + 1.5 { #expect(out.sample(0, x, y) == 0) }
            }
        }
    }

    @Test("iris: every outline is symmetric, and opens from its center", arguments: Outline.allCases)
    func iris(_ outline: Outline) throws {
        for angle in stride(from: 0.0, to: 360, by: 7) {
            let (x, y) = cosineAndSine(degrees: angle)
            #expect(abs(outline.gauge(x, y) - outline.gauge(-x, y)) < 1e-9)
            #expect(abs(outline.gauge(3 * x, 3 * y) - 3 * outline.gauge(x, y)) < 1e-9, "larger, not other")
        }
        let out = try drawn("iris:\(outline.rawValue)", PictureSize(width: 64, height: 48), 1, over: 4)
        #expect(out.sample(0, 32, 24) == 255 && out.sample(0, 0, 0) == 0)
    }

    @Test("clock: a quarter of the time is a quarter of the dial")
    func clock() throws {
        let out = try drawn("clock", PictureSize(width: 64, height: 64), 1, over: 4)
        #expect(out.sample(0, 60, 20) == 255 && out.sample(0, 36, 4) == 255)
        #expect(out.sample(0, 60, 40) == 0 && out.sample(0, 4, 20) == 0 && out.sample(0, 28, 4) == 0)
    }

    @Test("clock: the edge that rests at the start is as soft as the one that moves")
    func clockRest() throws {
        let size = PictureSize(width: 200, height: 200)
        // A fifth of a turn, 80 samples from the center, is 100 samples; a smoothstep rises by 1.5 · 255 / 100 at most.
        let row = Array(try drawn("clock:softness=0.2", size, 1, over: 2).samples(0)[20 * 200..<21 * 200])
        #expect(zip(row[40..<160], row[41..<160]).allSatisfy { abs($0 - $1) <= 5 } && (120...135).contains(row[100]))
        #expect(row[0] == 0 && row[199] == 255)
        // A hard one is not a staircase either: a sample and a half wide.
        let hard = Array(try drawn("clock:angle=280", size, 1, over: 2).samples(0)[20 * 200..<21 * 200])
        #expect((1...3).contains(hard[60..<160].count { $0 > 0 && $0 < 255 }))
    }

    @Test("clock: nothing jumps at either end, however soft", arguments: ["0.1", "1"])
    func clockEnds(softness: String) throws {
        let size = PictureSize(width: 60, height: 40)
        #expect(try drawn("clock:softness=\(softness)", size, 1, over: 1000).samples(0).allSatisfy { $0 <= 5 })
        #expect(try drawn("clock:softness=\(softness)", size, 999, over: 1000).samples(0).allSatisfy { $0 >= 250 })
    }

    @Test("barn-door: opens from the middle, closes onto it")
    func barnDoor() throws {
        let size = PictureSize(width: 64, height: 16)
        let open = try drawn("barn-door", size, 1, over: 4)
        #expect(open.sample(0, 32, 8) == 255 && open.sample(0, 2, 8) == 0 && open.sample(0, 61, 8) == 0)
        let close = try drawn("barn-door:close", size, 1, over: 4)
        #expect(close.sample(0, 32, 8) == 0 && close.sample(0, 2, 8) == 255 && close.sample(0, 61, 8) == 255)
    }

    @Test("blinds: as many slats as asked for")
    func blinds() throws {
        let out = try drawn("blinds:4,angle=0", PictureSize(width: 128, height: 2), 1, over: 2)
        let row = out.samples(0).prefix(128)
        #expect(zip(row, row.dropFirst()).filter { $0 == 0 && $1 == 255 }.count == 3)
    }

    @Test("random-blocks: half of the time, half of the blocks; another seed, another order")
    func randomBlocks() throws {
        let size = PictureSize(width: 96, height: 96)
        let out = try drawn("random-blocks:12,softness=0", size, 1, over: 2).samples(0)
        #expect(abs(out.filter { $0 == 255 }.count - 48 * 96) <= 64)
        #expect(try drawn("random-blocks:12,seed=2", size, 1, over: 2).samples(0) != out)
    }

    @Test("matte: black changes first, white last, whatever the size of the image")
    func matte() throws {
        let size = PictureSize(width: 40, height: 30)
        let ramp = MatteImage(width: 3, height: 1, samples: [10000, 20000, 30000])
        for (text, first) in [("matte:x,softness=0", 0), ("matte:x,softness=0,invert=yes", 39)] {
            let renderer = try TransitionCatalogue.standard.renderer(
                for: .init(parsing: text)!, size: size, format: .yuv420p8, matteLoader: { _ in ramp })
            let out = testPicture(size, .yuv420p8)
            renderer.render(
                from: testPicture(size, .yuv420p8).filled(0, 0, 0), to: testPicture(size, .yuv420p8).filled(255, 0, 0),
                progress: .fraction(1, over: 3), into: out)
            #expect(out.sample(0, first, 15) == 255 && out.sample(0, 39 - first, 15) == 0)
        }
    }

    @Test("a border has the color and the width asked for")
    func border() throws {
        let out = try drawn("wipe:border-width=0.1,border-color=red", PictureSize(width: 200, height: 100), 1, over: 2)
        let row = out.samples(0)[50 * 200..<51 * 200]
        #expect((8...10).contains(row.filter { $0 == 63 }.count))
        #expect(out.samples(2)[20 * 100..<21 * 100].contains(240))
    }
}
