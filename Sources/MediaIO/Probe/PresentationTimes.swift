import CFFmpeg
import MediaTime

/// The time stamps of a video stream, sampled at its two ends: where its footage begins and ends, how long a
/// frame nominally is, and whether all are equally long.
///
/// Headers are often wrong (truncated files, edit lists, averages over pauses); packets are what will be decoded.
struct PresentationTimes {
    var footage: TimeRange
    var frameRate: FrameRate
    var isVariable: Bool
    /// How far the footage ends before the time in the header; zero unless that is more than the usual error of
    /// headers.
    var missingEnd: MediaTime
    var isSinglePicture: Bool
    /// All packets are shown when they are decoded.
    private(set) var areDecodeTimes = true

    /// Headers of complete files are wrong by up to the length of a long frame (0.13 s in real recordings).
    private static let tolerated = MediaTime.milliseconds(500)

    /// Packets read at the start: two to ten seconds, enough for the nominal rate.
    private static let headCount = 300

    init(_ demuxer: Demuxer, stream index: Int) throws(MediaError) {
        demuxer.select(index)
        var shown: [TimeRange] = []
        var decoding: MediaTime?
        while shown.count < Self.headCount, try demuxer.read() {
            if let one = Self.shown(demuxer, index) {
                shown.append(one)
                decoding = demuxer.time(demuxer.packet.pointee.dts, stream: index)
                if decoding != one.start { areDecodeTimes = false }
            }
        }
        let isWhole = shown.count < Self.headCount
        isSinglePicture = shown.count == 1
        shown = Self.plausible(shown)
        guard let first = shown.map(\.start).min() else { throw .noPicture(path: demuxer.path) }
        var (end, last) = (shown.map(\.end).max()!, shown.max { $0.start < $1.start }!)
        if !isWhole, let tail = try Self.tail(demuxer, index, after: end) {
            end = max(end, tail.map(\.end).max()!)
            last = tail.max { $0.start < $1.start }!
        }
        let stream = demuxer.stream(index).pointee
        let average = FrameRate(Int64(stream.avg_frame_rate.num), Int64(stream.avg_frame_rate.den))
        let intervals = Self.intervals(Self.settled(shown.map(\.start).sorted(), isWhole, decodedUntil: decoding))
        let nominal = Self.nominal(intervals, timeBase: demuxer.timeBase(of: index)) ?? average ?? .thirty
        let stated = Self.statedEnd(demuxer, index) ?? .zero
        if last.end - last.start < nominal.frameDuration / 2, end < stated, stated - end <= Self.tolerated {
            // For reordered frames of variable rate in MP4, FFmpeg gives only lengths of one tick; the header has the
            // total.
            end = stated
        } else if isWhole && last.start == last.end {
            // A frame without a stated duration lasts one nominal frame.
            end = last.start + nominal.frameDuration
        }
        footage = TimeRange(start: first, end: max(end, first + MediaTime(flicks: 1)))
        let missing = stated - footage.end
        missingEnd = missing > Self.tolerated ? missing : .zero
        // Stamps rounded to their time base differ by one tick; a camera's clock by less than a millisecond.
        let tolerance = max(MediaTime(1, in: demuxer.timeBase(of: index)) * 2, .milliseconds(1))
        isVariable = intervals.contains { ($0 - nominal.frameDuration).magnitude > tolerance }
        frameRate = Self.rate(
            nominal: nominal, average: average, isVariable: isVariable,
            isInterlaced: stream.codecpar.pointee.isInterlaced)
    }

    /// Where frame durations differ, use the usual interval; jitter of a few milliseconds around it means the
    /// standard rate nearby. Where all are equal, the header's average is exact, unless edit lists or invented
    /// durations distort it.
    private static func rate(
        nominal: FrameRate, average: FrameRate?, isVariable: Bool, isInterlaced: Bool
    ) -> FrameRate {
        if isVariable { return nominal.snapped(withinPerMille: 100) ?? nominal }
        // Fields may come in separate packets, two for each frame.
        let packetsPerFrame: [Double] = isInterlaced ? [1, 2] : [1]
        guard let average, case let ratio = nominal.framesPerSecond / average.framesPerSecond,
            packetsPerFrame.contains(where: { abs(ratio - $0) < 0.005 })
        else { return nominal.snapped }
        return average.snapped
    }

    /// The end of the stream according to its header, or to the tag that Matroska's writers add.
    private static func statedEnd(_ demuxer: Demuxer, _ index: Int) -> MediaTime? {
        let stream = demuxer.stream(index).pointee
        if demuxer.mayJump { return nil }  // An estimate from the bit rate.
        if stream.duration != compose_no_timestamp {
            // Without edit lists the header's start is that of the edit.
            let start = demuxer.clock.ignoresEditLists ? nil : demuxer.time(stream.start_time, stream: index)
            return (start ?? .zero) + MediaTime(stream.duration, in: demuxer.timeBase(of: index))
        }
        // "00:00:06.021000000"
        return dictionary(stream.metadata)["DURATION"].flatMap { MediaTime(parsing: $0) }
    }

    /// When the packet that was read last is shown, if at all.
    private static func shown(_ demuxer: Demuxer, _ index: Int) -> TimeRange? {
        let packet = demuxer.packet.pointee
        // Packets before the start of an edit list are decoded but not shown.
        guard packet.flags & AV_PKT_FLAG_DISCARD == 0,
            let start = demuxer.time(packet.pts == compose_no_timestamp ? packet.dts : packet.pts, stream: index)
        else { return nil }
        return TimeRange(start: start, duration: MediaTime(max(0, packet.duration), in: demuxer.timeBase(of: index)))
    }

    /// The last frames: seeks close to the stated end and reads from there; if that finds nothing later than `head`
    /// (no seeking, or a wrong duration), reads the whole file. `nil` if there is nothing later.
    private static func tail(
        _ demuxer: Demuxer, _ index: Int, after head: MediaTime
    ) throws(MediaError) -> [TimeRange]? {
        let rest = { () throws(MediaError) -> [TimeRange]? in
            var shown: [TimeRange] = []
            while try demuxer.read() {
                if let one = Self.shown(demuxer, index) { shown.append(one) }
            }
            let plausible = plausible(shown)
            return plausible.contains { $0.end > head } ? plausible : nil
        }
        if demuxer.seek(to: .seconds(10 * 365 * 86400), stream: index), let rest = try rest() { return rest }
        return demuxer.seek(to: .zero, stream: index) ? try rest() : nil
    }

    /// No recording pauses for longer than this, an hour; a stamp that far from the others is broken.
    private static let longestPause = MediaTime.seconds(3600)

    /// The ranges of the largest group without such a pause inside.
    private static func plausible(_ shown: [TimeRange]) -> [TimeRange] {
        let sorted = shown.sorted { $0.start < $1.start }
        var best: ArraySlice<TimeRange> = []
        var first = 0
        for index in sorted.indices {
            let isLast = index + 1 == sorted.count || sorted[index + 1].start - sorted[index].start > longestPause
            guard isLast else { continue }
            if index + 1 - first > best.count { best = sorted[first...index] }
            first = index + 1
        }
        return best.map { TimeRange(start: $0.start, duration: min($0.duration, longestPause)) }
    }

    /// The times before which no unread packet is shown: all packets still to be decoded are shown later than they are
    /// decoded. The others have gaps, because frames are reordered.
    private static func settled(
        _ sorted: [MediaTime], _ isWhole: Bool, decodedUntil decoding: MediaTime?
    ) -> [MediaTime] {
        if isWhole { return sorted }
        let settled = decoding.map { end in sorted.filter { $0 <= end } } ?? []
        // Without such times: no stream holds back more than sixteen frames (H.264 A.3.1, HEVC A.4.2).
        return settled.count > 1 ? settled : sorted.dropLast(16)
    }

    private static func intervals(_ sorted: [MediaTime]) -> [MediaTime] {
        zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > .zero }
    }

    /// The rate of the median interval, which pauses, slow stretches and lost frames do not affect.
    private static func nominal(_ intervals: [MediaTime], timeBase: TimeBase) -> FrameRate? {
        guard !intervals.isEmpty else { return nil }
        let median = intervals.sorted()[intervals.count / 2]
        // Coarse ticks (1/1000 in Matroska) round single intervals, but not the mean of those near the median.
        let near = intervals.filter { ($0 - median).magnitude <= median / 8 }
        let sum = near.reduce(MediaTime.zero, +)
        let microhertz = rescale(
            Int64(near.count) * MediaTime.flicksPerSecond, 1_000_000, over: max(1, sum.flicks), .nearest)
        return FrameRate(min(microhertz, Int64(Int32.max)), 1_000_000)?.snapped
    }
}
