/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine, so a failure can be repeated.
package struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    package init(_ seed: UInt64) { state = seed }
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Any `Int64`, with small magnitudes and the ends of the range as likely as huge ones.
    package mutating func anyInt64() -> Int64 {
        let edges: [Int64] = [0, 1, -1, 2, -2, .max, .min, .max - 1, .min + 1]
        if Int.random(in: 0..<8, using: &self) == 0 { return edges.randomElement(using: &self)! }
        return Int64(truncatingIfNeeded: next()) >> Int64.random(in: 0..<63, using: &self)
    }
}
