import Pictures

/// The format that every picture is converted to: what the encoder gets.
public struct Canvas: Hashable, Sendable, Codable {
    /// Even in both directions.
    public var size: PictureSize
    /// Depth and layout of the samples.
    public var format: PixelFormat
    /// The meaning of the code values.
    public var color: ColorDescription

    /// - Parameter size: even in both directions; not checked.
    public init(size: PictureSize, format: PixelFormat, color: ColorDescription) {
        self.size = size
        self.format = format
        self.color = color
    }
}
