import CFFmpeg
import MediaTime

/// How a file is read: how the time stamps of packets become the clock of the file, if that is not simply the
/// container's, and what its streams are.
///
/// Determined once, by probing; every reader of the file then follows it, so that picture, sound and packet index
/// agree.
package struct FileClock: Hashable, Sendable {
    /// The edit lists hide every picture, or have more edits than a recording can have, and are ignored.
    package var ignoresEditLists = false
    /// Where the time stamps of a stream jump, in order of place.
    var jumps: [Jump] = []
    /// Key frames of the picture in order of time, for containers without an index of their own.
    var keyFrames: [KeyFrame] = []
    /// What is known about the streams, so that opening the file again is fast; `nil` if it has to be found each time.
    var headers: StreamHeaders?

    /// The container's own clock, without repairs.
    package init() {}

    /// What is known about the streams makes no clock another.
    package static func == (one: FileClock, other: FileClock) -> Bool {
        (one.ignoresEditLists, one.jumps, one.keyFrames) == (other.ignoresEditLists, other.jumps, other.keyFrames)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ignoresEditLists)
        hasher.combine(jumps)
        hasher.combine(keyFrames)
    }

    /// Time stamps were repaired.
    package var hasJumps: Bool { !jumps.isEmpty }

    /// From a place in the file on, `shift` is added to the time stamps of a stream.
    struct Jump: Hashable, Sendable {
        var stream: Int
        /// In bytes from the start of the file.
        var position: Int64
        var shift: MediaTime
    }

    struct KeyFrame: Hashable, Sendable {
        /// Decode timestamp, repaired, on the clock of the file.
        var time: MediaTime
        /// In bytes from the start of the file.
        var position: Int64
    }

    /// The offset added to the time stamps of `stream` at `position`.
    func shift(of stream: Int, at position: Int64) -> MediaTime {
        jumps.last { $0.stream == stream && $0.position <= position }?.shift ?? .zero
    }

    /// The last key frame at or before `time`; the first for times before all of them.
    func keyFrame(before time: MediaTime) -> KeyFrame? {
        keyFrames.last { $0.time <= time } ?? keyFrames.first
    }
}

// Transport and program streams carry a clock that may start anywhere and jump where a recorder was restarted or
// files were concatenated. FFmpeg unwraps the 33-bit counter; jumps are left to the reader.
extension FileClock {
    /// A gap in all streams that is longer than this is a jump (the threshold of the `ffmpeg` program), and so is any
    /// step backwards beyond what reordering explains.
    private static let longestGap = MediaTime.seconds(10)
    private static let longestStepBack = MediaTime.milliseconds(500)
    /// With more jumps than this it is not a clock; the rest is left unchanged.
    private static let mostJumps = 1000

    /// Reads every packet of a file whose time stamps may jump; leaves the demuxer at the end of the file.
    ///
    /// The first stream that jumps decides by how much: it continues where it was. The others follow when they reach
    /// the same jump, so sound keeps its relation to the picture.
    init(scanning demuxer: Demuxer) throws(MediaError) {
        let packet = demuxer.packet
        let (videoIndex, sounds) = (demuxer.videoIndex, Set(demuxer.audioIndices))
        var shifts: [Int: MediaTime] = [:]
        var ends: [Int: MediaTime] = [:]
        var starts: [Int: MediaTime] = [:]
        var steps: [Int: MediaTime] = [:]
        var newest = MediaTime.zero
        while try demuxer.read() {
            let stream = Int(packet.pointee.stream_index)
            let ticks = packet.pointee.dts == compose_no_timestamp ? packet.pointee.pts : packet.pointee.dts
            guard stream == videoIndex || sounds.contains(stream), let time = demuxer.time(ticks, stream: stream)
            else { continue }
            var shift = shifts[stream] ?? newest
            let latest = ends.values.max()
            let fits = { (shift: MediaTime) in
                let step = time + shift - (ends[stream] ?? latest ?? time + shift)
                return step >= -Self.longestStepBack
                    && (step <= Self.longestGap || time + shift - (latest ?? time) <= Self.longestGap)
            }
            if !fits(shift), jumps.count < Self.mostJumps {
                if !fits(newest) { newest = (ends[stream] ?? latest ?? time) - time }
                shift = newest
            }
            let position = demuxer.position()
            if shift != shifts[stream] ?? .zero { jumps.append(Jump(stream: stream, position: position, shift: shift)) }
            shifts[stream] = shift
            if let last = starts[stream], time + shift > last { steps[stream] = time + shift - last }
            starts[stream] = time + shift
            // The last packet before a jump often has no duration: it gets that of the one before.
            let stated = MediaTime(max(0, packet.pointee.duration), in: demuxer.timeBase(of: stream))
            let duration = stated > .zero ? stated : min(steps[stream] ?? .zero, .seconds(1))
            ends[stream] = max(ends[stream] ?? .distantPast, time + shift + duration)
            if stream == videoIndex, packet.pointee.flags & AV_PKT_FLAG_KEY != 0, position >= 0 {
                let key = KeyFrame(time: time + shift, position: position)
                if keyFrames.last.map({ $0.time < key.time && $0.position < key.position }) ?? true {
                    keyFrames.append(key)
                }
            }
        }
    }
}
