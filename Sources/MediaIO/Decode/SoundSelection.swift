/// What is heard of a file: one of its sound streams, and which of its channels.
package struct SoundSelection: Hashable, Sendable {
    /// The index of the stream in the file, from 0 (FFmpeg's `AVStream.index`).
    package var stream: Int
    /// `nil` for all of them, as the stream's layout says.
    package var channels: SoundChannels?

    package init(stream: Int, channels: SoundChannels? = nil) {
        self.stream = stream
        self.channels = channels
    }
}

/// The channels of a stream that are heard on either side, from 0; `nil` for silence there.
package struct SoundChannels: Hashable, Sendable, Codable {
    package var left, right: Int?

    package init(left: Int?, right: Int?) { (self.left, self.right) = (left, right) }

    /// One channel in the middle, as a mono file is heard.
    package init(both channel: Int) { self.init(left: channel, right: channel) }

    /// What libswresample takes at most (`SWR_CH_MAX`).
    private static let most = 64

    /// Whether a plan may contain these values.
    package var isValid: Bool {
        [left, right].compactMap(\.self).allSatisfy((0..<Self.most).contains) && (left != nil || right != nil)
    }

    /// Whether a stream with that many channels has them.
    package func areIn(_ count: Int) -> Bool { max(left ?? 0, right ?? 0) < count }

    /// A row of factors for each output, one for each channel of the stream: a stream that has fewer channels from some
    /// place on is silent there.
    func matrix(inputs: Int, outputs: Int) -> [Double] {
        var matrix = [Double](repeating: 0, count: inputs * outputs)
        for (side, channel) in [left, right].enumerated() {
            guard let channel, channel < inputs else { continue }
            matrix[min(side, outputs - 1) * inputs + channel] = 1
        }
        return matrix
    }
}
