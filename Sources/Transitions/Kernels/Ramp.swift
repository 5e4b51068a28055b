/// The soft edge of a matte at one instant: maps the moment of a sample to how far it has changed.
///
/// ```
///  weight 32767 ┤━━━━━━━╲                      a sample whose moment is `threshold` starts to change,
///               │        ╲                     one whose moment is `threshold − width` has changed
///             0 ┤         ╲━━━━━━━━━━━━ moment
///                        ╵ ╵ threshold
/// ```
///
/// The slope is the smoothstep 3u² − 2u³: a linear one shows Mach bands where it bends.
struct Ramp {
    private let threshold: Int32
    private let width: Int32
    /// `width << shift` fills 16 bits…
    private let shift: Int32
    /// …and grows to 65535 when `gain` / 65536 of it is added.
    private let gain: UInt32

    /// - Parameter width: 1…65535.
    init(threshold: Int, width: Int) {
        self.threshold = Int32(threshold)
        self.width = Int32(width)
        shift = Int32(UInt16(width).leadingZeroBitCount)
        let full = width << Int(shift)
        gain = UInt32((65535 - full) * 65536 / full)
    }

    /// The weight 0…32767 at `moment`.
    @inline(__always)
    func weight(at moment: UInt16) -> Int16 {
        let elapsed = UInt32(bitPattern: min(max(threshold &- Int32(moment), 0), width) &<< shift)
        // With v = u − ½ smoothstep is ½ + v · (3/2 − 2v²).
        let v = Int32(bitPattern: elapsed &+ (elapsed &* gain) &>> 16) &- 32768
        let size = v < 0 ? ~v : v
        return Int16(truncatingIfNeeded: 16384 &+ (v &* (49151 &- (size &* size) &>> 16)) &>> 16)
    }
}
