import Audio
import MediaTime

extension SoundCleaning {
    /// The noise level of a recording where there is no other sound, in dBFS (RMS), limited to what the denoiser
    /// accepts: a tenth of all stretches of 50 ms are quieter. Noise that the high-pass removes does not count.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    /// - Throws: `MediaError`.
    public func noiseFloor(of path: String, stream: Int, clock: FileClock) throws(MediaError) -> Double {
        let rate = Int(AudioFormat.mixing.sampleRate)
        let reader = try AudioReader(
            path: path, stream: stream, clock: clock, cleaning: SoundCleaning(highpass: highpass))
        var powers: [Float] = []
        // Ten minutes are enough.
        for second in 0..<Int64(600) {
            let sound = try reader.read(from: second * Int64(rate), count: rate)
            guard reader.count(from: second * Int64(rate)) > 0 else { break }
            for start in stride(from: 0, to: rate, by: rate / 20) {
                var sum: Float = 0
                for channel in sound.channels {
                    for sample in channel[start..<start + rate / 20] { sum += sample * sample }
                }
                // Digital silence is not noise.
                if sum > 0 { powers.append(sum / Float(2 * rate / 20)) }
            }
        }
        powers.sort()
        guard !powers.isEmpty else { return Self.noiseFloors.lowerBound }
        let decibels = Decibels.of(powers[powers.count / 10].squareRoot())
        return max(Self.noiseFloors.lowerBound, min(Self.noiseFloors.upperBound, decibels))
    }
}
