import MediaIO
import MediaTime
import Placing
import Timeline

extension RenderPlan {
    /// Logs the decisions in one line.
    package func logDecisions() {
        let copies = spans.filter { if case .copy = $0 { true } else { false } }.count
        RenderLog.logger.debug(
            """
            plan: \(Self.counted(composition.frameCount, "frame")), \(Self.counted(copies, "span")) copied \
            (\(Self.counted(copiedFrameCount, "frame"))), \(spans.count - copies) encoded in \
            \(Self.counted(units.count, "part")); \
            sound \(audioCopy != nil ? "copied" : encodesAudio ? "encoded" : "left out"); \
            \(timescale) ticks per second
            """)
    }

    /// Logs how the pictures of `parts` are made, in one line.
    package func logEncoding(_ parts: Int, jobs: Int, decoderThreads: Int) {
        RenderLog.logger.debug(
            """
            encoding \(Self.counted(parts, "part")), \(jobs) at a time: \(video.codec.rawValue) \(video.preset), \
            \(video.quality.words), \
            \(video.codedSize) \(video.canvas.format) \(video.canvas.color)\
            \(video.splice == nil ? "" : ", onto the parameter sets of the copied packets"); \
            \(Self.counted(encoderThreads, "thread")) for the encoder, \(decoderThreads) for each decoder
            """)
    }

    /// "1 part", "2 parts".
    private static func counted(_ count: some BinaryInteger, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }
}

extension Quality {
    /// "crf 18", "8000 kb/s".
    fileprivate var words: String {
        switch self {
        case .constantRateFactor(let factor): "crf \(factor == factor.rounded() ? "\(Int(factor))" : "\(factor)")"
        case .bitRate(let bits): "\(bits / 1000) kb/s"
        case .ofPreset: "quality of the preset"
        }
    }
}
