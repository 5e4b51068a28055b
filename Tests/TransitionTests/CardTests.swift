import Parameters
import Pictures
import Testing

@testable import Transitions

/// A card that is turned in space against arithmetic one sample at a time.
@Suite struct CardTests {
    static let sizes = [(161, 121), (300, 40), (40, 90), (35, 21), (2, 2), (1, 7), (9, 1)].map(PictureSize.init)

    @Test("a card that is turned in space agrees with its reference, lying on its side, too", arguments: [true, false])
    func turned(liesOnItsSide: Bool) {
        for size in Self.sizes {
            turned(size, .yuv420p8, as: UInt8.self, liesOnItsSide)
            turned(size, .yuv420p10, as: UInt16.self, liesOnItsSide)
        }
    }

    private func turned<Sample: RowSample>(
        _ size: PictureSize, _ format: PixelFormat, as type: Sample.Type, _ liesOnItsSide: Bool
    ) {
        let source = testPicture(size, format).noisy(seed: 7)
        let look = CardLook<Sample>(background: 40, shade: 16, shadeWeight: 9000)
        for degrees in [-88.0, -50, -20, -1, 3, 35, 60, 75, 85, 89.5] {
            let (cosine, sine) = cosineAndSine(degrees: degrees)
            for index in 0..<2 {
                // The upright picture has the size on its side.
                let upright = PlaneGrid.plane(index, of: liesOnItsSide ? size.transposed : size)
                let pose = Pose(liesOnItsSide ? upright.transposed : upright, of: size, cosine: cosine, sine: sine)
                let drawn = testPicture(size, format)
                let projector = Projector(size: size)
                projector.look(at: pose, height: drawn.plane(index).height)
                projector.draw(source.plane(index), look, into: drawn.plane(index))
                let expected = (0..<drawn.plane(index).height).flatMap { y in
                    (0..<drawn.plane(index).width).map { reference(pose, source.plane(index), look, $0, y) }
                }
                let wrong = zip(drawn.samples(index), expected).enumerated().first { $1.0 != $1.1 }
                #expect(wrong == nil, "\(size) \(format) plane \(index) at \(degrees)°: \(wrong!)")
            }
        }
    }

    /// What a card looks like at column `x` of row `y`: samples of two rows are mixed first, then those side by side.
    private func reference<Sample: RowSample>(
        _ pose: Pose, _ source: Plane, _ look: CardLook<Sample>, _ x: Int, _ y: Int
    ) -> Int {
        let t = pose.reciprocal(at: y)
        let across = place(t > 0 ? Float(pose.row(y, t)) : -1, source.height)
        let line = place(pose.line(t), x, source.width)
        let rows = [across.index, min(across.index + 1, source.height - 1)].map { source.row($0, as: Sample.self) }
        let ends = [line.index, min(line.index + 1, source.width - 1)].map { column in
            stretchedReference(
                Int(rows[0][column]), Int(rows[1][column]), weight: across.weight, as: Sample.self)
        }
        let wide = mixedReference(ends[0], ends[1], weight: line.weight)
        let shaded = look.offset + (wide * look.gain + 16384) >> 15
        return mixedReference(Int(look.background), shaded, weight: min(across.inside, line.inside))
    }

    @Test("the shade darkens by what it says, and leaves what is as dark as itself")
    func shade() {
        shade(limit: 256, as: UInt8.self)
        shade(limit: 1024, as: UInt16.self)
    }

    private func shade<Sample: RowSample>(limit: Int, as type: Sample.Type) {
        for weight in [0, 1, 200, 9000, 16384, 30000, 32767] {
            for dark in [0, 16, limit / 2, limit - 1] {
                let look = CardLook<Sample>(background: 0, shade: Sample(dark), shadeWeight: Int16(weight))
                for sample in 0..<limit {
                    let shaded = look.offset + (sample * Sample.stretchedScale * look.gain + 16384) >> 15
                    let exact = Double(sample) + Double(dark - sample) * Double(weight) / 32768
                    // A gain of 8 bits, and two numbers that are rounded.
                    #expect(abs(Double(shaded) - exact) <= 1.5)
                    if weight == 0 || sample == dark { #expect(shaded == sample) }
                    #expect((0..<limit).contains(shaded))
                }
            }
        }
    }

    private func place(_ position: Float, _ count: Int) -> (index: Int, weight: Int, inside: Int) {
        let inside = min(position, Float(count - 1) - position) + 1
        let clamped = min(max(position, 0), Float(count - 1))
        let index = Int(clamped)
        return (index, weight(clamped - Float(index)), weight(inside))
    }

    private func weight(_ part: Float) -> Int {
        min(Int((min(max(part, 0), 1) * 32768).rounded(.toNearestOrEven)), 32767)
    }

    /// The position at `index`: exact at every thirty-second, steps of 65536ths between.
    private func place(_ line: Pose.Line, _ index: Int, _ count: Int) -> (index: Int, weight: Int, inside: Int) {
        let block = Int64(index / 32 * 32)
        let position =
            Int((line.start + block * line.step) >> 16) + index % 32 * Int((line.step + 1 << 15) >> 16)
        let last = (count - 1) << 16
        let inside = min(max(min(position, last - position) + 65536, 0), 65536)
        let clamped = min(max(position, 0), last)
        return (clamped >> 16, (clamped & 0xFFFF) >> 1, inside / 2 - inside / 65536)
    }
}
