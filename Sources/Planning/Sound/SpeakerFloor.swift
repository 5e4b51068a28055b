import Audio
import MediaTime
import Timeline

/// When a speaker's microphone is open.
package struct SpeakerTurn: Hashable, Sendable, Codable {
    /// The camera whose microphone it is.
    package var angle: Angle
    /// On the film's clock: from shortly before the speaker's first word until somebody else has begun.
    package var range: TimeRange

    package init(angle: Angle, range: TimeRange) { (self.angle, self.range) = (angle, range) }
}

/// The gains of several speakers' microphones, as a gating automatic mixer sets them: full level while a microphone is
/// open, 12 dB less otherwise, so that the room never disappears and nothing pumps.
///
/// ```
/// anna  ━━━━━━━━╲______________╱━━━━━━━
/// ben   ________╱━━━━━━━━━━━━━━╲_______
/// ```
struct SpeakerFloor {
    /// By microphone.
    private(set) var courses: [GainEnvelope]
    /// The gain of everybody else's: heard where no speaker's microphone records.
    let others: GainEnvelope
    /// Where no speaker's microphone records.
    let silence: [Range<Int64>]

    /// How far a closed microphone is lowered.
    private static let closed = Float(Decibels.factor(-12))
    /// A tenth of a second: a click is shorter, a syllable longer.
    private static let fade = Int64(AudioBuffer.sampleRate / 10)

    /// - Parameters:
    ///   - turns: of each microphone.
    ///   - recorded: where each is heard at all, in samples of the film, in order.
    init(_ turns: [[SpeakerTurn]], recorded: [[Range<Int64>]], frameCount: Int64) {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let open = zip(turns, recorded).map { turns, recorded in
            turns.flatMap { turn in
                let range = turn.range.start.ticks(in: clock, .nearest)..<turn.range.end.ticks(in: clock, .nearest)
                return recorded.map(range.clamped).filter { !$0.isEmpty }
            }
        }
        // Where the speaker's own microphone does not record, all that do are open.
        let film = [0..<frameCount]
        let unheard = film.without(open.joined())
        courses = zip(open, recorded).map { open, recorded in
            let more = unheard.flatMap { gap in recorded.map(gap.clamped).filter { !$0.isEmpty } }
            return Self.course(open + more, closed: Self.closed)
        }
        silence = film.without(recorded.joined())
        others = Self.course(silence, closed: 0)
    }

    private static func course(_ ranges: [Range<Int64>], closed: Float) -> GainEnvelope {
        // A pause too short to fall and rise again.
        let open = ranges.union(closing: 2 * fade)
        var course = GainEnvelope([.init(0, open.first?.lowerBound == 0 ? 1 : closed)])
        for range in open {
            if range.lowerBound > 0 { course.change(to: 1, at: range.lowerBound, over: fade) }
            course.change(to: closed, at: range.upperBound, over: fade)
        }
        return course
    }
}

extension [Range<Int64>] {
    /// The same positions as disjoint ranges in order; ranges no farther apart than `gap` are one.
    func union(closing gap: Int64 = 0) -> [Range<Int64>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound - last.upperBound <= gap {
                joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// What is left of these ranges, which are disjoint.
    func without(_ others: some Sequence<Range<Int64>>) -> [Range<Int64>] {
        var (left, start): ([Range<Int64>], Int64) = ([], .min)
        let gaps = Array(others).union().map { other in
            defer { start = other.upperBound }
            return start..<Swift.max(start, other.lowerBound)
        }
        for range in self {
            left += (gaps + [start..<Int64.max]).map(range.clamped).filter { !$0.isEmpty }
        }
        return left
    }
}
