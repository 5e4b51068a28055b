import Pictures

/// The distribution of brightness and grays in pictures of one camera.
struct ColorStatistics {
    /// The median of luma, 0 (black) to 1 (white), and the distance between its quintiles.
    private let middle: Double
    let spread: Double
    /// R′ and B′ of neutral gray, as fractions of G′; `nil` if almost nothing is gray.
    let gray: (red: Double, blue: Double)?

    /// - Parameter pictures: 8-bit 4:2:0.
    init(_ pictures: [Picture], _ color: ColorDescription) {
        let colors = pictures.flatMap { $0.colors(color) }
        let luma = colors.map(\.y).sorted()
        let quantile = { (part: Double) in luma.isEmpty ? 0.5 : luma[Int(part * Double(luma.count - 1))] }
        middle = max(0.02, quantile(0.5))
        spread = max(0.05, quantile(0.8) - quantile(0.2))
        gray = Self.gray(colors)
    }

    /// Whether all but a hundredth of a picture is black.
    static func isBlack(_ picture: Picture, _ color: ColorDescription) -> Bool {
        let luma = picture.colors(color).map(\.y).sorted()
        return luma.isEmpty || luma[luma.count * 99 / 100] < black
    }

    /// Luma below this is black: three hundredths, with the noise of a sensor.
    private static let black = 0.03

    /// How many stops brighter the median is, in light by BT.709's curve.
    func stops(above other: ColorStatistics) -> Double {
        let light = { (signal: Double) in
            signal < 0.081 ? signal / 4.5 : power((signal + 0.099) / 1.099, 1 / 0.45)
        }
        return naturalLogarithm(light(middle) / light(other.middle)) / naturalLogarithm(2)
    }

    /// The middle of the cluster of weak colors closest to neutral: a color cast shifts all grays equally, while skin,
    /// sky and leaves are further away.
    private static func gray(_ colors: [SampleColor]) -> (red: Double, blue: Double)? {
        let usable = colors.filter { (0.15...0.9).contains($0.y) }
        let radius = 0.06
        var (cb, cr) = (0.0, 0.0)
        var count = 0
        for _ in 0..<8 {
            let near = usable.filter { abs($0.cb - cb) < radius && abs($0.cr - cr) < radius }
            count = near.count
            guard count > 0 else { return nil }
            cb = near.reduce(0) { $0 + $1.cb } / Double(count)
            cr = near.reduce(0) { $0 + $1.cr } / Double(count)
        }
        // One sample in fifty.
        guard count * 50 >= colors.count else { return nil }
        let near = usable.filter { abs($0.cb - cb) < radius && abs($0.cr - cr) < radius }
        let green = near.reduce(0) { $0 + $1.green }
        return (near.reduce(0) { $0 + $1.red } / green, near.reduce(0) { $0 + $1.blue } / green)
    }
}

/// A sample of chroma with the mean of its four luma samples: luma 0…1, chroma −0.5…0.5.
private struct SampleColor {
    var (y, cb, cr): (Double, Double, Double)
    var (red, green, blue): (Double, Double, Double)
}

extension Picture {
    fileprivate func colors(_ color: ColorDescription) -> [SampleColor] {
        let (black, white, chroma) = color.isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
        let (kr, kb) = color.matrix == 1 ? (0.2126, 0.0722) : (0.299, 0.114)
        return (0..<size.height / 2).flatMap { row in
            let (top, bottom) = (luma.row(2 * row, as: UInt8.self), luma.row(2 * row + 1, as: UInt8.self))
            let (blues, reds) = (cb.row(row, as: UInt8.self), cr.row(row, as: UInt8.self))
            return (0..<size.width / 2).map { column in
                let sum = [top[2 * column], top[2 * column + 1], bottom[2 * column], bottom[2 * column + 1]]
                    .reduce(0.0) { $0 + Double($1) }
                let y = (sum / 4 - black) / white
                let (b, r) = ((Double(blues[column]) - 128) / chroma, (Double(reds[column]) - 128) / chroma)
                let (red, blue) = (y + 2 * (1 - kr) * r, y + 2 * (1 - kb) * b)
                return SampleColor(
                    y: y, cb: b, cr: r, red: red, green: (y - kr * red - kb * blue) / (1 - kr - kb), blue: blue)
            }
        }
    }
}
