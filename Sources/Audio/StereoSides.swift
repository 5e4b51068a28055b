/// Tells whether only one side of stereo sound was recorded: the other one is at least 40 dB below it, in total and
/// wherever it could be heard. Crosstalk between the two channels of one plug is louder.
package struct StereoSides {
    private var energies = [0.0, 0.0]
    private var count = 0
    /// Whether each side has been quiet beside the other one so far.
    private var isQuiet = [true, true]

    /// As a ratio of energies: 40 dB.
    private static let apart = 1e4
    /// Mean squares: an input without a plug hisses below −60 dBFS, and hardly anybody hears what is below it.
    private static let floor = 1e-6

    package init() {}

    /// Whether nothing that was heard so far tells that both sides are meant to be heard.
    package var mayBeOne: Bool { isQuiet.contains(true) }

    /// Whether nothing was heard so far.
    package var isSilent: Bool { !energies.contains { $0 > Self.floor * Double(count) } }

    /// The side that was recorded, 0 for the left one; `nil` for both, and for silence.
    package var onlyOne: Int? {
        [0, 1].first { side in
            isQuiet[1 - side] && energies[side] > Self.floor * Self.leastShare * Double(count)
                && energies[1 - side] * Self.apart <= energies[side]
        }
    }

    /// Somebody may speak for a hundredth of a recording only.
    private static let leastShare = 0.01

    /// Hears about a second of both channels.
    package mutating func hear(_ channels: [[Float]]) {
        let own = channels.prefix(2).map { $0.reduce(0.0) { $0 + Double($1 * $1) } }
        let floor = Self.floor * Double(channels[0].count)
        count += channels[0].count
        for side in 0...1 {
            energies[side] += own[side]
            if own[side] > floor, own[side] * Self.apart > own[1 - side] { isQuiet[side] = false }
        }
    }
}
