/// The soft edge of a matte at one instant: from the moment of a sample to how far it has changed.
///
/// ```
///  weight 32767 ┤━━━━━━━╲                      a sample whose moment is `threshold` starts to change,
///               │        ╲                     one whose moment is `threshold − width` has changed
///             0 ┤         ╲━━━━━━━━━━━━ moment
///                        ╵ ╵ threshold
/// ```
///
/// The slope is the smoothstep 3u² − 2u³: a straight one shows Mach bands where it bends.
struct Ramp {
    let threshold: Int
    let width: UInt16
    /// `width << shift` fills 16 bits…
    let shift: UInt16
    /// …and grows to 65535 when `gain` / 65536 of it is added.
    let gain: UInt16

    /// - Parameter width: 1…65535.
    init(threshold: Int, width: Int) {
        self.threshold = threshold
        self.width = UInt16(width)
        shift = UInt16(self.width.leadingZeroBitCount)
        let full = width << Int(shift)
        gain = UInt16((65535 - full) * 65536 / full)
    }

    // The threshold in two parts of 16 bits. What is beyond saturates, and so does every width.
    private var reach: UInt16 { UInt16(min(max(threshold, 0), 65535)) }
    private var excess: UInt16 { UInt16(min(max(threshold - 65535, 0), 65535)) }

    /// The weights of a row of moments.
    ///
    /// - Parameter gains: `gain`, `count` times: see `MixRow.swift` for why.
    func fillWeights(
        _ moments: UnsafePointer<UInt16>, gains: UnsafePointer<UInt16>, into weights: UnsafeMutablePointer<Int16>,
        count: Int
    ) {
        let (reach, excess, room, width, scale) = (reach, excess, ~excess, width, UInt16(1) &<< shift)
        for x in 0..<count {
            let below = reach > moments[x] ? reach &- moments[x] : 0
            let elapsed = min(min(below, room) &+ excess, width) &* scale
            let u = elapsed &+ upperHalf(elapsed, gains[x])
            // With v = u − ½ smoothstep is ½ + v · (3/2 − 2v²). The factor, 1…3/2 of 32768, is a negative number of 16 bits, 65536 too low: hence the added v. `^` subtracts
            // from 49151, and is not widened to 32 bits.
            let v = Int16(bitPattern: u ^ 0x8000)
            let size = UInt16(bitPattern: v < 0 ? ~v : v)
            let factor = Int16(bitPattern: upperHalf(size, size) ^ 49151)
            weights[x] = 16384 &+ v &+ upperHalf(v, factor)
        }
    }
}
