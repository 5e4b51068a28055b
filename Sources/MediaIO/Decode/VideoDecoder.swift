import Bitstream
import CFFmpeg
import Logging
import MediaTime
import Pictures

/// Decodes one video stream in presentation order. Not thread-safe.
///
/// Several threads decode undamaged pictures, and only those that are wanted. FFmpeg's concealment of damage depends on the progress of each thread,
/// so at the first sign of damage one thread takes over: it goes back, finds the damaged packet, and decodes again
/// from the key frame before that packet's own. So damaged pictures depend on the file alone.
final class VideoDecoder {
    private static let logger = Logger(label: "decode")

    private(set) var demuxer: Demuxer
    let streamIndex: Int
    private let info: VideoInfo
    private let threads: Int
    private let decoder: UnsafePointer<AVCodec>
    private var codec: PictureCodec
    private let randomAccess: RandomAccessDetector
    /// Packets show where a decoder can start; where they do not, reading always begins at the beginning.
    private(set) var findsPoints = true
    /// No packet so far was marked as a key frame by the container without being one.
    private(set) var trustsIndex = true
    /// The decoder does not mark frames with concealed errors, it only logs them.
    private let onlyComplains: Bool
    private let deinterlacer: Deinterlacer
    private var hasSought = false
    private static let mostFailuresAtEnd = 256
    private(set) var damage = Damage()

    private(set) var phase = PictureCodec.Phase.ahead
    /// The phase to enter before the next packet.
    private var nextPhase: PictureCodec.Phase?
    /// Where reading began: `nil` at the beginning of the file.
    private var origin: MediaTime?
    /// The frames that were output since the last seek.
    private var given = GivenFrames()
    private var passage: Passage
    /// Frames before this time are not wanted: those that no others refer to are not decoded.
    var unwantedEnd: MediaTime?
    /// The latest frame since the last seek that may have been left out for that.
    private(set) var leftOut: MediaTime?
    private let canLeaveOut: Bool

    /// State since reading last began somewhere.
    private struct Passage {
        var trail: KeyFrameTrail
        /// The packet was found by seeking and still has to be decoded.
        var isHolding = false
        /// libdav1d refused a packet, and does not recover on its own.
        var isLost = false
        /// Something is wrong that has not been located yet.
        var isSuspicious = false
        /// The decoder has what it refers to. After a seek, frames before the first key frame do not: they are
        /// skipped, and do not count as damage.
        var isSettled = false
        /// Errors since the decoder last output a frame; a decoder that only fails is at its end.
        var failures = 0
        var lastStart: MediaTime?
        var isDraining = false
        var isFinished = false
    }

    /// - Parameter threads: decoder threads; the pictures do not depend on it.
    init(path: String, info: VideoInfo, threads: Int) throws(MediaError) {
        self.info = info
        self.threads = threads
        demuxer = try Demuxer(path: path, clock: info.clock)
        streamIndex = info.streamIndex
        passage = Passage(trail: KeyFrameTrail(stream: streamIndex))
        let stream = demuxer.stream(streamIndex)
        demuxer.select(streamIndex)
        canLeaveOut = !info.isInterlaced && !info.hasDecodeTimes && Self.ordersItself(stream)
        onlyComplains = ["hevc", "mjpeg", "vp8", "vp9"].contains(info.codec)
        decoder = try demuxer.decoder(of: streamIndex)
        do {
            randomAccess = try RandomAccessDetector(stream, decoder)
            codec = try PictureCodec(decoder, stream: stream, phase, threads: threads)
            deinterlacer = Deinterlacer(timeBase: stream.pointee.time_base)
        } catch {
            throw .decoding(path, error)
        }
    }

    /// Whether the decoder outputs all frames in order even if some are left out. Unless the stream declares how far frames
    /// are reordered, H.264's decoder finds out while it decodes; and one field may be unreferenced while the other is not.
    private static func ordersItself(_ stream: UnsafePointer<AVStream>) -> Bool {
        let parameters = stream.pointee.codecpar.pointee
        let header = Array(UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size)))
        switch parameters.codec_id {
        // Streams without an `avcC` record bring other parameter sets with their packets.
        case AV_CODEC_ID_H264:
            return header.first == 1 && (try? H264.ParameterSets(extradata: header))?.declaresOrderOfFrames == true
        case AV_CODEC_ID_HEVC: return true
        default: return false
        }
    }

    /// The next frame that is shown, or `nil` at the end, and from then on.
    ///
    /// Damaged packets are skipped and counted; only system failures are thrown.
    func next() throws(MediaError) -> DecodedFrame? {
        do {
            while true {
                if let frame = try deinterlacer.next() { return frame }
                guard let frame = try decoded() else {
                    guard try deinterlacer.finish() else { return nil }
                    continue
                }
                guard deinterlacer.isNeeded(for: frame) else { return frame }
                try deinterlacer.push(frame)
            }
        } catch {
            throw .decoding(demuxer.path, error)
        }
    }

    /// A picture that was decoded turned out to be useless.
    func noteDamage(at time: MediaTime?) {
        if isTrusted { damage.notePicture(at: time) }
    }

    /// Any error now is damage, and not something missing before the place of the seek.
    private var isTrusted: Bool { passage.isSettled || !hasSought }

    /// Moves to a packet at or before `time` at which a decoder can start, whatever the container marks as a key
    /// frame: the last of its marks if they are right, or the beginning of the file if there is none.
    ///
    /// If that packet is damaged, the frames before it come first.
    func seek(to time: MediaTime) throws(MediaError) {
        origin = time
        given = GivenFrames()
        leftOut = nil
        deinterlacer.reset()
        try read(from: time)
        nextPhase = .ahead
    }

    /// Releases the pictures that the decoder refers to. Then a seek has to follow.
    func rest() { codec.flush() }

    /// The key frame that `seek(to:)` leads to, alone: nothing after it is read or decoded. Then a seek has to follow.
    ///
    /// - Returns: `nil` if it cannot be decoded alone.
    func keyFrame(before time: MediaTime) throws(MediaError) -> DecodedFrame? {
        try seek(to: time)
        do {
            if let nextPhase { try enter(nextPhase) }
            let owner = try FrameOwner()
            guard try passage.isHolding || demuxer.read(), codec.send(demuxer.packet) >= 0 else { return nil }
            defer {
                codec.flush()
                (passage.isHolding, passage.isFinished) = (false, true)
            }
            guard codec.send(nil) >= 0, codec.receive(into: owner) >= 0 else { return nil }
            return DecodedFrame(owner: owner, start: stamp(owner) ?? time)
        } catch {
            throw .decoding(demuxer.path, error)
        }
    }

    private func enter(_ phase: PictureCodec.Phase) throws(FFmpegFailure) {
        defer { nextPhase = nil }
        guard phase != self.phase else { return }
        codec = try PictureCodec(decoder, stream: demuxer.stream(streamIndex), phase, threads: threads)
        self.phase = phase
    }

    /// Goes back to before the damage, to continue with one thread.
    private func stepBack() throws {
        given.startOver()
        switch phase {
        case .ahead:
            // Packets sent but not yet output: one for each thread, and those being reordered.
            try read(from: passage.trail.place(pending: threads + Self.mostReordered, in: demuxer) ?? origin)
            try enter(.locating)
        case .locating:
            if let key = passage.trail.place(pending: 0, in: demuxer) {
                try read(from: key)
            } else {
                origin = passage.trail.isEmpty ? nil : passage.trail.placeBeforeFirst(in: demuxer) ?? origin
                try read(from: origin)
            }
            try enter(.concealing)
        case .concealing: break
        }
    }

    /// No stream holds back more than sixteen frames (H.264 A.3.1, HEVC A.4.2).
    private static let mostReordered = 16

    /// Continues reading where a decoder can start, or at the beginning of the file.
    private func read(from time: MediaTime?) throws(MediaError) {
        codec.flush()
        passage = Passage(trail: KeyFrameTrail(stream: streamIndex))
        hasSought = true
        if let time, try findPoint(before: time) { return }
        demuxer = try Demuxer(path: demuxer.path, clock: info.clock)
        demuxer.select(streamIndex)
        origin = nil
        hasSought = false
    }

    /// Finds a packet at or before `time` at which a decoder can start, and holds it; `false` where there is none.
    private func findPoint(before time: MediaTime) throws(MediaError) -> Bool {
        var (target, step) = (time, MediaTime.seconds(1))
        while findsPoints, target > info.footage.start, demuxer.seek(to: target, stream: streamIndex) {
            if try readToPoint(before: time) { return true }
            target = target - step
            step = step * 4
        }
        return false
    }

    private func readToPoint(before time: MediaTime) throws(MediaError) -> Bool {
        while try demuxer.read() {
            let read = demuxer.packet.pointee
            let stamp = read.dts == compose_no_timestamp ? read.pts : read.dts
            if let packetTime = demuxer.time(stamp, stream: streamIndex), packetTime > time { return false }
            guard let isPoint = randomAccess.isPoint(demuxer.packet) else {
                Self.logger.debug(
                    "\(demuxer.path): \(info.codec) does not say where a decoder can start; decoding from the beginning"
                )
                findsPoints = false
                return false
            }
            passage.isHolding = isPoint
            if isPoint { return true }
            if read.flags & AV_PKT_FLAG_KEY != 0, trustsIndex {
                Self.logger.debug("\(demuxer.path): the index marks frames as key frames that are not; ignoring it")
                trustsIndex = false
            }
        }
        return false
    }

    private func decoded() throws -> DecodedFrame? {
        guard !passage.isFinished else { return nil }
        if let nextPhase { try enter(nextPhase) }
        let owner = try FrameOwner()
        while true {
            let result = codec.receive(into: owner)
            if codec.takeLoggedErrors() {
                suspect()
                if onlyComplains, passage.isSettled { note(at: demuxer.packet.pointee.pts) }
            }
            if result >= 0, isRepeat(owner) {
                av_frame_unref(owner.pointer)
                continue
            }
            if result >= 0, compose_frame_is_damaged(owner.pointer) != 0 || codec.isIncomplete { suspect() }
            if result < 0, result != compose_error_again, result != compose_error_eof {
                try tolerate(result, "avcodec_receive_frame")
            }
            if passage.isSuspicious {
                av_frame_unref(owner.pointer)
                try stepBack()
            } else if result >= 0 {
                passage.failures = 0
                if let frame = stamped(owner) { return frame }
                av_frame_unref(owner.pointer)
            } else if result == compose_error_eof || passage.failures > Self.mostFailuresAtEnd && passage.isDraining {
                passage.isFinished = true
                return nil
            } else if result == compose_error_again {
                try feed()
            }
        }
    }

    private func feed() throws {
        guard !passage.isDraining else { return }
        while !passage.isSuspicious {
            let isHeld = passage.isHolding
            passage.isHolding = false
            guard try isHeld || demuxer.read() else {
                passage.isDraining = true
                if demuxer.readFailure != nil || info.missingEnd > .zero { damage.isTruncated = true }
                _ = codec.send(nil)
                return
            }
            let isMarked = demuxer.packet.pointee.flags & AV_PKT_FLAG_KEY != 0
            let isPoint = isMarked && randomAccess.isPoint(demuxer.packet) == true
            passage.trail.note(demuxer.packet, from: demuxer, isPoint: isPoint)
            if passage.isLost, isPoint {
                codec.flush()
                passage.isLost = false
            }
            if demuxer.packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || demuxer.takeLoggedErrors() {
                damage.notePicture(at: demuxer.time(demuxer.packet.pointee.pts, stream: streamIndex))
                suspect()
            }
            leaveOutUnwanted()
            let result = codec.send(demuxer.packet)
            if result >= 0 { return }
            try tolerate(result, "avcodec_send_packet")
        }
    }

    /// Before a packet is sent. While damage is searched for, everything is decoded.
    private func leaveOutUnwanted() {
        codec.skipsUnreferenced = false
        guard canLeaveOut, phase == .ahead, let unwantedEnd,
            let time = demuxer.time(demuxer.packet.pointee.pts, stream: streamIndex), time < unwantedEnd
        else { return }
        codec.skipsUnreferenced = true
        leftOut = max(leftOut ?? time, time)
        given.leaveOut()
    }

    /// Bad data is counted, everything else is a failure.
    private func tolerate(_ result: Int32, _ call: StaticString) throws(FFmpegFailure) {
        let failure = FFmpegFailure(call: "\(call)", code: result)
        guard !failure.isOfTheMachine else { throw failure }
        passage.failures += 1
        passage.isLost = info.codec == "av1"
        suspect()
        if isTrusted { note(at: demuxer.packet.pointee.pts) }
    }

    /// Something is wrong, with the last packet that was sent or, with several threads, with one of the last.
    private func suspect() {
        switch phase {
        case .ahead: passage.isSuspicious = true
        case .locating: if isTrusted || passage.trail.isAtFirst { passage.isSuspicious = true }
        case .concealing: break
        }
    }

    /// Counts damage, once its place is known.
    private func note(at ticks: Int64) {
        if phase == .concealing { damage.notePicture(at: demuxer.time(ticks, stream: streamIndex)) }
    }

    /// When drained, the MPEG-4 decoder of FFmpeg 7.1 outputs a picture again that it already output; that of 5.1 does
    /// not.
    private func isRepeat(_ owner: FrameOwner) -> Bool {
        guard info.codec == "mpeg4", passage.isDraining, let last = passage.lastStart,
            let start = stamp(owner)
        else { return false }
        return start <= last
    }

    private func stamp(_ owner: FrameOwner) -> MediaTime? {
        let frame = owner.pointer.pointee
        return demuxer.time(info.hasDecodeTimes ? frame.best_effort_timestamp : frame.stamp, stream: streamIndex)
    }

    /// `nil` for a frame that cannot be shown, or that was output before.
    private func stamped(_ owner: FrameOwner) -> DecodedFrame? {
        let stated = stamp(owner)
        // A frame without a stamp follows the one before.
        let start = stated ?? passage.lastStart.map { $0 + info.frameRate.frameDuration } ?? .zero
        passage.lastStart = start
        // H.264's decoder does not mark as corrupt what it outputs at the end, and what it outputs before the first
        // key frame there are leading pictures of an open GOP.
        let isMarked = compose_frame_is_corrupt(owner.pointer) != 0 || passage.isDraining && hasSought
        if compose_frame_is_key(owner.pointer) != 0 || !isMarked { passage.isSettled = true }
        if compose_frame_is_damaged(owner.pointer) != 0 { noteDamage(at: start) }
        guard passage.isSettled, given.isNew(start) else { return nil }
        return DecodedFrame(owner: owner, start: start)
    }
}
