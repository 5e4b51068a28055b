import Parameters
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import TestSupport
import Testing
import Timeline
import Transitions

/// Cameras, cuts and transitions that nobody thought of. `COMPOSE_SEEDS=0-499` in the environment tries more.
@Suite struct SmartPropertyTests {
    static let seeds: ClosedRange<Int> = {
        let ends = (ProcessInfo.processInfo.environment["COMPOSE_SEEDS"] ?? "0-7").split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return 0...7 }
        return first...last
    }()

    @Test(arguments: seeds)
    func everyFrameIsRight(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let job = Self.job(&random)
        let check: SmartCheck
        do {
            check = try SmartCheck(job)
        } catch is SmartError {
            // Nothing can be copied: that is an answer too.
            return
        }
        try check.expectAll()
    }

    /// Otherwise the test above would say little. Of seeds 0 to 99, at most a quarter are refused.
    @Test func mostFilmsCanBeCopiedFrom() throws {
        let refused = try Self.seeds.count { seed in
            var random = Seeded(UInt64(seed))
            do { _ = try Self.job(&random).plan() } catch is SmartError { return true }
            return false
        }
        #expect(refused * 4 <= Self.seeds.count, "\(refused) of \(Self.seeds.count) are refused")
    }

    private static func job(_ random: inout Seeded) -> Job {
        let isHEVC = random.isTrue(1, of: 4)
        let frames = random.number(90...220)
        return Job {
            $0.back = recording(.back, isHEVC, frames, &random)
            $0.front = recording(.front, isHEVC, max(60, frames + random.number(-40...40)), &random)
            if random.isTrue(1, of: 2) {
                let orientation = random.element(Orientation.allCases)
                $0.back.orientation = orientation
                $0.front!.orientation = orientation
            }
            if random.isTrue(1, of: 3) { $0.offsets = ["front": .milliseconds(Int64(random.number(-900...900)))] }
            let transition = random.element(["dissolve", "wipe", "slide", "circle", "zoom", "none"])
            $0.request.transition = TransitionRequest(
                Specification(name: transition), duration: .milliseconds(Int64(random.number(1...18) * 33)),
                alignment: random.element([.center, .start, .end]))
            var time = 0
            var times: [SwitchTime] = []
            while case let next = time + random.number(700...2500), next < frames * 33 {
                times.append(SwitchTime(time: .milliseconds(Int64(next))))
                time = next
            }
            $0.request.policy = .at(times)
            $0.request.smart = .require
            $0.request.preset = random.element(["ultrafast", "veryfast", "medium"])
            if random.isTrue(1, of: 3) { $0.request.snapping = .milliseconds(Int64(random.number(50...600))) }
        }
    }

    private static func recording(
        _ camera: Camera, _ isHEVC: Bool, _ frames: Int, _ random: inout Seeded
    ) -> FixtureRecording {
        FixtureRecording().with {
            $0.camera = camera
            $0.timing =
                switch random.number(0...5) {
                case 0: .constant(FrameRate(30000, 1001)!, frames: frames)
                case 1: .ticks(FixtureRecording.variableTicks(seconds: Int64(frames / 30)), timescale: 90_000)
                default: .constant(.thirty, frames: frames)
                }
            $0.video.gop = random.element([1, 7, 10, 15, 24, 30, 60])
            $0.video.bFrames = random.element([0, 0, 1, 2, 3])
            $0.video.isOpenGOP = random.isTrue(1, of: 4)
            guard !isHEVC else {
                $0.video.encoder = "libx265"
                return
            }
            $0.video.options = [
                Pair("preset", random.element(["ultrafast", "veryfast", "medium"])),
                Pair("refs", random.element(["1", "2", "3", "5"])), Pair("coder", random.element(["0", "1"])),
                Pair("weightp", random.element(["none", "simple", "smart"])),
                Pair("b-pyramid", random.element(["none", "strict", "normal"])),
                Pair("slices", random.element(["1", "1", "3"])),
                Pair("profile", $0.video.bFrames == 0 ? random.element(["main", "high"]) : "high"),
            ]
        }
    }
}

extension Seeded {
    fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
    fileprivate mutating func element<Element>(_ elements: [Element]) -> Element {
        elements.randomElement(using: &self)!
    }
    fileprivate mutating func isTrue(_ share: Int, of whole: Int) -> Bool { number(1...whole) <= share }
}
