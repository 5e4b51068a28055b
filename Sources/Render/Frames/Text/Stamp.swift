import MediaIO
import Pictures
import Timeline

/// A small picture with transparency, drawn over others: a line of text, a logo.
///
/// For each sample, the share of what is below and the value that is added are computed once; a chroma sample is the mean
/// of its four luma samples, as in `LayerMatte`.
final class Stamp {
    struct Share {
        /// In 32768ths: a power of two keeps uncovered samples exact.
        var below: Int32
        var added: Int32
    }
    /// Even.
    let size: PictureSize
    private let planes: [[Share]]

    /// - Parameter planes: luma, Cb and Cr, row by row.
    init(size: PictureSize, planes: [[Share]]) { (self.size, self.planes) = (size, planes) }

    /// - Parameters:
    ///   - place: inside the picture, on even positions; what is larger than the place is cut off.
    ///   - opacity: 0…1.
    func draw(on picture: Picture, at place: PictureRect, opacity: Double = 1) {
        let weight = Int32((min(max(opacity, 0), 1) * 32_768).rounded())
        let target = picture.cropped(to: place)
        for (index, shares) in planes.enumerated() {
            let width = index == 0 ? size.width : size.width / 2
            if picture.format.bytesPerSample == 1 {
                Self.draw(shares, width, on: target.plane(index), weight, UInt8.self)
            } else {
                Self.draw(shares, width, on: target.plane(index), weight, UInt16.self)
            }
        }
    }

    private static func draw<Sample: FixedWidthInteger>(
        _ shares: [Share], _ width: Int, on plane: Plane, _ weight: Int32, _: Sample.Type
    ) {
        shares.withUnsafeBufferPointer { shares in
            for y in 0..<plane.height {
                let (row, start) = (plane.row(y, as: Sample.self), y &* width)
                for x in 0..<plane.width {
                    let share = shares[start &+ x]
                    let under = Int32(truncatingIfNeeded: row[x])
                    var mixed = (under &* share.below &+ share.added &+ 16_384) &>> 15
                    if weight < 32_768 {
                        mixed = (under &* (32_768 &- weight) &+ mixed &* weight &+ 16_384) &>> 15
                    }
                    row[x] = Sample(truncatingIfNeeded: mixed)
                }
            }
        }
    }

    /// The means of four samples each.
    fileprivate static func halved<Value>(
        _ values: [Value], _ size: PictureSize, _ mean: (Value, Value, Value, Value) -> Value
    ) -> [Value] {
        stride(from: 0, to: size.height, by: 2).flatMap { y in
            stride(from: y * size.width, to: (y + 1) * size.width, by: 2).map { index in
                let below = index + size.width
                return mean(values[index], values[index + 1], values[below], values[below + 1])
            }
        }
    }
}

extension Stamp {
    /// - Parameter opacity: 0…1, in addition to the picture's own.
    convenience init(_ image: ColorImage, opacity: Double, format: PixelFormat, color: ColorDescription) {
        var codes: [SIMD4<UInt8>: SIMD4<Double>] = [:]
        // Luma, Cb, Cr, times their share, and the share.
        let samples = image.samples.map { sample -> SIMD4<Double> in
            var opaque = sample
            opaque.w = 255
            let code =
                codes[opaque]
                ?? {
                    let code = RGBColor(red: sample.x, green: sample.y, blue: sample.z)
                        .codeValues(in: format, color)
                    return SIMD4(Double(code.luma), Double(code.cb), Double(code.cr), 1)
                }()
            codes[opaque] = code
            return code * (Double(sample.w) / 255 * opacity)
        }
        let share = { (sample: SIMD4<Double>, index: Int) in
            Share(
                below: 32_768 - Int32((sample.w * 32_768).rounded()), added: Int32((sample[index] * 32_768).rounded()))
        }
        let halves = Self.halved(samples, image.size) { (($0 + $1) + ($2 + $3)) / 4 }
        self.init(
            size: image.size,
            planes: [samples.map { share($0, 0) }, halves.map { share($0, 1) }, halves.map { share($0, 2) }])
    }
}

extension Stamp {
    /// A line of text in its box.
    ///
    /// - Parameters:
    ///   - mask: the text.
    ///   - origin: the sample of the mask at the upper left of the box; may be outside the mask.
    ///   - size: of the box, even.
    convenience init(
        _ mask: TextRasterizer.Mask, from origin: (x: Int, y: Int), size: PictureSize, style: TextStyle,
        format: PixelFormat, color: ColorDescription
    ) {
        let (letters, box) = Self.coverage(mask, from: origin, size, style)
        let text = style.color.codeValues(in: format, color)
        let back = style.box.codeValues(in: format, color)
        let share = { (letter: Double, box: Double, codes: (Int, Int)) in
            let (own, behind) = (Int32((letter * 32_768).rounded()), Int32((box * 32_768).rounded()))
            return Share(below: max(0, 32_768 - own - behind), added: own * Int32(codes.0) + behind * Int32(codes.1))
        }
        let mean = { (a: Double, b: Double, c: Double, d: Double) in (a + b + c + d) / 4 }
        let (fewLetters, fewBox) = (Self.halved(letters, size, mean), Self.halved(box, size, mean))
        self.init(
            size: size,
            planes: [
                zip(letters, box).map { share($0, $1, (text.luma, back.luma)) },
                zip(fewLetters, fewBox).map { share($0, $1, (text.cb, back.cb)) },
                zip(fewLetters, fewBox).map { share($0, $1, (text.cr, back.cr)) },
            ])
    }

    /// The shares of each luma sample covered by letters and by the box behind them.
    private static func coverage(
        _ mask: TextRasterizer.Mask, from origin: (x: Int, y: Int), _ size: PictureSize, _ style: TextStyle
    ) -> (letters: [Double], box: [Double]) {
        let opacity = (letters: Double(style.color.alpha) / 255, box: Double(style.box.alpha) / 255)
        var (letters, box) = ([Double](), [Double]())
        letters.reserveCapacity(size.area)
        box.reserveCapacity(size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) = (origin.x + x, origin.y + y)
                let isInside = (0..<mask.size.width).contains(column) && (0..<mask.size.height).contains(row)
                let sample = isInside ? mask.samples[row * mask.size.width + column] : 0
                let letter = Double(sample) / 255 * opacity.letters
                letters.append(letter)
                box.append((1 - letter) * opacity.box * boxCoverage(x: x, y: y, size))
            }
        }
        return (letters, box)
    }

    /// How much of a sample is inside a rectangle with rounded corners.
    private static func boxCoverage(x: Int, y: Int, _ size: PictureSize) -> Double {
        let radius = Double(min(size.width, size.height)) / 5
        let outside = { (position: Int, length: Int) in
            max(0, abs(Double(position) + 0.5 - Double(length) / 2) - Double(length) / 2 + radius)
        }
        let (dx, dy) = (outside(x, size.width), outside(y, size.height))
        return min(max(0.5 + radius - (dx * dx + dy * dy).squareRoot(), 0), 1)
    }
}
