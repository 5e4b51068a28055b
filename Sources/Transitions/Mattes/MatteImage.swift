import Pictures

/// The picture of a `matte` transition: the brightness of a sample determines when it changes, black first.
package struct MatteImage: Hashable, Sendable {
    /// In samples; may differ from the canvas, to which the picture is scaled.
    package var width: Int
    /// In samples, as `width`.
    package var height: Int
    /// Row by row from the top left, 0 black, 65535 white.
    package var samples: [UInt16]

    /// - Precondition: `samples.count == width * height`.
    package init(width: Int, height: Int, samples: [UInt16]) {
        precondition(
            width >= 0 && height >= 0 && samples.count == width * height,
            "\(samples.count) samples for \(width)x\(height)")
        self.width = width
        self.height = height
        self.samples = samples
    }
}

extension MatteImage {
    /// Shows what mattes can do: waves that run outward.
    package static let example: MatteImage = {
        let side = 128
        let samples = (0..<side * side).map { index in
            let (x, y) = (Double(index % side - side / 2), Double(index / side - side / 2))
            let radius = (x * x + y * y).squareRoot() / Double(side)
            let wave = cosineAndSine(degrees: radius * 1600 + turn(x: x, y: y) * 360).cosine
            return UInt16(min(max((radius * 1.2 + 0.1 + wave * 0.08) * 65535, 0), 65535))
        }
        return MatteImage(width: side, height: side, samples: samples)
    }()
}
