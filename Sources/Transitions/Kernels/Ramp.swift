/// The soft edge of a matte at one instant: from the moment a sample changes to how far it has changed.
///
/// ```
/// weight 32768 ┤━━━━━━━╲                      a sample whose moment is `threshold` starts to change,
///              │        ╲                     one whose moment is `threshold − width` has changed
///            0 ┤         ╲━━━━━━━━━━━  moment
///                       ╵ ╵ threshold
/// ```
///
/// The slope is the smoothstep 3u² − 2u³: a straight one shows Mach bands where it bends.
struct Ramp {
    /// `min(threshold, 65535)`, but 0 when negative.
    private let reach: UInt16
    /// How far the threshold lies beyond 65535, saturated; `width` saturates no later.
    private let excess: UInt16
    private let width: UInt16
    /// `width << shift` fills 16 bits, and times `gain` it is 32768 in the upper half.
    private let shift: UInt16
    let gain: UInt16
    private let threshold: Int

    /// - Parameter width: 3…65535; rounded up to an odd number, for no power of two has a 16-bit `gain`.
    init(threshold: Int, width: Int) {
        self.threshold = threshold
        self.width = UInt16(min(max(width, 3), 65535)) | 1
        reach = UInt16(min(max(threshold, 0), 65535))
        excess = UInt16(min(max(threshold - 65535, 0), 65535))
        shift = UInt16(self.width.leadingZeroBitCount)
        // Rounded up, so that the full width gives 32768 and not 32767.
        let full = Int(self.width) << Int(shift)
        gain = UInt16((1 << 31 + full - 1) / full)
    }

    /// Nothing has changed where the moment is `earliest` or later.
    @inline(__always)
    func isBefore(_ earliest: UInt16) -> Bool { threshold <= Int(earliest) }
    /// Everything has changed where the moment is `latest` or earlier.
    @inline(__always)
    func isAfter(_ latest: UInt16) -> Bool { threshold - Int(latest) >= Int(width) }

    /// The weight 0…32768 at `moment`: what `fillWeights` must agree with.
    func weight(at moment: UInt16) -> Int {
        let elapsed = min(max(threshold - Int(moment), 0), Int(width))
        let u = (elapsed << Int(shift)) * Int(gain) >> 16
        return (u * u >> 15) * (49152 - u) >> 14
    }

    /// The negated weights of a row of moments. `max` and `min` against a constant are saturating additions.
    ///
    /// - Parameter gains: `gain`, `count` times: see `MixRow.swift` for why.
    @inline(__always)
    func fillWeights(
        _ moments: UnsafePointer<UInt16>, gains: UnsafePointer<UInt16>,
        into negatedWeights: UnsafeMutablePointer<Int16>, count: Int
    ) {
        let (reach, excess, width, shift) = (reach, excess, width, shift)
        for x in 0..<count {
            let moment = moments[x]
            let below = max(reach, moment) &- moment
            let elapsed = min(min(below, ~excess) &+ excess, width)
            let u = upper(elapsed &<< shift, gains[x])
            let square = upper(u, u) &<< 1 | lower(u, u) &>> 15
            let slope = 49152 &- u
            let weight = upper(square, slope) &<< 2 | lower(square, slope) &>> 14
            negatedWeights[x] = Int16(bitPattern: 0 &- weight)
        }
    }
}

@inline(__always)
private func upper(_ a: UInt16, _ b: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: (UInt32(a) &* UInt32(b)) &>> 16) }
@inline(__always)
private func lower(_ a: UInt16, _ b: UInt16) -> UInt16 { a &* b }
