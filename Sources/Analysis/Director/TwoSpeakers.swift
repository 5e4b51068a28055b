import Platform

/// Two values around which measurements cluster, as for two speakers: two Gaussians of equal width, found by
/// expectation-maximization (Dempster, Laird and Rubin 1977).
struct TwoSpeakers {
    private(set) var low: Float
    private(set) var high: Float
    private(set) var deviation: Float

    /// Decibels: no level is steadier than that.
    private static let leastDeviation: Float = 0.8
    /// More rounds change nothing.
    private static let rounds = 40

    /// - Parameter weights: the weight of each value, 0…1.
    init?(_ values: [Float], weights: [Float]) {
        let sure = zip(values, weights).filter { $1 > 0.5 }.map(\.0).sorted()
        guard sure.count >= VoiceTrack.rate else { return nil }
        (low, high) = (sure[sure.count * 15 / 100], sure[sure.count * 85 / 100])
        deviation = max(1, (high - low) / 4)
        for _ in 0..<Self.rounds { improve(values, weights) }
    }

    private mutating func improve(_ values: [Float], _ weights: [Float]) {
        var (mass, sum) = ((low: 1e-6, high: 1e-6), (low: 0.0, high: 0.0))
        var spread = 0.0
        for (value, weight) in zip(values, weights) where weight > 0 {
            let (below, above) = (value - low, value - high)
            let odds = (above * above - below * below) / (2 * deviation * deviation)
            let share = Double(weight / (1 + expf(max(-50, min(50, odds)))))
            let rest = Double(weight) - share
            mass = (mass.low + rest, mass.high + share)
            sum = (sum.low + rest * Double(value), sum.high + share * Double(value))
            spread += rest * Double(below * below) + share * Double(above * above)
        }
        (low, high) = (Float(sum.low / mass.low), Float(sum.high / mass.high))
        deviation = max(Self.leastDeviation, Float((spread / (mass.low + mass.high)).squareRoot()))
    }

    /// The logarithm of how much more likely the value belongs to the high cluster.
    func odds(_ value: Float) -> Float { (value - (low + high) / 2) * (high - low) / (deviation * deviation) }
}
