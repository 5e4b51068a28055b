/// The sample rate and channels that sound is read in.
package struct AudioFormat: Hashable, Sendable {
    /// Samples per second.
    package var sampleRate: Int32
    /// In FFmpeg's default layout for that number of channels: 1 mono, 2 left and right.
    package var channelCount: Int

    /// - Parameter sampleRate: samples per second.
    package init(sampleRate: Int32, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The format that films are mixed in.
    package static let mixing = AudioFormat(
        sampleRate: AudioBuffer.sampleRate, channelCount: AudioBuffer.channelCount)
}
