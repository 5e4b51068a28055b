import Audio
import MediaTime

extension SoundCleaning {
    /// The noise of a recording where there is no other sound, see `noiseProfile`. Noise that the high-pass removes
    /// does not count.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    ///   - seconds: how much of the beginning is measured, at most.
    /// - Throws: `MediaError`.
    package func measuredNoiseProfile(
        of path: String, stream: Int, clock: FileClock, seconds: Int = 600
    ) throws(MediaError) -> [Double] {
        let rate = Int(AudioFormat.mixing.sampleRate)
        let reader = try AudioReader(
            path: path, stream: stream, clock: clock, cleaning: SoundCleaning(highpass: highpass))
        var meter = try NoiseMeter(sampleRate: rate)
        for second in 0..<Int64(seconds) {
            let position = second * Int64(rate)
            let sound = try reader.read(from: position, count: rate)
            // The rest of the last second is padding.
            let count = Int(min(Int64(rate), reader.count(from: position)))
            guard count > 0 else { break }
            meter.append(sound.channels.map { Array($0.prefix(count)) })
        }
        return meter.profile
    }

    /// The channel to hear in mono because the sum of both is nearly silent, as of a balanced microphone at a stereo
    /// input; `nil` for all other sound.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    ///   - start: when to begin, on the clock of the file.
    ///   - seconds: how much is measured, at most.
    /// - Throws: `MediaError`.
    package static func channelForMono(
        of path: String, stream: Int, clock: FileClock, from start: MediaTime, seconds: Int = 600
    ) throws(MediaError) -> Int? {
        let rate = AudioFormat.mixing.sampleRate
        let reader = try AudioReader(path: path, stream: stream, clock: clock)
        let first = start.ticks(in: .perSecond(rate), .nearest)
        var sum = MonoSum()
        for second in 0..<Int64(seconds) {
            let position = first + second * Int64(rate)
            let sound = try reader.read(from: position, count: Int(rate))
            guard reader.count(from: position) > 0 else { break }
            sum.hear(sound.channels)
        }
        return sum.onlyChannel
    }
}
