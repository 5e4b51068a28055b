import Parameters
import MediaTime
import TestSupport
import Testing

@testable import Timeline

@Suite("Composition")
struct CompositionTests {
    /// Views by length in frames (`nil` is nothing), windows by the segment that comes in.
    private func composition(
        _ views: [(String?, Int64)], _ windows: [(incoming: Int, frames: Range<Int64>)] = [], start: MediaTime = .zero
    ) throws -> Composition {
        var segments: [Composition.Segment] = []
        for (name, count) in views {
            let first = segments.last?.frames.upperBound ?? 0
            segments.append(.init(frames: first..<first + count, scene: name.map { .single(Angle($0)) }))
        }
        return Composition(
            session: try Sketch.session(["back": "#", "front": "#"]), frameRate: Sketch.rate,
            clock: TimeMap(offset: start),
            segments: segments,
            transitions: windows.map {
                .init(
                    incoming: $0.incoming, frames: $0.frames, specification: Specification(name: "dissolve"))
            })
    }

    @Test(
        "every frame of a composition says what it shows",
        arguments: [
            ([("back", 10)], [], "bbbbbbbbbb"), ([("back", 1)], [], "b"), ([("back", 1), ("front", 1)], [], "bf"),
            ([(nil, 2), ("back", 2), (nil, 1)], [], "..bb."),
            ([("back", 5), ("front", 5)], [(1, 3..<7)], "bbb~~~~fff"),
            ([("back", 5), ("front", 5)], [(1, 5..<7)], "bbbbb~~fff"),
            ([("back", 5), ("front", 5)], [(1, 3..<5)], "bbb~~fffff"),
            ([("back", 5), ("front", 5)], [(1, 4..<5)], "bbbb~fffff"),
            ([("back", 4), ("front", 4), ("back", 4)], [(1, 3..<6), (2, 7..<9)], "bbb~~~f~~bbb"),
            ([("back", 4), ("front", 4), ("back", 4)], [(2, 7..<9)], "bbbbfff~~bbb"),
            ([("back", 4), ("front", 4)], [(1, 0..<8)], "~~~~~~~~"),
            // To black, and from nothing to nothing.
            ([("back", 4), (nil, 4)], [(1, 3..<5)], "bbb~~..."),
            ([(nil, 4), (nil, 4)], [(1, 3..<5)], "........"),
        ] as [([(String?, Int64)], [(Int, Range<Int64>)], String)])
    func sketched(views: [(String?, Int64)], windows: [(Int, Range<Int64>)], sketch: String) throws {
        let composition = try composition(views, windows.map { ($0.0, $0.1) })
        #expect(composition.sketch == sketch)
        let switches = zip(views, views.dropFirst()).count { $0.0 != $1.0 }
        #expect(composition.frameCount == Int64(sketch.count) && composition.switchCount == switches)
        #expect(composition.duration == Sketch.time(Int64(sketch.count)))
        for (index, segment) in composition.segments.enumerated() {
            for frame in segment.frames { #expect(composition.segment(at: frame) == index) }
        }
    }

    @Test(
        "a segment is split where a recording ends and in the middle of gaps, where a picture is held",
        arguments: [
            ("####", "0-4:0"), ("####...####", "0-4:0 4-6:0held 6-7:1held 7-11:1"),
            ("####....####", "0-4:0 4-7:0held 7-8:1held 8-12:1"), ("######..", "0-6:0 6-8:0held"),
            ("..######", "0-2:0held 2-8:0"), ("###.###..", "0-3:0 3-4:0held 4-7:1 7-9:1held"),
        ])
    func parts(recorded: String, expected: String) throws {
        let count = Int64(recorded.count)
        let session = try Sketch.session(["back": recorded])
        let composition = Composition(
            session: session, frameRate: Sketch.rate, clock: TimeMap(offset: .zero),
            segments: [.init(frames: 0..<count, scene: .single("back"))], transitions: [])
        let parts = composition.parts(ofSegment: 0)
        let text = parts.map { part in
            "\(part.frames.lowerBound)-\(part.frames.upperBound):\(part.take.map(String.init) ?? "black")"
                + (part.isHeld ? "held" : "")
        }
        #expect(text.joined(separator: " ") == expected)
        // Clips stay inside of their files.
        for part in parts {
            let footage = session.takes[try #require(part.take)].footage
            let start = composition.clipStart(of: part, inSegment: 0)
            #expect(start >= footage.start && start + Sketch.time(Int64(part.frames.count)) <= footage.end)
        }
    }

    @Test(
        "a transition counts its steps from 1, between a purely outgoing and a purely incoming frame",
        arguments: [
            3..<7, 4..<6, 5..<6, 4..<5, 1..<9, 5..<9, 1..<5,
        ] as [Range<Int64>])
    func steps(window: Range<Int64>) throws {
        let composition = try composition([("back", 5), ("front", 5)], [(1, window)])
        let shown = { (angle: Angle, frame: Int64) in Composition.Instant(.single(angle), at: Sketch.time(frame)) }
        let (before, after) = (window.lowerBound - 1, window.upperBound)
        #expect(composition.frame(at: before) == .scene(shown("back", before)))
        #expect(composition.frame(at: after) == .scene(shown("front", after)))
        for (step, frame) in zip(Int64(1)..., window) {
            #expect(
                composition.frame(at: frame)
                    == .transition(
                        index: 0, outgoing: shown("back", frame), incoming: shown("front", frame), step: step,
                        steps: Int64(window.count)))
        }
    }

    @Test("frames lie on the session clock from the start of the film")
    func sessionTime() throws {
        let composition = try composition([("back", 5)], start: .seconds(-3))
        #expect(composition.sessionTime(ofFrame: 0) == .seconds(-3))
        #expect(composition.sessionTime(ofFrame: 4) == .milliseconds(-2600))
    }

    @Test(
        "the same cuts can be counted at another rate",
        arguments: [5, 7, 10, 15, 20].map { FrameRate($0)! } + [FrameRate(30_000, 1001)!], 0..<20)
    func counted(rate: FrameRate, seed: UInt64) throws {
        var random = Seeded(seed)
        var (segments, windows): ([Composition.Segment], [Composition.Transition]) = ([], [])
        var pieces = [TimeMap.Piece(source: .zero, target: .zero)]
        for index in 0..<Int.random(in: 1...8, using: &random) {
            let first = segments.last?.frames.upperBound ?? 0
            let count = Int64.random(in: 1...9, using: &random)
            segments.append(.init(frames: first..<first + count, scene: .single(index % 2 == 0 ? "back" : "front")))
            guard index > 0, windows.last.map({ $0.frames.upperBound < first - 1 }) ?? true else { continue }
            let end = first + Int64.random(in: 0...1, using: &random)
            windows.append(.init(incoming: index, frames: first - 1..<end, specification: Specification(name: "wipe")))
            if Bool.random(using: &random) {
                let target = pieces.last!.target(at: Sketch.time(first)) + .milliseconds(2345)
                pieces.append(.init(source: Sketch.time(first), target: target))
            }
        }
        let own = Composition(
            session: try Sketch.session(["back": "#", "front": "#"]), frameRate: Sketch.rate,
            clock: TimeMap(pieces: pieces)!, segments: segments, transitions: windows)
        let other = own.counted(at: rate)
        let contradiction = Composition.contradiction(other.segments, other.transitions, other.clock, rate)
        #expect(contradiction == nil)
        let frame = max(rate.time(ofFrame: 1), Sketch.rate.time(ofFrame: 1))
        #expect((other.duration - own.duration).magnitude <= frame)
        // Away from cuts, both show the same.
        let cuts = own.segments.map { Sketch.time($0.frames.lowerBound) }
        for index in 0..<other.frameCount {
            let time = rate.time(ofFrame: index)
            guard cuts.allSatisfy({ ($0 - time).magnitude > frame }), time < own.duration else { continue }
            #expect(other.sessionTime(ofFrame: index) == own.clock.target(at: time))
            let shown = own.segments[own.segment(at: Sketch.rate.frame(at: time, .down))]
            #expect(other.segments[other.segment(at: index)].scene == shown.scene)
        }
        #expect(rate.framesPerSecond < 10 || other.transitions.count == own.transitions.count)
    }

    @Test("the partition of a sorted collection is found wherever it lies", arguments: 0...9)
    func partition(count: Int) {
        for bound in 0...count {
            #expect((0..<count).partitioningIndex { $0 >= bound } == bound)
            #expect(Array(0..<count + 3).dropFirst(3).partitioningIndex { $0 >= bound + 3 } == bound + 3)
        }
    }

    @Test("a view knows its cameras and prints them")
    func views() throws {
        let scene = try #require(try Stage(["back"]).scene(of: .single("back")))
        #expect(scene.angles == ["back"] && scene.mainAngle == "back" && scene.description == "back")
    }

    #if DEBUG
        @Test("a composition that contradicts itself does not come into being")
        func contradictions() async {
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 6..<9], []) }
            await #expect(processExitsWith: .failure) { _ = try broken([1..<5], []) }
            await #expect(processExitsWith: .failure) { _ = try broken([], []) }
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 5..<5], []) }
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 5..<9], [(0, 0..<2)]) }
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 5..<9], [(2, 8..<9)]) }
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 5..<9], [(1, 6..<8)]) }
            await #expect(processExitsWith: .failure) { _ = try broken([0..<5, 5..<9], [(1, 4..<10)]) }
            await #expect(processExitsWith: .failure) {
                _ = try broken([0..<5, 5..<9, 9..<12], [(1, 4..<7), (2, 7..<10)])
            }
        }
    #endif
}

private func broken(_ segments: [Range<Int64>], _ windows: [(Int, Range<Int64>)]) throws -> Composition {
    Composition(
        session: try Sketch.session(["back": "#"]), frameRate: Sketch.rate, clock: .identity,
        segments: segments.map { .init(frames: $0, scene: .single("back")) },
        transitions: windows.map { .init(incoming: $0.0, frames: $0.1, specification: .none) })
}
