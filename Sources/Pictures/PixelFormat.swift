/// The working formats: planar Y′CbCr 4:2:0, which H.264 and HEVC decoders output and encoders accept.
///
/// Anything else is converted once, when a source picture is read.
public enum PixelFormat: String, Hashable, Sendable, CaseIterable, Codable {
    /// 8 bits a sample, one byte.
    case yuv420p8
    /// 10 bits a sample, in the low bits of a native-endian 16-bit word.
    case yuv420p10

    /// 8 or 10.
    public var bitDepth: Int { self == .yuv420p8 ? 8 : 10 }
    /// 1 or 2.
    public var bytesPerSample: Int { self == .yuv420p8 ? 1 : 2 }

    /// The code value of neutral gray in the chroma planes.
    package var neutralChroma: Int { 1 << (bitDepth - 1) }
    /// Black of limited range (BT.601, BT.709, BT.2100).
    package var limitedBlack: Int { 16 << (bitDepth - 8) }
}

/// Width and height in samples.
public struct PictureSize: Hashable, Sendable, Codable {
    /// Samples per row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// In samples; not checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var transposed: PictureSize { PictureSize(width: height, height: width) }
    /// In samples.
    package var area: Int { width * height }

    package var longSide: Int { max(width, height) }

    /// Even, and at least `least` on both sides.
    package func scaled(by factor: Double, least: Int = 16) -> PictureSize {
        let even = { (length: Int) in max(least, Int((Double(length) * factor / 2).rounded()) * 2) }
        return PictureSize(width: even(width), height: even(height))
    }

    /// Even, and no larger than this size.
    package func fitting(longSide most: Int) -> PictureSize { scaled(by: min(1, Double(most) / Double(longSide))) }
    /// Whether it is taller than wide; a square is not.
    package var isPortrait: Bool { height > width }

    /// The size of the 4:2:0 chroma planes for a luma plane of this size: halves, rounded up.
    public var chroma420: PictureSize { PictureSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}

extension PictureSize: CustomStringConvertible {
    /// "1920x1080".
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of samples, the origin at the top left.
public struct PictureRect: Hashable, Sendable {
    /// The first column.
    package var x: Int
    /// The first row.
    package var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// In samples; not checked.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
    package var size: PictureSize { PictureSize(width: width, height: height) }
}
