import CFFmpeg
import MediaTime
import Pictures

package struct VideoTrackParameters: Hashable, Sendable {
    package var codec: VideoCodec
    /// As coded, before orientation.
    package var size: PictureSize
    /// The codec's own header: avcC or hvcC (ISO/IEC 14496-15), or the encoder's.
    package var configuration: [UInt8]
    package var color: ColorDescription
    /// Stored as the display matrix.
    package var orientation: Orientation
    /// Ticks per second of the track.
    package var timescale: Int32
    /// The nominal rate; packets have their own times.
    package var frameRate: FrameRate
    package var lightLevels: LightLevels?
    /// The encoder's preset, where the container names it, and what it is given.
    var preset: String
    var format: PixelFormat

    /// - Parameters:
    ///   - preset: the encoder's; decides the sample entry of ProRes, without effect on other codecs.
    ///   - format: of the canvas; without effect on H.264 and HEVC.
    package init(
        codec: VideoCodec, size: PictureSize, configuration: [UInt8], color: ColorDescription,
        orientation: Orientation, timescale: Int32, frameRate: FrameRate,
        lightLevels: LightLevels? = nil, preset: String = "", format: PixelFormat = .yuv420p8
    ) {
        self.codec = codec
        self.size = size
        self.configuration = configuration
        self.color = color
        self.orientation = orientation
        self.timescale = timescale
        self.frameRate = frameRate
        self.lightLevels = lightLevels
        self.preset = preset
        self.format = format
    }

    /// - Parameter container: that the stream belongs to; sample entries are for MP4 and MOV, and for Matroska's
    ///   ProRes, which stores its kind in them.
    func apply(to stream: UnsafeMutablePointer<AVStream>, in container: Container) throws(FFmpegFailure) {
        let parameters = stream.pointee.codecpar!
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = codec.row.id
        if container.row.isISO || codec == .prores { parameters.pointee.codec_tag = codecTag(codec.row.tag(preset)) }
        // VP9's box contains the bit depth.
        if !codec.canBeCopied { parameters.pointee.format = codec.samples(of: format).rawValue }
        parameters.pointee.width = Int32(size.width)
        parameters.pointee.height = Int32(size.height)
        parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        parameters.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        parameters.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        parameters.pointee.color_space = AVColorSpace(UInt32(color.matrix))
        parameters.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        try setExtradata(configuration, of: parameters)
        stream.pointee.time_base = AVRational(num: 1, den: timescale)
        stream.pointee.avg_frame_rate = AVRational(num: Int32(frameRate.numerator), den: Int32(frameRate.denominator))
        try lightLevels?.apply(to: stream)
        guard orientation != .upright else { return }
        try setDisplayMatrix(orientation, of: stream, size)
    }
}

/// The nine words of `tkhd`: 16.16 for a b c d, translation so that the picture stays in the positive quadrant.
///
/// - Parameter size: as coded.
func setDisplayMatrix(
    _ orientation: Orientation, of stream: UnsafeMutablePointer<AVStream>, _ size: PictureSize
) throws(FFmpegFailure) {
    let (a, b, c, d) = orientation.displayMatrix
    let data = try allocated(
        "av_stream_new_side_data", compose_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36))
    let one = 1 << 16
    let x = (a < 0 ? size.width : 0) + (c < 0 ? size.height : 0)
    let y = (b < 0 ? size.width : 0) + (d < 0 ? size.height : 0)
    let words = [a * one, b * one, 0, c * one, d * one, 0, x * one, y * one, 1 << 30]
    data.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
        for (index, word) in words.enumerated() { matrix[index] = Int32(truncatingIfNeeded: word) }
    }
}

/// Gives a stream its codec's own header.
func setExtradata(_ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>)
    throws(FFmpegFailure)
{
    parameters.pointee.extradata = try extradata(bytes)
    parameters.pointee.extradata_size = Int32(bytes.count)
}

/// A copy of a codec's header for FFmpeg, which will free it (`av_mallocz`, padded as its readers want).
func extradata(_ bytes: [UInt8]) throws(FFmpegFailure) -> UnsafeMutablePointer<UInt8> {
    let data = try allocated("av_mallocz", av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)))
    data.copyMemory(from: bytes, byteCount: bytes.count)
    return data.assumingMemoryBound(to: UInt8.self)
}

/// The codec header that an encoder made when it was opened.
func configuration(of encoder: UnsafePointer<AVCodecContext>) -> [UInt8] {
    Array(UnsafeBufferPointer(start: encoder.pointee.extradata, count: Int(encoder.pointee.extradata_size)))
}

extension VideoEncoder {
    /// The header that it made when it was opened.
    package var configuration: [UInt8] { MediaIO.configuration(of: codec.pointer) }
}
