import CFFmpeg
import MediaTime
import Pictures

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
        // When joined with a camera's packets, the track declares it for all.
        if codec.carriesHighDynamicRange, splice == nil {
            parameters.merge(lightLevels?.encoderParameters ?? [:]) { $1 }
        }
        guard !parameters.isEmpty else { return options }
        let text = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
        return options + [(name, text)]
    }
}
