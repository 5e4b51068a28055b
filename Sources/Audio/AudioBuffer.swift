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

    package init(sampleRate: Int32, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// The format that films are mixed in.
    package static let mixing = AudioFormat(
        sampleRate: AudioBuffer.sampleRate, channelCount: AudioBuffer.channelCount)
}

/// Adds the channels of stereo sound. Where they cancel each other, as those of a balanced microphone at a stereo input,
/// only the stronger one is heard.
package struct MonoSum {
    /// The factor of each channel.
    private let weight: Float
    private var energies: (left: Double, right: Double, sum: Double) = (0, 0, 0)
    /// The channel that is heard instead of the sum; it stays the same, so that the sound is not inverted now and then.
    private var chosen: Int?
    /// The sum's energy relative to the stronger channel's; if only one is not silent, it is the same.
    private static let cancelled = 0.4

    package init(weight: Float = 0.5) { self.weight = weight }

    /// The stronger channel, if the sum of everything so far is nearly silent beside it.
    package var onlyChannel: Int? { Self.isCancelled(energies) ? Self.stronger(energies) : nil }

    /// The sum of both, or only one.
    @discardableResult package mutating func hear(_ channels: [[Float]]) -> [Float] {
        let sum = zip(channels[0], channels[1]).map { $0 + $1 }
        let energy = { (samples: [Float]) in samples.reduce(0.0) { $0 + Double($1 * $1) } }
        let own = (left: energy(channels[0]), right: energy(channels[1]), sum: energy(sum))
        energies = (energies.left + own.left, energies.right + own.right, energies.sum + own.sum)
        guard Self.isCancelled(own) else { return sum.map { weight * $0 } }
        chosen = chosen ?? Self.stronger(own)
        return channels[chosen!]
    }

    /// The left one, unless the right one has twice the energy: an inverted copy differs by what a codec changed.
    private static func stronger(_ energies: (left: Double, right: Double, sum: Double)) -> Int {
        energies.right > 2 * energies.left ? 1 : 0
    }

    private static func isCancelled(_ energies: (left: Double, right: Double, sum: Double)) -> Bool {
        energies.sum < cancelled * max(energies.left, energies.right)
    }
}
