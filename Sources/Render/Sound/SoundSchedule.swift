import MediaTime
import Sound
import Timeline

/// Which camera is heard when, as gains over sample positions of the programme.
///
/// ```
/// back  ━━━━━━━━━╲          ╱━━━━━━
/// front           ╲━━━━━━━━╱          every change is a cross-fade inside of the footage, so nothing clicks
/// ```
struct SoundSchedule: Sendable {
    /// From `start` on `angle` is heard, faded in over `fade` samples while what was before fades out.
    struct Entry: Hashable, Sendable {
        var start: Int64
        var fade: Int64
        var angle: Angle?
    }
    /// By start; the first begins at or before 0 and has no fade.
    let entries: [Entry]

    /// Long enough not to click, too short to be noticed: 10 ms.
    static let shortestFade = Int64(AudioBuffer.sampleRate / 100)

    /// - Parameter hasSound: whether an angle has sound at all; those that have not are never chosen.
    init(_ plan: SoundPlan.Choice, _ composition: Composition, hasSound: (Angle) -> Bool) {
        let audible = composition.session.angles.filter(hasSound)
        let position = { (frame: Int64) in
            composition.frameRate.time(ofFrame: frame).ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
        }
        // Where the footage of each camera ends; what is heard fades out before.
        let ends = Dictionary(
            uniqueKeysWithValues: audible.map { angle in
                let coverage = composition.session.coverage(of: angle)
                return (
                    angle,
                    coverage.map {
                        ($0.end - composition.start).ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
                    }
                )
            })
        let length = position(composition.frameCount)
        var entries: [Entry] = []
        let change = { (start: Int64, fade: Int64, angle: Angle?) in
            guard let last = entries.last else { return entries.append(Entry(start: start, fade: 0, angle: angle)) }
            guard last.angle != angle, start < length else { return }
            let end = last.angle.flatMap { ends[$0]!.first { $0 > start - fade } }
            let early = end.map { max(last.start + last.fade, min(start, $0 - fade)) } ?? start
            entries.append(Entry(start: early, fade: fade, angle: angle))
        }
        switch plan {
        case .none: break
        case .angle(let wished):
            let order = [wished].filter(audible.contains) + audible.filter { $0 != wished }
            let start = composition.start
            let coverage = order.map { angle in (angle, composition.session.coverage(of: angle)) }
            let edges = Set(coverage.flatMap { $0.1.flatMap { [$0.start, $0.end] } } + [start]).sorted()
            for edge in edges where edge >= start {
                let heard = coverage.first { $0.1.contains { $0.contains(edge) } }?.0
                change((edge - start).ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest), Self.shortestFade, heard)
            }
        case .follow:
            for (index, segment) in composition.segments.enumerated() {
                let time = composition.sessionTime(ofFrame: segment.frames.lowerBound)
                // Where the camera that is seen has no sound, another one that is there.
                let heard = segment.view.flatMap { view in
                    audible.contains(view.mainAngle)
                        ? view.mainAngle
                        : audible.first { composition.session.take(of: $0, at: time) != nil }
                }
                let window = composition.transitions.first { $0.incoming == index }?.frames
                let start = position(window?.lowerBound ?? segment.frames.lowerBound)
                let end = position(window?.upperBound ?? segment.frames.lowerBound)
                change(start, max(Self.shortestFade, end - start), heard)
            }
        }
        self.entries = entries
    }

    /// Every angle that is heard at some time.
    var angles: Set<Angle> { Set(entries.compactMap(\.angle)) }

    /// The cameras heard in `count` samples from `start`, each with its gain at sample `n` of the block; `nil`
    /// for a gain of one throughout.
    func voices(from start: Int64, count: Int) -> [(angle: Angle, gain: ((Int) -> Float)?)] {
        let end = start + Int64(count)
        var voices: [(Angle, ((Int) -> Float)?)] = []
        // The entry that is heard at the start, or the one before it where that is still fading out.
        var index = max(0, (entries.lastIndex { $0.start <= start } ?? 0) - 1)
        while index < entries.count, entries[index].start < end {
            let entry = entries[index]
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            index += 1
            if let next, next.start + next.fade <= start { continue }
            guard let angle = entry.angle else { continue }
            let isSteady = entry.start + entry.fade <= start && (next.map { $0.start >= end } ?? true)
            voices.append(
                (
                    angle,
                    isSteady
                        ? nil
                        : { n in
                            let position = start + Int64(n)
                            let rise =
                                entry.fade == 0
                                ? (position >= entry.start ? 1 : 0)
                                : Crossfade.incomingGain(at: Float(position - entry.start) / Float(entry.fade))
                            let fall =
                                next.map { Crossfade.outgoingGain(at: Float(position - $0.start) / Float($0.fade)) }
                                ?? 1
                            return rise * fall
                        }
                ))
        }
        return voices
    }
}
