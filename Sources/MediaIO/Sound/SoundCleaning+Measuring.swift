import Audio
import MediaTime

extension SoundCleaning {
    /// The noise of a recording where there is no other sound, see `noise`. Noise that the high-pass removes does not
    /// count.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    /// - Returns: `nil` for digital silence.
    /// - Throws: `MediaError`.
    public func noise(of path: String, stream: Int, clock: FileClock) throws(MediaError) -> [Double]? {
        let rate = Int(AudioFormat.mixing.sampleRate)
        let reader = try AudioReader(
            path: path, stream: stream, clock: clock, cleaning: SoundCleaning(highpass: highpass))
        var meter = try NoiseMeter(sampleRate: rate)
        // Ten minutes are enough.
        for second in 0..<Int64(600) {
            let sound = try reader.read(from: second * Int64(rate), count: rate)
            guard reader.count(from: second * Int64(rate)) > 0 else { break }
            meter.append(sound.channels)
        }
        return meter.levels
    }
}
