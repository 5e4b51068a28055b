import CFFmpeg

/// Side data of a stream; `nil` if there is none, or too little.
func sideData<Value: BitwiseCopyable>(
    _ stream: UnsafePointer<AVStream>, _ type: AVPacketSideDataType, as: Value.Type = Value.self
) -> Value? {
    var size = 0
    guard let data = compose_stream_side_data(stream, type, &size), size >= MemoryLayout<Value>.size else { return nil }
    return UnsafeRawPointer(data).loadUnaligned(as: Value.self)
}

/// Side data of a frame.
func sideData<Value: BitwiseCopyable>(
    _ frame: UnsafePointer<AVFrame>, _ type: AVFrameSideDataType, as: Value.Type = Value.self
) -> Value? {
    av_frame_get_side_data(frame, type).map { UnsafeRawPointer($0.pointee.data).loadUnaligned(as: Value.self) }
}
