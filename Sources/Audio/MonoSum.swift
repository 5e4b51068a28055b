/// Adds the channels of stereo sound. Where they cancel each other, as those of a balanced microphone at a stereo input,
/// only the stronger one is heard.
package struct MonoSum {
    /// The factor of each channel.
    private let weight: Float
    /// Of left, right and their sum.
    private var energies: (left: Double, right: Double, sum: Double) = (0, 0, 0)
    /// The channel that is heard instead of the sum; it stays the same, so that the sound is not inverted now and then.
    private var chosen: Int?
    /// The sum's energy relative to the stronger channel's; if only one is not silent, it is the same.
    private static let cancelled = 0.4

    /// - Parameter weight: the factor of each channel.
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
