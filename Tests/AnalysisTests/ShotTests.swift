import TestSupport
import Testing

@testable import Analysis

/// The rules of the craft, on conversations of which all is known.
@Suite struct ShotTests {
    private typealias Turn = (speaker: Int, start: Double, end: Double)

    private func talk(_ turns: [Turn], seconds: Double, speakers: Int = 2) -> Conversation {
        let count = Int(seconds * 50)
        var voices = [[Float]](repeating: [Float](repeating: 0, count: count), count: speakers)
        for turn in turns {
            for step in Int(turn.start * 50)..<min(count, Int(turn.end * 50)) { voices[turn.speaker][step] = 1 }
        }
        let sums = (0..<count).map { step in voices.reduce(0) { $0 + $1[step] } }
        return Conversation(
            activity: sums.map { min(1, $0) },
            shares: voices.map { voice in
                zip(voice, sums).map { $1 == 0 ? 1 / Float(speakers) : $0 == 0 ? 0.02 : $0 / $1 - 0.02 }
            },
            together: sums.map { $0 > 1 ? 1 : 0 }, doubt: sums.map { $0 > 1 ? 1 : 0 })
    }

    private let faces: [ShotView] = [.speaker(0), .speaker(1)]
    /// Without listeners, who have a test of their own.
    private let styles: [ShotRules] = {
        var lively = ShotRules.lively
        lively.hasReactions = false
        return [.calm, .normal, lively]
    }()

    /// Each shot's beginning in seconds, and its view.
    private func list(_ shots: [ChosenShot]) -> [(start: Double, view: Int)] {
        shots.map { (Double($0.steps.lowerBound) / 50, $0.view) }
    }

    @Test func aTurnIsCutToJustBeforeItsFirstWord() throws {
        let talk = talk([(0, 1, 9), (1, 10, 18), (0, 19, 27)], seconds: 28)
        for rules in styles {
            let shots = list(talk.shots(faces, rules))
            #expect(shots.map(\.view) == [0, 1, 0])
            // By the lead, and a tenth of a second that voices are smoothed over.
            for (shot, word) in zip(shots.dropFirst(), [10, 19.0]) {
                #expect((word - rules.lead - 0.1...word).contains(shot.start), "\(shot)")
            }
        }
    }

    /// Somebody speaks for a minute: without a limit the shot stays, with one the listener relieves it.
    @Test(arguments: [6.0, 12, 20]) func aStrictLimitHolds(_ longest: Double) {
        let monologue = talk([(0, 1, 58), (1, 58.5, 70)], seconds: 71)
        for var rules in styles where rules.shortest < longest / 2 {
            rules.limit(to: longest)
            let shots = monologue.shots(faces, rules)
            #expect(shots.count > 3)
            for shot in shots { #expect(Double(shot.steps.count) / 50 <= longest + 0.02) }
            // What is said is mostly shown.
            let shown = shots.filter { $0.view == 0 && $0.steps.lowerBound < 2900 }.reduce(0) { $0 + $1.steps.count }
            #expect(shown > 58 * 50 / 2)
        }
    }

    /// The listener relieves long turns; cuts to speakers stay where they are.
    @Test func aStrictLimitKeepsTheTurns() {
        let turns: [Turn] = [(0, 2, 11), (1, 11.6, 17), (0, 17.6, 34), (1, 34.6, 41), (1, 41.5, 48), (0, 48.5, 55)]
        let talk = talk(turns, seconds: 56)
        let usual = talk.shots(faces, .normal)
        for longest in [8.0, 10, 12] {
            var rules = ShotRules.normal
            rules.limit(to: longest)
            let shots = talk.shots(faces, rules)
            #expect(shots[0].view == 0 && shots.contains(where: \.isReaction))
            for shot in usual.dropFirst() {
                let own = shots.filter { !$0.isReaction && $0.view == shot.view }
                #expect(own.contains { abs($0.steps.lowerBound - shot.steps.lowerBound) <= 5 }, "\(list(shots))")
            }
            for (one, next) in zip(shots, shots.dropFirst()) where next.isReaction { #expect(one.steps.count >= 100) }
        }
    }

    /// Then the listener is shown for that long.
    @Test(arguments: [3.0, 3.9]) func aStrictLimitHoldsWithLongShotsToo(_ shortest: Double) {
        var rules = ShotRules.normal
        rules.lengthen(to: shortest)
        rules.limit(to: 8)
        let shots = talk([(0, 1, 40)], seconds: 41).shots(faces, rules)
        for shot in shots { #expect((Int(shortest * 50)...400).contains(shot.steps.count), "\(list(shots))") }
    }

    /// Where there is no other face, the camera that shows everybody relieves them.
    @Test func aStrictLimitShowsEverybodyBesideTheOnlyFace() {
        var rules = ShotRules.normal
        rules.limit(to: 8)
        let shots = talk([(0, 1, 30)], seconds: 31, speakers: 1).shots([.speaker(0), .everybody], rules)
        #expect(shots.contains { $0.view == 1 } && shots.allSatisfy { $0.steps.count <= 400 }, "\(list(shots))")
        #expect(shots.allSatisfy { $0.view == 0 || $0.steps.count < 150 })
    }

    @Test func aBackChannelNeverCuts() {
        let during = talk([(0, 1, 20), (1, 8, 8.6)], seconds: 21)
        let between = talk([(0, 1, 7.5), (1, 8, 8.6), (0, 9, 20)], seconds: 21)
        let behind = talk([(0, 1, 12), (1, 14, 14.6)], seconds: 30)
        for rules in styles {
            for talk in [during, between, behind] { #expect(talk.shots(faces, rules).map(\.view) == [0]) }
        }
    }

    @Test func anInterruptionCutsWhenTheOtherStops() throws {
        let shots = list(talk([(0, 1, 10), (1, 8.8, 18)], seconds: 19).shots(faces, .normal))
        #expect(shots.map(\.view) == [0, 1])
        #expect((9.8...10.2).contains(shots[1].start), "\(shots[1])")
    }

    @Test func silenceKeepsTheShot() {
        #expect(talk([(0, 1, 6), (0, 30, 36)], seconds: 40).shots(faces, styles[2]).count == 1)
        #expect(talk([], seconds: 40).shots(faces, .lively, opening: 1) == [1])
    }

    @Test func crosstalkOfMoreThanTwoSecondsGoesToTheViewOfEverybody() {
        for (length, expected) in [(5, [0, 2, 1]), (2.8, [0, 2, 1]), (1.5, [0, 1])] {
            let talk = talk([(0, 1, 9 + length), (1, 9, 20 + length)], seconds: 21 + length)
            #expect(talk.shots(faces + [.everybody], .normal).map(\.view) == expected, "\(length) s")
            // Without such a view the shot stays.
            #expect(talk.shots(faces, .normal).map(\.view) == [0, 1])
        }
    }

    /// Ninety seconds of short turns: at the beginning, and where an exchange has been long, for a while each time.
    @Test func aWideCameraThatIsAskedForOpensAndComesBack() throws {
        let turns = (0..<15).map { turn -> Turn in
            let start = 1 + 6 * Double(turn)
            return (turn % 2, start, start + 5.5)
        }
        let talk = talk(turns, seconds: 92)
        for rules in [ShotRules.calm, .normal, .lively] {
            let shots = talk.shots(faces + [.everybody], wide: 2, rules)
            let wide = shots.filter { $0.view == 2 }
            #expect((2...6).contains(wide.count) && wide[0].steps.lowerBound == 0, "\(list(shots))")
            for shot in wide {
                let seconds = Double(shot.steps.count) / 50
                #expect((rules.shortest...2 * rules.comfortable).contains(seconds), "\(list(shots))")
            }
            // It also closes the film, whenever it was shown before.
            for (one, next) in zip(wide, wide.dropFirst()) where next.steps.upperBound < 92 * 50 {
                #expect(Double(next.steps.lowerBound - one.steps.upperBound) / 50 >= 1.5 * rules.longest)
            }
            #expect(shots.first?.steps.lowerBound == 0 && shots.last?.steps.upperBound == 92 * 50)
            for (one, next) in zip(shots, shots.dropFirst()) {
                #expect(one.steps.upperBound == next.steps.lowerBound && one.view != next.view, "\(list(shots))")
            }
            // Not where it has no picture, and not in place of the opening that was asked for.
            let unseen = Unseen(absent: [[], [], [0..<40 * 50]])
            let later = talk.shots(faces + [.everybody], unseen: unseen, wide: 2, rules)
            #expect(later.allSatisfy { $0.view != 2 || $0.steps.lowerBound >= 40 * 50 })
            #expect(talk.shots(faces + [.everybody], opening: (1, true), wide: 2, rules)[0].view == 1)
        }
    }

    @Test func aListenerIsShownInALongTurnWhereThatIsAskedFor() throws {
        let talk = talk([(0, 1, 30), (0, 30.6, 58)], seconds: 60)
        #expect(talk.shots(faces, .normal).map(\.view) == [0])
        var rules = ShotRules.normal
        rules.hasReactions = true
        let shots = talk.shots(faces, rules)
        let reactions = shots.filter(\.isReaction)
        #expect(!reactions.isEmpty)
        for reaction in reactions {
            #expect(rules.reaction.contains(Double(reaction.steps.count) / 50) && reaction.view == 1)
        }
        for (one, next) in zip(shots, shots.dropFirst()) { #expect(one.isReaction != next.isReaction) }
    }

    @Test func aCalmStyleCutsLessAndALivelyOneMore() {
        // A long turn, three short answers, a long turn of the other.
        let turns: [Turn] = [
            (0, 1, 18), (1, 18.5, 20.5), (0, 20.9, 24.1), (1, 24.5, 26.5), (0, 26.9, 30.1), (1, 30.5, 32.5),
            (0, 32.9, 40),
            (1, 40.4, 60),
        ]
        let talk = talk(turns, seconds: 61)
        let rules: [ShotRules] = [.calm, .normal, .lively]
        let counts = rules.map { talk.shots(faces, $0).count }
        #expect(counts[0] < counts[1] && counts[1] < counts[2], "\(counts)")
    }

    @Test func theOpeningIsTheUsualOneWhereNobodySpeaksAndTheAskedForOneAlways() {
        let talk = talk([(0, 3, 12)], seconds: 13)
        #expect(talk.shots(faces, opening: (1, true), .normal).map(\.view) == [1, 0])
        #expect(self.talk([], seconds: 13).shots(faces, opening: (1, false), .normal).map(\.view) == [1])
    }

    @Test func whatCannotBeSeenIsNotShown() {
        let talk = talk([(0, 1, 10), (1, 10.5, 20), (0, 20.5, 30)], seconds: 31)
        let shots = talk.shots(faces, unseen: Unseen(absent: [[], [500..<1550]]), .normal)
        #expect(shots.map(\.view) == [0])
    }

    @Test func whoIsUnusableIsNotShownWhoeverSpeaksUnlessAllAre() {
        let talk = talk([(0, 1, 10), (1, 10.5, 20), (0, 20.5, 30)], seconds: 31)
        for rules in styles {
            // The first one is shown until they become unusable, and the second one never.
            let first = talk.shots(faces, unseen: Unseen(unusable: [[200..<520], []]), rules)
            #expect(first.map(\.view) == [0, 1, 0] && first[0].steps.upperBound <= 200, "\(first)")
            #expect(talk.shots(faces, unseen: Unseen(unusable: [[], [480..<1030]]), rules).map(\.view) == [0])
            #expect(
                talk.shots(faces, unseen: Unseen(unusable: [[0..<1550], [0..<1550]]), rules).map(\.steps)
                    == talk.shots(faces, rules).map(\.steps))
        }
        // Better an unusable picture than none.
        let none = Unseen(absent: [[0..<1550], []], unusable: [[], [0..<1550]])
        #expect(talk.shots(faces, unseen: none, .normal).map(\.view) == [1])
    }

    @Test func whoSpeaksIsShownHoweverTheirCameraShakes() {
        let talk = talk([(0, 1, 10), (1, 10.5, 20), (0, 20.5, 30)], seconds: 31)
        let whole = 0..<1550
        for rules in styles {
            for shaky in [[[whole], []], [[], [whole]], [[whole], [whole]], [[200..<520], []]] {
                let chosen = talk.shots(faces, unseen: Unseen(shaky: shaky), rules)
                // Nobody is silent for longer than a breath.
                if !rules.hasReactions { #expect(chosen == talk.shots(faces, rules)) }
                let shots = chosen.filter { !$0.isReaction }
                for (time, view) in [(5, 0), (15, 1), (25, 0)] {
                    #expect(shots.last { $0.steps.lowerBound <= time * 50 }?.view == view, "\(shaky) \(shots)")
                }
            }
        }
    }

    @Test func whereNobodySpeaksTheSteadyCameraIsShown() {
        let talk = talk([(0, 20, 30)], seconds: 31)
        #expect(talk.shots(faces, unseen: Unseen(shaky: [[0..<1550], []]), .normal).map(\.view) == [1, 0])
        // Nor does a shaky listener react.
        let long = self.talk([(0, 1, 40)], seconds: 41)
        let shaky = Unseen(shaky: [[], [0..<41 * Conversation.rate]])
        #expect(!long.shots(faces, unseen: shaky, .lively).contains { $0.isReaction })
    }

    @Test func aListenerWhoIsNotSeenDoesNotReact() {
        let talk = talk([(0, 1, 40)], seconds: 41)
        let whole = 0..<41 * Conversation.rate
        #expect(talk.shots(faces, .lively).contains { $0.isReaction })
        for unseen in [Unseen(absent: [[], [whole]]), Unseen(unusable: [[], [whole]])] {
            #expect(!talk.shots(faces, unseen: unseen, .lively).contains { $0.isReaction })
        }
    }

    @Test func aFilmShorterThanTheShortestShotShowsWhatIsAskedForAndSeen() {
        let talk = talk([(0, 0.2, 1.4)], seconds: 1.5)
        #expect(talk.shots(faces, .normal).map(\.view) == [0])
        #expect(talk.shots(faces, opening: (1, true), .normal).map(\.view) == [1])
        #expect(talk.shots(faces, unseen: Unseen(absent: [[0..<75], []]), .normal).map(\.view) == [1])
    }

    /// Many conversations, in all styles: nobody needs to have thought of them.
    @Test func noRuleIsEverBroken() {
        var random = Seeded(15)
        for round in 0..<12 {
            let speakers = round % 3 == 2 ? 3 : 2
            var (turns, time): ([Turn], Double) = ([], 0.5)
            while time < 55 {
                let length = Double.random(in: 0.3...9, using: &random)
                turns.append((Int.random(in: 0..<speakers, using: &random), time, time + length))
                time += max(0.2, length + Double.random(in: -1...1.2, using: &random))
            }
            let talk = talk(turns, seconds: 60, speakers: speakers)
            var rules = styles[round % 3]
            rules.hasReactions = round % 2 == 1
            let views = (0..<speakers).map(ShotView.speaker) + (round % 4 == 3 ? [.everybody] : [])
            let shots = talk.shots(views, rules)
            #expect(shots.first?.steps.lowerBound == 0 && shots.last?.steps.upperBound == 3000)
            for (one, next) in zip(shots, shots.dropFirst()) {
                #expect(one.steps.upperBound == next.steps.lowerBound && one.view != next.view)
            }
            let isShort = shots.map { !$0.isReaction && Double($0.steps.count) / 50 < rules.comfortable }
            for shot in shots where !shot.isReaction { #expect(Double(shot.steps.count) / 50 >= rules.shortest) }
            for (one, next) in zip(isShort, isShort.dropFirst()).dropLast() { #expect(!(one && next)) }
            #expect(shots.allSatisfy { (0...1).contains($0.score) })
        }
    }

    @Test func theLastDigitsOfAMachineDecideNothing() {
        let talk = talk([(0, 1, 7), (1, 7.3, 12), (0, 12.2, 20)], seconds: 21)
        var other = talk
        other.activity = talk.activity.map { $0 * (1 - 3e-7) }
        other.shares = talk.shares.map { $0.map { $0 * (1 + 3e-7) } }
        #expect(talk.shots(faces, .normal).map(\.steps) == other.shots(faces, .normal).map(\.steps))
    }
}

extension Conversation {
    /// The views alone.
    fileprivate func shots(_ views: [ShotView], _ rules: ShotRules, opening: Int) -> [Int] {
        shots(views, opening: (opening, false), rules).map(\.view)
    }
}
