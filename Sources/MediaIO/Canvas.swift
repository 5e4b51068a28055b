import Pictures

/// The format that every picture is converted to: what the encoder gets.
public struct Canvas: Hashable, Sendable, Codable {
    /// Even in both directions.
    public var size: PictureSize
    public var format: PixelFormat
    public var color: ColorDescription

    public init(size: PictureSize, format: PixelFormat, color: ColorDescription) {
        self.size = size
        self.format = format
        self.color = color
    }
}
