import CFFmpeg
import MediaTime

/// One decoded frame and when it is shown, on the clock of the file.
struct DecodedFrame {
    let owner: FrameOwner
    let start: MediaTime
    var pointer: UnsafeMutablePointer<AVFrame> { owner.pointer }
}

extension AVFrame {
    /// Its own time stamp; FFmpeg's guess only where it has none. After some wrong stamps, FFmpeg guesses for the rest of
    /// the file.
    var stamp: Int64 { pts == compose_no_timestamp ? best_effort_timestamp : pts }
}
