import Bitstream
import CFFmpeg
import MediaTime
import Pictures
import Platform

/// The place of the picture in a larger coded one.
package struct CodedWindow: Hashable, Sendable, Codable {
    /// The size of the coded pictures.
    package var size: PictureSize
    /// Luma samples before the picture in each row; even.
    package var left: Int
    /// Rows before the picture; even.
    package var top: Int

    package init(size: PictureSize, left: Int, top: Int) {
        self.size = size
        self.left = left
        self.top = top
    }
}

/// The kind of encoder: software, or a device, by FFmpeg's names. Only software gives the same bytes everywhere.
public enum EncoderKind: String, Sendable, CaseIterable, Codable {
    /// The processor: x264, x265, SVT-AV1, libvpx or `prores_ks`, depending on the codec.
    case software
    /// Linux: Intel and AMD.
    case vaapi
    /// Nvidia.
    case nvenc
    /// Intel.
    case qsv
    /// macOS.
    case videotoolbox
}

/// Everything that a video encoder's output depends on, and nothing about the machine it runs on.
package struct VideoEncoderSettings: Hashable, Sendable, Codable {
    package var codec: VideoCodec
    package var kind = EncoderKind.software
    package var canvas: Canvas
    /// Time stamps of packets count frames of this rate.
    package var frameRate: FrameRate
    /// A rate factor, a bit rate, or what the preset decides.
    package var quality: Quality
    /// Bits that no second may exceed by much, in addition to a rate factor; `nil` for no limit.
    package var rateLimit: Int64?
    /// The encoder's own preset: "veryfast", "medium", "slow"; see `VideoCodec.presets`.
    package var preset: String
    /// Encoder threads; where many encoders work at once, at most as many. Part of the plan, because the output of x264
    /// and x265 depends on their number.
    package var threads: Int
    /// The coded pictures, if they are larger than the canvas and another stream's parameter sets crop them; `nil`
    /// for the canvas's own size.
    package var coded: CodedWindow?
    /// The declared brightness of a PQ video; `nil` if nothing is known.
    package var lightLevels: LightLevels?
    /// Brings the stream close to the packets it is joined with; `nil` when it is not joined.
    package var splice: SpliceEncoding?

    /// Software, without a rate limit and not joined with other packets.
    ///
    /// - Parameters:
    ///   - preset: one of `VideoCodec.presets`.
    ///   - threads: encoder threads; `nil` for `threads(for:)` of the canvas.
    package init(
        codec: VideoCodec, canvas: Canvas, frameRate: FrameRate, quality: Quality, preset: String, threads: Int? = nil
    ) {
        self.codec = codec
        self.canvas = canvas
        self.frameRate = frameRate
        self.quality = quality
        self.preset = preset
        self.threads = threads ?? Self.threads(for: canvas.size)
    }

    /// Whether several short pieces of a film can be encoded at once as well as one long one. A bit rate is an average
    /// of what an encoder sees, and a device encodes few streams at a time.
    package var isDivisible: Bool {
        if case .bitRate = quality { return false }
        return kind == .software && !codec.row.encodesAlone
    }

    /// The most threads with which its bytes are the same every time.
    package var mostThreads: Int { rateLimit == nil ? threads : min(threads, codec.row.mostThreadsWithLimit) }

    /// The size that the encoder is given.
    package var codedSize: PictureSize { coded?.size ?? canvas.size }

    /// The place of the canvas in the encoder's input.
    package var visiblePart: PictureRect {
        PictureRect(x: coded?.left ?? 0, y: coded?.top ?? 0, width: canvas.size.width, height: canvas.size.height)
    }

    /// x264 runs one frame per thread, each some rows behind the one before: more threads than about one per
    /// 160 rows wait for each other, and each costs memory for a frame. Six keep a six-core machine busy at 1080p.
    package static func threads(for size: PictureSize) -> Int { min(max(size.height / 180, 1), 6) }
}

extension VideoEncoderSettings {
    /// FFmpeg's name of the encoder.
    var encoderName: String {
        kind == .software ? codec.row.encoder : "\(codec.rawValue)_\(kind.rawValue)"
    }

    /// The encoder's input format: devices take luma in one plane and both chromas in another.
    var samples: AVPixelFormat {
        guard kind != .software else { return codec.samples(of: canvas.format) }
        return canvas.format == .yuv420p8 ? AV_PIX_FMT_NV12 : AV_PIX_FMT_P010LE
    }

    /// Constant quality by the option of each kind of device; their presets differ from software's.
    var deviceOptions: [(String, String)] {
        guard case .constantRateFactor(let factor) = quality else { return [] }
        switch kind {
        case .nvenc: return [("rc", "vbr"), ("cq", "\(factor)")]
        case .vaapi: return [("rc_mode", "CQP"), ("global_quality", "\(Int(factor))")]
        case .qsv: return [("global_quality", "\(Int(factor))")]
        // It supports bit rates only: what the factor takes for typical footage.
        case .videotoolbox: return [("b", "\(usualBytes(frames: 1000) * 8 * Int64(frameRate.framesPerSecond) / 1000)")]
        case .software: return []
        }
    }

    /// Private options of the encoder, by FFmpeg's names.
    var encoderOptions: [(String, String)] {
        guard kind == .software else { return deviceOptions }
        let row = codec.row
        var options = row.options(preset)
        if case .constantRateFactor(let crf) = quality { options.append(("crf", "\(crf)")) }
        guard let name = row.parametersOption else { return options }
        let spliced = Dictionary((splice?.options ?? []).map { ($0.name, $0.value) }) { $1 }
        var parameters = spliced.merging(row.fixedParameters(threads)) { $1 }
        if rateLimit != nil { parameters.merge(row.limitParameters) { $1 } }
        // When joined with a camera's packets, the track declares it for all.
        if codec.carriesHighDynamicRange, splice == nil {
            parameters.merge(lightLevels?.encoderParameters ?? [:]) { $1 }
        }
        guard !parameters.isEmpty else { return options }
        let text = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
        return options + [(name, text)]
    }
}

extension VideoEncoderSettings {
    /// About how many bytes so many frames take: exactly the bit rate if there is one, otherwise the size of phone
    /// footage. A camera on a tripod takes a fifth of it, leaves in the wind three times as much.
    package func usualBytes(frames: Int64) -> Int64 {
        if case .bitRate(let rate) = quality { return bytes(Double(rate) * seconds(frames)) }
        let bits = usualBitsPerPixel * Double(codedSize.area) * Double(frames)
        return bytes(min(bits, rateLimit.map { Double($0) * seconds(frames) } ?? .infinity))
    }

    /// About how many bytes so many frames take at least: exactly the bit rate if there is one, otherwise the size of
    /// quiet footage, so that no render is refused that would have fit.
    package func leastBytes(frames: Int64) -> Int64 {
        if case .bitRate = quality { return usualBytes(frames: frames) }
        return usualBytes(frames: frames) / 5
    }

    private var usualBitsPerPixel: Double {
        let row = codec.row
        let usual = row.bitsPerPixel(preset)
        guard case .constantRateFactor(let factor) = quality else { return usual }
        return usual * exp2((row.carefulFactor - factor) / row.halving)
    }

    private func seconds(_ frames: Int64) -> Double { Double(frames) / frameRate.framesPerSecond }

    private func bytes(_ bits: Double) -> Int64 { Int64(clamping: UInt64(min(bits / 8, 9e18))) }
}

/// Encoder options that bring an encoder's stream close to those of cameras, so that all can share one set of
/// parameters.
///
/// Without B-frames: every encoded stretch is closed, its packets are in the order they are shown, and any reordering
/// that a camera's stream declares is deep enough.
package struct SpliceEncoding: Hashable, Sendable, Codable {
    /// Private options of the encoder, by its own names (`x264-params`, `x265-params`).
    package var options: [Option]

    /// In a fixed order: plans are distinguished by their text.
    package struct Option: Hashable, Sendable, Codable {
        /// x264's or x265's own name: "bframes".
        package var name: String
        /// As text: "0".
        package var value: String
    }

    /// - Parameter preset: the encoder's own; its number of reference frames applies where the cameras leave room.
    package init(_ constraints: H264.EncoderConstraints, preset: String) {
        options = constraints.x264Parameters(preset: preset).map { Option(name: $0.key, value: $0.value) }
    }

    /// - Parameter preset: the encoder's own; its number of reference frames applies where the cameras leave room.
    package init(_ constraints: HEVC.EncoderConstraints, preset: String) {
        options = constraints.x265Parameters(preset: preset).map { Option(name: $0.key, value: $0.value) }
    }
}

/// How much the picture may lose.
public enum Quality: Hashable, Sendable {
    /// The encoder's constant rate factor: lower is better; `VideoCodec.factors` has the range.
    case constantRateFactor(Double)
    /// Average bits per second.
    case bitRate(Int64)
    /// The quality of the encoder's preset, if that alone decides.
    case ofPreset
}

extension Quality: Codable {
    private enum CodingKeys: String, CodingKey { case constantRateFactor, bitRate }

    /// One of the keys `bitRate` and `constantRateFactor`; neither for `ofPreset`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let bits = try values.decodeIfPresent(Int64.self, forKey: .bitRate) {
            self = .bitRate(bits)
        } else if let factor = try values.decodeIfPresent(Double.self, forKey: .constantRateFactor) {
            self = .constantRateFactor(factor)
        } else {
            self = .ofPreset
        }
    }

    /// One of the keys `bitRate` and `constantRateFactor`; neither for `ofPreset`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .constantRateFactor(let factor): try values.encode(factor, forKey: .constantRateFactor)
        case .bitRate(let bits): try values.encode(bits, forKey: .bitRate)
        case .ofPreset: break
        }
    }
}
