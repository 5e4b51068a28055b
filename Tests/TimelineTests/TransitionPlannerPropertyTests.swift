import MediaTime
import TestSupport
import Testing
import Transitions

@testable import Timeline

/// A recording and a wish that nobody would think of.
private struct Trial {
    static let rates = [FrameRate(10)!, FrameRate(24)!, FrameRate(30_000, 1001)!, .thirty, FrameRate(51_600, 1841)!]
    var session: Session
    var rate: FrameRate
    var fallbacks: [Angle]
    var fallbackTransition: TransitionRequest
    var cuts: [CutPoint]
    /// The frames that have footage.
    private let runs: [Angle: [Range<Int64>]]

    init(_ random: inout Seeded) {
        let rate = Self.rates.randomElement(using: &random)!
        // Lengths and starts in hundredths of a frame, often whole frames, often tiny.
        let length = { (most: Int64, random: inout Seeded) -> MediaTime in
            let frames = Int64.random(in: 0...most, using: &random)
            let hundredths = random.next() % 2 == 0 ? 0 : Int64.random(in: 0..<100, using: &random)
            return MediaTime(
                flicks: rescale(rate.time(ofFrame: frames * 100 + hundredths).flicks, 1, over: 100, .nearest))
        }
        let names: [Angle] = ["a", "b", "c"]
        let angles = names.prefix(Int.random(in: 1...3, using: &random))
        // The first take always has a picture.
        var takes = [
            Take(
                angle: angles[0], path: "", start: length(40, &random),
                footage: TimeRange(start: .zero, duration: length(80, &random) + MediaTime(flicks: 1)))
        ]
        for angle in angles {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let first = length(3, &random)
                takes.append(
                    Take(
                        angle: angle, path: "", start: length(100, &random) - .seconds(1),
                        footage: TimeRange(
                            start: first, duration: length([1, 10, 80].randomElement(using: &random)!, &random))))
            }
        }
        session = try! Session(takes: takes)
        self.rate = rate
        runs = Self.runs(session, rate)
        fallbacks = session.angles.shuffled(using: &random)
        let request = { (random: inout Seeded) -> TransitionRequest in
            let alignment = TransitionRequest.Alignment.allCases.randomElement(using: &random)!
            return random.next() % 4 == 0
                ? .hardCut : .dissolve(.random(in: 0...30, using: &random), alignment, rate: rate)
        }
        fallbackTransition = request(&random)
        cuts = (0..<Int.random(in: 0...10, using: &random)).map { _ in
            CutPoint(
                time: length(140, &random), view: .single(names.randomElement(using: &random)!),
                transition: request(&random))
        }
    }

    /// From the footage alone: a frame has it when at least half of the frame does.
    func hasFootage(_ angle: Angle, _ frame: Int64) -> Bool { runs[angle, default: []].contains { $0.contains(frame) } }

    private static func runs(_ session: Session, _ rate: FrameRate) -> [Angle: [Range<Int64>]] {
        let frame = { (time: MediaTime) in rate.frame(at: time - session.union.start, .nearest) }
        return Dictionary(
            uniqueKeysWithValues: session.angles.map { angle in
                (angle, session.coverage(of: angle).map { frame($0.start)..<frame($0.end) })
            })
    }

    func plan(_ cuts: [CutPoint]) throws -> (composition: Composition, adjustments: [Adjustment]) {
        try TransitionPlanner(
            session: session, frameRate: rate, fallbacks: fallbacks, fallbackTransition: fallbackTransition
        ).plan(cuts)
    }

    var withoutTransitions: Trial {
        var trial = self
        trial.fallbackTransition = .hardCut
        for index in trial.cuts.indices { trial.cuts[index].transition = .hardCut }
        return trial
    }
}

@Suite("Transition planner, on thousands of random recordings")
struct TransitionPlannerPropertyTests {
    /// Runs `check` on 500 random plans; every seed makes others.
    private func everyTrial(_ seed: UInt64, _ check: (Trial, Composition, [Adjustment]) throws -> Void) throws {
        var random = Seeded(seed)
        for _ in 0..<500 {
            let trial = Trial(&random)
            let (composition, adjustments) = try trial.plan(trial.cuts)
            try check(trial, composition, adjustments)
        }
    }

    static let seeds: ClosedRange<UInt64> = 1...4

    @Test("segments cover the film, windows never meet, and leave an unmixed frame at both ends", arguments: seeds)
    func shape(seed: UInt64) throws {
        try everyTrial(seed) { trial, composition, _ in
            composition.checkInvariants()
            let count = composition.frameCount
            #expect(count == max(1, trial.rate.frame(at: trial.session.union.duration, .nearest)))
            for segment in composition.segments {
                #expect(
                    segment.frames.contains { if case .transition = composition.frame(at: $0) { false } else { true } })
            }
            for (a, b) in zip(composition.segments, composition.segments.dropFirst()) { #expect(a.scene != b.scene) }
            for window in composition.transitions {
                #expect(window.frames.lowerBound > 0 && window.frames.upperBound < count)
                // Within the two segments that it joins.
                #expect(window.frames.lowerBound > composition.segments[window.incoming - 1].frames.lowerBound)
                #expect(window.frames.upperBound < composition.segments[window.incoming].frames.upperBound)
            }
        }
    }

    @Test("every camera that a frame shows has footage there, and no frame is empty that need not be", arguments: seeds)
    func footage(seed: UInt64) throws {
        try everyTrial(seed) { trial, composition, _ in
            for frame in 0..<composition.frameCount {
                for angle in composition.frame(at: frame).instants.flatMap(\.scene.angles) {
                    #expect(composition.frameCount == 1 || trial.hasFootage(angle, frame))
                    let time = composition.sessionTime(ofFrame: frame)
                    let take = trial.session.nearestTake(of: angle, at: time, within: trial.rate.frameDuration)
                    #expect(take != nil, "what the renderer draws")
                }
                if case .empty = composition.frame(at: frame) {
                    #expect(!trial.fallbacks.contains { trial.hasFootage($0, frame) })
                }
            }
        }
    }

    @Test("transitions change neither the length nor the cuts", arguments: seeds)
    func length(seed: UInt64) throws {
        try everyTrial(seed) { trial, composition, _ in
            let (hard, _) = try trial.withoutTransitions.plan(trial.withoutTransitions.cuts)
            #expect(hard.segments == composition.segments && hard.transitions.isEmpty)
        }
    }

    @Test("what is done otherwise than wished is reported, and nothing else is", arguments: seeds)
    func reported(seed: UInt64) throws {
        try everyTrial(seed) { trial, composition, adjustments in
            #expect(zip(adjustments, adjustments.dropFirst()).allSatisfy { $0.time <= $1.time })
            // The wish that counts on each frame: the last in order of time.
            var wishes: [Int64: CutPoint] = [
                0: CutPoint(time: .zero, view: .single(trial.fallbacks[0]), transition: .hardCut)
            ]
            let scene = { (cut: CutPoint) in
                if case .single(let angle) = cut.view { Scene.single(angle) } else { Scene(layers: []) }
            }
            var expected: Set<Note> = []
            var merged = 0
            for cut in trial.cuts.sorted(by: { $0.time < $1.time }) {
                let frame = trial.rate.frame(at: cut.time, .nearest)
                if frame >= composition.frameCount {
                    expected.insert(Note(frame, .cutBeyondEnd))
                } else if wishes.updateValue(cut, forKey: frame) != nil, frame > 0 {
                    merged += 1
                    expected.insert(Note(frame, .cutsMerged))
                }
            }
            for (frame, wish) in wishes {
                let shown = composition.segments[composition.segment(at: frame)].scene
                if shown != scene(wish) {
                    expected.insert(Note(frame, .sceneReplaced(wanted: scene(wish), shown: shown)))
                }
            }
            let frames = wishes.keys.sorted()
            for (before, frame) in zip(frames, frames.dropFirst()) where wishes[before]!.view == wishes[frame]!.view {
                let segment = composition.segments[composition.segment(at: frame)]
                // What is shown instead of the wished scene is reported as such.
                if segment.frames.lowerBound != frame, segment.scene == scene(wishes[frame]!) {
                    expected.insert(Note(frame, .cutChangesNothing(scene: scene(wishes[frame]!))))
                }
            }
            let actual = adjustments.map { Note(trial.rate.frame(at: $0.time, .nearest), $0.change) }
            for (index, segment) in composition.segments.enumerated().dropFirst() {
                let cut = segment.frames.lowerBound
                if wishes[cut] == nil {
                    let before = composition.segments[index - 1].scene
                    let lost = before?.angles.filter { !trial.hasFootage($0, cut) } ?? []
                    expected.insert(Note(cut, .cutAdded(from: before, to: segment.scene, lost: lost)))
                }
                // The wished window, adjusted step by step as reported, is the window.
                let request = wishes[cut]?.transition ?? trial.fallbackTransition
                var length = request.specification.isHardCut ? 0 : trial.rate.frame(at: request.duration, .nearest)
                var start =
                    switch request.alignment {
                    case .center: cut - length / 2
                    case .start: cut
                    case .end: cut - length
                    }
                var isShortened = false
                for note in actual where note.frame == cut {
                    switch note.change {
                    case .transitionMoved(let frames):
                        start += frames
                        #expect(frames != 0)
                    case .transitionShortened(let from, let to, _):
                        #expect(from == length && to < from && to > 0)
                        (length, isShortened) = (to, true)
                    case .transitionDropped:
                        #expect(length > 0)
                        length = 0
                    case .filmTrimmed, .shotLeftOut, .pictureHeld, .sceneReplaced, .cutAdded, .cutMoved, .cutsMerged,
                        .cutBeyondEnd, .cutChangesNothing:
                        continue
                    }
                    expected.insert(note)
                }
                let window = composition.transitions.first { $0.incoming == index }
                #expect(Int64(window?.frames.count ?? 0) == length)
                if let window {
                    #expect(window.specification == request.specification)
                    #expect(isShortened || window.frames.lowerBound == start)
                }
            }
            #expect(Set(actual) == expected, "nothing else is reported, and nothing twice")
            #expect(actual.count { $0.change == .cutsMerged } == merged)
        }
    }

    @Test("a window is shortened by the footage only as far as the footage demands", arguments: seeds)
    func longest(seed: UInt64) throws {
        try everyTrial(seed) { trial, composition, adjustments in
            for case (let frame, let to) in adjustments.compactMap({ (adjustment) -> (Int64, Int64)? in
                guard case .transitionShortened(_, let to, .handle) = adjustment.change else { return nil }
                return (trial.rate.frame(at: adjustment.time, .nearest), to)
            }) {
                let incoming = composition.segment(at: frame)
                let (from, into) = (composition.segments[incoming - 1].scene!, composition.segments[incoming].scene!)
                let common = { (frame: Int64) in
                    (0..<composition.frameCount).contains(frame)
                        && trial.hasFootage(from.mainAngle!, frame) && trial.hasFootage(into.mainAngle!, frame)
                }
                let before = stride(from: frame - 1, through: 0, by: -1).prefix(while: common).count
                let after = (frame..<composition.frameCount).prefix(while: common).count
                #expect(Int64(before + after) == to)
            }
        }
    }
}

@Suite("Planning at length")
struct PlanningAtLengthTests {
    @Test("a ten-hour film with ten thousand switches")
    func tenHours() throws {
        let tenHours = MediaTime.seconds(36_000)
        let takes = (["back", "front"] as [Angle]).map {
            Take(angle: $0, path: "", start: .zero, footage: TimeRange(start: .zero, end: tenHours))
        }
        let session = try Session(takes: takes)
        let cuts = try SwitchPolicy.every(.milliseconds(3_600)).cutPoints(
            views: session.angles.map(View.single), duration: tenHours, transition: .dissolve(15, rate: .thirty))
        let planner = TransitionPlanner(
            session: session, frameRate: .thirty, fallbacks: session.angles, fallbackTransition: .hardCut)
        let (composition, adjustments) = try planner.plan(cuts)
        composition.checkInvariants()
        #expect(composition.frameCount == 1_080_000 && composition.switchCount == 9_999 && adjustments.isEmpty)
        #expect(composition.transitions.count == 9_999)
        for frame in stride(from: Int64(0), to: composition.frameCount, by: 97) { _ = composition.frame(at: frame) }
    }

    /// Anything quadratic in the files would keep this from ending.
    @Test("ten thousand files of each camera")
    func manyTakes() throws {
        // Twenty seconds each; the front camera pauses for a second between files.
        let takes = (0..<10_000).flatMap { index in
            [("back", 20), ("front", 19)].map { angle, length in
                Take(
                    angle: Angle(angle), path: "", start: .seconds(index * 20),
                    footage: TimeRange(start: .zero, end: .seconds(length)))
            }
        }
        let session = try Session(takes: takes)
        let cuts = try SwitchPolicy.every(.seconds(20)).cutPoints(
            views: session.angles.map(View.single), duration: session.union.duration,
            transition: .dissolve(10, rate: .thirty))
        let planner = TransitionPlanner(
            session: session, frameRate: .thirty, fallbacks: session.angles, fallbackTransition: .hardCut)
        #expect(try planner.plan(cuts).composition.switchCount >= 9_999)
    }
}
