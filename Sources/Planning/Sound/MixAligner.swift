import Analysis
import MediaIO
import MediaTime
import Placing
import Timeline

/// Aligns sounds that are added to the first of them, to the sample: two microphones that record one voice a fraction
/// of a millisecond apart cancel some of its frequencies (a comb filter).
struct MixAligner {
    /// The sources, by number.
    let sources: [Int: AudioSource]
    /// The source that the others are aligned to: the one in sync with the picture.
    let reference: Int

    /// Sound that matches further away than this from its file's position was placed there on purpose: 50 ms are 17 m
    /// of air, more than the distance between two microphones of one scene.
    private static let farthest = MediaTime.milliseconds(50)

    /// - Parameters:
    ///   - settings: receives the clocks.
    ///   - notes: receives mismatches; those sounds are added at their files' positions.
    /// - Throws: `MediaError`.
    func align(_ settings: inout MixSettings, _ notes: inout [Diagnostic]) throws {
        guard sources.count > 1, let one = sources[reference] else { return }
        let transforms = FourierTransforms { try RealTransform(size: $0) }
        let heard = try HeardSound(one.info, one.stream, transforms)
        for (number, other) in sources.sorted(by: { $0.key < $1.key }) where number != reference {
            guard !one.range.intersection(other.range).isEmpty else { continue }
            let sound = try HeardSound(other.info, other.stream, transforms)
            let alignment = try SoundAligner(transforms).align(heard, sound)
            guard alignment.verdict == .matched, let clock = Self.clock(of: alignment, beside: one.clock) else {
                notes.append(.notAligned(other.angle, to: one.angle))
                continue
            }
            let middle = other.extent.start + other.extent.duration / 2
            let shift = clock.target(at: middle) - other.clock.target(at: middle)
            guard shift.magnitude <= Self.farthest else {
                notes.append(.fitsElsewhere(other.angle, to: one.angle, by: shift))
                continue
            }
            settings.measure(number) { $0.clock = clock }
        }
    }

    /// - Parameter reference: where it jumps, its recording lost samples, and the other one seems to run back.
    static func clock(of alignment: Alignment, beside reference: TimeMap) -> TimeMap? {
        guard reference.pieces.count > 1 else { return TimeMap.beside(reference, alignment) }
        return TimeMap.beside(reference.withoutJumps, LostSamples([alignment]).repaired(alignment).alignment)
    }
}
