import Pictures

/// The colors in pictures of one camera, for comparison with another camera's.
///
/// A color cast shifts the logarithms of R′/G′ and B′/G′ of all surfaces equally (Barron, Convolutional Color Constancy,
/// ICCV 2015). So what two cameras both show is found where the histograms of these ratios overlap most, whatever else
/// each of them shows; and only surfaces of equal color are compared in brightness.
struct ColorStatistics {
    /// One chroma sample with the luma of its four samples.
    fileprivate struct Sample {
        /// The natural logarithms of R′/G′ and B′/G′.
        var red, blue: Double
        /// Luma, 0 (black) to 1 (white), and in stops of light.
        var luma, stops: Double

        /// Its cell of a histogram: four hundredths wide in both ratios, an eighth of a stop in light.
        var cell: SIMD3<Int> {
            let cell = { (value: Double, size: Double) in Int((value / size + 0.5).rounded(.down)) }
            return SIMD3(cell(red, 0.04), cell(blue, 0.04), cell(stops, 0.125))
        }
    }
    private let samples: [Sample]
    /// Square roots of the shares of samples, by `red`, then `blue`.
    private let histogram: [Double]

    /// Bins of four hundredths, up to a factor of 2.6 on each side of gray.
    private static let bin = 0.04
    private static let reach = 24
    private static let side = 2 * reach + 1

    /// - Parameter pictures: 8-bit 4:2:0.
    init(_ pictures: [Picture], _ color: ColorDescription) {
        // The ratios of dark and clipped samples say nothing.
        samples = pictures.flatMap { $0.colors(color) }.compactMap { color in
            let primaries = [color.red, color.green, color.blue]
            guard (0.06...0.95).contains(color.y), primaries.allSatisfy((0.02...0.985).contains) else { return nil }
            return Sample(
                red: naturalLogarithm(color.red / color.green), blue: naturalLogarithm(color.blue / color.green),
                luma: color.y, stops: naturalLogarithm(Self.light(color.y)) / naturalLogarithm(2))
        }
        histogram = Self.histogram(of: samples)
    }

    /// What R′/G′ and B′/G′ have to be multiplied by, as natural logarithms.
    struct Cast {
        var red, blue: Double
        /// How much of the colors both cameras show, 0…1: the Bhattacharyya coefficient of the histograms.
        var overlap: Double
    }

    /// What the colors of `other` seem to be multiplied by, and how much is in common without any.
    func cast(of other: ColorStatistics) -> (found: Cast, none: Cast) {
        let most = 10
        let overlaps = (-most...most).map { red in
            (-most...most).map { blue in overlap(with: other, shiftedBy: (red, blue)) }
        }
        // Of two that fit alike, the smaller cast is more likely.
        let likely = { (red: Int, blue: Int) -> Double in
            let square = Double(red * red + blue * blue) * Self.bin * Self.bin
            return overlaps[red + most][blue + most] * exponential(-square / (2 * 0.35 * 0.35))
        }
        var best = (red: 0, blue: 0)
        for red in -most...most {
            for blue in -most...most where likely(red, blue) > likely(best.red, best.blue) { best = (red, blue) }
        }
        let at = { (red: Int, blue: Int) in
            abs(red) <= most && abs(blue) <= most ? overlaps[red + most][blue + most] : 0
        }
        let (red, blue) = best
        let found = Cast(
            red: Self.bin * (Double(red) + Self.top(at(red - 1, blue), at(red, blue), at(red + 1, blue))),
            blue: Self.bin * (Double(blue) + Self.top(at(red, blue - 1), at(red, blue), at(red, blue + 1))),
            overlap: at(red, blue))
        return (found, Cast(red: 0, blue: 0, overlap: at(0, 0)))
    }

    /// How alike both are in color and brightness together, 0…1: the Bhattacharyya coefficient of their histograms, less
    /// with few surfaces in common. One surface can be made to look like any other, many only if they are the same.
    func likeness(to other: ColorStatistics) -> Double {
        let cells = [samples, other.samples].map { $0.map(\.cell) }
        guard !samples.isEmpty, !other.samples.isEmpty else { return 0 }
        // A box around all samples, with room for smoothing.
        let rounds = 4
        let low = cells.joined().reduce(cells[0][0]) { pointwiseMin($0, $1) } &- rounds
        let size = cells.joined().reduce(low) { pointwiseMax($0, $1) } &+ (rounds + 1) &- low
        let steps = SIMD3(size.y * size.z, size.z, 1)
        let shares = cells.map { cells in
            var shares = [Double](repeating: 0, count: size.x * steps.x)
            for cell in cells { shares[((cell &- low) &* steps).wrappedSum()] += 1 / Double(cells.count) }
            for step in [steps.x, steps.y, steps.z] {
                for _ in 0..<rounds {
                    let source = shares
                    for index in step..<shares.count - step {
                        shares[index] = (source[index - step] + 2 * source[index] + source[index + step]) / 4
                    }
                }
            }
            return shares
        }
        let overlap = zip(shares[0], shares[1]).reduce(0) { $0 + ($1.0 * $1.1).squareRoot() }
        let count = Double(levels(of: other, Cast(red: 0, blue: 0, overlap: 0)).surfaces)
        return overlap * count / (count + 1)
    }

    /// What has to be done to surfaces of equal color in `other`: in stops, and a factor for the distances between
    /// levels; 0 and 1 if too little is comparable. And how many surfaces both show.
    func levels(of other: ColorStatistics, _ cast: Cast) -> (exposure: Double, contrast: Double, surfaces: Int) {
        let (own, others) = (surfaces((0, 0)), other.surfaces((cast.red, cast.blue)))
        var stops: [(value: Double, weight: Double)] = []
        var share = 0.0
        var places: [(own: Double, other: Double, weight: Double)] = []
        for (cell, one) in own.sorted(by: { $0.key < $1.key }) {
            guard let two = others[cell] else { continue }
            let weight = min(
                Double(one.count) / Double(samples.count), Double(two.count) / Double(other.samples.count))
            guard weight >= 0.005 else { continue }
            share += weight
            for part in [0.25, 0.5, 0.75] {
                // Gray is many surfaces, bright and dark ones: it must not outvote the others.
                stops.append((one.quantile(part, \.stops) - two.quantile(part, \.stops), min(weight, 0.1)))
            }
            places.append((one.quantile(0.5, \.luma), two.quantile(0.5, \.luma), weight))
        }
        // Contrast is how much further apart surfaces of different brightness are.
        let spreads = places.indices.flatMap { first in
            places[..<first].compactMap { second -> (value: Double, weight: Double)? in
                let (own, other) = (places[first].own - second.own, places[first].other - second.other)
                guard abs(other) > 0.1, own / other > 0.3 else { return nil }
                return (naturalLogarithm(own / other), min(places[first].weight, second.weight))
            }
        }
        // From at least three tenths of the pictures.
        return (
            share < 0.3 ? 0 : Self.agreed(stops, within: 0.25),
            spreads.count < 6 ? 1 : exponential(Self.agreed(spreads, within: 0.08)), places.count
        )
    }

    /// The weighted median, closer to zero the more the values differ.
    private static func agreed(_ values: [(value: Double, weight: Double)], within tolerance: Double) -> Double {
        let middle = median(values)
        let deviation = median(values.map { (abs($0.value - middle), $0.weight) }) / tolerance
        return middle / (1 + deviation * deviation)
    }

    private static func median(_ values: [(value: Double, weight: Double)]) -> Double {
        let sorted = values.sorted { $0.value < $1.value }
        var left = sorted.reduce(0) { $0 + $1.weight } / 2
        for entry in sorted {
            left -= entry.weight
            if left <= 0 { return entry.value }
        }
        return 0
    }

    /// The samples by color, in cells of a tenth.
    private func surfaces(_ shift: (red: Double, blue: Double)) -> [Int: [Sample]] {
        Dictionary(grouping: samples) { sample in
            let cell = { (value: Double) in Int((value * 10 + 0.5).rounded(.down)) }
            return cell(sample.red + shift.red) * 1000 + cell(sample.blue + shift.blue)
        }.mapValues { $0.sorted { $0.luma < $1.luma } }
    }

    private func overlap(with other: ColorStatistics, shiftedBy shift: (red: Int, blue: Int)) -> Double {
        var sum = 0.0
        for red in max(0, shift.red)..<min(Self.side, Self.side + shift.red) {
            for blue in max(0, shift.blue)..<min(Self.side, Self.side + shift.blue) {
                sum +=
                    histogram[red * Self.side + blue]
                    * other.histogram[(red - shift.red) * Self.side + blue - shift.blue]
            }
        }
        return sum
    }

    /// The histogram, smoothed over five bins.
    private static func histogram(of samples: [Sample]) -> [Double] {
        var counts = [Double](repeating: 0, count: side * side)
        for sample in samples {
            let place = { (value: Double) in Int((value / bin + Double(reach) + 0.5).rounded(.down)) }
            let (red, blue) = (place(sample.red), place(sample.blue))
            if (0..<side).contains(red), (0..<side).contains(blue) { counts[red * side + blue] += 1 }
        }
        for step in [1, side] {
            let source = counts
            for index in counts.indices {
                counts[index] = zip(-2...2, [1.0, 4, 6, 4, 1]).reduce(0) { sum, tap in
                    let place = index / step % side + tap.0
                    return (0..<side).contains(place) ? sum + tap.1 / 16 * source[index + tap.0 * step] : sum
                }
            }
        }
        let whole = max(1, counts.reduce(0, +))
        return counts.map { ($0 / whole).squareRoot() }
    }

    /// The place of the maximum of a parabola through three values at -1, 0 and 1.
    private static func top(_ left: Double, _ middle: Double, _ right: Double) -> Double {
        let bend = left - 2 * middle + right
        return bend < 0 ? max(-0.5, min(0.5, (left - right) / (2 * bend))) : 0
    }

    /// Whether all but a hundredth of a picture is black.
    static func isBlack(_ picture: Picture, _ color: ColorDescription) -> Bool {
        let luma = picture.colors(color).map(\.y).sorted()
        return luma.isEmpty || luma[luma.count * 99 / 100] < black
    }

    /// Luma below this is black: three hundredths, with the noise of a sensor.
    private static let black = 0.03

    /// The light of a signal, by BT.709's curve.
    private static func light(_ signal: Double) -> Double {
        signal < 0.081 ? signal / 4.5 : power((signal + 0.099) / 1.099, 1 / 0.45)
    }
}

extension [ColorStatistics.Sample] {
    fileprivate func quantile(_ part: Double, _ value: (Element) -> Double) -> Double {
        value(self[Int(part * Double(count - 1))])
    }
}

/// The color of a sample of chroma with the mean of its four luma samples, 0…1.
private struct SampleColor {
    var y: Double
    var (red, green, blue): (Double, Double, Double)
}

extension Picture {
    fileprivate func colors(_ color: ColorDescription) -> [SampleColor] {
        let (black, white, chroma) = color.isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
        let (kr, kb) = color.lumaWeights
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
                    y: y, red: red, green: (y - kr * red - kb * blue) / (1 - kr - kb), blue: blue)
            }
        }
    }
}

/// `e` to the power of a number.
func exponential(_ exponent: Double) -> Double {
    let value = power(2.718281828459045, abs(exponent))
    return exponent < 0 ? 1 / value : value
}
