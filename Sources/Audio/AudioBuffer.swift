/// Planar 32-bit float sound, usually at the working rate. Full scale is ±1.
public struct AudioBuffer: Hashable, Sendable {
    /// The rate everything is mixed at, in samples per second.
    public static let sampleRate: Int32 = 48_000
    /// The channels everything is mixed in: left, right.
    public static let channelCount = 2

    /// `channels[c][n]`: all of the same length.
    public var channels: [[Float]]

    /// Silence.
    public init(frameCount: Int, channelCount: Int = Self.channelCount) {
        channels = Array(repeating: Array(repeating: 0, count: frameCount), count: channelCount)
    }

    /// Samples per channel.
    public var frameCount: Int { channels[0].count }

    /// Adds `other` to the samples from `offset` on; anything outside the buffer is ignored.
    package mutating func add(_ other: AudioBuffer, at offset: Int) {
        let first = max(0, offset)
        let last = min(frameCount, offset + other.frameCount)
        guard first < last else { return }
        for c in channels.indices {
            for n in first..<last { channels[c][n] += other.channels[c][n - offset] }
        }
    }

    /// Multiplies sample `n` by `gain(n)`.
    package mutating func apply(gain: (Int) -> Float) {
        for n in 0..<frameCount {
            let g = gain(n)
            for c in channels.indices { channels[c][n] *= g }
        }
    }
}

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
