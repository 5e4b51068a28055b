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
