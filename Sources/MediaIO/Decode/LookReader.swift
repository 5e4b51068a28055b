import MediaTime

/// Decodes pairs of frames of one file from time to time: key frames where there are enough of them, and what follows
/// shortly after. Not thread-safe.
final class LookReader {
    private let decoder: VideoDecoder
    private let interval: MediaTime
    private let longest: MediaTime
    private let end: MediaTime
    private var last: MediaTime?
    private var seeks = true
    var path: String { decoder.demuxer.path }

    /// - Parameters:
    ///   - range: on the clock of the file; looks begin at its start, or at a key frame shortly before.
    ///   - interval: between looks, half of it at least.
    ///   - longest: how far the next key frame may be; further away, all frames up to the interval are decoded.
    /// - Throws: `MediaError` for a file that cannot be decoded.
    init(
        path: String, info: VideoInfo, in range: Range<MediaTime>? = nil, interval: MediaTime, longest: MediaTime
    ) throws(MediaError) {
        (self.interval, self.longest) = (interval, longest)
        decoder = try VideoDecoder(path: path, info: info, threads: 1)
        end = min(range?.upperBound ?? info.footage.end, info.footage.end)
        guard let start = range?.lowerBound, start > info.footage.start else { return }
        // As if the last look had been that long ago.
        last = start - interval
        try decoder.seek(to: start)
    }

    /// The next frame and one shortly after it, `nil` after a gap in the recording; `nil` at the end.
    ///
    /// - Throws: `MediaError` for system failures; damaged pictures are used as decoded.
    func next() throws(MediaError) -> (frame: DecodedFrame, next: DecodedFrame?)? {
        guard let first = try frame(), first.start < end else { return nil }
        last = first.start
        while let frame = try decoder.next() {
            let after = frame.start - first.start
            guard after >= Self.pair else { continue }
            return (first, after <= Self.pair * 4 ? frame : nil)
        }
        return (first, nil)
    }

    /// Between the frames of a look: long enough to see motion, short enough that shake has not reversed.
    private static let pair = MediaTime.milliseconds(80)
    /// An index has decode timestamps, but FFmpeg seeks in MP4 by presentation timestamps, which are later.
    private static let reordering = MediaTime.milliseconds(200)

    /// A key frame about an interval after the last look; without one, any frame.
    private func frame() throws(MediaError) -> DecodedFrame? {
        guard let last else { return try decoder.next() }
        let target = last + interval
        if seeks, let key = keyFrame(after: last + interval / 2, until: last + longest) {
            try decoder.seek(to: key + Self.reordering)
            while let frame = try decoder.next() {
                if frame.start > last + interval / 2 { return frame }
                // It led to an earlier key frame, as it would again.
                seeks = false
            }
            return nil
        }
        guard target < end else { return nil }
        while let frame = try decoder.next() { if frame.start >= target { return frame } }
        return nil
    }

    private func keyFrame(after start: MediaTime, until end: MediaTime) -> MediaTime? {
        guard decoder.findsPoints, decoder.trustsIndex, start < self.end else { return nil }
        var time = start
        while time <= end {
            time = time + .milliseconds(250)
            if let key = decoder.demuxer.keyFrame(before: time, stream: decoder.streamIndex), key > start { return key }
        }
        return nil
    }
}
