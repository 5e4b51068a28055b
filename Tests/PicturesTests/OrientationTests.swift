import Testing

@testable import Pictures

@Suite("Orientation")
struct OrientationTests {
    @Test("the eight display matrices and back, at any scale", arguments: Orientation.allCases)
    func matrices(orientation: Orientation) {
        let m = orientation.displayMatrix
        // 16.16 fixed point, as containers write it; a scale of its own; and alone.
        for scale in [1, 65_536, 77, 1 << 30] {
            #expect(Orientation(displayMatrix: m.a * scale, m.b * scale, m.c * scale, m.d * scale) == orientation)
        }
        // Unequal scales (non-square pixels) and the rounding of a careless writer.
        #expect(Orientation(displayMatrix: m.a * 65_536, m.b * 40_000, m.c * 65_536, m.d * 40_000) == orientation)
        let noisy = { (entry: Int) in entry * 65_536 + (entry == 0 ? 3 : -2) }
        #expect(Orientation(displayMatrix: noisy(m.a), noisy(m.b), noisy(m.c), noisy(m.d)) == orientation)
    }

    @Test(
        "the words of the container standard",
        arguments: [
            ((1, 0, 0, 1), 0, false), ((0, 1, -1, 0), 1, false), ((-1, 0, 0, -1), 2, false), ((0, -1, 1, 0), 3, false),
            ((-1, 0, 0, 1), 0, true), ((1, 0, 0, -1), 2, true), ((0, -1, -1, 0), 1, true), ((0, 1, 1, 0), 3, true),
        ] as [((Int, Int, Int, Int), Int, Bool)])
    func tabled(matrix: (Int, Int, Int, Int), quarterTurns: Int, mirrored: Bool) {
        #expect(
            Orientation(displayMatrix: matrix.0, matrix.1, matrix.2, matrix.3)
                == Orientation(quarterTurns: quarterTurns, mirrored: mirrored))
    }

    @Test(
        "a matrix that is none of the eight is no orientation",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (0, 1, 0, 0), (0, 0, -1, 0), (46_341, 46_341, -46_341, 46_341),
            (65_536, 65_536, 0, 65_536), (65_536, 0, 30_000, 65_536), (56_756, 32_768, -32_768, 56_756), (1, 1, 1, 1),
            (65_536, 8_000, 0, 65_536), (Int(Int32.min), Int(Int32.max), 0, 1), (1, 1, 0, 0), (0, 0, 1, 1),
        ] as [(Int, Int, Int, Int)])
    func garbage(a: Int, b: Int, c: Int, d: Int) { #expect(Orientation(displayMatrix: a, b, c, d) == nil) }

    @Test("the eight are a group")
    func group() {
        let all = Orientation.allCases
        #expect(Set(all).count == 8)
        for a in all {
            #expect(a.then(.upright) == a && Orientation.upright.then(a) == a)
            #expect(a.then(a.inverse) == .upright && a.inverse.then(a) == .upright && a.inverse.inverse == a)
            #expect(Set(all.map { a.then($0) }).count == 8)
            for b in all {
                #expect(a.then(b).inverse == b.inverse.then(a.inverse))
                for c in all { #expect(a.then(b).then(c) == a.then(b.then(c))) }
            }
        }
    }

    @Test("turns are counted round the clock, either way", arguments: [(-1, 3), (4, 0), (5, 1), (-7, 1), (-8, 0)])
    func wrapped(turns: Int, quarterTurns: Int) {
        #expect(Orientation(quarterTurns: turns).quarterTurns == quarterTurns)
    }

    @Test("a quarter turn swaps width and height", arguments: Orientation.allCases)
    func size(orientation: Orientation) {
        let size = orientation.apply(to: PictureSize(width: 16, height: 9))
        #expect(
            size
                == (orientation.quarterTurns % 2 == 1
                    ? PictureSize(width: 9, height: 16) : PictureSize(width: 16, height: 9)))
    }

    @Test("every orientation has words of its own")
    func words() {
        #expect(Set(Orientation.allCases.map(\.description)).count == 8)
        #expect(Orientation.upright.description == "upright")
        #expect(Orientation(quarterTurns: 1, mirrored: true).description == "mirrored, rotated 90°")
    }
}
