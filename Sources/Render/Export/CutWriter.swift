import Bitstream
import MediaIO
import MediaTime
import Planning

/// Writes a camera's recording, cut to a film, to a file. Nothing is decoded: packets that players need before the
/// first picture are included, and an edit list hides them.
struct CutWriter {
    let file: DeliverySet.File
    /// The film's plan, whose inputs must not be overwritten.
    let plan: RenderPlan
    let mayReplace: Bool
    let cancellation: Cancellation

    private var cut: CameraCut { file.cut }

    /// - Returns: the finished file, not yet under its final name.
    /// - Throws: `MediaError`; `RenderError.cancelled` between packets.
    func write() throws -> Muxer {
        let (source, index, packets) = (cut.source, cut.index, cut.selection.packets)
        let muxer = try Muxer(path: file.path, inputs: plan.inputFiles, mayReplace: mayReplace)
        let stream = try CopiedStream(path: source.path, stream: source.video.streamIndex, clock: source.info.clock)
        let track = try muxer.addTrack(
            copying: stream, turned: source.orientation == source.video.orientation ? nil : source.orientation)
        let sounds = try source.info.audio.filter(\.isDecodable).map { try CutSound($0, of: cut, in: muxer) }
        muxer.setMetadata(
            plan.output.metadata == nil ? [:] : source.info.portableMetadata(from: cut.start, length: cut.duration))
        muxer.end = cut.selection.shownDuration
        try muxer.start()

        let zero = index.entries[cut.selection.first].presentation
        let times = DecodeTimes(packets.map { index.entries[$0].presentation - zero })
        let end = cut.duration.ticks(in: index.timeBase, .nearest)
        var written = 0
        try CodedPacketReader(path: source.path, video: source.video, index: index).read(packets) { entry, bytes in
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            let presentation = index.entries[entry].presentation - zero
            // The picture shown last is shown to the end; so is the packet decoded last, because either one can end the
            // track.
            let isLast = written == times.sorted.count - 1 || presentation == times.sorted.last
            try muxer.write(
                StoredPacket(
                    presentation: presentation, isKeyFrame: index.entries[entry].canStart, bytes: try carried(bytes)),
                track: track, decode: times[written],
                duration: isLast ? max(1, end - times.sorted[times.sorted.count - 1]) : 0)
            for sound in sounds { try sound.write(until: MediaTime(times[written], in: index.timeBase), to: muxer) }
            written += 1
        }
        for sound in sounds { try sound.write(until: .distantFuture, to: muxer) }
        _ = try muxer.finish()
        return muxer
    }

    /// If the film is to carry no recording date or location, neither do packets copied from its cameras.
    private func carried(_ bytes: [UInt8]) throws -> [UInt8] {
        guard plan.output.metadata == nil else { return bytes }
        let isHEVC = cut.source.video.codec == "hevc"
        return try UserData.removed(from: bytes, isHEVC: isHEVC, framing: cut.index.framing(isHEVC: isHEVC))
    }
}

/// One sound track of a cut, in step with its picture.
private final class CutSound {
    private let stream: CopiedStream
    private let track: Int
    /// The range of the cut, in ticks of the stream.
    private let range: Range<Int64>
    private var pending: CopiedStream.Packet?
    private var lastDecode = Int64.min

    /// Decoders need some data from before the first audible sample: a packet of AAC, 80 ms of Opus (RFC 7845 §4.6).
    private static let lead = MediaTime.milliseconds(100)

    init(_ info: AudioInfo, of cut: CameraCut, in muxer: Muxer) throws {
        stream = try CopiedStream(path: cut.source.path, stream: info.streamIndex, clock: cut.source.info.clock)
        track = try muxer.addTrack(copying: stream)
        let start = cut.soundStart.ticks(in: stream.timeBase, .nearest)
        range = start..<max(start + 1, (cut.soundStart + cut.duration).ticks(in: stream.timeBase, .nearest))
        let lead = Self.lead.ticks(in: stream.timeBase, .up)
        // One more second, because not every container finds the exact packet.
        if cut.soundStart > .seconds(2) { stream.seek(before: cut.soundStart - .seconds(1)) }
        repeat {
            pending = try stream.next()
        } while pending.map { $0.presentation + $0.duration < start - lead } ?? false
    }

    func write(until time: MediaTime, to muxer: Muxer) throws {
        let end = time == .distantFuture ? .max : range.lowerBound + time.ticks(in: stream.timeBase, .up)
        while let packet = pending, packet.presentation <= end, packet.presentation < range.upperBound {
            let decode = max(packet.presentation - range.lowerBound, lastDecode == .min ? .min : lastDecode + 1)
            try muxer.write(
                StoredPacket(presentation: decode, isKeyFrame: true, bytes: packet.bytes), track: track, decode: decode,
                duration: max(1, min(packet.duration, range.upperBound - packet.presentation)))
            lastDecode = decode
            pending = try stream.next()
        }
    }
}
