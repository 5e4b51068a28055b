import CRows

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
    private let threshold: Int
    private let width: UInt16
    /// `width << shift` fills 16 bits…
    private let shift: UInt16
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

    /// Nothing has changed where the moment is `earliest` or later.
    @inline(__always)
    func isBefore(_ earliest: UInt16) -> Bool { threshold <= Int(earliest) }
    /// Everything has changed where the moment is `latest` or earlier.
    @inline(__always)
    func isAfter(_ latest: UInt16) -> Bool { threshold &- Int(latest) >= Int(width) }

    /// The weight 0…32767 at `moment`: what `fillWeights` must agree with.
    func weightReference(at moment: UInt16) -> Int {
        let elapsed = min(max(threshold - Int(moment), 0), Int(width)) << Int(shift)
        let u = elapsed + (elapsed * Int(gain)) >> 16
        // With v = u − ½ smoothstep is ½ + v · (3/2 − 2v²).
        let v = u - 32768
        let size = v < 0 ? -v - 1 : v
        return 16384 + (v * (49151 - (size * size) >> 16)) >> 16
    }

    /// For weighing and mixing at once.
    ///
    /// - Parameter soon: how many bytes further on moments are fetched meanwhile.
    @inline(__always)
    func fade(_ moments: UnsafePointer<UInt16>, soon: Int) -> rows_fade {
        rows_fade(
            moments: moments, moments_soon: soon, reach: reach, excess: excess, width: width, scale: 1 &<< shift,
            gain: gain)
    }

    // The threshold in two parts of 16 bits. What is beyond saturates, and so does every width.
    private var reach: UInt16 { UInt16(min(max(threshold, 0), 65535)) }
    private var excess: UInt16 { UInt16(min(max(threshold - 65535, 0), 65535)) }

    /// The weights of a row of moments.
    ///
    /// - Parameter gains: `gain`, `count` times: see `MixRow.swift` for why.
    @inline(__always)
    func fillWeights(
        _ moments: UnsafePointer<UInt16>, gains: UnsafePointer<UInt16>, into weights: UnsafeMutablePointer<Int16>,
        count: Int
    ) {
        rows_ramp(moments, gains, reach, excess, width, 1 &<< shift, weights, count)
    }
}
