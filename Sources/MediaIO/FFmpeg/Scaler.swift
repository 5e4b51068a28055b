import CFFmpeg
import Pictures

/// An `SwsContext`: size and pixel format in one pass, bicubic.
final class Scaler {
    private let context: UnsafeMutableRawPointer
    private let height: Int32

    init(from: PictureSize, _ source: AVPixelFormat, to: PictureSize, _ target: AVPixelFormat) throws(FFmpegFailure) {
        context = try allocated(
            "sws_getContext",
            compose_scaler(Int32(from.width), Int32(from.height), source, Int32(to.width), Int32(to.height), target))
        // swscale treats gray as full range unless told otherwise; here both sides have the same range.
        _ = compose_scaler_set_range(context, SWS_CS_ITU709, 0, 0)
        height = Int32(from.height)
    }
    deinit { compose_scaler_free(context) }

    func scale(_ source: Picture, into picture: Picture) throws(FFmpegFailure) {
        let frame = try FrameOwner()
        frame.pointer.pointee.data.0 = source.rawPlanes.0
        frame.pointer.pointee.data.1 = source.rawPlanes.1
        frame.pointer.pointee.data.2 = source.rawPlanes.2
        frame.pointer.pointee.linesize.0 = Int32(source.luma.strideInBytes)
        frame.pointer.pointee.linesize.1 = Int32(source.cb.strideInBytes)
        frame.pointer.pointee.linesize.2 = Int32(source.cr.strideInBytes)
        try withExtendedLifetime(source) { () throws(FFmpegFailure) in try scale(frame, into: picture) }
    }

    func scale(_ frame: FrameOwner, into picture: Picture) throws(FFmpegFailure) {
        try check(
            "sws_scale",
            compose_scale(
                context, frame.pointer, height, picture.rawPlanes.0, picture.rawPlanes.1, picture.rawPlanes.2,
                Int32(picture.luma.strideInBytes), Int32(picture.cb.strideInBytes), Int32(picture.cr.strideInBytes)))
    }

    func scale(_ frame: FrameOwner, into target: FrameOwner) throws(FFmpegFailure) {
        let (planes, strides) = (target.pointer.pointee.data, target.pointer.pointee.linesize)
        try check(
            "sws_scale",
            compose_scale(
                context, frame.pointer, height, planes.0, planes.1, planes.2, strides.0, strides.1, strides.2))
    }
}
