import Audio
import CFFmpeg
import MediaTime

/// The sound of one file in one format, by sample position on the session clock. Not thread-safe.
///
/// Sound is placed by the time stamps of the file and the map, so a track that starts late or before zero keeps its
/// relation to the picture, and resampling compensates for a drifting clock. Positions without sound are silence.
package final class AudioReader {
    private let decoder: AudioDecoder
    private let map: TimeMap
    private let format: AudioFormat
    private let channels: SoundChannels?
    private var resampler: Resampler?
    private var isFinished = false
    /// Decoded and resampled, but not yet requested.
    private var queue: AudioQueue
    /// Where the next resampled sample goes; `nil` before the first.
    private var writePosition: Int64?
    private var drift: ClockDrift
    private let cleaning: SoundCleaning
    private var cleaner: SoundCleaner?
    /// The end of what was given to the filters; `nil` before the first.
    private var cleanEnd: Int64?
    /// Where the next cleaned sample goes.
    private var cleanPosition: Int64 = 0
    /// Sound that begins an hour after the file has a broken stamp, as after such a hole (`AudioQueue.longestHole`): it
    /// is not waited for.
    private static let latestStart = MediaTime.seconds(3600)
    package var damage: Damage { decoder.damage }

    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    ///   - channels: those of the stream that are heard; `nil` for all.
    ///   - map: from the clock of the file to the session clock.
    package init(
        path: String, stream index: Int, channels: SoundChannels? = nil, clock: FileClock = FileClock(),
        map: TimeMap = .identity, cleaning: SoundCleaning = SoundCleaning(), format: AudioFormat = .mixing
    ) throws(MediaError) {
        self.channels = channels
        self.cleaning = cleaning
        self.map = map
        self.format = format
        queue = AudioQueue(format)
        drift = ClockDrift(sampleRate: format.sampleRate)
        decoder = try AudioDecoder(path: path, stream: index, clock: clock)
    }

    /// `count` samples from `start`. Positions should increase; earlier ones are silence.
    package func read(from start: Int64, count: Int) throws(MediaError) -> AudioBuffer {
        while !isFinished, queue.end.map({ $0 < start + Int64(count) }) ?? true {
            do {
                if let frame = try decoder.next() {
                    try append(frame)
                } else {
                    if let resampler { try append(try resampler.convert(nil)) }
                    try finishCleaning()
                    isFinished = true
                }
            } catch {
                throw .decoding(decoder.demuxer.path, error)
            }
            queue.forget(before: start)
        }
        let result = queue.samples(from: start, count: count)
        queue.forget(before: start + Int64(count))
        return result
    }

    /// How many samples from `start` on there are, as far as that is known: the end is known only after everything is
    /// decoded.
    func count(from start: Int64) -> Int64 { isFinished ? max(0, (queue.end ?? start) - start) : .max }

    /// Continues at `start`: anything before it is neither decoded nor returned. Never backward.
    func skip(to start: Int64) throws(MediaError) {
        guard !isFinished, queue.end.map({ $0 < start }) ?? true else { return }
        // Sound decoders need some packets before their output is right: half a second.
        let time = MediaTime(start, in: .perSecond(format.sampleRate)) - .milliseconds(500)
        try decoder.skip(to: map.source(at: time))
        (resampler, writePosition, queue, cleaner) = (nil, nil, AudioQueue(format), nil)
    }

    /// Continues at `start`, forward or back. Where time stamps are coarse, sound is up to a millisecond from where
    /// decoding from the beginning would put it: for listening, not for films.
    package func seek(to start: Int64) throws(MediaError) {
        let time = MediaTime(start, in: .perSecond(format.sampleRate)) - .milliseconds(500)
        try decoder.seek(to: map.source(at: time))
        (resampler, writePosition, queue, cleaner, cleanEnd) = (nil, nil, AudioQueue(format), nil, nil)
        drift = ClockDrift(sampleRate: format.sampleRate)
        isFinished = false
    }

    private func append(_ frame: FrameOwner) throws {
        let kind = Resampler.Kind(frame.pointer)
        guard kind.rate > 0, kind.channels > 0 else { return }
        let time = decoder.time(of: frame)
        let rate = time.map { map.pieces[map.piece(at: $0)].rate } ?? resampler?.rate ?? .one
        if resampler?.kind != kind || resampler?.rate != rate { try startOver(kind, rate, frame) }
        if let time {
            let wanted = map.target(at: time).ticks(in: .perSecond(format.sampleRate), .nearest)
            if writePosition == nil, time.magnitude > Self.latestStart { return }
            if let written = writePosition {
                switch drift.judge(wanted - written - resampler!.delay) {
                case .jump:
                    try startOver(kind, rate, frame)
                    writePosition = wanted
                case .bend(let samples): try resampler!.bend(by: samples, over: drift.bendLength)
                case .nothing: break
                }
            } else {
                writePosition = wanted
            }
        } else if writePosition == nil {
            writePosition = 0
        }
        try append(try resampler!.convert(frame))
    }

    private func startOver(_ kind: Resampler.Kind, _ rate: ClockRate, _ frame: FrameOwner) throws {
        if let resampler { try append(try resampler.convert(nil)) }
        resampler = try Resampler(kind, like: frame.pointer, channels: channels, to: format, rate: rate)
        drift = ClockDrift(sampleRate: format.sampleRate, isFine: rate != .one && decoder.hasFineStamps)
    }

    /// Puts resampled sound in its place.
    private func append(_ buffer: AudioBuffer) throws {
        guard buffer.frameCount > 0, let start = writePosition else { return }
        writePosition = start + Int64(buffer.frameCount)
        guard !cleaning.isNothing else { return queue.append(buffer, at: start) }
        if start != cleanEnd { try finishCleaning() }
        if cleaner == nil {
            cleaner = try SoundCleaner(cleaning, format)
            cleanPosition = start
        }
        cleanEnd = writePosition
        put(try cleaner!.clean(buffer))
    }

    /// Outputs what is left in the filters: the sound ends here, or continues elsewhere.
    private func finishCleaning() throws {
        if let cleaner { put(try cleaner.finish()) }
        (cleaner, cleanEnd) = (nil, nil)
    }

    private func put(_ cleaned: AudioBuffer) {
        queue.append(cleaned, at: cleanPosition)
        cleanPosition += Int64(cleaned.frameCount)
    }
}

/// Compares the position of sound by its time stamps with its position by counting samples.
///
/// Phones stamp sound with the clock of the picture, while the microphone's converter runs on its own: the two drift
/// apart by milliseconds a minute. Counting alone would lose sync with the picture, jumping would click.
struct ClockDrift {
    enum Verdict: Equatable {
        case nothing
        /// A gap, or stamps that go back: sound is placed again.
        case jump
        /// Over the next `bendLength` samples, return this many more (or fewer).
        case bend(Int64)
    }

    /// Lost packets are longer than this (a packet of AAC lasts 21 ms), rounding and jitter of stamps shorter: 10 ms.
    var hole: Int64 { Int64(sampleRate) / 100 }
    /// Sound may be off by this much before it is bent: 0.75 ms, so that it stays within 1 ms. Sound that is
    /// converted to another clock may be mixed with that clock's own, and is off by a sample and a half at most: at
    /// 62 µs two microphones cancel 3 dB at 4 kHz.
    var tolerance: Double { isFine ? 1.5 : Double(sampleRate) * 0.00075 }
    /// Half a second: a bend by 1 ms changes the pitch by 0.2 %, which is inaudible.
    var bendLength: Int64 { Int64(sampleRate) / 2 }
    /// Stamps rounded to milliseconds (Matroska) are off by ±0.5 ms, at random: the mean of several is not.
    private static let averaged = 32.0

    private let sampleRate: Int32
    /// Whether the stamps are as fine as samples, and the sound is converted to another clock.
    private let isFine: Bool
    private var count = 0.0
    private var mean = 0.0

    init(sampleRate: Int32 = AudioBuffer.sampleRate, isFine: Bool = false) {
        self.sampleRate = sampleRate
        self.isFine = isFine
    }

    /// - Parameter offset: wanted less expected position of a frame, in samples.
    mutating func judge(_ offset: Int64) -> Verdict {
        guard offset.magnitude <= hole else {
            self = ClockDrift(sampleRate: sampleRate, isFine: isFine)
            return .jump
        }
        count = min(count + 1, Self.averaged)
        mean += (Double(offset) - mean) / count
        guard count == Self.averaged, mean.magnitude > tolerance else { return .nothing }
        let correction = Int64(mean.rounded())
        // A correction in progress must not be corrected again: the bend is over before the mean is full again,
        // unless frames are very short, and then the remainder is small.
        self = ClockDrift(sampleRate: sampleRate, isFine: isFine)
        return .bend(correction)
    }
}

/// Decoded sound that was not yet requested: pieces by sample position, and silence between them.
///
/// Gaps take no memory: a recording may pause for most of an hour.
struct AudioQueue {
    /// In order, without overlaps.
    private var pieces: [(start: Int64, buffer: AudioBuffer)] = []
    /// Everything before it is known, as sound or as silence; `nil` before the first sound, which may be before zero.
    private(set) var end: Int64?

    private let format: AudioFormat

    init(_ format: AudioFormat = .mixing) { self.format = format }

    /// A jump longer than any recording, an hour, is a broken stamp, not a pause to fill with silence.
    var longestHole: Int64 { Int64(format.sampleRate) * 3600 }

    /// Samples per channel that are kept in memory.
    var frameCount: Int { pieces.reduce(0) { $0 + $1.buffer.frameCount } }

    /// Puts sound at `start`: a gap before it is silence, an overlap replaces nothing.
    mutating func append(_ buffer: AudioBuffer, at start: Int64) {
        let end = end ?? start
        guard start - end < longestHole else { return }
        let overlap = Int(clamping: min(Int64(buffer.frameCount), max(0, end - start)))
        guard overlap < buffer.frameCount else { return }
        var piece = buffer
        if overlap > 0 { for c in piece.channels.indices { piece.channels[c].removeFirst(overlap) } }
        pieces.append((start + Int64(overlap), piece))
        self.end = start + Int64(buffer.frameCount)
    }

    /// `count` samples from `start`; silence where there are none.
    func samples(from start: Int64, count: Int) -> AudioBuffer {
        var result = AudioBuffer(frameCount: count, channelCount: format.channelCount)
        for piece in pieces {
            guard piece.start < start + Int64(count) else { break }
            result.add(piece.buffer, at: Int(piece.start - start))
        }
        return result
    }

    /// Drops the pieces that end before `limit`.
    mutating func forget(before limit: Int64) {
        let gone = pieces.prefix { $0.start + Int64($0.buffer.frameCount) <= limit }.count
        if gone > 0 { pieces.removeFirst(gone) }
    }
}
