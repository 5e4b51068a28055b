import Pictures

/// Two small landscapes for showing transitions when no pictures are given.
enum ExamplePicture {
    /// The sun sets behind violet hills.
    static func dusk(_ size: PictureSize) -> Picture {
        drawn(size) { x, y in
            let sun = distance(x - 0.68, y - 0.46)
            if hills(x, y, base: 0.66, height: 0.1, turn: 0.3) { return (0.16, 0.09, 0.24) }
            if hills(x, y, base: 0.56, height: 0.12, turn: 1.7) { return (0.32, 0.15, 0.36) }
            if sun < 0.12 { return (1, 0.9, 0.62) }
            let glow = max(0, 1 - sun * 1.4)
            return (0.45 + 0.5 * y + 0.2 * glow, 0.2 + 0.35 * y + 0.25 * glow, 0.45 - 0.1 * y)
        }
    }

    /// Noon over green hills.
    static func day(_ size: PictureSize) -> Picture {
        drawn(size) { x, y in
            if hills(x, y, base: 0.72, height: 0.09, turn: 2.2) { return (0.25, 0.55, 0.2) }
            if hills(x, y, base: 0.6, height: 0.1, turn: 0.4) { return (0.42, 0.7, 0.3) }
            let clouds = [(0.25, 0.25), (0.34, 0.22), (0.7, 0.34), (0.77, 0.32)]
            if clouds.contains(where: { distance((x - $0.0) * 0.6, y - $0.1) < 0.06 }) { return (0.97, 0.98, 1) }
            return (0.36 + 0.4 * y, 0.62 + 0.3 * y, 0.95)
        }
    }

    private static func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

    /// Whether a point is below a row of parabolas.
    private static func hills(_ x: Double, _ y: Double, base: Double, height: Double, turn: Double) -> Bool {
        let phase = (x * 1.6 + turn).truncatingRemainder(dividingBy: 1) - 0.5
        return y > base - height * (1 - 4 * phase * phase)
    }

    /// - Parameter color: R′G′B′ in 0…1 at a point; `y` runs from 0 to 1, `x` across the width of the picture.
    private static func drawn(
        _ size: PictureSize, _ color: (Double, Double) -> (red: Double, green: Double, blue: Double)
    ) -> Picture {
        let picture = PicturePool(format: .yuv420p8, size: size).picture()
        let aspect = Double(size.width) / Double(size.height)
        func sample(_ x: Double, _ y: Double) -> (Double, Double, Double) {
            // BT.709 (ITU-R BT.709-6 §3), limited range. Wide scenes show more, tall ones the middle.
            let (r, g, b) = color(0.5 + (x - 0.5) * min(1, aspect), y)
            let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
            return (16 + 219 * luma, 128 + 224 * (b - luma) / 1.8556, 128 + 224 * (r - luma) / 1.5748)
        }
        let byte = { (value: Double) in UInt8(min(max(value.rounded(), 16), 240)) }
        for (index, plane) in picture.planes.enumerated() {
            for y in 0..<plane.height {
                let row = plane.row(y, as: UInt8.self)
                for x in 0..<plane.width {
                    let value = sample(
                        (Double(x) + 0.5) / Double(plane.width), (Double(y) + 0.5) / Double(plane.height))
                    row[x] = byte(index == 0 ? value.0 : index == 1 ? value.1 : value.2)
                }
            }
        }
        return picture
    }
}
