import MediaIO
import MediaTime

/// The timecode of a file's first picture.
package struct StartTimecode: Hashable {
    package var code: Timecode
    /// At which the file's timecode counts.
    package var rate: FrameRate
    /// Since midnight, by the count of frames: non-drop timecode at 29.97 runs slow by a thousandth.
    package var time: MediaTime { rate.time(ofFrame: code.frame) }
}

extension MediaInfo {
    /// `nil` for a file without timecode or pictures.
    package var startTimecode: StartTimecode? {
        guard let timecode, let rate = video?.filmRate, let code = Timecode(parsing: timecode, at: rate) else {
            return nil
        }
        return StartTimecode(code: code, rate: rate)
    }
}
