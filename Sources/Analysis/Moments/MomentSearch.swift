import Platform

/// Finds stretches of a recording that stand alone: from a pause to a pause, with whole turns of speech, where people
/// laugh, answer each other, are loud, or much happens in the picture.
package struct MomentSearch {
    /// A stretch, in steps of `Conversation.rate`.
    package struct Moment {
        package var range: Range<Int>
        /// The sum of what its reasons are worth.
        package var score: Float
        /// The most important first.
        package var reasons: [Reason]
    }

    /// Why a stretch was chosen.
    package enum Reason: Hashable, Sendable {
        /// People laugh or clap at this step.
        case laughter(Int)
        /// How often another speaks, and who does.
        case exchange(Int, Set<Int>)
        case loud
        /// Much happens in the picture.
        case lively
        /// One speaks without a break, or next to none.
        case fluent
    }

    /// A place between words at which a stretch may begin or end.
    private struct Gap {
        var range: Range<Int>
        /// Whether another speaks after it than before.
        var isTurn: Bool
        /// How well a stretch begins or ends there, from 0 to 1.
        var worth: Float { isTurn ? 1 : 0.6 * min(1, Float(range.count) / Float(Conversation.rate * 3 / 2)) }
        /// Just before the next word, and well after the last.
        var start: Int { max(range.lowerBound, range.upperBound - Conversation.rate / 5) }
        var end: Int { min(range.upperBound, range.lowerBound + Conversation.rate * 2 / 5) }
    }

    private let gaps: [Gap]
    private let turns: [(speaker: Int, range: Range<Int>)]
    /// For each turn, the latest end of those up to it.
    private let latestEnds: [Int]
    /// Looks at which people laugh or clap, as ranges.
    private let laughter: [Range<Int>]
    private let count: Int
    // Sums up to each look, to compare stretches quickly.
    private let laughterSum, loudSum, spokenSum, motionSum, quietSum: [Float]
    private let usualLevel, usualMotion: Float

    /// - Parameters:
    ///   - sounds: of all microphones, on one clock.
    ///   - turns: who speaks when, in steps, in order; empty if nobody knows.
    ///   - motion: how much happens in the pictures at each step; empty if nobody looked.
    package init(_ sounds: [MomentSound], turns: [(speaker: Int, range: Range<Int>)], motion: [Float] = []) {
        let perLook = Conversation.rate / MomentSound.rate
        let count = max(sounds.map(\.levels.count).max() ?? 0, motion.count / perLook)
        (self.count, self.turns) = (count, turns)
        latestEnds = turns.reduce(into: []) { $0.append(max($0.last ?? 0, $1.range.upperBound)) }
        let pauses = Pauses.find([sounds.map(\.voice)], least: Self.leastPause, kept: 0, gain: 0)
        let rate = Double(Conversation.rate)
        let quiet = (pauses ?? []).map { pause in
            let start = Int((pause.lowerBound * rate).rounded(.up))
            return start..<max(start, Int(pause.upperBound * rate))
        }
        gaps =
            pauses == nil
            // Where nobody speaks, any second will do; of hours, fewer.
            ? stride(from: 0, through: count * perLook, by: Conversation.rate * (1 + count / 36_000)).map {
                Gap(range: $0..<$0, isTurn: true)
            }
            : quiet.map { gap in
                let last = turns.last { $0.range.lowerBound < gap.lowerBound }?.speaker
                let next = turns.first { $0.range.upperBound > gap.upperBound }?.speaker
                return Gap(range: gap, isTurn: turns.isEmpty ? false : last != next)
            }
        // What only one of several microphones hears is no crowd.
        let least = min(2, sounds.count)
        let isHeard = { (look: Int, track: (MomentSound) -> [Bool]) in
            least > 0 && sounds.count { look < track($0).count && track($0)[look] } >= least
        }
        let crowd = (0..<count).map { isHeard($0, \.isCrowd) }.runs.filter { (6...250).contains($0.count) }
        let laughs = (0..<count).map { isHeard($0, \.isLaugh) }.runs.filter { (3...250).contains($0.count) }
        laughter = (crowd + laughs).sorted { $0.lowerBound < $1.lowerBound }
        var isCrowd = [Float](repeating: 0, count: count)
        for run in laughs { for look in run { isCrowd[look] = 0.5 } }
        for run in crowd { for look in run { isCrowd[look] = 1 } }
        // The loudest microphone of each look, relative to what it usually hears.
        let medians = sounds.map { sound in
            let spoken = zip(sound.levels, sound.leads).filter { $1 >= Self.spoken }.map(\.0).sorted()
            return spoken.isEmpty ? 0 : spoken[spoken.count / 2]
        }
        let loud = (0..<count).map { look -> Float? in
            zip(sounds, medians).compactMap { sound, usual in
                look < sound.levels.count && sound.leads[look] >= Self.spoken ? sound.levels[look] - usual : nil
            }.max()
        }
        laughterSum = Self.sums(isCrowd)
        loudSum = Self.sums(loud.map { $0 ?? 0 })
        spokenSum = Self.sums(loud.map { $0 == nil ? 0 : 1 })
        let motions = (0..<count).map { look -> Float in
            let steps = (look * perLook..<(look + 1) * perLook).clamped(to: motion.indices)
            return steps.isEmpty ? 0 : motion[steps].reduce(0, +) / Float(steps.count)
        }
        motionSum = Self.sums(motions)
        var isQuiet = [Float](repeating: 0, count: count)
        for gap in quiet {
            let looks = gap.lowerBound / perLook..<max(gap.lowerBound / perLook, gap.upperBound / perLook)
            for look in looks.clamped(to: 0..<count) { isQuiet[look] = 1 }
        }
        quietSum = Self.sums(isQuiet)
        usualLevel = (loudSum.last ?? 0) / max(1, spokenSum.last ?? 1)
        usualMotion = (motionSum.last ?? 0) / Float(max(1, count))
    }

    /// In seconds: within words, closed lips are shorter.
    private static let leastPause = 0.3
    /// How far speech is above the noise, in decibels.
    private static let spoken: Float = 6

    private static func sums(_ values: [Float]) -> [Float] {
        var sums: [Float] = [0]
        sums.reserveCapacity(values.count + 1)
        for value in values { sums.append(sums[sums.count - 1] + value) }
        return sums
    }

    /// The best stretches, the best one first; none overlaps another.
    ///
    /// - Parameters:
    ///   - most: how many.
    ///   - lengths: in steps.
    ///   - limits: in one of which each lies, in steps.
    package func find(_ most: Int, lengths: ClosedRange<Int>, within limits: [Range<Int>]) -> [Moment] {
        var found: [(range: Range<Int>, score: Float)] = []
        for (index, first) in gaps.enumerated() {
            guard let limit = limits.first(where: { $0.contains(first.start) }) else { continue }
            var own: [(range: Range<Int>, score: Float)] = []
            for last in gaps[index...].dropFirst() {
                let length = last.end - first.start
                if length > lengths.upperBound || last.end > limit.upperBound { break }
                guard length >= lengths.lowerBound else { continue }
                let worth = parts(first.start..<last.end).reduce(0) { $0 + $1.worth }
                let score = worth + 0.5 * (first.worth + last.worth) + ending(last.end)
                own.append((first.start..<last.end, score))
            }
            // Of very many, only the best end of each beginning.
            if found.count > 1 << 20 { own = own.max { $0.score < $1.score }.map { [$0] } ?? [] }
            found += own
        }
        found.sort { ($0.score, $1.range.lowerBound) > ($1.score, $0.range.lowerBound) }
        var chosen: [(range: Range<Int>, score: Float)] = []
        for moment in found where chosen.count < most {
            if !chosen.contains(where: { $0.range.overlaps(moment.range) }) { chosen.append(moment) }
        }
        return chosen.map { moment in
            let reasons = parts(moment.range).filter { $0.worth >= Self.leastReason }.sorted { $0.worth > $1.worth }
            return Moment(range: moment.range, score: moment.score, reasons: reasons.map(\.reason))
        }
    }

    /// What a reason is worth, at least, to be told.
    private static let leastReason: Float = 0.2

    /// Who ends with laughter ends well.
    private func ending(_ end: Int) -> Float {
        let look = min(count, end * MomentSound.rate / Conversation.rate)
        let before = max(0, look - 3 * MomentSound.rate)
        return laughterSum[look] > laughterSum[before]
            && (look == count || laughterSum[min(count, look + 1)] == laughterSum[look])
            ? 0.4 : 0
    }

    /// Those that overlap a range.
    private func turns(in range: Range<Int>) -> [(speaker: Int, range: Range<Int>)] {
        // The first that ends late enough, and all up to the first that begins too late.
        var (first, end) = (0, turns.count)
        while first < end {
            let middle = (first + end) / 2
            if latestEnds[middle] > range.lowerBound { end = middle } else { first = middle + 1 }
        }
        return turns[first...].prefix { $0.range.lowerBound < range.upperBound }.filter {
            $0.range.upperBound > range.lowerBound
        }
    }

    private func parts(_ range: Range<Int>) -> [(reason: Reason, worth: Float)] {
        let perLook = Conversation.rate / MomentSound.rate
        let looks = min(count, range.lowerBound / perLook)..<min(count, range.upperBound / perLook)
        let sum = { (sums: [Float]) in sums[looks.upperBound] - sums[looks.lowerBound] }
        let seconds = max(1, Float(range.count) / Float(Conversation.rate))
        var parts: [(Reason, Float)] = []
        // At the beginning, they laugh about what was before.
        let later = looks.lowerBound + looks.count / 3..<looks.upperBound
        let laughing = (laughterSum[later.upperBound] - laughterSum[later.lowerBound]) / Float(MomentSound.rate)
        if laughing > 0, let first = laughter.first(where: { $0.overlaps(later) }) {
            parts.append((.laughter(max(first.lowerBound, later.lowerBound) * perLook), 1 - expf(-laughing / 2.5)))
        }
        let inside = turns(in: range)
        let changes = zip(inside, inside.dropFirst()).count { $0.speaker != $1.speaker }
        if changes > 1 {
            parts.append(
                (.exchange(changes, Set(inside.map(\.speaker))), 0.6 * min(1, Float(changes) * 6 / seconds)))
        }
        let spoken = sum(spokenSum)
        if spoken > 0 {
            parts.append((.loud, 0.5 * min(1, max(0, (sum(loudSum) / spoken - usualLevel) / 4))))
            let share = 1 - sum(quietSum) / Float(max(1, looks.count))
            parts.append((.fluent, 0.4 * max(0, share - 0.5) * 2))
        }
        if usualMotion > 0 {
            let motion = sum(motionSum) / Float(max(1, looks.count)) / usualMotion
            parts.append((.lively, 0.3 * min(1, max(0, motion - 1))))
        }
        return parts
    }
}
