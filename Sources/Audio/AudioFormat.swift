/// The sample rate and channels that sound is read in.
public struct AudioFormat: Hashable, Sendable {
    /// Samples per second.
    public var sampleRate: Int32
    /// In FFmpeg's default layout for that number of channels: 1 mono, 2 left and right.
    public var channelCount: Int

    /// - Parameter sampleRate: samples per second.
    public init(sampleRate: Int32, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The format that films are mixed in.
    public static let mixing = AudioFormat(
        sampleRate: AudioBuffer.sampleRate, channelCount: AudioBuffer.channelCount)
}
