/// A part of the film that shows one view.
package struct ChosenShot: Hashable, Sendable {
    /// Steps of `Conversation.rate`.
    package var steps: Range<Int>
    package var view: Int
    /// A listener's face in a long shot of a speaker.
    package var isReaction = false
    /// The share of the speech for which the view is right, 0…1.
    package var score: Float = 0
    /// The step at which the person shown begins to speak, possibly before the shot; `nil` if they do not.
    package var onset: Int?
    /// Who that is, in a picture of several.
    package var speaker: Int?

    /// Whether the person shown speaks within its first second.
    package var beginsTurn: Bool { onset.map { $0 - steps.lowerBound < VoiceTrack.rate } ?? false }
}

/// The best sequence of shots, found by dynamic programming: every rule is a cost, and all are weighed together over
/// the whole recording.
///
/// `begins[state][step]` is the value of the film up to a step if a shot begins there. A state is the view and whether
/// the previous shot was short: two short ones are never consecutive.
struct ShotSearch {
    /// A shot that begins at a step: the best film up to there, and the previous shot.
    private struct Begin {
        var value = ShotSearch.never
        var start: Int32 = -1
        var state: Int16 = 0
        /// The view of a reaction between the previous shot and this one, which began at `reactionStart`.
        var reaction: Int16 = -1
        var reactionStart: Int32 = 0
    }

    /// The best film that ends with a shot of one view.
    private struct End {
        var value = ShotSearch.never
        var start = 0
        var state = 0
    }

    /// `sums[view][step]`: the total value of the view up to a step.
    private let sums: [[Int64]]
    /// `hidden[view][step]`: at how many steps up to a step the view shows no listener.
    private let hidden: [[Int32]]
    private let count: Int
    private let isFace: [Bool]
    private let opening: (view: Int, isFixed: Bool)?
    /// Steps.
    private let shortest, comfortable, longest: Int
    private let reactions: [Int]
    /// Whether a reaction is as good as the speaker's picture: it keeps a shot from becoming too long.
    private let hasReliefs: Bool
    private let price: Int64
    /// The additional cost of a cut at each step, where it would interrupt something.
    private let places: [Int32]
    /// The cost of each step beyond the longest shot, at each step.
    private let tedium: [Int32]
    /// The cost of showing a view out of turn.
    private let outOfTurn: Int64

    private var begins: [[Begin]]
    /// For each view, the best film that ends with a shot of it that is not short, at each step.
    private var ends: [[End]]
    /// For each state, the best film that ends with a shot beyond the longest.
    private var lasting: [End]

    /// Worse than any film, and far from overflow.
    fileprivate static let never = Int64.min / 8
    /// The cost of the shortest shot in addition to its cuts, in prices.
    private static let haste = 0.8
    /// The cost of a reaction, in prices: there and back.
    private static let reactionPrice = 1.5
    /// The same where it keeps a shot from becoming too long, and how much of the speech in it then counts as shown: much
    /// of it, or cuts would leave the turns instead.
    private static let (reliefPrice, reliefWorth) = (0.25, 0.875)
    /// The cost of any opening other than the usual one, in prices.
    private static let openingPrice = 0.2

    /// - Parameters:
    ///   - isFace: for each view, whether it can be a listener's face.
    ///   - opening: the view that the film begins with: if it makes little difference, or always.
    init(
        _ gains: ShotGains, isFace: [Bool], opening: (view: Int, isFixed: Bool)?, _ rules: ShotRules
    ) {
        let steps = { (seconds: Double) in Int((seconds * Double(VoiceTrack.rate)).rounded()) }
        (self.isFace, self.opening, places, count) = (isFace, opening, gains.places, gains.tedium.count)
        hasReliefs = rules.isStrict && !rules.isRhythmic
        shortest = max(1, steps(rules.shortest))
        comfortable = max(shortest, steps(rules.comfortable))
        longest = max(comfortable + 1, steps(rules.longest))
        let lengths = [rules.reaction.lowerBound, rules.reaction.upperBound].map { steps(min($0, rules.longest)) }
        reactions = rules.hasReactions || hasReliefs ? Array(stride(from: lengths[0], through: lengths[1], by: 20)) : []
        price = Int64(rules.price * Double(ShotGains.unit) * Double(VoiceTrack.rate))
        outOfTurn = rules.isRhythmic ? price / 4 : 0
        // If there is nothing else to show, no shot is too long.
        let hasRelief = rules.hasReactions || isFace.contains(false) || rules.isRhythmic
        let strict = Int32(ShotGains.strictCost * ShotGains.unit)
        tedium = gains.tedium.map { rules.isStrict ? strict : hasRelief ? $0 : 0 }
        sums = gains.values.map { view in view.reduce(into: [0]) { $0.append($0.last! + Int64($1)) } }
        // A shaky listener is no good reaction, but a change.
        let unfit = hasReliefs ? gains.hidden : gains.unsteady
        hidden = unfit.map { $0.reduce(into: [0]) { $0.append($0.last! + ($1 ? 1 : 0)) } }
        let states = 2 * sums.count
        begins = Array(repeating: Array(repeating: Begin(), count: count + 1), count: states)
        ends = Array(repeating: Array(repeating: End(), count: count + 1), count: sums.count)
        lasting = Array(repeating: End(), count: states)
    }

    /// - Returns: shots in order of time, without gaps; empty for an empty film.
    mutating func shots() -> [ChosenShot] {
        guard count > 0 else { return [] }
        for view in sums.indices {
            let other = opening?.isFixed == true ? Self.never : -Int64(Self.openingPrice * Double(price))
            begins[2 * view][0].value = opening == nil || opening?.view == view ? 0 : other
        }
        // The best single shot: a film shorter than the shortest shot has no other.
        let whole = sums.indices.max { one, other in
            begins[2 * one][0].value + value(of: one, 0, count) < begins[2 * other][0].value
                + value(of: other, 0, count)
        }!
        guard count >= shortest else { return [ChosenShot(steps: 0..<count, view: whole)] }
        var last = (view: whole, end: End(value: Self.never * 2, start: 0, state: 2 * whole))
        for step in 1...count {
            for view in sums.indices {
                let found = close(view, at: step)
                if step == count {
                    for end in [found.short, found.long] where end.value > last.end.value { last = (view, end) }
                } else {
                    open(after: view, found.short, isShort: true, at: step)
                    open(after: view, found.long, isShort: false, at: step)
                    ends[view][step] = found.long
                    react(view, at: step)
                }
            }
        }
        return path(last.view, last.end)
    }

    private func value(of view: Int, _ from: Int, _ to: Int) -> Int64 { sums[view][to] - sums[view][from] }

    /// The best films that end at a step with a short shot of a view, and with a longer one.
    private mutating func close(_ view: Int, at step: Int) -> (short: End, long: End) {
        var (short, long) = (End(), End())
        for state in [2 * view, 2 * view + 1] {
            extend(state, view, to: step)
            if lasting[state].value > long.value { long = lasting[state] }
            let sum = sums[view][step]
            begins[state].withUnsafeBufferPointer { begins in
                sums[view].withUnsafeBufferPointer { sums in
                    for length in stride(from: comfortable, through: min(step, longest), by: 1) {
                        let start = step - length
                        let value = begins[start].value + sum - sums[start]
                        if value > long.value { long = End(value: value, start: start, state: state) }
                    }
                }
            }
            // Two short shots are never consecutive.
            guard state == 2 * view else { continue }
            for length in stride(from: shortest, to: min(step + 1, comfortable), by: 1) {
                let start = step - length
                let haste =
                    Int64(Self.haste * Double(price)) * Int64(comfortable - length) / Int64(comfortable - shortest)
                let value = begins[state][start].value + sum - sums[view][start] - haste
                if value > short.value { short = End(value: value, start: start, state: state) }
            }
        }
        return (short, long)
    }

    /// Extends shots beyond the longest by one step.
    private mutating func extend(_ state: Int, _ view: Int, to step: Int) {
        let tedium = Int64(tedium[step - 1])
        lasting[state].value += value(of: view, step - 1, step) - tedium
        let start = step - longest - 1
        guard start >= 0 else { return }
        let value = begins[state][start].value + value(of: view, start, step) - tedium
        if value > lasting[state].value { lasting[state] = End(value: value, start: start, state: state) }
    }

    /// Begins shots of all other views where one of this view ends.
    private mutating func open(after view: Int, _ end: End, isShort: Bool, at step: Int) {
        for next in sums.indices where next != view {
            let state = 2 * next + (isShort ? 1 : 0)
            // A view of everybody is never wrong.
            let place = isFace[view] && isFace[next] ? Int64(places[step]) : 0
            let value = end.value - price - place - ((view + 1) % sums.count == next ? 0 : outOfTurn)
            guard value > begins[state][step].value else { continue }
            begins[state][step] = Begin(value: value, start: Int32(end.start), state: Int16(end.state))
        }
    }

    /// Continues a shot of a view after a reaction.
    private mutating func react(_ view: Int, at step: Int) {
        guard isFace[view] || hasReliefs else { return }
        for length in reactions where length < step {
            let start = step - length
            let end = ends[view][start]
            var value = end.value - Int64((hasReliefs ? Self.reliefPrice : Self.reactionPrice) * Double(price))
            if hasReliefs { value += Int64(Self.reliefWorth * Double(self.value(of: view, start, step))) }
            guard value > begins[2 * view][step].value, let other = listener(of: view, from: start, to: step) else {
                continue
            }
            begins[2 * view][step] = Begin(
                value: value, start: Int32(end.start), state: Int16(end.state), reaction: Int16(other),
                reactionStart: Int32(start))
        }
    }

    /// The face that is best beside a view's; if there is none, a view of everybody against a shot that is too long.
    private func listener(of view: Int, from start: Int, to end: Int) -> Int? {
        let others = sums.indices.filter { $0 != view && isSeen($0, from: start, to: end) }
        let faces = others.filter { isFace[$0] }
        return (faces.isEmpty && hasReliefs ? others : faces).max {
            value(of: $0, start, end) < value(of: $1, start, end)
        }
    }

    private func isSeen(_ view: Int, from start: Int, to end: Int) -> Bool {
        hidden.isEmpty || hidden[view][end] == hidden[view][start]
    }

    private func path(_ view: Int, _ end: End) -> [ChosenShot] {
        var shots: [ChosenShot] = []
        var (state, start, end) = (end.state, end.start, count)
        while true {
            shots.append(ChosenShot(steps: start..<end, view: state / 2))
            guard start > 0 else { break }
            let begin = begins[state][start]
            end = start
            if begin.reaction >= 0 {
                shots.append(
                    ChosenShot(steps: Int(begin.reactionStart)..<end, view: Int(begin.reaction), isReaction: true))
                end = Int(begin.reactionStart)
            }
            (state, start) = (Int(begin.state), Int(begin.start))
        }
        return shots.reversed()
    }
}

/// The value of each view at each step of a film, in thousandths of a step of speech: integers, so that differences in
/// floating-point arithmetic between processors have no effect.
struct ShotGains {
    static let unit: Float = 1000
    /// `values[view][step]`.
    var values: [[Int32]]
    /// The additional cost of a cut at each step.
    var places: [Int32]
    /// The cost of each step beyond the longest shot.
    var tedium: [Int32]

    /// Whether each view is absent or unusable at each step.
    private(set) var hidden: [[Bool]] = []
    /// The same, or shaky.
    private(set) var unsteady: [[Bool]] = []

    /// The cost of showing a view that is unusable, and one that is not available: more than any speech is worth.
    private static let (unusableCost, absentCost): (Float, Float) = (3, 6)
    /// The cost of staying in a shot that is too long while there is speech or music.
    static let tediumCost: Float = 0.5
    /// The same if shots must not be that long: more than showing what is unusable, less than showing nothing.
    static let strictCost: Float = 4

    /// Marks views as not available or unusable at some steps.
    mutating func hide(_ unseen: Unseen) {
        hidden = values.map { $0.map { _ in false } }
        for (ranges, cost) in [(unseen.absent, Self.absentCost), (unseen.unusable, Self.unusableCost)] {
            for (view, ranges) in ranges.enumerated() {
                for step in ranges.flatMap({ $0.clamped(to: values[view].indices) }) {
                    values[view][step] -= Int32(cost * Self.unit)
                    hidden[view][step] = true
                }
            }
        }
        unsteady = hidden
    }

    /// Makes views cost something where they shake, after `hide`.
    ///
    /// - Parameters:
    ///   - cost: in seconds for each second.
    ///   - counts: whether it counts for a view at a step.
    mutating func avoid(_ shaky: [[Range<Int>]], at cost: Double, where counts: (_ view: Int, _ step: Int) -> Bool) {
        let cost = Int32((Float(cost) * Self.unit).rounded())
        for (view, ranges) in shaky.enumerated() {
            for step in ranges.flatMap({ $0.clamped(to: values[view].indices) }) {
                if counts(view, step) { values[view][step] -= cost }
                unsteady[view][step] = true
            }
        }
    }
}
