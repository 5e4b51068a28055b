import Audio
import CLTC
import MediaTime

/// Linear timecode in a sound channel (SMPTE ST 12-1 §9): generators write it where a camera has no timecode input.
package struct SoundTimecode: Hashable, Sendable {
    /// The index of the sound stream in the file.
    package var stream: Int
    /// From 0.
    package var channel: Int
    /// Since midnight, at the file's time zero.
    package var start: MediaTime
    /// As its frames say at the beginning: "10:00:07:05".
    package var text: String

    /// Seconds that are listened to at each place: some of the frames of the signal may be damaged.
    private static let (first, whole) = (1, 4)
    /// Consecutive frames that no other sound makes.
    private static let leastRun = 12
    /// The parts of the sound where a generator may have been connected.
    private static let places = [0.0, 0.25, 0.5, 0.9]
    /// More channels than any recorder has.
    private static let mostChannels = 16

    /// Listens to every channel of a stream.
    ///
    /// - Returns: `nil` without timecode.
    /// - Throws: `MediaError` for failures of the machine.
    init?(in info: MediaInfo, _ sound: AudioInfo) throws(MediaError) {
        guard sound.isDecodable, sound.channels <= 2 || sound.areMicrophones, sound.channels <= Self.mostChannels else {
            return nil
        }
        let rate = AudioFormat.mixing.sampleRate
        let length = (sound.duration ?? info.duration).approximateSeconds
        for place in Self.places where place == 0 || length * place > Double(Self.whole) {
            let start = (sound.start + MediaTime(Int64(length * place), in: .perSecond(1)))
                .ticks(in: .perSecond(rate), .nearest)
            let channels = try Self.channels(info, sound, from: start, seconds: Self.first)
            guard let channel = channels.firstIndex(where: { Self.run(in: $0).count >= Self.leastRun }) else {
                continue
            }
            let more = try Self.channels(info, sound, from: start, seconds: Self.whole)
            guard more.indices.contains(channel), let found = Self.reading(Self.run(in: more[channel]), rate) else {
                continue
            }
            (stream, self.channel, text) = (sound.streamIndex, channel, found.text)
            self.start = found.time - MediaTime(start, in: .perSecond(rate))
            return
        }
        return nil
    }

    private static func channels(
        _ info: MediaInfo, _ sound: AudioInfo, from start: Int64, seconds: Int
    ) throws(MediaError) -> [[Float]] {
        let format = AudioFormat(sampleRate: AudioFormat.mixing.sampleRate, channelCount: sound.channels)
        let reader = try AudioReader(path: info.path, stream: sound.streamIndex, clock: info.clock, format: format)
        if start > Int64(format.sampleRate) { try reader.seek(to: start) }
        return try reader.read(from: start, count: seconds * Int(format.sampleRate)).channels
    }

    private struct Frame {
        var hours, minutes, seconds, frames: Int
        var isDropFrame: Bool
        /// Of its first bit, in samples.
        var position: Double

        func follows(_ other: Frame) -> Bool {
            let time = { (frame: Frame) in (frame.hours * 60 + frame.minutes) * 60 + frame.seconds }
            if frames > 0 {
                return frames == other.frames + 1 && time(self) == time(other)
                    || isDropFrame && frames == 2 && other.frames > 20 && time(self) == time(other) + 1
            }
            return other.frames >= 23 && (time(self) == time(other) + 1 || time(self) == 0)
        }
    }

    /// The longest run of consecutive frames that run forward.
    private static func run(in samples: [Float]) -> [Frame] {
        guard let decoder = ltc_decoder_create(Int32(AudioFormat.mixing.sampleRate) / 25, 1024) else { return [] }
        defer { ltc_decoder_free(decoder) }
        var samples = samples
        // libltc works with 8 bits: a quiet signal would be steps.
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > quietest else { return [] }
        for index in samples.indices { samples[index] *= 0.9 / peak }
        ltc_decoder_write_float(decoder, &samples, samples.count, 0)
        var (runs, frame): ([[Frame]], LTCFrameExt) = ([[]], LTCFrameExt())
        while ltc_decoder_read(decoder, &frame) > 0 {
            guard frame.reverse == 0 else { continue }
            var time = SMPTETimecode()
            ltc_frame_to_time(&time, &frame.ltc, 0)
            let one = Frame(
                hours: Int(time.hours), minutes: Int(time.mins), seconds: Int(time.secs), frames: Int(time.frame),
                isDropFrame: compose_ltc_is_drop_frame(&frame.ltc) != 0, position: Double(frame.off_start))
            guard one.hours < 24, one.minutes < 60, one.seconds < 60, one.frames < 30 else { continue }
            if let last = runs[runs.count - 1].last, !one.follows(last) { runs.append([]) }
            runs[runs.count - 1].append(one)
        }
        return runs.max { $0.count < $1.count } ?? []
    }

    /// −70 dBFS: below it, converters write noise.
    private static let quietest: Float = 3e-4

    /// The time of day at the first sample, by all frames, as of a run of a second or more.
    private static func reading(_ run: [Frame], _ rate: Int32) -> (time: MediaTime, text: String)? {
        guard run.count >= leastRun, let first = run.first, let last = run.last else { return nil }
        let period = (last.position - first.position) / Double(run.count - 1)
        let measured = Double(rate) / period
        let rates = [(24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1)].compactMap { FrameRate($0, $1) }
        let distance = { (rate: FrameRate) in abs(rate.framesPerSecond / measured - 1) }
        guard let own = rates.min(by: { distance($0) < distance($1) }), distance(own) < 0.01 else { return nil }
        let codes = run.compactMap { frame in
            Timecode(
                parsing: [frame.hours, frame.minutes, frame.seconds, frame.frames].map { "\($0)" }
                    .joined(separator: ":").replacing(/:([0-9]+)$/) { (frame.isDropFrame ? ";" : ":") + $0.1 }, at: own)
        }
        guard codes.count == run.count else { return nil }
        let starts = zip(codes, run).map { code, frame in
            code.elapsed - MediaTime(Int64(frame.position.rounded()), in: .perSecond(rate))
        }.sorted()
        return (starts[starts.count / 2], "\(codes[0])")
    }
}

extension MediaInfo {
    /// Whether a sound is timecode and nothing else.
    package func isTimecode(_ sound: AudioInfo) -> Bool {
        sound.channels == 1 && soundTimecode?.stream == sound.streamIndex
    }

    /// The sound that a player would choose, if it can be decoded and is not timecode.
    package var heardTrack: AudioInfo? {
        let heard = audio.filter { $0.isDecodable && !isTimecode($0) }
        return heard.first(where: \.isDefault) ?? heard.first
    }

    /// What is heard of a sound track: all of it, or the channel beside timecode.
    package func selection(of sound: AudioInfo) -> SoundSelection {
        let code = soundTimecode.flatMap { $0.stream == sound.streamIndex && sound.channels == 2 ? $0.channel : nil }
        return SoundSelection(stream: sound.streamIndex, channels: code.map { SoundChannels(both: 1 - $0) })
    }

    /// Looks for timecode in the sound.
    ///
    /// - Throws: `MediaError` for failures of the machine.
    package mutating func findSoundTimecode() throws(MediaError) {
        guard soundTimecode == nil else { return }
        for sound in audio {
            soundTimecode = try SoundTimecode(in: self, sound)
            if soundTimecode != nil { return }
        }
    }
}
