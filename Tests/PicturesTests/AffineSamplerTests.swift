import Pictures
import Testing

@Suite struct AffineSamplerTests {
    private let size = PictureSize(width: 64, height: 48)

    /// A slope whose value tells the place.
    private func slope() -> Picture {
        let picture = PicturePool(format: .yuv420p8, size: size).picture()
        for y in 0..<size.height {
            for x in 0..<size.width { picture.luma.row(y, as: UInt8.self)[x] = UInt8(2 * x + y) }
        }
        return picture
    }

    private func drawn(_ center: (x: Double, y: Double), degrees: Double = 0, zoom: Double = 1) -> [[UInt8]] {
        let (source, out) = (slope(), PicturePool(format: .yuv420p8, size: size).picture())
        AffineSampler.draw(
            source.luma, into: out.luma, .init(drawing: size, center: center, degrees: degrees, zoom: zoom),
            columns: 1, rows: 1, most: 255, as: UInt8.self)
        return (0..<size.height).map { y in
            Array(UnsafeBufferPointer(start: out.luma.row(y, as: UInt8.self), count: size.width))
        }
    }

    @Test func theSameViewIsTheSamePicture() {
        let rows = drawn((32, 24))
        for y in 0..<size.height { for x in 0..<size.width { #expect(rows[y][x] == UInt8(2 * x + y)) } }
    }

    @Test(arguments: [0.1, 0.25, 0.5, 0.9])
    func partsOfASampleCount(_ part: Double) {
        let rows = drawn((32 + part, 24 - part))
        for y in 4..<44 {
            for x in 4..<60 {
                let expected = 2 * (Double(x) + part) + Double(y) - part
                #expect(abs(Double(rows[y][x]) - expected) <= 0.51 + 1.0 / 128)
            }
        }
    }

    @Test func turnsClockwiseAndEnlargesAroundTheCenter() {
        let rows = drawn((32, 24), degrees: 90, zoom: 2)
        for y in 14..<34 {
            for x in 16..<48 {
                let (u, v) = (Double(x) + 0.5 - 32, Double(y) + 0.5 - 24)
                let (sourceX, sourceY) = (32 - v / 2 - 0.5, 24 + u / 2 - 0.5)
                #expect(abs(Double(rows[y][x]) - (2 * sourceX + sourceY)) <= 0.52)
            }
        }
    }

    @Test func beyondTheEdgeTheLastSamplesAreRepeated() {
        let rows = drawn((0, 24))
        #expect(rows[10][0] == rows[10][20], "left of the picture is its first column")
        let right = drawn((64, 24))
        #expect(right[10][63] == right[10][50])
    }
}
