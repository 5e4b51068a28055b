/// The working formats: planar Y′CbCr 4:2:0, which H.264 and HEVC decoders output and encoders accept.
///
/// Anything else is converted once, when a source picture is read.
public enum PixelFormat: String, Hashable, Sendable, CaseIterable, Codable {
    /// 8 bits a sample, one byte.
    case yuv420p8
    /// 10 bits a sample, in the low bits of a native-endian 16-bit word.
    case yuv420p10

    public var bitDepth: Int { self == .yuv420p8 ? 8 : 10 }
    public var bytesPerSample: Int { self == .yuv420p8 ? 1 : 2 }

    /// The code value of neutral gray in the chroma planes.
    public var neutralChroma: Int { 1 << (bitDepth - 1) }
    /// Black of limited range (BT.601, BT.709, BT.2100).
    public var limitedBlack: Int { 16 << (bitDepth - 8) }
}

/// Width and height in samples.
public struct PictureSize: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var transposed: PictureSize { PictureSize(width: height, height: width) }
    public var area: Int { width * height }
    public var isPortrait: Bool { height > width }

    /// The size of the 4:2:0 chroma planes for a luma plane of this size: halves, rounded up.
    public var chroma420: PictureSize { PictureSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}

extension PictureSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of samples, the origin at the top left.
public struct PictureRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
    public var size: PictureSize { PictureSize(width: width, height: height) }
}
