import MediaTime
import Audio
import Timeline

/// Which camera is heard when, as gains over sample positions of the programme.
///
/// ```
/// back  ━━━━━━━━━╲          ╱━━━━━━
/// front           ╲━━━━━━━━╱          every change is a cross-fade inside of the footage, so nothing clicks
/// ```
struct AudioSchedule: Sendable {
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

    /// - Parameter hasAudio: whether an angle has sound at all; those that have not are never chosen.
    init(_ plan: AudioPlan.Choice, _ composition: Composition, hasAudio: (Angle) -> Bool) {
        var draft = Draft(composition, audible: composition.session.angles.filter(hasAudio))
        switch plan {
        case .none: break
        case .angle(let wished): draft.hear(wished)
        case .follow: draft.followPicture()
        }
        entries = draft.entries
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

/// A schedule in the making.
private struct Draft {
    private let composition: Composition
    private let audible: [Angle]
    /// Where the footage of each camera ends; what is heard fades out before.
    private let ends: [Angle: [Int64]]
    private(set) var entries: [AudioSchedule.Entry] = []

    init(_ composition: Composition, audible: [Angle]) {
        self.composition = composition
        self.audible = audible
        ends = Dictionary(
            uniqueKeysWithValues: audible.map { angle in
                (angle, composition.session.coverage(of: angle).map { Self.position($0.end - composition.start) })
            })
    }

    /// In samples of the programme.
    private static func position(_ time: MediaTime) -> Int64 {
        time.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
    }
    private func position(ofFrame frame: Int64) -> Int64 { Self.position(composition.frameRate.time(ofFrame: frame)) }

    private mutating func change(at start: Int64, fade: Int64, to angle: Angle?) {
        guard let last = entries.last else {
            return entries.append(.init(start: start, fade: 0, angle: angle))
        }
        guard last.angle != angle, start < position(ofFrame: composition.frameCount) else { return }
        let end = last.angle.flatMap { ends[$0]!.first { $0 > start - fade } }
        let early = end.map { max(last.start + last.fade, min(start, $0 - fade)) } ?? start
        entries.append(.init(start: early, fade: fade, angle: angle))
    }

    /// One camera, and where it has no footage the next that has.
    mutating func hear(_ wished: Angle) {
        let order = [wished].filter(audible.contains) + audible.filter { $0 != wished }
        let start = composition.start
        let coverage = order.map { angle in (angle, composition.session.coverage(of: angle)) }
        let edges = Set(coverage.flatMap { $0.1.flatMap { [$0.start, $0.end] } } + [start]).sorted()
        for edge in edges where edge >= start {
            let heard = coverage.first { $0.1.contains { $0.contains(edge) } }?.0
            change(at: Self.position(edge - start), fade: AudioSchedule.shortestFade, to: heard)
        }
    }

    /// The camera that is seen, and where it has no sound another one that is there.
    mutating func followPicture() {
        let windows = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0.frames) })
        for (index, segment) in composition.segments.enumerated() {
            let time = composition.sessionTime(ofFrame: segment.frames.lowerBound)
            let heard = segment.view.flatMap { view in
                audible.contains(view.mainAngle)
                    ? view.mainAngle : audible.first { composition.session.take(of: $0, at: time) != nil }
            }
            let start = position(ofFrame: windows[index]?.lowerBound ?? segment.frames.lowerBound)
            let end = position(ofFrame: windows[index]?.upperBound ?? segment.frames.lowerBound)
            change(at: start, fade: max(AudioSchedule.shortestFade, end - start), to: heard)
        }
    }
}
