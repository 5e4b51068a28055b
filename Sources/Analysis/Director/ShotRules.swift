/// The editing rules by which shots are chosen: seconds, and costs in seconds of speech that is not shown.
///
/// The first four are above 0; of the first three, each is at least the previous one.
package struct ShotRules: Hashable, Sendable {
    package var shortest: Double
    /// Shots shorter than this cost extra, and two of them are never consecutive: quick back and forth is tiring.
    package var comfortable: Double
    /// Longer shots cost extra if there is something else to show.
    package var longest: Double
    /// Whether longer shots are avoided at nearly any cost, also while nobody speaks.
    package private(set) var isStrict = false
    /// The cost of a cut.
    package var price: Double
    /// How long before the first word of a turn the cut is.
    package var lead: Double = 0.24
    /// Whether a long shot may be interrupted by the listener's face.
    package var hasReactions = false
    /// The length of a reaction.
    package var reaction: ClosedRange<Double> = 2...2.8

    /// The cost of each second of a camera that shakes, where no speaker is shown: of two as good as each other, the
    /// steadier one.
    package private(set) var shake = 0.3

    /// For music and pictures: cameras alternate, and long shots always cost extra.
    package var isRhythmic = false

    /// No shot may be shorter than that, nor any reaction.
    package mutating func lengthen(to seconds: Double) {
        shortest = seconds
        let longer = max(0, seconds - reaction.lowerBound)
        reaction = reaction.lowerBound + longer...reaction.upperBound + longer
    }

    /// Avoids longer shots at nearly any cost: conversations show the listener instead.
    package mutating func limit(to seconds: Double) {
        longest = max(shortest, seconds)
        // What is left of a long shot beside one of the listener may be short.
        comfortable = min(comfortable, max(shortest, longest / 2))
        isStrict = true
    }

    /// The shots with one of everybody at the beginning, at the end, and at the next cut whenever there was none for one and a half
    /// times the longest shot. It is comfortably long, or as long as the shot that it replaces if that is less than
    /// twice as long.
    ///
    /// - Parameter isSeen: whether the view can be shown all the time.
    func interspersed(
        _ shots: [ChosenShot], with wide: Int, opens: Bool, isSeen: (Range<Int>) -> Bool
    ) -> [ChosenShot] {
        let rate = Double(Conversation.rate)
        let (length, interval) = (Int(comfortable * rate), Int(1.5 * longest * rate))
        var last = opens ? -interval : 0
        var result: [ChosenShot] = []
        for (index, shot) in shots.enumerated() {
            let splits = shot.steps.count >= 2 * length
            let steps = splits ? shot.steps.prefix(length) : shot.steps
            let isNext = index + 1 < shots.count && shots[index + 1].view == wide
            if shot.view != wide, !shot.isReaction, !isNext, result.last?.view != wide,
                steps.lowerBound - last >= interval, splits || shots.count > 1, isSeen(steps)
            {
                result.append(ChosenShot(steps: steps, view: wide))
                if splits {
                    result.append(ChosenShot(steps: steps.upperBound..<shot.steps.upperBound, view: shot.view))
                }
            } else {
                result.append(shot)
            }
            if let shown = result.last(where: { $0.view == wide }) { last = shown.steps.upperBound }
        }
        if let end = result.last, end.view != wide, end.steps.count >= 2 * length,
            case let steps = end.steps.suffix(length), isSeen(steps)
        {
            result[result.count - 1].steps = end.steps.lowerBound..<steps.lowerBound
            result.append(ChosenShot(steps: steps, view: wide))
        }
        return result
    }

    /// The same style for cuts on the beat.
    package var toMusic: ShotRules {
        var rules = ShotRules(shortest: shortest, comfortable: 1.4 * shortest, longest: 2.6 * shortest, price: price)
        rules.isRhythmic = true
        return rules
    }

    /// The same style for cuts based on the picture: cameras alternate where nothing happens.
    package var toPicture: ShotRules {
        var rules = ShotRules(shortest: shortest, comfortable: comfortable, longest: 2 * comfortable, price: price)
        rules.isRhythmic = true
        return rules
    }

    /// As many cuts as possible: only the beats determine where.
    package static let steady: ShotRules = {
        var rules = ShotRules(shortest: 0.1, comfortable: 0.1, longest: 0.1, price: 0.01)
        rules.isRhythmic = true
        // A cut gains a tenth of a second here: shake must not cost more.
        rules.shake = 0.01
        return rules
    }()

    /// For a quiet conversation: short answers are not shown.
    package static let calm = ShotRules(shortest: 3.5, comfortable: 8, longest: 30, price: 1.8)
    /// As conversations are usually cut: chosen on conversations with known speakers (`Tests/programs/test-director`).
    package static let normal = ShotRules(shortest: 2, comfortable: 4, longest: 20, price: 0.6)
    /// For quick exchanges, with shots of the listener.
    package static let lively: ShotRules = {
        var rules = ShotRules(shortest: 1.2, comfortable: 2.4, longest: 12, price: 0.4)
        rules.hasReactions = true
        return rules
    }()
}

/// When views are not available, unusable, or unpleasant.
package struct Unseen: Hashable, Sendable {
    /// For each view, the steps at which it has no picture; empty if all have one.
    package var absent: [[Range<Int>]]
    /// For each view, the steps at which its picture shows nothing; empty if all show something.
    package var unusable: [[Range<Int>]]
    /// For each view, the steps at which its picture shakes; empty if none does.
    package var shaky: [[Range<Int>]]

    /// Numbers of views as in the list they belong to.
    package init(absent: [[Range<Int>]] = [], unusable: [[Range<Int>]] = [], shaky: [[Range<Int>]] = []) {
        (self.absent, self.unusable, self.shaky) = (absent, unusable, shaky)
    }

    /// Whether a view has a steady picture all the time.
    func isGood(_ view: Int, in steps: Range<Int>) -> Bool {
        [absent, unusable, shaky].allSatisfy { ranges in
            !ranges.indices.contains(view) || !ranges[view].contains { $0.overlaps(steps) }
        }
    }
}

extension [Bool] {
    /// The ranges of consecutive elements that are true.
    package var runs: [Range<Int>] {
        var (runs, start): ([Range<Int>], Int?) = ([], nil)
        for index in 0...count {
            if index < count, self[index] {
                start = start ?? index
            } else if let from = start {
                runs.append(from..<index)
                start = nil
            }
        }
        return runs
    }
}
