import MediaIO
import MediaTime

/// Puts finished units, copied packets and sound into one file, interleaved, with decode times that increase
/// throughout.
///
/// Presentation times are kept; decode times are made anew over the whole track. Sorted presentation times are
/// what a decoder shows at its k-th output; moving them back by the largest reordering gives decode times that increase strictly and
/// are never later than the picture, whatever mixture of reorder depths is joined, because every joint is closed.
struct Assembler {
    let plan: RenderPlan
    let checkpoint: Checkpoint

    /// Presentation times of the whole track in decode order, and what follows from them.
    private struct Clock {
        let sorted: [Int64]
        let delay: Int64
        init(_ inDecodeOrder: [Int64]) {
            sorted = inDecodeOrder.sorted()
            delay = zip(sorted, inDecodeOrder).map { $0 - $1 }.max() ?? 0
        }
        func decode(_ index: Int) -> Int64 { sorted[index] - delay }
    }

    /// - Returns: number of video packets and size of the file in bytes.
    func assemble(to muxer: Muxer, progress: (Int64) -> Void) throws -> (frameCount: Int64, byteCount: Int64) {
        let units = plan.spans.units
        var times: [Int64] = []
        var configuration = plan.join?.configuration
        let joiner = plan.join.map { PacketJoiner($0, plan) }
        for part in parts(units) {
            switch part {
            case .unit(let unit):
                let reader = try PacketFileReader(path: checkpoint.path(of: unit))
                configuration = configuration ?? reader.configuration
                times += try reader.presentationTimes()
            case .copy(let span): times += joiner!.presentationTimes(span)
            }
        }
        let clock = Clock(times)
        let video = try muxer.addTrack(
            VideoTrackParameters(
                codec: plan.video.codec, size: plan.video.canvas.size, configuration: configuration ?? [],
                colour: plan.video.canvas.colour, orientation: plan.carriedOrientation, timescale: plan.timescale,
                frameRate: plan.video.frameRate))
        let sound = try SoundFeed(plan, checkpoint, muxer)
        muxer.setMetadata(plan.metadata)
        try muxer.start()

        let end = plan.ticks(ofFrame: plan.composition.frameCount)
        var written = 0
        func write(_ packet: StoredPacket) throws {
            // The duration of the last packet is what is left of the programme.
            let isLast = written == times.count - 1
            let decode = clock.decode(written)
            try muxer.write(
                packet, track: video, decode: decode, duration: isLast ? max(1, end - clock.sorted[written]) : 0)
            written += 1
            try sound?.write(until: MediaTime(decode, in: .perSecond(plan.timescale)), to: muxer)
            progress(muxer.byteCount)
        }
        for part in parts(units) {
            switch part {
            case .unit(let unit):
                let reader = try PacketFileReader(path: checkpoint.path(of: unit))
                while let packet = try reader.next() { try write(try joiner?.rewrite(packet, of: unit) ?? packet) }
            case .copy(let span): try joiner!.packets(span, write)
            }
        }
        try sound?.write(until: .distantFuture, to: muxer)
        return (Int64(written), try muxer.finish())
    }

    private enum Part { case unit(EncodeUnit), copy(CopySpan) }

    private func parts(_ units: [EncodeUnit]) -> [Part] {
        var rest = units[...]
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

/// Feeds the finished sound to the file, in step with the picture.
private final class SoundFeed {
    private let reader: PacketFileReader
    private let track: Int
    private var pending: StoredPacket?
    private let frameSize: Int64

    /// `nil` when the programme has no sound.
    init?(_ plan: RenderPlan, _ checkpoint: Checkpoint, _ muxer: Muxer) throws {
        guard SoundProgramme(plan) != nil else { return nil }
        reader = try PacketFileReader(path: checkpoint.soundPath)
        var parameters = try SoundEncoder(bitRate: plan.sound.bitRate).parameters
        parameters.configuration = reader.configuration
        frameSize = Int64(parameters.frameSize)
        track = try muxer.addTrack(parameters)
        pending = try reader.next()
    }

    func write(until time: MediaTime, to muxer: Muxer) throws {
        let end = time == .distantFuture ? .max : time.ticks(in: .perSecond(48_000), .up)
        while let packet = pending, packet.presentation <= end {
            try muxer.write(packet, track: track, decode: packet.presentation, duration: frameSize)
            pending = try reader.next()
        }
    }
}
