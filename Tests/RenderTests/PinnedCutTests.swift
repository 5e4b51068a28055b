import MediaTime
import Testing
import Timeline

@testable import Planning

/// Cuts set by hand among automatic ones.
@Suite struct PinnedCutTests {
    private let turn: [Angle] = ["a", "b", "c"]

    private func cut(_ seconds: Int64, _ angle: Angle) -> DirectorCut {
        DirectorCut(time: .seconds(seconds), view: .single(angle), decision: .init(reason: .quiet, score: 1))
    }
    private func pinned(_ cuts: [DirectorCut], _ pins: [SwitchTime]) -> [String] {
        cuts.pinning(pins, shortest: .seconds(2), turn: turn).map {
            "\($0.time.clockDescription) \($0.view)\($0.decision.reason == .pinned ? " pinned" : "")"
        }
    }

    @Test func othersMakeRoom() {
        let cuts = [cut(0, "a"), cut(5, "b"), cut(9, "a"), cut(20, "b")]
        #expect(
            pinned(cuts, [SwitchTime(time: .seconds(10), view: .single("c"))]) == [
                "0:00.000 a", "0:05.000 b", "0:10.000 c pinned", "0:20.000 b",
            ])
        // Without a view, the one of the cut that it replaces, or the next in turn.
        #expect(pinned(cuts, [SwitchTime(time: .seconds(10))])[2] == "0:10.000 a pinned")
        #expect(pinned(cuts, [SwitchTime(time: .seconds(14))]).contains("0:14.000 b pinned"))
    }

    @Test func whatIsShownAlreadyGoesOn() {
        let cuts = [cut(0, "a"), cut(9, "b"), cut(20, "c")]
        // That it changes nothing is told later.
        #expect(
            pinned(cuts, [SwitchTime(time: .seconds(9), view: .single("a"))]) == [
                "0:00.000 a", "0:09.000 a pinned", "0:20.000 c",
            ])
        #expect(
            pinned(cuts, [SwitchTime(time: .seconds(15), view: .single("c"))]) == [
                "0:00.000 a", "0:09.000 b", "0:15.000 c pinned",
            ])
    }

    @Test func twoCutsCloseToEachOtherHaveOneShotBetweenThem() {
        let cuts = [cut(0, "a"), cut(14, "b"), cut(18, "a"), cut(26, "b")]
        let pins = [
            SwitchTime(time: .seconds(10), view: .single("c")), SwitchTime(time: .seconds(20), view: .single("b")),
            SwitchTime(time: .seconds(40), view: .single("a")),
        ]
        #expect(
            pinned(cuts + [cut(30, "c")], pins) == [
                "0:00.000 a", "0:10.000 c pinned", "0:20.000 b pinned", "0:30.000 c", "0:40.000 a pinned",
            ])
    }

    /// Times of the recording before the film's beginning.
    @Test func whatIsPinnedBeforeTheFilmDecidesItsOpening() {
        let cuts = [cut(0, "a"), cut(8, "b"), cut(16, "a")]
        let pins = [
            SwitchTime(time: .seconds(-3), view: .single("c")), SwitchTime(time: .seconds(4), view: .single("b")),
        ]
        #expect(pinned(cuts, pins) == ["0:00.000 c pinned", "0:04.000 b pinned", "0:16.000 a"])
        #expect(
            pinned(cuts, [SwitchTime(time: .seconds(-3)), SwitchTime(time: .seconds(4), view: .single("b"))])
                == ["0:00.000 a", "0:04.000 b pinned", "0:16.000 a"])
    }

    @Test func severalArePinnedAndTheOpeningToo() {
        let cuts = [cut(0, "a"), cut(9, "b")]
        let pins = [
            SwitchTime(time: .seconds(4), view: .single("c")), SwitchTime(time: .seconds(3), view: .single("b")),
            SwitchTime(time: .zero, view: .single("b")),
        ]
        #expect(pinned(cuts, pins) == ["0:00.000 b pinned", "0:03.000 b pinned", "0:04.000 c pinned", "0:09.000 b"])
    }
}
