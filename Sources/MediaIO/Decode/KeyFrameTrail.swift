import CFFmpeg
import MediaTime

/// The key frames that were sent to a decoder, to go back to.
struct KeyFrameTrail {
    let stream: Int
    private var keys: [Key] = []
    private var packetCount = 0

    private struct Key {
        /// Decode and presentation time: one or the other is in the container's index.
        var times: [MediaTime]
        var packetsBefore: Int
    }

    /// Enough to go back with any number of threads where every frame is a key frame.
    private static let mostKeys = 128

    init(stream: Int) { self.stream = stream }

    var isEmpty: Bool { keys.isEmpty }
    /// So far there was only one key frame, which needs nothing else.
    var isAtFirst: Bool { packetCount == 1 && keys.count == 1 }

    /// Records a packet that is sent to the decoder.
    ///
    /// - Parameter isPoint: a decoder can start there, according to both the container and the packet itself.
    mutating func note(_ packet: UnsafePointer<AVPacket>, from demuxer: Demuxer, isPoint: Bool) {
        packetCount += 1
        guard isPoint else { return }
        let stamps = [packet.pointee.dts, packet.pointee.pts]
        keys.append(
            Key(times: stamps.compactMap { demuxer.time($0, stream: stream) }, packetsBefore: packetCount - 1))
        if keys.count > 2 * Self.mostKeys { keys.removeFirst(Self.mostKeys) }
    }

    /// Where to read from for the key frame before the last one that came more than `pending` packets ago.
    ///
    /// - Returns: `nil` if there was none that the container's index has.
    func place(pending: Int, in demuxer: Demuxer) -> MediaTime? {
        guard let last = keys.lastIndex(where: { $0.packetsBefore + pending < packetCount }) else { return nil }
        return keys[..<last].reversed().lazy.compactMap { self.time(of: $0, in: demuxer) }.first
    }

    /// Where to read from for the key frame before the first that was sent, by the container's index; a `nil` place
    /// is the beginning of the file, and `nil` altogether means that the index does not have the first.
    func placeBeforeFirst(in demuxer: Demuxer) -> MediaTime?? {
        guard let first = keys.first, let own = time(of: first, in: demuxer) else { return nil }
        let before = demuxer.keyFrame(before: own - MediaTime(flicks: 1), stream: stream)
        return .some(before.flatMap { $0 < own ? $0 : nil })
    }

    /// The time that leads to a key frame; `nil` if only reading from the beginning is sure to find it.
    private func time(of key: Key, in demuxer: Demuxer) -> MediaTime? {
        guard demuxer.knowsKeyFrames else { return nil }
        return key.times.first { demuxer.keyFrame(before: $0, stream: stream) == $0 }
    }
}

/// The frames that a decoder has output, to recognize them when they are decoded again.
struct GivenFrames {
    private var last: MediaTime?
    private var latest = MediaTime.distantPast
    private var count = 0
    /// While frames that were output before are skipped: how many were.
    private var skipped: Int?

    /// Decoding starts over, somewhere before the last frame that was output.
    mutating func startOver() { skipped = last == nil ? nil : 0 }

    /// A frame that would come was not decoded; starting over may decode it.
    mutating func leaveOut() { count += 1 }

    /// Records a frame.
    ///
    /// - Returns: whether it is new.
    mutating func isNew(_ start: MediaTime) -> Bool {
        if let before = skipped {
            skipped = before + 1
            let isLast = start == last
            // The last one always comes, unless reading again gives other time stamps: damaged transport streams.
            let isPast = start > latest || before >= count + Self.mostSkipped
            if isLast || isPast { skipped = nil }
            if isLast || !isPast { return false }
        }
        last = start
        latest = max(latest, start)
        count += 1
        return true
    }

    /// Decoding may start that many frames before the first that was output: ten seconds.
    private static let mostSkipped = 300
}
