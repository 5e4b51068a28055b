import Platform
import MediaTime
import Pictures

/// How much the picture may lose.
public enum Quality: Hashable, Sendable {
    /// The encoder's constant rate factor: lower is better, 0…51.
    case constantRateFactor(Double)
    /// Average bits per second.
    case bitRate(Int64)
}

extension Quality: Codable {
    private enum CodingKeys: String, CodingKey { case constantRateFactor, bitRate }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let bits = try values.decodeIfPresent(Int64.self, forKey: .bitRate) {
            self = .bitRate(bits)
        } else {
            self = .constantRateFactor(try values.decode(Double.self, forKey: .constantRateFactor))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .constantRateFactor(let factor): try values.encode(factor, forKey: .constantRateFactor)
        case .bitRate(let bits): try values.encode(bits, forKey: .bitRate)
        }
    }
}

/// Where the picture lies in a larger coded one.
public struct CodedWindow: Hashable, Sendable, Codable {
    /// Of the coded pictures.
    public var size: PictureSize
    /// Luma samples before the picture in each row, and rows before it; both even.
    public var left: Int
    public var top: Int

    public init(size: PictureSize, left: Int, top: Int) {
        self.size = size
        self.left = left
        self.top = top
    }
}

/// Everything a video encoder's output depends on, and nothing of the machine it runs on.
public struct VideoEncoderSettings: Hashable, Sendable, Codable {
    public var codec: VideoCodec
    public var canvas: Canvas
    public var frameRate: FrameRate
    public var quality: Quality
    /// The encoder's own preset, as in ffmpeg: "veryfast", "medium", "slow".
    public var preset: String
    /// Encoder threads. Part of the plan: x264's and x265's bits depend on their number.
    public var threads: Int
    /// The coded pictures, where they are larger than the canvas and another stream's parameter sets crop them; `nil`
    /// for the canvas's own size.
    public var coded: CodedWindow?
    /// What a PQ video says of its brightness; `nil` where nothing is known.
    public var lightLevels: LightLevels?
    /// What brings the stream close to the packets it is joined with; `nil` when it stands alone.
    public var splice: SpliceEncoding?

    public init(
        codec: VideoCodec, canvas: Canvas, frameRate: FrameRate, quality: Quality, preset: String, threads: Int? = nil
    ) {
        self.codec = codec
        self.canvas = canvas
        self.frameRate = frameRate
        self.quality = quality
        self.preset = preset
        self.threads = threads ?? Self.threads(for: canvas.size)
    }

    /// The size that the encoder is given.
    public var codedSize: PictureSize { coded?.size ?? canvas.size }

    /// Where the canvas lies in what the encoder is given.
    public var visiblePart: PictureRect {
        PictureRect(x: coded?.left ?? 0, y: coded?.top ?? 0, width: canvas.size.width, height: canvas.size.height)
    }

    /// x264 runs one frame per thread, each some rows behind the one before: more threads than about one per
    /// 160 rows wait for each other, and each costs memory for a frame. Six keep a six-core machine busy at 1080p.
    public static func threads(for size: PictureSize) -> Int { min(max(size.height / 180, 1), 6) }

    /// How many bytes so many frames take at least, about: exactly what a bit rate asks for, and of a rate factor what
    /// quiet footage takes, so that no render is refused that would have fitted.
    ///
    /// Phones' footage takes 0.05 to 0.3 bits a pixel at the codec's careful factor, half as much for each 6 more; 0.02 is
    /// a camera on a tripod.
    public func leastBytes(frames: Int64) -> Int64 {
        let bits: Double
        switch quality {
        case .bitRate(let rate): bits = Double(rate) * Double(frames) / frameRate.framesPerSecond
        case .constantRateFactor(let factor):
            let size = codedSize
            let perPixel = 0.02 * exp2((codec.carefulFactor - factor) / 6)
            bits = perPixel * Double(size.width * size.height) * Double(frames)
        }
        return Int64(clamping: UInt64(min(bits / 8, 9e18)))
    }

    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
}
