import CFFmpeg
import Pictures

extension Picture {
    /// A picture over the memory of a decoded frame, which lives as long as the picture.
    convenience init(wrapping frame: FrameOwner, format: PixelFormat) {
        let size = PictureSize(width: Int(frame.pointer.pointee.width), height: Int(frame.pointer.pointee.height))
        let plane = { (index: Int, size: PictureSize) in
            Plane(
                base: UnsafeMutableRawPointer(compose_frame_plane(frame.pointer, Int32(index))), width: size.width,
                height: size.height, strideInBytes: Int(compose_frame_stride(frame.pointer, Int32(index))))
        }
        let chroma = size.chroma420
        self.init(
            format: format, size: size, planes: (plane(0, size), plane(1, chroma), plane(2, chroma)), owner: frame)
    }

    var rawPlanes: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) {
        (luma.row(0, as: UInt8.self), cb.row(0, as: UInt8.self), cr.row(0, as: UInt8.self))
    }
}

extension PixelFormat {
    var ffmpeg: AVPixelFormat { self == .yuv420p8 ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV420P10LE }
}

/// Side data of a stream; `nil` if there is none, or too little.
func sideData<Value: BitwiseCopyable>(
    _ stream: UnsafePointer<AVStream>, _ type: AVPacketSideDataType, as: Value.Type = Value.self
) -> Value? {
    var size = 0
    guard let data = compose_stream_side_data(stream, type, &size), size >= MemoryLayout<Value>.size else { return nil }
    return UnsafeRawPointer(data).loadUnaligned(as: Value.self)
}

func sideData<Value: BitwiseCopyable>(
    _ frame: UnsafePointer<AVFrame>, _ type: AVFrameSideDataType, as: Value.Type = Value.self
) -> Value? {
    av_frame_get_side_data(frame, type).map { UnsafeRawPointer($0.pointee.data).loadUnaligned(as: Value.self) }
}
