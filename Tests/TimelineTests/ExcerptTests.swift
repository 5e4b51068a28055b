import Parameters
import MediaTime
import TestSupport
import Testing

@testable import Timeline

@Suite("Excerpts")
struct ExcerptTests {
    /// Ten frames a second: back 0…20 s, front 2…18 s.
    private func session() throws -> Session {
        try Session(takes: [
            Take(angle: "back", path: "", start: .seconds(100), footage: TimeRange(start: .zero, end: .seconds(20))),
            Take(angle: "front", path: "", start: .seconds(102), footage: TimeRange(start: .zero, end: .seconds(16))),
        ])
    }

    private func excerpt(
        span: Excerpt.Span = .union, keeping range: (Int64, Int64)? = nil, skipping: [(Int64, Int64)] = []
    ) throws -> Excerpt {
        let seconds = { (range: (Int64, Int64)) in TimeRange(start: .seconds(range.0), end: .seconds(range.1)) }
        return try Excerpt(
            try session(), at: Sketch.rate, span: span, keeping: range.map(seconds), skipping: skipping.map(seconds))
    }

    @Test("all, what every camera has, and a range of it")
    func kept() throws {
        #expect(try excerpt().kept == [0..<200])
        #expect(try excerpt(span: .intersection).kept == [20..<180])
        #expect(try excerpt(keeping: (5, 9)).kept == [50..<90])
        #expect(try excerpt(span: .intersection, keeping: (0, 9)).kept == [20..<90])
        #expect(try excerpt(keeping: (5, 900)).kept == [50..<200])
    }

    @Test("what is skipped closes up, in whatever order and however it overlaps")
    func skipped() throws {
        #expect(try excerpt(skipping: [(5, 9)]).kept == [0..<50, 90..<200])
        #expect(try excerpt(skipping: [(15, 30), (0, 2), (5, 9), (8, 10)]).kept == [20..<50, 100..<150])
        let film = try excerpt(skipping: [(5, 9), (12, 13)])
        #expect(film.frameCount == 150 && film.parts == [0..<50, 50..<80, 80..<150])
        #expect(film.clock.target(at: .seconds(4)) == .seconds(104))
        #expect(film.clock.target(at: .seconds(5)) == .seconds(109))
        #expect(film.clock.source(at: .seconds(107)) == .seconds(5), "what is left out happens at the seam")
    }

    @Test("nothing left is an error")
    func nothing() throws {
        #expect(throws: TimelineError.self) { try excerpt(keeping: (30, 40)) }
        #expect(throws: TimelineError.self) { try excerpt(skipping: [(0, 20)]) }
    }

    @Test("trimmed at both ends, across a seam")
    func trimmed() throws {
        let film = try excerpt(skipping: [(5, 9)])
        #expect(film.trimmed(start: 10, end: 20).kept == [10..<50, 90..<180])
        #expect(film.trimmed(start: 60, end: 0).kept == [100..<200])
        #expect(film.trimmed(start: 0, end: 0) == film)
    }

    /// As if each frame were asked for on its own.
    @Test(arguments: 0..<50) func rangesWithoutOthers(_ seed: Int) {
        var random = Seeded(UInt64(seed))
        var kept: [Range<Int64>] = []
        var end: Int64 = 0
        for _ in 0..<4 {
            let start = end + .random(in: 1...6, using: &random)
            end = start + .random(in: 1...12, using: &random)
            kept.append(start..<end)
        }
        let others = (0..<Int.random(in: 0...6, using: &random)).map { _ -> Range<Int64> in
            let start = Int64.random(in: -3...end, using: &random)
            return start..<start + .random(in: 0...15, using: &random)
        }
        let rest = kept.without(others)
        for frame in -5...end + 5 {
            let isLeft = kept.contains { $0.contains(frame) } && !others.contains { $0.contains(frame) }
            #expect(rest.contains { $0.contains(frame) } == isLeft, "\(kept) without \(others)")
        }
        #expect(rest.allSatisfy { !$0.isEmpty })
    }
}
