import CFFmpeg
import Audio
import MediaTime

/// An `SwrContext`: converts any sound to planar float in one format.
final class Resampler {
    /// The kind of a frame of sound; another kind needs another resampler.
    struct Kind: Equatable {
        var rate: Int32
        var format: Int32
        var channels: Int32
        /// Three or more channels without places in a room: a recorder's microphones.
        var areMicrophones: Bool
        init(_ frame: UnsafePointer<AVFrame>) {
            rate = frame.pointee.sample_rate
            format = frame.pointee.format
            channels = frame.pointee.ch_layout.nb_channels
            areMicrophones = channels > 2 && frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC
        }
    }

    let kind: Kind
    /// The rate of the output relative to the input.
    let rate: ClockRate
    private let format: AudioFormat
    /// Adds the two channels that swresample makes where one is wanted of several.
    private var sum: MonoSum?
    /// How many channels swresample makes.
    private let channelCount: Int
    /// The output rate as set in swresample.
    private let outputRate: Int32
    private let context: OpaquePointer

    /// - Parameters:
    ///   - channels: those that are heard; `nil` for all.
    ///   - rate: of the clock that the sound is converted to, by the clock that it was recorded with.
    init(
        _ kind: Kind, like frame: UnsafePointer<AVFrame>, channels: SoundChannels? = nil,
        to format: AudioFormat = .mixing, rate: ClockRate = .one
    ) throws(FFmpegFailure) {
        self.kind = kind
        self.rate = rate
        self.format = format
        var rates = (kind.rate, format.sampleRate)
        if rate != .one {
            // swresample takes ratios of whole numbers up to 2³⁰ / 1024 (its phases), and refuses others. The nearest
            // such ratio is within half a millionth; the stamps correct the rest (`ClockDrift`).
            av_reduce(
                &rates.0, &rates.1, Int64(kind.rate) * rate.denominator, Int64(format.sampleRate) * rate.numerator,
                1_000_000)
        }
        outputRate = rates.1
        var context: OpaquePointer?
        var output = AVChannelLayout()
        // swresample adds channels whether or not they cancel each other; it gives each half its power.
        let isSummed =
            format.channelCount == 1 && kind.channels > 1
            && channels.map { $0.left != $0.right } ?? !kind.areMicrophones
        sum = isSummed ? MonoSum(weight: Float(0.5).squareRoot()) : nil
        channelCount = isSummed ? 2 : format.channelCount
        av_channel_layout_default(&output, Int32(channelCount))
        var input = AVChannelLayout()
        // One or two unordered channels (a count and nothing more) are mono and stereo; more have a matrix below.
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&input, kind.channels)
        } else {
            var own = frame.pointee.ch_layout
            av_channel_layout_copy(&input, &own)
        }
        defer { av_channel_layout_uninit(&input) }
        try check(
            "swr_alloc_set_opts2",
            swr_alloc_set_opts2(
                &context, &output, AV_SAMPLE_FMT_FLTP, outputRate, &input, AVSampleFormat(kind.format),
                rates.0, 0, nil))
        var result: Int32 = 0
        if let matrix = Self.matrix(kind, channels, outputs: channelCount) {
            result = swr_set_matrix(context, matrix, kind.channels)
        }
        if result >= 0 { result = swr_init(context) }
        if result < 0, channels == nil {
            // Layouts with no known mix (spatial sound, 22 channels): the first two channels; for ambisonic sound
            // only the first, which is omnidirectional.
            let count = Int(kind.channels)
            var matrix = [Double](repeating: 0, count: count * channelCount)
            matrix[0] = 1
            if channelCount > 1 {
                matrix[count + (input.order == AV_CHANNEL_ORDER_AMBISONIC || count == 1 ? 0 : 1)] = 1
            }
            swr_set_matrix(context, matrix, Int32(count))
            result = swr_init(context)
        }
        guard result >= 0, let context else {
            swr_free(&context)
            throw FFmpegFailure(call: "swr_init", code: result)
        }
        self.context = context
    }
    deinit {
        var context: OpaquePointer? = context
        swr_free(&context)
    }

    /// A row of factors for each output; `nil` for swresample's own mix of a layout.
    private static func matrix(_ kind: Kind, _ channels: SoundChannels?, outputs: Int) -> [Double]? {
        let count = Int(kind.channels)
        if let channels { return channels.matrix(inputs: count, outputs: outputs) }
        // Every output gets the only channel: swresample's own matrix makes it 3 dB quieter. Every microphone is heard as
        // if it were the only one; with as many outputs, each by itself.
        guard count == 1 || kind.areMicrophones else { return nil }
        let isEach = outputs == count && count > 1
        return (0..<outputs * count).map { !isEach || $0 / count == $0 % count ? 1 : 0 }
    }

    /// Samples taken in but not yet output, at the rate of the format.
    var delay: Int64 { swr_get_delay(context, Int64(outputRate)) }

    /// Outputs `samples` more (or fewer) than it takes in, over the next `length` samples.
    func bend(by samples: Int64, over length: Int64) throws(FFmpegFailure) {
        try check("swr_set_compensation", swr_set_compensation(context, Int32(samples), Int32(length)))
    }

    /// No recorder writes samples of +60 dBFS: such and infinite ones, and those that are no number, are damage in
    /// files of floating-point samples, and silence.
    private static let loudest: Float = 1000

    /// Resamples a frame; `nil` returns what is left inside.
    func convert(_ frame: FrameOwner?) throws(FFmpegFailure) -> AudioBuffer {
        let capacity = swr_get_out_samples(context, frame?.pointer.pointee.nb_samples ?? 0)
        var buffer = AudioBuffer(frameCount: 0, channelCount: format.channelCount)
        guard capacity > 0 else { return buffer }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * Int(capacity))
        defer { memory.deallocate() }
        let channels = (0..<channelCount).map { memory + $0 * Int(capacity) }
        var planes: [UnsafeMutablePointer<UInt8>?] = channels.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
        let count = try check("swr_convert", compose_resample(context, &planes, capacity, frame?.pointer))
        for channel in channels {
            for n in 0..<Int(count) where !(abs(channel[n]) < Self.loudest) { channel[n] = 0 }
        }
        buffer.channels = channels.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) }
        if sum != nil { buffer.channels = [sum!.hear(buffer.channels)] }
        return buffer
    }
}
