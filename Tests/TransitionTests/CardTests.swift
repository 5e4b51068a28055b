import CRows
import Pictures
import Testing

@testable import Transitions

/// The vectors of every instruction set against arithmetic one sample at a time.
@Suite struct CardTests {
    static let sets = (0...rows_best_set().rawValue).map { rows_set(rawValue: $0) }
    static let sizes = [(161, 121), (300, 40), (40, 90), (35, 21), (2, 2), (1, 7), (9, 1)].map(PictureSize.init)

    @Test("a card that turns around the vertical axis agrees with its reference", arguments: sets)
    func turned(_ set: rows_set) {
        for size in Self.sizes {
            turned(size, .yuv420p8, as: UInt8.self, set)
            turned(size, .yuv420p10, as: UInt16.self, set)
        }
    }

    private func turned<Sample: RowSample>(
        _ size: PictureSize, _ format: PixelFormat, as type: Sample.Type, _ set: rows_set
    ) {
        let source = testPicture(size, format).noisy(seed: 7)
        let look = CardLook<Sample>(background: 40, shade: 16, shadeWeight: 9000)
        for degrees in [-88.0, -50, -20, -1, 3, 35, 60, 75, 85, 89.5] {
            let (cosine, sine) = cosineAndSine(degrees: degrees)
            for index in 0..<2 {
                let pose = Pose(
                    .plane(index, of: size), of: size, cosine: cosine, sine: sine, turnsAroundVertical: true)
                let out = testPicture(size, format)
                CardTurner(size: size, set: set).draw(pose, source.plane(index), look, into: out.plane(index))
                let expected = (0..<out.plane(index).height).flatMap { y in
                    (0..<out.plane(index).width).map { reference(pose, source.plane(index), look, $0, y) }
                }
                let wrong = zip(out.samples(index), expected).enumerated().first { $1.0 != $1.1 }
                #expect(wrong == nil, "\(size) \(format) plane \(index) at \(degrees)°: \(wrong!)")
            }
        }
    }

    /// What a card looks like at column `x` of row `y`.
    private func reference<Sample: RowSample>(
        _ pose: Pose, _ source: Plane, _ look: CardLook<Sample>, _ x: Int, _ y: Int
    ) -> Int {
        let t = pose.reciprocal(at: x)
        let line = pose.row(y)
        let column = place(t > 0 ? Float(pose.column(x, t)) : -1, source.width)
        let row = place(Float(line.centre) + Float(line.perReciprocal) * Float(t), source.height)
        let lines = [row.index, min(row.index + 1, source.height - 1)].map { y in
            let samples = source.row(y, as: Sample.self)
            let next = min(column.index + 1, source.width - 1)
            return mixedReference(
                Int(samples[column.index]) << Int(Sample.headroom), Int(samples[next]) << Int(Sample.headroom),
                weight: column.weight)
        }
        let wide = mixedReference(lines[0], lines[1], weight: row.weight)
        let value = (wide + 1 << (Int(Sample.headroom) - 1)) >> Int(Sample.headroom)
        let shaded = mixedReference(value, Int(look.shade), weight: Int(look.shadeWeight))
        return mixedReference(Int(look.background), shaded, weight: min(column.inside, row.inside))
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
}
