import MediaIO
import Pictures

/// Draws a picture with transparency over another.
///
/// For each sample, the share of what is below and the value that is added are computed once; a chroma sample is the mean
/// of its four luma samples.
final class ImageMatte {
    private struct Share {
        /// In 32768ths: a power of two keeps uncovered samples exact.
        var below: Int32
        var added: Int32
    }
    private let size: PictureSize
    private let planes: [[Share]]

    /// - Parameter opacity: 0…1, in addition to the picture's own.
    init(_ image: ColorImage, opacity: Double, format: PixelFormat, color: ColorDescription) {
        size = image.size
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
        let width = image.size.width
        let halves: [SIMD4<Double>] = stride(from: 0, to: image.size.height, by: 2).flatMap { y in
            stride(from: y * width, to: (y + 1) * width, by: 2).map { (index: Int) -> SIMD4<Double> in
                let upper = samples[index] + samples[index + 1]
                let lower = samples[index + width] + samples[index + width + 1]
                return (upper + lower) / 4
            }
        }
        planes = [samples.map { share($0, 0) }, halves.map { share($0, 1) }, halves.map { share($0, 2) }]
    }

    /// - Parameter place: inside the picture, on even positions; what is larger than the place is cut off.
    func draw(on picture: Picture, at place: PictureRect) {
        let target = picture.cropped(to: place)
        for index in 0..<3 {
            if picture.format.bytesPerSample == 1 {
                draw(
                    planes[index], on: target.plane(index), width: index == 0 ? size.width : size.width / 2, UInt8.self)
            } else {
                draw(
                    planes[index], on: target.plane(index), width: index == 0 ? size.width : size.width / 2, UInt16.self
                )
            }
        }
    }

    private func draw<Sample: FixedWidthInteger>(_ shares: [Share], on plane: Plane, width: Int, _: Sample.Type) {
        shares.withUnsafeBufferPointer { shares in
            for y in 0..<plane.height {
                let (row, start) = (plane.row(y, as: Sample.self), y &* width)
                for x in 0..<plane.width {
                    let share = shares[start &+ x]
                    let mixed = (Int32(truncatingIfNeeded: row[x]) &* share.below &+ share.added &+ 16_384) &>> 15
                    row[x] = Sample(truncatingIfNeeded: mixed)
                }
            }
        }
    }
}
