import Platform
import MediaIO
import MediaTime
import Pictures
import Planning
import Synchronization

/// Writes finished units, copied packets and sound into one file, interleaved, with increasing decode times.
///
/// Presentation times are kept. Decode times are regenerated for the whole track, whatever reorder depths are joined,
/// because every splice is closed.
struct Assembler {
    let plan: RenderPlan
    let store: any UnitStore

    /// - Parameter progress: called with the pictures written and the size so far; an error it throws stops the work.
    /// - Returns: number of video packets, size of the file in bytes, and notes on sound that was copied.
    func assemble(to muxer: Muxer, progress: (Int64, Int64) throws -> Void) throws -> (
        frameCount: Int64, byteCount: Int64, notes: PartNotes
    ) {
        let joiner = plan.join.map { PacketJoiner($0, plan) }
        let parts = parts()
        let (times, configuration) = try survey(parts, joiner)
        let decodeTimes = DecodeTimes(times)
        let video = try muxer.addTrack(
            VideoTrackParameters(
                codec: plan.video.codec, size: plan.video.canvas.size, configuration: configuration,
                color: plan.video.canvas.color, orientation: plan.carriedOrientation, timescale: plan.timescale,
                frameRate: plan.video.frameRate, lightLevels: plan.video.lightLevels, preset: plan.video.preset,
                format: plan.video.canvas.format))
        let sound = try AudioFeed(plan, store, muxer)
        var subtitles = try SubtitleFeed(plan, muxer)
        if let cover = try plan.cover(for: muxer.partialPath) { try muxer.addCover(cover) }
        try muxer.addChapters(plan.chapters)
        muxer.setMetadata(
            plan.output.metadata ?? [:], isComposed: plan.composition.session.angles.count > 1)
        try muxer.start()

        let end = plan.ticks(ofFrame: plan.composition.frameCount)
        var written = 0
        try forEachPacket(parts, joiner) { packet in
            // The picture shown last is shown to the end of the film; so is the packet decoded last, because either one
            // can end the track.
            let isLast = written == times.count - 1 || packet.presentation == decodeTimes.sorted.last
            let decode = decodeTimes[written]
            try muxer.write(
                packet, track: video, decode: decode,
                duration: isLast ? max(1, end - decodeTimes.sorted[times.count - 1]) : 0
            )
            written += 1
            let time = MediaTime(decode, in: .perSecond(plan.timescale))
            try sound?.write(until: time, to: muxer)
            try subtitles?.write(until: time, to: muxer)
            try progress(Int64(written), muxer.byteCount)
        }
        try sound?.write(until: .distantFuture, to: muxer)
        try subtitles?.write(until: .distantFuture, to: muxer)
        return (Int64(written), try muxer.finish(), sound?.notes() ?? PartNotes())
    }

    /// Presentation times of all packets in decode order, and the codec's configuration.
    private func survey(_ parts: [Part], _ joiner: PacketJoiner?) throws -> (times: [Int64], configuration: [UInt8]) {
        var times: [Int64] = []
        var configuration = plan.join?.configuration
        for part in parts {
            switch part {
            case .unit(let unit):
                let reader = try PacketFileReader(try slice(of: unit))
                configuration = configuration ?? reader.configuration
                times += try reader.presentationTimes()
            case .copy(let span): times += joiner!.presentationTimes(span)
            }
        }
        return (times, configuration ?? [])
    }

    private func forEachPacket(
        _ parts: [Part], _ joiner: PacketJoiner?, _ body: (StoredPacket) throws -> Void
    ) throws {
        for part in parts {
            switch part {
            case .unit(let unit):
                let reader = try PacketFileReader(try slice(of: unit))
                while let packet = try reader.next() { try body(try joiner?.rewrite(packet, of: unit) ?? packet) }
            case .copy(let span): try joiner!.packets(span, body)
            }
        }
    }

    private func slice(of unit: EncodeUnit) throws -> PacketFileSlice {
        guard let slice = store.slice(of: unit) else { throw plan.missing([unit]) }
        return slice
    }

    private enum Part { case unit(EncodeUnit), copy(CopySpan) }

    private func parts() -> [Part] {
        var rest = plan.units[...]
        return plan.spans.flatMap { span -> [Part] in
            switch span {
            case .copy(let copy): return [.copy(copy)]
            case .encode(let encode):
                let own = rest.prefix { $0.frames.upperBound <= encode.frames.upperBound }
                rest = rest.dropFirst(own.count)
                return own.map(Part.unit)
            }
        }
    }
}

/// Writes the subtitles to the file, in step with the picture.
private struct SubtitleFeed {
    private let track: Int
    private var cues: ArraySlice<SubtitleTrack.Cue>

    /// `nil` for a film without a track of subtitles.
    init?(_ plan: RenderPlan, _ muxer: Muxer) throws {
        guard let file = try plan.trackedSubtitles() else { return nil }
        let subtitles = try SubtitleTrack(file, in: muxer.container, duration: plan.composition.duration)
        cues = subtitles.cues[...]
        track = try muxer.addTrack(subtitles)
    }

    mutating func write(until time: MediaTime, to muxer: Muxer) throws {
        while let cue = cues.first, MediaTime(cue.start, in: .perSecond(1000)) <= time {
            try muxer.write(
                StoredPacket(presentation: cue.start, isKeyFrame: true, bytes: cue.bytes), track: track,
                decode: cue.start, duration: cue.duration)
            cues.removeFirst()
        }
    }
}

/// Writes the encoded or copied sound to the file, in step with the picture.
private final class AudioFeed {
    private let next: () throws -> StoredPacket?
    private let track: Int
    private var pending: StoredPacket?
    private let parameters: AudioTrackParameters
    /// Of copied sound; encoded sound was measured when it was encoded.
    private let meter: CopiedSoundMeter?
    /// The end of the film, in samples.
    private let end: Int64

    /// `nil` when the film has no sound.
    init?(_ plan: RenderPlan, _ store: any UnitStore, _ muxer: Muxer) throws {
        if let copy = plan.audioCopy {
            parameters = copy.parameters
            next = try copy.reader()
        } else {
            guard plan.encodesAudio else { return nil }
            guard let slice = store.sound else { throw plan.missing([], audio: true) }
            let reader = try PacketFileReader(slice)
            var own = try AudioEncoder(plan.output.audio).parameters
            own.configuration = reader.configuration
            parameters = own
            next = { try reader.next() }
        }
        end = plan.composition.duration.ticks(in: .perSecond(parameters.sampleRate), .nearest)
        track = try muxer.addTrack(parameters)
        pending = try next()
        meter = CopiedSoundMeter(plan)
    }

    func write(until time: MediaTime, to muxer: Muxer) throws {
        let end = time == .distantFuture ? .max : time.ticks(in: .perSecond(parameters.sampleRate), .up)
        while let packet = pending, packet.presentation <= end {
            // Sound beyond the end of the film is cut off.
            let length = min(Int64(parameters.frameSize), max(1, self.end - packet.presentation))
            try muxer.write(packet, track: track, decode: packet.presentation, duration: length)
            meter?.add(packet)
            pending = try next()
        }
    }

    /// Waits for the loudness of copied sound.
    func notes() -> PartNotes { meter?.finish() ?? PartNotes() }
}

/// Measures the copied sound of a film while the file is written. It has a thread of its own, because decoding and
/// measuring take longer than copying (0.2 s of CPU a minute).
final class CopiedSoundMeter {
    private final class Outcome: Sendable { let notes = Mutex(PartNotes()) }
    private let outcome = Outcome()
    private let queue = BoundedQueue<StoredPacket>(capacity: 256)
    private let thread: WorkerThread
    private var isJoined = false

    /// `nil` if there is no thread for it, or the film's sound is not copied.
    init?(_ plan: RenderPlan) {
        guard let copy = plan.audioCopy else { return nil }
        let duration = plan.composition.duration
        let measure = { @Sendable [queue, outcome] in
            defer { queue.close() }
            // A sound that cannot be decoded is still copied; its loudness is not told.
            guard let meter = try? WrittenSoundMeter(copy.parameters, duration: duration) else { return }
            var damage = Damage()
            while let packet = try? queue.pop() {
                guard let isGood = try? meter.add(copied: packet) else { return }
                if !isGood { damage.noteAudio(at: copy.fileTime(of: packet)) }
            }
            guard let loudness = try? meter.finish() else { return }
            let notes = PartNotes([copy.input: damage], loudness: loudness)
            outcome.notes.withLock { $0 = notes }
        }
        guard let thread = try? WorkerThread(measure) else { return nil }
        self.thread = thread
    }

    deinit {
        queue.close()
        if !isJoined { thread.join() }
    }

    /// - Parameter packet: the next one of the film.
    func add(_ packet: StoredPacket) { _ = queue.push(packet) }

    /// Waits until all packets are measured.
    func finish() -> PartNotes {
        queue.finish(.success(()))
        thread.join()
        isJoined = true
        return outcome.notes.withLock { $0 }
    }
}

extension RenderPlan {
    /// The cover as a JPEG, taken from the film, at most 1280 samples wide or tall; `nil` if none was requested.
    ///
    /// - Parameter path: the film to name in errors.
    func cover(for path: String) throws -> [UInt8]? {
        guard let time = output.poster else { return nil }
        // File browsers show it small; a larger one only delays the start of the film.
        let size = output.canvas.size.fitting(longSide: 1280)
        // Known by now, unless they could not be kept.
        let steadying = try Steadying([self], cancellation: Cancellation()) { _ in }
        let picture = try FrameSource(self, threads: 1, steadying: steadying).picture(
            at: time, size: size)
        return try ImageFile.jpeg(picture, color: output.canvas.color, path: path)
    }
}

/// The decode times of a track whose packets keep their presentation times, in ticks of the track.
///
/// Sorted presentation times are what a decoder shows as its k-th output. Shifting them back by the largest reordering
/// gives decode times that strictly increase and are never later than the picture.
struct DecodeTimes {
    /// Presentation times in display order.
    let sorted: [Int64]
    private let delay: Int64

    /// - Parameter inDecodeOrder: the presentation times of all packets of the track.
    init(_ inDecodeOrder: [Int64]) {
        sorted = inDecodeOrder.sorted()
        delay = zip(sorted, inDecodeOrder).map { $0 - $1 }.max() ?? 0
    }

    /// The decode time of the packet at this position in decode order.
    subscript(index: Int) -> Int64 { sorted[index] - delay }
}
