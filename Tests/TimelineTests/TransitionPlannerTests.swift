import MediaTime
import Parameters
import Testing
import Transitions

@testable import Timeline

/// A wished cut: frame, camera, and how to get there.
struct Wish: Sendable {
    var frame: Int64
    var view: Angle
    var transition: TransitionRequest
    init(_ frame: Int64, _ view: Angle, _ transition: TransitionRequest = .hardCut) {
        (self.frame, self.view, self.transition) = (frame, view, transition)
    }
}

/// An adjustment at a frame.
struct Note: Hashable, Sendable, CustomStringConvertible {
    var frame: Int64
    var change: Adjustment.Change
    init(_ frame: Int64, _ change: Adjustment.Change) { (self.frame, self.change) = (frame, change) }
    var description: String { "\(frame): \(change)" }
}

/// A recording of two cameras, wishes, and what becomes of them.
struct Plan: Sendable, CustomTestStringConvertible {
    var name: String
    var back: String
    var front: String
    var wishes: [Wish]
    var fallback: TransitionRequest = .hardCut
    var shown: String
    var notes: [Note] = []
    var testDescription: String { name }
}

@Suite("Transition planner")
struct TransitionPlannerTests {
    private func check(_ plan: Plan) throws {
        let session = try Sketch.session(["back": plan.back, "front": plan.front])
        let planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: plan.fallback)
        let (composition, adjustments) = try planner.plan(
            plan.wishes.map { CutPoint(time: Sketch.time($0.frame), view: .single($0.view), transition: $0.transition) }
        )
        #expect(composition.sketch == plan.shown)
        #expect(adjustments.map { Note(Sketch.rate.frame(at: $0.time, .nearest), $0.change) } == plan.notes)
    }

    private static let full = "####################"

    @Test(
        "a window lies on its cut as it is aligned, where both cameras have footage",
        arguments: [
            Plan(name: "no wish", back: full, front: full, wishes: [], shown: "bbbbbbbbbbbbbbbbbbbb"),
            Plan(name: "hard cut", back: full, front: full, wishes: [Wish(10, "front")], shown: "bbbbbbbbbbffffffffff"),
            Plan(
                name: "hard cut by another name", back: full, front: full,
                wishes: [Wish(10, "front", .init(Specification(name: "cut"), duration: .milliseconds(500)))],
                shown: "bbbbbbbbbbffffffffff"),
            Plan(
                name: "center", back: full, front: full, wishes: [Wish(10, "front", .dissolve(6))],
                shown: "bbbbbbb~~~~~~fffffff"),
            Plan(
                name: "center, odd: the longer half comes after", back: full, front: full,
                wishes: [Wish(10, "front", .dissolve(5))], shown: "bbbbbbbb~~~~~fffffff"),
            Plan(
                name: "one frame", back: full, front: full, wishes: [Wish(10, "front", .dissolve(1))],
                shown: "bbbbbbbbbb~fffffffff"),
            Plan(
                name: "start", back: full, front: full, wishes: [Wish(10, "front", .dissolve(4, .start))],
                shown: "bbbbbbbbbb~~~~ffffff"),
            Plan(
                name: "end", back: full, front: full, wishes: [Wish(10, "front", .dissolve(4, .end))],
                shown: "bbbbbb~~~~ffffffffff"),
            Plan(
                name: "there and back", back: full, front: full,
                wishes: [Wish(5, "front", .dissolve(4)), Wish(15, "back", .dissolve(4))], shown: "bbb~~~~ffffff~~~~bbb"),
            Plan(
                name: "in any order", back: full, front: full,
                wishes: [Wish(15, "back", .dissolve(4)), Wish(5, "front", .dissolve(4))], shown: "bbb~~~~ffffff~~~~bbb"),
            Plan(
                name: "to the camera that is shown: no cut", back: full, front: full,
                wishes: [Wish(5, "back", .dissolve(4)), Wish(10, "front", .dissolve(2))], shown: "bbbbbbbbb~~fffffffff",
                notes: [Note(5, .cutChangesNothing(scene: .single("back")))]),
            Plan(
                name: "to the camera that was shown before its footage ended", back: "#####...............",
                front: full,
                wishes: [Wish(10, "back")], shown: "bbbbbfffffffffffffff",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: .single("front"), lost: ["back"])),
                    Note(10, .sceneReplaced(wanted: .single("back"), shown: .single("front"))),
                ]),
            Plan(
                name: "the opening view", back: full, front: full, wishes: [Wish(0, "front"), Wish(10, "back")],
                shown: "ffffffffffbbbbbbbbbb"),
            Plan(
                name: "a transition of no duration is a hard cut", back: full, front: full,
                wishes: [Wish(10, "front", .dissolve(0))], shown: "bbbbbbbbbbffffffffff"),
        ])
    func aligned(plan: Plan) throws { try check(plan) }

    @Test(
        "at the edge of footage a window slides, then shrinks, then gives way to a hard cut",
        arguments: [
            Plan(
                name: "incoming begins at the cut: slides later", back: full, front: "..........##########",
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbbbbbb~~~~ffffff",
                notes: [Note(10, .transitionMoved(byFrames: 2))]),
            Plan(
                name: "incoming begins one frame before the cut", back: full, front: ".........###########",
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbbbbb~~~~fffffff",
                notes: [Note(10, .transitionMoved(byFrames: 1))]),
            Plan(
                name: "outgoing ends at the cut: slides earlier", back: "##########..........", front: full,
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbb~~~~ffffffffff",
                notes: [Note(10, .transitionMoved(byFrames: -2))]),
            Plan(
                name: "start alignment slides before the cut", back: "##########..........", front: full,
                wishes: [Wish(10, "front", .dissolve(4, .start))], shown: "bbbbbb~~~~ffffffffff",
                notes: [Note(10, .transitionMoved(byFrames: -4))]),
            Plan(
                name: "end alignment slides after the cut", back: full, front: "..........##########",
                wishes: [Wish(10, "front", .dissolve(4, .end))], shown: "bbbbbbbbbb~~~~ffffff",
                notes: [Note(10, .transitionMoved(byFrames: 4))]),
            Plan(
                name: "both handles short: slides and shrinks", back: "############........",
                front: ".........###########",
                wishes: [Wish(10, "front", .dissolve(8))], shown: "bbbbbbbbb~~~ffffffff",
                notes: [
                    Note(10, .transitionMoved(byFrames: 3)),
                    Note(10, .transitionShortened(fromFrames: 8, toFrames: 3, reason: .handle)),
                ]),
            Plan(
                name: "one common frame", back: "###########.........", front: "..........##########",
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbbbbbb~fffffffff",
                notes: [
                    Note(10, .transitionMoved(byFrames: 2)),
                    Note(10, .transitionShortened(fromFrames: 4, toFrames: 1, reason: .handle)),
                ]),
            Plan(
                name: "no common frame", back: "##########..........", front: "..........##########",
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbbbbbbffffffffff",
                notes: [Note(10, .transitionDropped(reason: .handle))]),
            Plan(
                name: "a gap beyond the window does not matter", back: "#############..#####", front: full,
                wishes: [Wish(10, "front", .dissolve(4))], shown: "bbbbbbbb~~~~ffffffff"),
        ])
    func handles(plan: Plan) throws { try check(plan) }

    @Test(
        "near other cuts and the ends of the film a window shrinks, to leave one unmixed frame",
        arguments: [
            Plan(
                name: "two windows share a short segment", back: full, front: full,
                wishes: [Wish(8, "front", .dissolve(6)), Wish(12, "back", .dissolve(6))], shown: "bbbbb~~~~~f~~~~bbbbb",
                notes: [
                    Note(8, .transitionShortened(fromFrames: 6, toFrames: 5, reason: .neighbor)),
                    Note(12, .transitionShortened(fromFrames: 6, toFrames: 4, reason: .neighbor)),
                ]),
            Plan(
                name: "in proportion to what they wanted", back: full, front: full,
                wishes: [Wish(8, "front", .dissolve(4, .start)), Wish(16, "back", .dissolve(8, .end))],
                shown: "bbbbbbbb~~f~~~~~bbbb",
                notes: [
                    Note(8, .transitionShortened(fromFrames: 4, toFrames: 2, reason: .neighbor)),
                    Note(16, .transitionShortened(fromFrames: 8, toFrames: 5, reason: .neighbor)),
                ]),
            Plan(
                name: "just enough room", back: full, front: full,
                wishes: [Wish(8, "front", .dissolve(4)), Wish(13, "back", .dissolve(4))], shown: "bbbbbb~~~~f~~~~bbbbb"),
            Plan(
                name: "a hard cut is a neighbor too", back: full, front: full,
                wishes: [Wish(8, "front", .dissolve(6)), Wish(10, "back")], shown: "bbbbb~~~~fbbbbbbbbbb",
                notes: [Note(8, .transitionShortened(fromFrames: 6, toFrames: 4, reason: .neighbor))]),
            Plan(
                name: "no room at all", back: full, front: full,
                wishes: [Wish(10, "front", .dissolve(4, .start)), Wish(11, "back", .dissolve(4, .end))],
                shown: "bbbbbbbbbbfbbbbbbbbb",
                notes: [
                    Note(10, .transitionDropped(reason: .neighbor)), Note(11, .transitionDropped(reason: .neighbor)),
                ]),
            Plan(
                name: "the beginning", back: full, front: full, wishes: [Wish(2, "front", .dissolve(8))],
                shown: "b~~~~~~~ffffffffffff",
                notes: [
                    Note(2, .transitionMoved(byFrames: 2)),
                    Note(2, .transitionShortened(fromFrames: 8, toFrames: 7, reason: .neighbor)),
                ]),
            Plan(
                name: "the end", back: full, front: full, wishes: [Wish(18, "front", .dissolve(8))],
                shown: "bbbbbbbbbbbb~~~~~~~f",
                notes: [
                    Note(18, .transitionMoved(byFrames: -2)),
                    Note(18, .transitionShortened(fromFrames: 8, toFrames: 7, reason: .neighbor)),
                ]),
            Plan(
                name: "the first cut there can be", back: full, front: full, wishes: [Wish(1, "front", .dissolve(2))],
                shown: "b~ffffffffffffffffff",
                notes: [Note(1, .transitionShortened(fromFrames: 2, toFrames: 1, reason: .neighbor))]),
            Plan(
                name: "the last", back: full, front: full, wishes: [Wish(19, "front", .dissolve(2))],
                shown: "bbbbbbbbbbbbbbbbbb~f",
                notes: [Note(19, .transitionShortened(fromFrames: 2, toFrames: 1, reason: .neighbor))]),
            Plan(
                name: "the first, before the cut", back: full, front: full,
                wishes: [Wish(1, "front", .dissolve(1, .end))],
                shown: "bfffffffffffffffffff", notes: [Note(1, .transitionDropped(reason: .neighbor))]),
            Plan(
                name: "longer than the film", back: full, front: full,
                wishes: [Wish(10, "front", .dissolve(1_000_000))],
                shown: "b~~~~~~~~~~~~~~~~~~f",
                notes: [
                    Note(10, .transitionMoved(byFrames: 499_990)),
                    Note(10, .transitionShortened(fromFrames: 1_000_000, toFrames: 20, reason: .handle)),
                    Note(10, .transitionShortened(fromFrames: 20, toFrames: 18, reason: .neighbor)),
                ]),
        ])
    func neighbors(plan: Plan) throws { try check(plan) }

    @Test(
        "cuts that cannot be are merged, left out, and told",
        arguments: [
            Plan(
                name: "on one frame the later counts", back: full, front: full,
                wishes: [Wish(10, "back", .dissolve(8)), Wish(10, "front", .dissolve(2))],
                shown: "bbbbbbbbb~~fffffffff",
                notes: [Note(10, .cutsMerged)]),
            Plan(
                name: "three on one frame", back: full, front: full,
                wishes: [Wish(10, "front"), Wish(10, "back"), Wish(10, "front")], shown: "bbbbbbbbbbffffffffff",
                notes: [Note(10, .cutsMerged), Note(10, .cutsMerged)]),
            Plan(
                name: "back to what is shown", back: full, front: full, wishes: [Wish(10, "front"), Wish(10, "back")],
                shown: "bbbbbbbbbbbbbbbbbbbb",
                notes: [Note(10, .cutsMerged), Note(10, .cutChangesNothing(scene: .single("back")))]),
            Plan(
                name: "at the end and beyond it", back: full, front: full,
                wishes: [Wish(20, "front"), Wish(99, "back")],
                shown: "bbbbbbbbbbbbbbbbbbbb", notes: [Note(20, .cutBeyondEnd), Note(99, .cutBeyondEnd)]),
            Plan(
                name: "before the beginning", back: full, front: full, wishes: [Wish(-5, "front")],
                shown: "ffffffffffffffffffff"),
        ])
    func impossible(plan: Plan) throws { try check(plan) }

    @Test(
        "where the wished camera has no footage, another that has is shown",
        arguments: [
            Plan(
                name: "a hole in the primary camera", back: "#####.....##########", front: full, wishes: [],
                shown: "bbbbbfffffbbbbbbbbbb",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: .single("front"), lost: ["back"])),
                    Note(10, .cutAdded(from: .single("front"), to: .single("back"))),
                ]),
            Plan(
                name: "a hole, with the film's transition", back: "#####.....##########", front: full, wishes: [],
                fallback: .dissolve(4), shown: "b~~~~fffff~~~~bbbbbb",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: .single("front"), lost: ["back"])),
                    Note(5, .transitionMoved(byFrames: -2)),
                    Note(10, .cutAdded(from: .single("front"), to: .single("back"))),
                    Note(10, .transitionMoved(byFrames: 2)),
                ]),
            Plan(
                name: "a wish in a hole waits for the footage", back: "###############", front: "#####.....#####",
                wishes: [Wish(7, "front")], shown: "bbbbbbbbbbfffff",
                notes: [
                    Note(7, .sceneReplaced(wanted: .single("front"), shown: .single("back"))),
                    Note(10, .cutAdded(from: .single("back"), to: .single("front"))),
                ]),
            Plan(
                name: "the footage of a shot ends", back: "###############", front: "########.......",
                wishes: [Wish(5, "front")], shown: "bbbbbfffbbbbbbb",
                notes: [Note(8, .cutAdded(from: .single("front"), to: .single("back"), lost: ["front"]))]),
            Plan(
                name: "the opening camera starts late", back: "....###########", front: "############...", wishes: [],
                shown: "ffffbbbbbbbbbbb",
                notes: [
                    Note(0, .sceneReplaced(wanted: .single("back"), shown: .single("front"))),
                    Note(4, .cutAdded(from: .single("front"), to: .single("back"))),
                ]),
            Plan(
                name: "no camera at all", back: "#####.....#####", front: "####......#####", wishes: [],
                shown: "bbbbb.....bbbbb",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: nil, lost: ["back"])),
                    Note(10, .cutAdded(from: nil, to: .single("back"))),
                ]),
            Plan(
                name: "a transition into nothing and out of it", back: "#####.....#####", front: "#####.....#####",
                wishes: [Wish(10, "front", .dissolve(4))], fallback: .dissolve(2), shown: "bbbbb.....fffff",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: nil, lost: ["back"])),
                    Note(5, .transitionDropped(reason: .handle)),
                    Note(10, .transitionDropped(reason: .handle)),
                ]),
            Plan(
                name: "a wish where there is nothing", back: "#####.....#####", front: "#####.....#####",
                wishes: [Wish(7, "front")], shown: "bbbbb.....fffff",
                notes: [
                    Note(5, .cutAdded(from: .single("back"), to: nil, lost: ["back"])),
                    Note(7, .sceneReplaced(wanted: .single("front"), shown: nil)),
                    Note(10, .cutAdded(from: nil, to: .single("front"))),
                ]),
            Plan(
                name: "a camera nobody has", back: full, front: full, wishes: [Wish(10, "side"), Wish(15, "front")],
                shown: "bbbbbbbbbbbbbbbfffff",
                notes: [Note(10, .sceneReplaced(wanted: .single("side"), shown: .single("back")))]),
            Plan(
                name: "only the other camera", back: "", front: full, wishes: [], shown: "ffffffffffffffffffff",
                notes: [Note(0, .sceneReplaced(wanted: .single("back"), shown: .single("front")))]),
        ])
    func fallbacks(plan: Plan) throws { try check(plan) }

    @Test("of several cameras to fall back to, the first that has footage wins")
    func order() throws {
        let session = try Sketch.session(["a": "###......#", "b": "######....", "c": "##########"])
        let sketches = try [["a", "b", "c"], ["a", "c", "b"], ["c", "a"]].map { fallbacks in
            try TransitionPlanner(
                session: session, frameRate: Sketch.rate, fallbacks: fallbacks.map { Angle($0) },
                fallbackTransition: .hardCut
            ).plan([]).composition.sketch
        }
        #expect(sketches == ["aaabbbccca", "aaacccccca", "cccccccccc"])
    }

    @Test("cuts between frames go to the nearest frame, and to one frame if that is the same")
    func subframes() throws {
        let session = try Sketch.session(["back": Self.full, "front": Self.full])
        let planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back"], fallbackTransition: .hardCut)
        let cut = { (milliseconds: Int64, view: Angle) in
            CutPoint(time: .milliseconds(milliseconds), view: .single(view), transition: .hardCut)
        }
        #expect(try planner.plan([cut(349, "front"), cut(1_650, "back")]).composition.sketch == "bbbffffffffffffffbbb")
        let (merged, adjustments) = try planner.plan([cut(1_040, "front"), cut(960, "back")])
        #expect(merged.sketch == "bbbbbbbbbbffffffffff")
        #expect(adjustments == [Adjustment(time: .milliseconds(1_040), change: .cutsMerged)])
        // Rounds to the frame after the last.
        #expect(
            try planner.plan([cut(1_960, "front")]).adjustments == [
                Adjustment(time: .milliseconds(1_960), change: .cutBeyondEnd)
            ])
    }

    @Test(
        "a picture shorter than a frame of the output is still shown",
        arguments: [
            (MediaTime.milliseconds(1), "b"), (.milliseconds(33), "b"), (.milliseconds(60), "b"),
            (.milliseconds(149), "b"),
            (.milliseconds(150), "bb"), (MediaTime(flicks: 1), "b"),
        ])
    func shortest(duration: MediaTime, sketch: String) throws {
        let take = Take(
            angle: "back", path: "", start: .seconds(7), footage: TimeRange(start: .zero, duration: duration))
        let planner = TransitionPlanner(
            session: try Session(takes: [take]), frameRate: Sketch.rate, fallbacks: ["back"],
            fallbackTransition: .hardCut)
        let (composition, adjustments) = try planner.plan([])
        #expect(composition.sketch == sketch && adjustments.isEmpty)
    }

    @Test("a film that no disk could hold is refused")
    func tooLong() throws {
        let takes = [MediaTime.zero, .distantFuture - .seconds(2)].map {
            Take(angle: "back", path: "", start: $0, footage: TimeRange(start: .zero, end: .seconds(1)))
        }
        let planner = TransitionPlanner(
            session: try Session(takes: takes), frameRate: .thirty, fallbacks: ["back"], fallbackTransition: .hardCut)
        #expect(throws: TimelineError.self) { try planner.plan([]) }
    }
}

@Suite("Shots that are too short to be meant")
struct ShortShotTests {
    private static let full = "####################"

    /// A film of 20 frames whose back camera is wanted throughout, or where `wishes` say.
    private func plan(
        _ back: String, _ front: String, shortest: Int64, loss: Int64, _ wishes: [Wish] = [], isAutomatic: Bool = false
    ) throws -> (shown: String, changes: [Adjustment.Change]) {
        let planner = TransitionPlanner(
            session: try Sketch.session(["back": back, "front": front]), frameRate: Sketch.rate,
            fallbacks: ["back", "front"], fallbackTransition: .hardCut, shortestShot: Sketch.time(shortest),
            longestLoss: Sketch.time(loss))
        let (composition, adjustments) = try planner.plan(
            wishes.map {
                CutPoint(
                    time: Sketch.time($0.frame), view: .single($0.view), transition: $0.transition,
                    isAutomatic: isAutomatic)
            })
        return (composition.sketch, adjustments.map(\.change))
    }

    /// Of three cameras; the first of `order` that has footage is shown.
    private func planner(
        _ lanes: KeyValuePairs<Angle, String>, _ order: [Angle] = ["back", "front", "side"]
    ) throws -> TransitionPlanner {
        TransitionPlanner(
            session: try Sketch.session(lanes), frameRate: Sketch.rate, fallbacks: order, fallbackTransition: .hardCut,
            shortestShot: Sketch.time(8), longestLoss: Sketch.time(3))
    }

    @Test("what only the other camera has is trimmed at the ends up to the longest loss, and shown beyond it")
    func ends() throws {
        let brief = try plan("..##############....", Self.full, shortest: 8, loss: 3)
        #expect(brief.shown == "bbbbbbbbbbbbbbffff")
        let both = try plan("..################..", Self.full, shortest: 8, loss: 3)
        #expect(both.shown == "bbbbbbbbbbbbbbbb")
        #expect(
            both.changes == [
                .filmTrimmed(byFrames: 2, missing: ["back"], atEnd: false),
                .filmTrimmed(byFrames: 2, missing: ["back"], atEnd: true),
            ])
        let late = try plan("....################", Self.full, shortest: 8, loss: 3)
        #expect(late.shown == "ffffbbbbbbbbbbbbbbbb")
    }

    @Test("a rule's cut where the footage before it ends, just before the end, is the film's end")
    func ruleAtTheEnd() throws {
        let film = try plan(
            "##################..", Self.full, shortest: 8, loss: 3, [Wish(18, "front")], isAutomatic: true)
        #expect(film.shown == "bbbbbbbbbbbbbbbbbb")
        #expect(film.changes == [.filmTrimmed(byFrames: 2, missing: ["back"], atEnd: true)])
    }

    @Test("only what neither camera can show is trimmed, and no more than the longest loss")
    func ruleAtTheEndOfBoth() throws {
        let film = try plan(
            "##################..", "################....", shortest: 8, loss: 3,
            [Wish(6, "front"), Wish(15, "back")], isAutomatic: true)
        #expect(film.shown == "bbbbbbffffffffff")
        #expect(film.changes == [.filmTrimmed(byFrames: 2, missing: ["front"], atEnd: true)])
        let long = try plan(
            Self.full, "################....", shortest: 8, loss: 3, [Wish(6, "front"), Wish(15, "back")],
            isAutomatic: true)
        #expect(long.shown == "bbbbbbfffffffffbbbbb" && long.changes == [])
    }

    @Test("whether a shot is too short is decided by where its cuts were before they moved")
    func moved() throws {
        var planner = TransitionPlanner(
            session: try Sketch.session(["back": Self.full, "front": Self.full]), frameRate: Sketch.rate,
            fallbacks: ["back", "front"], fallbackTransition: .hardCut, shortestShot: Sketch.time(4))
        let cut = { (frame: Int64) in
            CutPoint(time: Sketch.time(frame), view: .single("front"), transition: .hardCut, isAutomatic: true)
        }
        planner.moves = [18: 2]
        #expect(try planner.plan([cut(18)]).composition.sketch == "bbbbbbbbbbbbbbbbbbff")
        planner.moves = [14: -3]
        #expect(try planner.plan([cut(14)]).composition.sketch == "bbbbbbbbbbbbbbbbbbbb")
    }

    @Test("what became of shots in a part that was trimmed afterwards is not reported")
    func trimmedReports() throws {
        let three = try planner([
            "back": "..##################", "front": "#...................", "side": Self.full,
        ])
        let changes = try three.plan([]).adjustments.map(\.change)
        #expect(changes == [.filmTrimmed(byFrames: 2, missing: ["back"], atEnd: false)])
    }

    @Test(
        "a skipped part inside a shot that is left out, or before one, leaves no shorter shot",
        arguments: [
            // Left out with what is behind the skipped part.
            ([4, 16], "####################", 17, "bbbbfffffffffffffff"),
            // What is behind the skipped part does not go to a shot that is too short itself.
            ([0, 14], "#################...", 12, "bbbbbbbbbbbbbbbbbbb"),
        ] as [([Int64], String, Int64, String)])
    func seamsInShortShots(_ cuts: [Int64], _ front: String, _ skipped: Int64, _ shown: String) throws {
        let session = try Sketch.session(["back": Self.full, "front": front])
        let excerpt = try Excerpt(
            session, at: Sketch.rate, span: .union, keeping: nil,
            skipping: [TimeRange(start: Sketch.time(skipped), end: Sketch.time(skipped + 1))])
        let planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .hardCut,
            excerpt: excerpt, shortestShot: Sketch.time(4))
        let order: [Angle] = cuts[0] == 0 ? ["back", "front"] : ["front", "back"]
        let film = try planner.plan(
            zip(cuts, order).map {
                CutPoint(time: Sketch.time($0), view: .single($1), transition: .hardCut, isAutomatic: $0 > 0)
            })
        #expect(film.composition.sketch == shown)
    }

    @Test("where a part is skipped, a transition named there is used although nothing switches, and no picture is held")
    func atSeams() throws {
        let film = { (back: String, cuts: [CutPoint]) in
            let session = try Sketch.session(["back": back, "front": Self.full])
            let excerpt = try Excerpt(
                session, at: Sketch.rate, span: .union, keeping: nil,
                skipping: [TimeRange(start: Sketch.time(10), end: Sketch.time(12))])
            return try TransitionPlanner(
                session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .hardCut,
                excerpt: excerpt, shortestShot: Sketch.time(4), longestLoss: Sketch.time(3)
            ).plan(cuts)
        }
        let named = try film(
            Self.full, [CutPoint(time: Sketch.time(10), view: .single("back"), transition: .dissolve(2))])
        #expect(named.composition.sketch == "bbbbbbbbb~~bbbbbbb" && named.adjustments == [])
        // The nearest pictures are of the skipped part.
        #expect(try film("############..######", []).composition.sketch == "bbbbbbbbbbffbbbbbb")
        #expect(try film("########..##########", []).composition.sketch == "bbbbbbbbffbbbbbbbb")
    }

    @Test("a named cut comes earlier, rather than a third camera for a moment")
    func namedCutAfterAGap() throws {
        let three = try planner(
            [
                "back": "####################", "front": "#########...........", "side": Self.full,
            ], ["side", "back", "front"])
        let cut = { (frame: Int64, view: Angle) in
            CutPoint(time: Sketch.time(frame), view: .single(view), transition: .hardCut)
        }
        let (composition, adjustments) = try three.plan([cut(0, "front"), cut(10, "back")])
        #expect(composition.sketch == "fffffffffbbbbbbbbbbb")
        #expect(
            adjustments.map(\.change) == [
                .shotLeftOut(scene: .single("side"), frames: 1, shortest: Sketch.time(8), shown: .single("back"))
            ])
    }

    @Test("what several shots lose at one end is one loss")
    func losses() throws {
        let three = try planner([
            "back": "...#################", "front": "#...................", "side": ".##.................",
        ])
        let (composition, adjustments) = try three.plan([])
        #expect(composition.sketch == "bbbbbbbbbbbbbbbbb")
        #expect(adjustments.map(\.change) == [.filmTrimmed(byFrames: 3, missing: ["back"], atEnd: false)])
    }

    @Test("a named cut where the film is trimmed is told")
    func namedCutInATrimmedEnd() throws {
        let two = try planner(["back": "#################...", "front": Self.full], ["back", "front"])
        let cut = CutPoint(time: Sketch.time(18), view: .single("back"), transition: .hardCut)
        let (composition, adjustments) = try two.plan([cut])
        #expect(composition.sketch == "bbbbbbbbbbbbbbbbb")
        #expect(
            adjustments == [
                Adjustment(
                    time: Sketch.time(17), change: .filmTrimmed(byFrames: 3, missing: ["back"], atEnd: true)),
                Adjustment(time: Sketch.time(18), change: .cutBeyondEnd),
            ])
    }

    @Test(
        "the first shot that is long enough gets the short ones before it, as far as it has footage",
        arguments: [
            (
                "...#####............", "...#################", "####................", "fffffffffffffffff",
                [
                    .filmTrimmed(byFrames: 3, missing: ["front"], atEnd: false),
                    .shotLeftOut(scene: .single("back"), frames: 5, shortest: Sketch.time(8), shown: .single("front")),
                ]
            ),
            (
                "#######.............", "###########.........", full, "ssssssssssssssssssss",
                [
                    .shotLeftOut(
                        scene: .single("back"), frames: 7, shortest: Sketch.time(8), shown: .single("side")),
                    .shotLeftOut(
                        scene: .single("front"), frames: 4, shortest: Sketch.time(8), shown: .single("side")),
                ]
            ),
        ] as [(String, String, String, String, [Adjustment.Change])])
    func beginning(_ back: String, _ front: String, _ side: String, _ shown: String, _ changes: [Adjustment.Change])
        throws
    {
        let three = try planner(["back": back, "front": front, "side": side])
        let film = try three.plan([])
        #expect(film.composition.sketch == shown && film.adjustments.map(\.change) == changes)
    }

    @Test("a grid that holds the places of cameras darkens each where its footage ends")
    func heldPlaces() throws {
        let three = try planner([
            "back": Self.full, "front": "########............", "side": "##########..........",
        ])
        let view = View.recipe(Specification(parsing: "grid:missing=hold")!)
        let film = try three.plan([CutPoint(time: .zero, view: view, transition: .hardCut, isAutomatic: true)])
        #expect(film.composition.segments.map(\.frames) == [0..<8, 8..<10, 10..<20])
    }

    @Test("the film is not trimmed for a camera that is left out, nor a cut dropped because it is shown")
    func leftOut() throws {
        let film = try plan(
            "..#######...........", Self.full, shortest: 8, loss: 3, [Wish(5, "back")], isAutomatic: true)
        #expect(film.shown == "ffffffffffffffffffff")
        #expect(
            film.changes == [
                .sceneReplaced(wanted: .single("back"), shown: .single("front")),
                .shotLeftOut(scene: .single("back"), frames: 7, shortest: Sketch.time(8), shown: .single("front")),
            ])
    }

    @Test("a picture is held no longer than the longest loss")
    func held() throws {
        #expect(try plan("########..##########", Self.full, shortest: 8, loss: 3).shown == "bbbbbbbbbbbbbbbbbbbb")
        #expect(try plan("########....########", Self.full, shortest: 8, loss: 3).shown == "bbbbbbbbffffbbbbbbbb")
    }

    @Test("a shot within which somebody named its camera is never trimmed")
    func named() throws {
        let wishes = [Wish(18, "front")]
        #expect(
            try plan("#################...", Self.full, shortest: 8, loss: 3, wishes).shown == "bbbbbbbbbbbbbbbbbfff")
        #expect(
            try plan("#################...", Self.full, shortest: 8, loss: 3, wishes, isAutomatic: true).shown
                == "bbbbbbbbbbbbbbbbb")
    }

    @Test(
        "an interval that is no whole number of frames makes shots of that length, none too short",
        arguments: [
            FrameRate(30_000, 1001)!, FrameRate(24_000, 1001)!, FrameRate(60_000, 1001)!, FrameRate(25)!,
        ])
    func intervals(rate: FrameRate) throws {
        let lane = String(repeating: "#", count: 600)
        let session = try Sketch.session(["back": lane, "front": lane])
        let interval = MediaTime.milliseconds(1500)
        let planner = TransitionPlanner(
            session: session, frameRate: rate, fallbacks: ["back", "front"], fallbackTransition: .hardCut,
            shortestShot: interval)
        let cuts = try SwitchPolicy.every(interval).cutPoints(
            views: [.single("back"), .single("front")], duration: .seconds(60), transition: .hardCut)
        let (composition, adjustments) = try planner.plan(cuts)
        #expect(composition.switchCount == 39 && adjustments == [])
    }

    @Test("a rule's cut soon after a skipped part moves to the seam, and one that somebody named stays")
    func seams() throws {
        let session = try Sketch.session(["back": Self.full, "front": Self.full])
        let excerpt = try Excerpt(
            session, at: Sketch.rate, span: .union, keeping: nil,
            skipping: [TimeRange(start: Sketch.time(8), end: Sketch.time(10))])
        let planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .hardCut,
            excerpt: excerpt, shortestShot: Sketch.time(4))
        for (isAutomatic, shown) in [(true, "bbbbbbbbffffffffff"), (false, "bbbbbbbbbbffffffff")] {
            let (composition, adjustments) = try planner.plan([
                CutPoint(
                    time: Sketch.time(10), view: .single("front"), transition: .hardCut, isAutomatic: isAutomatic)
            ])
            #expect(composition.sketch == shown && adjustments == [])
        }
        // Two frames before the seam and two behind it are a shot of four; of five and one, one is left out, and of one
        // and five.
        for (cuts, shown) in [
            ([6, 10], "bbbbbbffffbbbbbbbb"), ([3, 9], "bbbfffffbbbbbbbbbb"), ([7, 13], "bbbbbbbbfffffbbbbb"),
        ] as [([Int64], String)] {
            let (composition, adjustments) = try planner.plan(
                zip(cuts, ["front", "back"] as [Angle]).map {
                    CutPoint(time: Sketch.time($0), view: .single($1), transition: .hardCut, isAutomatic: true)
                })
            #expect(composition.sketch == shown && adjustments == [])
        }
    }

    @Test("a camera with too little footage for a shot is reported with that reason, and not as one without footage")
    func tooLittle() throws {
        let opening = try plan(
            "####################", "#####...............", shortest: 8, loss: 3, [Wish(0, "front")], isAutomatic: true)
        #expect(opening.shown == "bbbbbbbbbbbbbbbbbbbb")
        #expect(
            opening.changes
                == [.shotLeftOut(scene: .single("front"), frames: 5, shortest: Sketch.time(8), shown: .single("back"))])
        let named = try plan("####################", "#####...............", shortest: 8, loss: 3, [Wish(0, "front")])
        #expect(named.shown == "fffffbbbbbbbbbbbbbbb", "somebody named it")
        let middle = try plan(
            "####################", "......#####.........", shortest: 8, loss: 3, [Wish(6, "front")], isAutomatic: true)
        #expect(middle.shown == "bbbbbbbbbbbbbbbbbbbb")
        #expect(
            middle.changes == [
                .shotLeftOut(scene: .single("front"), frames: 5, shortest: Sketch.time(8), shown: .single("back"))
            ])
    }
}
