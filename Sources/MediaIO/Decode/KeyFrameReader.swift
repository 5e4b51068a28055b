import MediaTime
import Pictures

/// Shows key frames: of all pictures near a time, the ones that are decoded alone. Not thread-safe.
package final class KeyFrameReader {
    private let decoder: VideoDecoder
    private let fitter: PictureFitter
    private let start: MediaTime
    private var last: (key: MediaTime, start: MediaTime, picture: Picture)?

    /// - Parameters:
    ///   - orientation: what makes the stored picture upright.
    ///   - canvas: what the pictures are converted to.
    package init(
        path: String, info: VideoInfo, orientation: Orientation, canvas: Canvas, fit: Fit, grade: Grade = Grade()
    ) throws(MediaError) {
        decoder = try VideoDecoder(path: path, info: info, threads: 1)
        start = info.footage.start
        fitter = PictureFitter(
            source: info, orientation: orientation, framing: Framing().stored(orientation), grade: grade,
            canvas: canvas, fit: fit)
    }

    /// The key frame at or before a time on the clock of the file, and its time; without key frames, the first picture
    /// after where reading can begin.
    ///
    /// - Throws: `MediaError.noPicture` if nothing there can be decoded.
    package func picture(before time: MediaTime) throws(MediaError) -> (start: MediaTime, picture: Picture) {
        let key = key(before: time)
        let shown = try picture(at: time, key)
        // An index has decode timestamps: a key frame that is stored before `time` may be shown after it.
        guard shown.start > time, time > start, let key else { return shown }
        let before = key - .milliseconds(1)
        return try picture(at: before, self.key(before: before))
    }

    private func key(before time: MediaTime) -> MediaTime? {
        decoder.trustsIndex ? decoder.demuxer.keyFrame(before: time, stream: decoder.streamIndex) : nil
    }

    private func picture(
        at time: MediaTime, _ key: MediaTime?
    ) throws(MediaError) -> (start: MediaTime, picture: Picture) {
        if let last, key == last.key { return (last.start, last.picture) }
        var found = try decoder.keyFrame(before: time)
        if found == nil {
            try decoder.seek(to: time)
            found = try decoder.next()
        }
        guard let found else { throw .noPicture(path: decoder.demuxer.path) }
        do {
            let picture = try fitter.picture(from: found)
            last = key.map { ($0, found.start, picture) }
            return (found.start, picture)
        } catch {
            throw .decoding(decoder.demuxer.path, error)
        }
    }
}
