import MediaTime
import Testing
import Transitions

@testable import Timeline

/// Pictures that stand where two clips do not overlap.
@Suite struct HeldHandleTests {
    /// Two clips of ten frames with a gap of four, which is left out.
    private static func planned(
        _ front: Angle = "front", held: Int64, dissolve: Int64 = 6, gap: String = "...."
    ) throws -> (composition: Composition, adjustments: [Adjustment]) {
        let one = String(repeating: "#", count: 10)
        let rest = String(repeating: ".", count: 10)
        let session =
            try front == "back"
            ? Sketch.session(["back": one + gap + one]) : Sketch.session(["back": one, front: rest + gap + one])
        let excerpt = try Excerpt(
            session, at: Sketch.rate, span: .union, keeping: nil,
            skipping: [TimeRange(start: Sketch.time(10), end: Sketch.time(Int64(10 + gap.count)))])
        var planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: session.angles,
            fallbackTransition: .dissolve(dissolve),
            excerpt: excerpt)
        planner.heldHandles = Sketch.time(held)
        return try planner.plan([
            CutPoint(time: .zero, view: .single("back"), transition: .hardCut),
            CutPoint(time: Sketch.time(10), view: .single(front), transition: .dissolve(dissolve)),
        ])
    }

    @Test func withoutHeldPicturesAGapIsAHardCut() throws {
        #expect(try Self.planned(held: 0).composition.sketch == "bbbbbbbbbbffffffffff")
    }

    @Test func picturesStandForTheTransition() throws {
        let (composition, adjustments) = try Self.planned(held: 3)
        #expect(composition.sketch == "bbbbbbb~~~~~~fffffff")
        #expect(adjustments == [])
        // Both clips keep their clocks: one goes on behind its end, the other comes from before its beginning.
        guard case .transition(_, let outgoing, let incoming, _, _) = composition.frame(at: 12) else {
            Issue.record("frame 12 is mixed")
            return
        }
        #expect(outgoing?.time == Sketch.time(12) && incoming?.time == Sketch.time(16))
        guard case .transition(_, _, let first, _, _) = composition.frame(at: 7) else {
            Issue.record("frame 7 is mixed")
            return
        }
        #expect(first?.time == Sketch.time(11))
    }

    @Test func picturesStandNoLongerThanTheyMay() throws {
        #expect(try Self.planned(held: 2).composition.sketch == "bbbbbbbb~~~~ffffffff")
        #expect(
            try Self.planned(held: 2).adjustments.map(\.change)
                .contains(.transitionShortened(fromFrames: 6, toFrames: 4, reason: .handle)))
    }

    /// The take that is nearest in time is shown: beyond the middle of the gap that would be the other one.
    @Test func ofOneCameraAPictureStandsForHalfTheGap() throws {
        #expect(try Self.planned("back", held: 3, gap: "....").composition.transitions.map(\.frames) == [8..<12])
        #expect(try Self.planned("back", held: 3, gap: "........").composition.transitions.map(\.frames) == [7..<13])
    }

    @Test func footageIsUsedBeforePicturesStand() throws {
        let session = try Sketch.session(["back": "##########", "front": "......##########"])
        var planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .dissolve(4))
        planner.heldHandles = Sketch.time(3)
        let cuts = [
            CutPoint(time: .zero, view: .single("back"), transition: .hardCut),
            CutPoint(time: Sketch.time(9), view: .single("front"), transition: .dissolve(4)),
        ]
        // It would end a frame behind the footage, and slides.
        #expect(try planner.plan(cuts).composition.transitions.map(\.frames) == [6..<10])
    }

    @Test func overAGapTheLastPictureStands() throws {
        let session = try Sketch.session(["back": "######", "front": "..........######"])
        var planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .dissolve(4))
        let cuts = [
            CutPoint(time: .zero, view: .single("back"), transition: .hardCut),
            CutPoint(time: Sketch.time(10), view: .single("front"), transition: .dissolve(4)),
        ]
        #expect(try planner.plan(cuts).composition.sketch == "bbbbbb....ffffff")
        planner.holdsPictures = true
        let (composition, adjustments) = try planner.plan(cuts)
        #expect(composition.sketch == "bbbbbbbbbbffffff")
        // The picture stands as asked for; only the transition has no room.
        #expect(adjustments.map(\.change) == [.transitionDropped(reason: .handle)])
        planner.heldHandles = Sketch.time(2)
        #expect(try planner.plan(cuts).composition.sketch == "bbbbbbbb~~~~ffff")
    }

    /// Of the footage nothing is lost to the black, and nothing is otherwise than was asked for.
    @Test func transitionsLeadToBlackThatWasAskedFor() throws {
        let session = try Sketch.session(["back": "######", "front": "..........######"])
        var planner = TransitionPlanner(
            session: session, frameRate: Sketch.rate, fallbacks: ["back", "front"], fallbackTransition: .dissolve(3))
        planner.leadsThroughBlack = true
        let (composition, adjustments) = try planner.plan([
            CutPoint(time: .zero, view: .single("back"), transition: .hardCut),
            CutPoint(time: Sketch.time(10), view: .single("front"), transition: .dissolve(3)),
        ])
        #expect(composition.transitions.map(\.frames) == [3..<6, 10..<13])
        #expect(adjustments == [])
        guard case .transition(_, let outgoing, let incoming, 1, 3) = composition.frame(at: 3) else {
            Issue.record("frame 3 is mixed")
            return
        }
        #expect(outgoing?.scene == .single("back") && incoming == nil)
    }
}
