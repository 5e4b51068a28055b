import MediaIO
import Pictures
import Timeline

/// Draws a line of text in its box over a picture.
///
/// For each sample, the share of the picture that is kept and the value that is added are computed once. A chroma
/// sample is the mean of its four luma samples, as in `LayerMatte`.
final class TextMatte {
    /// In 32768ths: a power of two keeps uncovered samples exact.
    private struct Share {
        var below: Int32
        /// Box and text, multiplied by their shares.
        var fixed: Int32
    }
    /// The size of the box with the text, even.
    let size: PictureSize
    private let planes: [[Share]]

    /// - Parameters:
    ///   - mask: the text.
    ///   - origin: the sample of the mask at the upper left of the box; may be outside the mask.
    ///   - size: of the box, even.
    init(
        _ mask: TextRasterizer.Mask, from origin: (x: Int, y: Int), size: PictureSize, style: TextStyle,
        format: PixelFormat, color: ColorDescription
    ) {
        self.size = size
        let (letters, box) = Self.coverage(mask, from: origin, size, style)
        let text = style.color.codeValues(in: format, color)
        let back = style.box.codeValues(in: format, color)
        let share = { (letter: Double, box: Double, codes: (Int, Int)) in
            let (own, behind) = (Int32((letter * 32_768).rounded()), Int32((box * 32_768).rounded()))
            return Share(below: max(0, 32_768 - own - behind), fixed: own * Int32(codes.0) + behind * Int32(codes.1))
        }
        let (fewLetters, fewBox) = (Self.halved(letters, size), Self.halved(box, size))
        planes = [
            zip(letters, box).map { share($0, $1, (text.luma, back.luma)) },
            zip(fewLetters, fewBox).map { share($0, $1, (text.cb, back.cb)) },
            zip(fewLetters, fewBox).map { share($0, $1, (text.cr, back.cr)) },
        ]
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

    /// The means of four samples each.
    private static func halved(_ values: [Double], _ size: PictureSize) -> [Double] {
        stride(from: 0, to: size.height, by: 2).flatMap { y in
            stride(from: y * size.width, to: (y + 1) * size.width, by: 2).map { index in
                (values[index] + values[index + 1] + values[index + size.width] + values[index + size.width + 1]) / 4
            }
        }
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

    /// - Parameters:
    ///   - place: the upper left sample, on even positions; the text must be entirely inside the picture.
    ///   - opacity: 0…1.
    func draw(on picture: Picture, at place: PictureRect, opacity: Double = 1) {
        let weight = Int32((min(max(opacity, 0), 1) * 32_768).rounded())
        let target = picture.cropped(to: PictureRect(x: place.x, y: place.y, width: size.width, height: size.height))
        for (index, shares) in planes.enumerated() {
            if picture.format.bytesPerSample == 1 {
                Self.draw(shares, on: target.plane(index), weight, UInt8.self)
            } else {
                Self.draw(shares, on: target.plane(index), weight, UInt16.self)
            }
        }
    }

    private static func draw<Sample: FixedWidthInteger>(
        _ shares: [Share], on plane: Plane, _ weight: Int32, _: Sample.Type
    ) {
        shares.withUnsafeBufferPointer { shares in
            for y in 0..<plane.height {
                let (row, start) = (plane.row(y, as: Sample.self), y &* plane.width)
                for x in 0..<plane.width {
                    let share = shares[start &+ x]
                    let under = Int32(truncatingIfNeeded: row[x])
                    var mixed = (under &* share.below &+ share.fixed &+ 16_384) &>> 15
                    if weight < 32_768 {
                        mixed = (under &* (32_768 &- weight) &+ mixed &* weight &+ 16_384) &>> 15
                    }
                    row[x] = Sample(truncatingIfNeeded: mixed)
                }
            }
        }
    }
}
