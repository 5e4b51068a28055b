import Parameters
import Pictures
import Testing

@testable import Transitions

/// Each mover by what it moves: pictures whose samples say where they come from.
@Suite struct MoverTests {
    let size = PictureSize(width: 64, height: 48)

    /// Luma counts columns (outgoing) or columns + 100 (incoming); Cb and Cr count chroma columns alike.
    private func columns(_ offset: Int) -> Picture {
        let picture = testPicture(size, .yuv420p8)
        for plane in 0..<3 {
            for y in 0..<picture.plane(plane).height {
                for x in 0..<picture.plane(plane).width { picture.set(plane, x, y, x + offset) }
            }
        }
        return picture
    }

    private func draw(_ text: String, _ numerator: Int64, over denominator: Int64) throws -> Picture {
        let out = testPicture(size, .yuv420p8)
        try renderer(text, size).render(
            from: columns(0), to: columns(100), progress: .fraction(numerator, over: denominator), into: out)
        return out
    }

    @Test("push: both move, the seam is where progress says, chroma with luma")
    func push() throws {
        let left = try draw("push:left,easing=linear", 1, over: 4)
        #expect(left.samples(0).prefix(64) == ArraySlice(16..<64) + ArraySlice(100..<116))
        #expect(left.samples(1).prefix(32) == ArraySlice(8..<32) + ArraySlice(100..<108))
        let right = try draw("push:right,easing=linear", 1, over: 4)
        #expect(right.samples(0).prefix(64) == ArraySlice(148..<164) + ArraySlice(0..<48))
    }

    @Test("cover: the incoming picture moves, the outgoing one stays")
    func cover() throws {
        let out = try draw("cover:left,shadow=0,easing=linear", 1, over: 4)
        #expect(out.samples(0).prefix(64) == ArraySlice(0..<48) + ArraySlice(100..<116))
    }

    @Test("reveal: the outgoing picture moves, the incoming one stays")
    func reveal() throws {
        let out = try draw("reveal:left,shadow=0,easing=linear", 1, over: 4)
        #expect(out.samples(0).prefix(64) == ArraySlice(16..<64) + ArraySlice(148..<164))
    }

    @Test("slide: the outgoing picture moves more slowly; without parallax it covers, with all of it it pushes")
    func slide() throws {
        let out = try draw("slide:left,parallax=0.5,shadow=0,easing=linear", 1, over: 4)
        #expect(out.samples(0).prefix(64) == ArraySlice(8..<56) + ArraySlice(100..<116))
        for (slide, same) in [
            ("slide:up,parallax=0,shadow=0", "cover:up,shadow=0"), ("slide:up,parallax=1", "push:up"),
        ] {
            #expect(try draw(slide, 1, over: 3).samples == draw(same, 1, over: 3).samples)
        }
    }

    @Test("a shadow falls on the lower picture only, and gets lighter away from the seam")
    func shadow() throws {
        let flat = { testPicture(self.size, .yuv420p8).filled(200, 128, 128) }
        let out = testPicture(size, .yuv420p8)
        try renderer("cover:left,shadow=1,easing=linear", size).render(
            from: flat(), to: flat(), progress: .fraction(1, over: 2), into: out)
        let row = Array(out.samples(0).prefix(64))
        #expect(row[31] < 150 && row[32...].allSatisfy { $0 == 200 } && row[..<28].allSatisfy { $0 == 200 })
        #expect(zip(row[28..<32], row[29..<32]).allSatisfy { $0 > $1 })
    }

    @Test("zoom: starts and ends without a jump, and the center stays")
    func zoom() throws {
        let start = try draw("zoom:scale=4,easing=linear", 1, over: 1000)
        #expect(zip(start.samples(0), columns(0).samples(0)).allSatisfy { abs($0 - $1) <= 1 })
        let end = try draw("zoom:out,scale=4,easing=linear", 999, over: 1000)
        #expect(zip(end.samples(0), columns(100).samples(0)).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("zoom: both pictures grow at one speed, the outgoing past its edges, the incoming up to its size")
    func zoomScales() throws {
        // 4 to the power of ¼ is √2; the middle of the picture lies between columns 31 and 32.
        let near = try draw("zoom:blur=0,easing=linear", 1, over: 4).samples(0).prefix(64)
        for x in 0..<64 { #expect(abs(Double(near[x]) - (31.5 + (Double(x) - 31.5) / 2.0.squareRoot())) <= 1) }
        let far = try draw("zoom:blur=0,easing=linear", 3, over: 4).samples(0).prefix(64)
        for x in 10..<54 { #expect(abs(Double(far[x]) - (131.5 + (Double(x) - 31.5) * 2.0.squareRoot())) <= 1) }
        // Beyond its edge the incoming picture goes on as its mirror image.
        #expect(far[0] > far[9] && far[63] < far[54])
        // Backward, the incoming picture comes from nearby.
        let back = try draw("zoom:out,blur=0,easing=linear", 3, over: 4).samples(0).prefix(64)
        for x in 0..<64 { #expect(abs(Double(back[x]) - (131.5 + (Double(x) - 31.5) / 2.0.squareRoot())) <= 1) }
    }

    @Test("zoom: it smears away from the center, more the farther from it, and not around it")
    func zoomSmears() throws {
        let size = PictureSize(width: 320, height: 240)
        // Bars 16 samples wide.
        let bars = testPicture(size, .yuv420p8).filled(0, 128, 128)
        for y in 0..<240 { for x in 0..<320 where x / 16 % 2 == 0 { bars.set(0, x, y, 240) } }
        let contrast = { (blur: String, columns: Range<Int>) throws -> Int in
            let out = testPicture(size, .yuv420p8)
            try renderer("zoom:blur=\(blur),easing=linear", size).render(
                from: bars, to: bars, progress: .fraction(1, over: 4), into: out)
            let row = columns.map { out.sample(0, $0, 120) }
            return row.max()! - row.min()!
        }
        #expect(try contrast("0", 270..<320) > 220)
        #expect(try contrast("0.5", 270..<320) < 60)
        #expect(try contrast("0.5", 135..<185) > 180)
        // The smear runs along the radius only.
        let quadrants = testPicture(size, .yuv420p8).filled(0, 128, 128)
        for y in 0..<240 { for x in 0..<320 where (x < 160) != (y < 120) { quadrants.set(0, x, y, 240) } }
        let out = testPicture(size, .yuv420p8)
        try renderer("zoom:blur=0.5,easing=linear", size).render(
            from: quadrants, to: quadrants, progress: .fraction(1, over: 4), into: out)
        // Edges that lie along the radius are as sharp as a quarter of the samples lets them be.
        #expect(out.sample(0, 148, 20) < 5 && out.sample(0, 172, 20) > 235)
    }

    @Test("flip: front first, back the right way round, the near edge larger, never quite edge-on")
    func flip() throws {
        let front = Array(try draw("flip:left,shade=0,easing=linear", 1, over: 4).samples(0)[24 * 64..<25 * 64])
        // Without the smoothed edges.
        let seen = front.filter { $0 != 16 }.dropFirst(2).dropLast(2)
        #expect(seen.count > 20 && seen.count < 60 && zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
        let back = Array(try draw("flip:left,shade=0,easing=linear", 3, over: 4).samples(0)[24 * 64..<25 * 64])
        let later = back.filter { $0 >= 100 }
        #expect(later.count > 20 && zip(later, later.dropFirst()).allSatisfy { $0 <= $1 })
        let middle = Array(try draw("flip:left,shade=0", 1, over: 2).samples(0)[24 * 64..<25 * 64])
        #expect((1...4).contains(middle.count { $0 != 16 }), "a frame of nothing but background looks like a fault")
        let heights = try [10, 50].map { x in
            try (0..<48).filter { try draw("flip:left,easing=linear", 1, over: 4).sample(0, x, $0) != 16 }.count
        }
        #expect(heights[0] < heights[1])
    }

    @Test("flip: hardly turned is hardly changed", arguments: ["left", "right", "up", "down"])
    func flipStart(_ direction: String) throws {
        let out = try draw("flip:\(direction),easing=linear", 1, over: 100_000)
        #expect(zip(out.samples(0), columns(0).samples(0)).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("whip-pan: without blur it is a push; with it, it smears along its way only")
    func whipPan() throws {
        for direction in ["left", "right", "up", "down"] {
            let whip = try draw("whip-pan:\(direction),blur=0", 1, over: 3)
            #expect(try whip.samples == draw("push:\(direction),easing=cubic", 1, over: 3).samples)
        }
        let smeared = try draw("whip-pan:left,blur=0.5", 1, over: 2)
        let row = smeared.samples(0).prefix(64)
        #expect((0..<48).allSatisfy { smeared.samples(0)[$0 * 64..<$0 * 64 + 64] == row }, "rows stay rows")
        #expect(zip(row, row.dropFirst()).allSatisfy { abs($0 - $1) < 8 }, "no seam in the middle")
    }

    @Test("what goes up goes left, lying on its side", arguments: ["flip", "whip-pan", "push", "slide"])
    func transposed(_ name: String) throws {
        let (wide, high) = (PictureSize(width: 200, height: 70), PictureSize(width: 70, height: 200))
        let pictures = [1, 2].map { (seed: UInt64) in
            let upright = testPicture(wide, .yuv420p8).noisy(seed: seed)
            let turned = testPicture(high, .yuv420p8)
            for y in 0..<70 { for x in 0..<200 { turned.set(0, y, x, upright.sample(0, x, y)) } }
            return (upright: upright, turned: turned)
        }
        for (direction, other) in [("left", "up"), ("right", "down")] {
            for step in [1, 3, 6, 7, 9, 14] as [Int64] {
                let (upright, turned) = (testPicture(wide, .yuv420p8), testPicture(high, .yuv420p8))
                try renderer("\(name):\(direction)", wide).render(
                    from: pictures[0].upright, to: pictures[1].upright, progress: .fraction(step, over: 16),
                    into: upright)
                try renderer("\(name):\(other)", high).render(
                    from: pictures[0].turned, to: pictures[1].turned, progress: .fraction(step, over: 16),
                    into: turned)
                let isSame = (0..<70).allSatisfy { y in
                    (0..<200).allSatisfy { x in upright.sample(0, x, y) == turned.sample(0, y, x) }
                }
                #expect(isSame, "\(direction) and \(other) at \(step)/16")
            }
        }
    }

    @Test("blur: no square, no shift: a dot stays where it is and gets round")
    func blur() throws {
        let large = PictureSize(width: 128, height: 128)
        let dot = testPicture(large, .yuv420p8).filled(0, 128, 128)
        for y in 60..<68 { for x in 60..<68 { dot.set(0, x, y, 255) } }
        let out = testPicture(large, .yuv420p8)
        try renderer("blur:0.2,easing=linear", large).render(
            from: dot, to: dot, progress: .fraction(1, over: 2), into: out)
        let values = out.samples(0)
        var (sum, sumX, sumY) = (0, 0, 0)
        for y in 0..<128 {
            for x in 0..<128 {
                sum += values[y * 128 + x]
                sumX += values[y * 128 + x] * (2 * x + 1)
                sumY += values[y * 128 + x] * (2 * y + 1)
            }
        }
        #expect(abs(Double(sumX) / Double(2 * sum) - 64) < 0.5 && abs(Double(sumY) / Double(2 * sum) - 64) < 0.5)
        #expect(values.max()! < 60)
        #expect(values[0] == 0)
    }

    @Test("fade-through: the color in the middle, and nothing of the other picture on either side")
    func fadeThrough() throws {
        let middle = try draw("fade-through:white", 1, over: 2)
        #expect(middle.samples(0).allSatisfy { $0 == 235 } && middle.samples(1).allSatisfy { $0 == 128 })
        let early = try draw("fade-through:black,hold=0", 1, over: 4)
        #expect(early.samples(0).prefix(64) == ArraySlice((0..<64).map { mixedReference($0, 16, weight: 16384) }))
    }

    @Test("none: a hard cut in the middle of the window")
    func hardCut() throws {
        #expect(try draw("none", 49, over: 100).samples == columns(0).samples)
        #expect(try draw("none", 50, over: 100).samples == columns(100).samples)
    }

    @Test("dissolve: every sample is the mean halfway")
    func dissolve() throws {
        #expect(try draw("dissolve", 1, over: 2).samples(0).prefix(64) == ArraySlice(50..<114))
    }
}
