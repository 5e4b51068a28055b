import Parameters
import MediaTime
import Testing

@testable import Timeline

@Suite("When to switch")
struct SwitchPolicyTests {
    static let dissolve = TransitionRequest(Specification(name: "dissolve"), duration: .milliseconds(500))
    private let cameras: [Angle] = ["back", "front"]

    /// "0s back, 5s front": the cut points as one line.
    private func cuts(
        _ policy: SwitchPolicy, _ angles: [Angle]? = nil, seconds: Int64 = 20, _ request: TransitionRequest = dissolve
    ) throws -> String {
        try policy.cutPoints(
            views: (angles ?? cameras).map(View.single), duration: .seconds(seconds), transition: request
        )
        .map { "\($0.time) \($0.view)\($0.transition == Self.dissolve ? "" : " \($0.transition.specification)")" }
        .joined(separator: ", ")
    }

    @Test("the next view that has footage takes the turn of one that has none")
    func turnsWithoutFootage() throws {
        let shown = { (cameras: [Angle], ended: [Angle]) in
            try SwitchPolicy.every(.seconds(2)).cutPoints(
                views: cameras.map(View.single), duration: .seconds(13), transition: Self.dissolve,
                canShow: { view, time in time < .seconds(6) || !ended.map(View.single).contains(view) }
            ).map { "\($0.view)" }
        }
        #expect(try shown(["a", "b", "c"], []) == ["a", "b", "c", "a", "b", "c", "a"])
        #expect(try shown(["a", "b", "c"], ["c"]) == ["a", "b", "c", "a", "b", "a", "b"])
        #expect(try shown(["a", "b", "c"], ["a"]) == ["a", "b", "c", "b", "c", "b", "c"])
        let later = try SwitchPolicy.every(.seconds(2)).cutPoints(
            views: ["a", "b", "c"].map(View.single), duration: .seconds(7), transition: Self.dissolve,
            canShow: { view, time in time >= .seconds(3) || view != .single("a") })
        #expect(later.map { "\($0.view)" } == ["a", "c", "a", "b"], "b is shown first, instead of a")
        // Nothing to show instead: the planner reports it.
        #expect(try shown(["a", "b"], ["b"]) == ["a", "b", "a", "b", "a", "b", "a"])
    }

    @Test("never: the opening view throughout")
    func never() throws {
        #expect(try cuts(.never) == "0s back none")
        #expect(
            try SwitchPolicy.never.cutPoints(
                views: [], duration: .seconds(1), transition: Self.dissolve
            ).isEmpty)
    }

    @Test(
        "every interval: the cameras in turn, and nothing at or after the end",
        arguments: [
            (["back", "front"], 5_000, 20, "0s back none, 5s front, 10s back, 15s front"),
            (["front", "back"], 7_000, 20, "0s front none, 7s back, 14s front"),
            (["a", "b", "c"], 5_000, 21, "0s a none, 5s b, 10s c, 15s a, 20s b"),
            (["back", "front"], 20_000, 20, "0s back none"), (["back", "front"], 30_000, 20, "0s back none"),
            (["back"], 5_000, 20, "0s back none"), (["back", "front"], 750, 2, "0s back none, 0.75s front, 1.5s back"),
        ] as [([String], Int64, Int64, String)])
    func every(angles: [String], interval: Int64, seconds: Int64, expected: String) throws {
        #expect(try cuts(.every(.milliseconds(interval)), angles.map { Angle($0) }, seconds: seconds) == expected)
    }

    @Test("an interval that leaves no room is refused")
    func tooShort() {
        let refused = { (interval: MediaTime, request: TransitionRequest) -> TimelineError? in
            do throws(TimelineError) {
                _ = try SwitchPolicy.every(interval).cutPoints(
                    views: [.single("back"), .single("front")], duration: .seconds(20), transition: request)
                return nil
            } catch { return error }
        }
        for interval in [MediaTime.zero, .seconds(-5), MediaTime(flicks: 1), .distantPast] {
            #expect(refused(interval, .hardCut) == .intervalTooShort(interval: interval, atLeast: .milliseconds(1)))
        }
        let half = MediaTime.milliseconds(500)
        #expect(refused(half, Self.dissolve) == .transitionLongerThanInterval(transition: half, interval: half))
        #expect(refused(half, TransitionRequest(.none, duration: .seconds(9))) == nil, "a hard cut takes no time")
        #expect(refused(.milliseconds(501), Self.dissolve) == nil)
    }

    @Test(
        "a duration that makes no sense cannot fill the memory",
        arguments: [
            (MediaTime.milliseconds(1), MediaTime.distantFuture), (.milliseconds(1), .seconds(86_400)),
            (.seconds(5), .seconds(90 * 365 * 86_400)),
        ])
    func endless(interval: MediaTime, duration: MediaTime) {
        #expect(throws: TimelineError.self) {
            try SwitchPolicy.every(interval).cutPoints(
                views: cameras.map(View.single), duration: duration, transition: .hardCut)
        }
    }

    @Test(
        "a list: sorted, in turn unless a camera is named, each with its own transition if it has one",
        arguments: [
            ("3s,7.5s", "0s back none, 3s front, 7.5s back"), ("7.5s,3s", "0s back none, 3s front, 7.5s back"),
            ("3s:front,6s:front,9s", "0s back none, 3s front, 6s front, 9s back"),
            ("3s:back,6s", "0s back none, 3s back, 6s front"),
            ("3s:circle,6s:none", "0s back none, 3s front circle, 6s back none"),
            ("0s:front,5s", "0s front none, 5s back"), ("3s,3s", "0s back none, 3s front"),
            ("3s,3s:circle", "0s back none, 3s front circle"), ("3s:front,3s:back", "0s back none, 3s front, 3s back"),
            ("3s,3s,6s", "0s back none, 3s front, 6s back"),
        ])
    func list(text: String, expected: String) throws {
        #expect(try cuts(.at(SwitchTime.list(parsing: text, angles: cameras))) == expected)
    }

    @Test("cameras are found by their exact names first, and then in any case of their letters")
    func cases() throws {
        #expect(cameras.named("Front") == "front" && cameras.named("side") == nil)
        let alike: [Angle] = ["Front", "front"]
        #expect(alike.named("front") == "front" && alike.named("FRONT") == nil, "both would do")
        #expect(try SwitchTime.list(parsing: "3s:FRONT", angles: cameras)[0].view == .single("front"))
    }

    @Test("a cut beyond the end stays in the list, for the planner to report")
    func beyond() throws {
        #expect(try cuts(.at([SwitchTime(time: .seconds(99))])) == "0s back none, 99s front")
    }

    @Test("a camera nobody has is refused")
    func unknown() {
        #expect(throws: TimelineError.unknownAngle(name: "side", known: ["back", "front"])) {
            try Stage(cameras).check(.single("side"))
        }
        #expect(throws: TimelineError.unknownAngle(name: "side", known: ["back", "front"])) {
            try Stage(cameras).check(.recipe(Specification(parsing: "pip:inset=side")!))
        }
    }

    @Test("what is listed before the film begins says what it opens with")
    func before() throws {
        let filmTime = { (time: MediaTime) in time - .seconds(3) }
        let cuts = { (text: String) in
            try SwitchPolicy.at(SwitchTime.list(parsing: text, angles: cameras)).cutPoints(
                views: cameras.map(View.single), duration: .seconds(9), transition: Self.dissolve, filmTime: filmTime
            ).map { "\($0.time) \($0.view)" }
        }
        #expect(try cuts("2s,5s,8s") == ["0s front", "2s back", "5s front"])
        #expect(try cuts("2s:front") == ["0s front"])
        #expect(try cuts("1s,2s,3s") == ["0s front"], "a cut where the film begins is its opening")
    }

    @Test("a view out of turn leaves the turn as it was")
    func views() throws {
        let list = try SwitchTime.list(parsing: "1s:pip:corner=top,2s,3s:pip,4s:front,5s", angles: cameras)
        #expect(try cuts(.at(list)) == "0s back none, 1s pip:corner=top, 2s front, 3s pip, 4s front, 5s back")
    }

    @Test("the transition's own wish keeps the film's duration and alignment")
    func ownTransition() throws {
        let film = TransitionRequest(Specification(name: "wipe"), duration: .seconds(1), alignment: .end)
        let times = [SwitchTime(time: .seconds(2), transition: Specification(name: "circle"))]
        let cut = try #require(
            try SwitchPolicy.at(times).cutPoints(
                views: cameras.map(View.single), duration: .seconds(9), transition: film
            ).last)
        #expect(
            cut.transition
                == TransitionRequest(Specification(name: "circle"), duration: .seconds(1), alignment: .end))
    }

    @Test(
        "errors are sentences that tell the next step",
        arguments: [
            (TimelineError.noFootage(paths: ["a", "b"]), "Use at least one video."),
            (.unknownAngle(name: "side", known: ["back", "front"]), "'side'. This recording has back, front."),
            (.intervalTooShort(interval: .zero, atLeast: .milliseconds(1)), "use 0.001s or more."),
            (.transitionLongerThanInterval(transition: .seconds(2), interval: .seconds(1)), "switch less often"),
            (.cutPointUnreadable(text: "x"), "'x' is not a valid cut"),
            (.filmTooLong(frames: 9, most: 8), "9 frames"),
        ])
    func words(error: TimelineError, part: String) { #expect(error.description.contains(part)) }
}
