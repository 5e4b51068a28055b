import CFFmpeg
import MediaTime

/// One decoded frame and when it is shown, on the clock of the file.
struct DecodedFrame {
    let owner: FrameOwner
    let start: MediaTime
    var pointer: UnsafeMutablePointer<AVFrame> { owner.pointer }
}
