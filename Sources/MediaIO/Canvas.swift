import Pictures

/// The format that every picture is converted to: what the encoder gets.
package struct Canvas: Hashable, Sendable, Codable {
    /// Even in both directions.
    package var size: PictureSize
    /// Depth and layout of the samples.
    package var format: PixelFormat
    /// The meaning of the code values.
    package var color: ColorDescription

    /// - Parameter size: even in both directions; not checked.
    package init(size: PictureSize, format: PixelFormat, color: ColorDescription) {
        self.size = size
        self.format = format
        self.color = color
    }
}
