import Analysis
import MediaIO
import MediaTime
import Timeline

/// Finds where sounds that are added lie beside the first of them, to the sample: two microphones that hear one voice a
/// fraction of a millisecond apart cancel some of its tones (a comb filter).
struct MixAligner {
    /// What is heard, by number.
    let sources: [Int: AudioSource]
    /// Whom the others are brought to: whoever goes with the picture.
    let reference: Int

    /// Sound that fits further away than this from where its file lies was placed there for a reason: 50 ms are 17 m of
    /// air, more than two microphones of one scene are apart.
    private static let farthest = MediaTime.milliseconds(50)

    /// - Parameter notes: what does not fit is said; it is added where its file lies.
    /// - Throws: `MediaError`.
    func alignments(_ notes: inout [Diagnostic]) throws -> [MixSettings.Alignment] {
        guard sources.count > 1, let one = sources[reference] else { return [] }
        let transforms = FourierTransforms { try RealTransform(size: $0) }
        let heard = try Self.hear(one, transforms)
        var found: [MixSettings.Alignment] = []
        for (number, other) in sources.sorted(by: { $0.key < $1.key }) where number != reference {
            guard !one.range.intersection(other.range).isEmpty else { continue }
            let alignment = try SoundAligner(transforms).align(heard, try Self.hear(other, transforms))
            guard alignment.verdict == .matched, let clock = TimeMap.beside(one.clock, alignment) else {
                notes.append(.notAligned(other.angle, to: one.angle))
                continue
            }
            let middle = other.extent.start + other.extent.duration / 2
            let shift = clock.target(at: middle) - other.clock.target(at: middle)
            guard shift.magnitude <= Self.farthest else {
                notes.append(.fitsElsewhere(other.angle, to: one.angle, by: shift))
                continue
            }
            found.append(MixSettings.Alignment(input: number, clock: clock))
        }
        return found
    }

    private static func hear(_ source: AudioSource, _ transforms: FourierTransforms) throws -> HeardSound {
        let (path, stream, clock) = (source.path, source.stream, source.info.clock)
        return try HeardSound(transforms) { try AnalysisReader(path: path, stream: stream, clock: clock) }
    }
}
