import MediaTime
import Testing

@testable import Timeline

/// A take in whole seconds.
private func take(_ angle: Angle, _ start: Int64, _ end: Int64, path: String = "") -> Take {
    Take(angle: angle, path: path, start: .seconds(start), footage: TimeRange(start: .zero, end: .seconds(end - start)))
}

private func ranges(_ ranges: [(Int64, Int64)]) -> [TimeRange] {
    ranges.map { TimeRange(start: .seconds($0.0), end: .seconds($0.1)) }
}

@Suite("Recording session")
struct SessionTests {
    @Test(
        "takes of one camera that touch or overlap are one stretch of footage",
        arguments: [
            ([(0, 10)], [(0, 10)]), ([(0, 5), (5, 10)], [(0, 10)]), ([(0, 6), (4, 10)], [(0, 10)]),
            ([(0, 10), (2, 3)], [(0, 10)]),
            ([(0, 4), (6, 10)], [(0, 4), (6, 10)]), ([(6, 10), (0, 4)], [(0, 4), (6, 10)]),
            ([(0, 9), (1, 2), (3, 4), (9, 11)], [(0, 11)]),
            ([(-5, -1), (0, 2)], [(-5, -1), (0, 2)]), ([(3, 3), (0, 2)], [(0, 2)]), ([(0, 2), (0, 2)], [(0, 2)]),
        ] as [([(Int64, Int64)], [(Int64, Int64)])])
    func coverage(takes: [(Int64, Int64)], covered: [(Int64, Int64)]) throws {
        let session = try Session(takes: takes.map { take("back", $0.0, $0.1) } + [take("front", 0, 1)])
        #expect(session.coverage(of: "back") == ranges(covered))
        #expect(session.coverage(of: "nobody").isEmpty)
    }

    @Test("the union spans all footage, gaps included, and ignores takes without picture")
    func union() throws {
        let session = try Session(takes: [
            take("back", 3, 5), take("front", -2, -1), take("back", 20, 20), take("front", 8, 9),
        ])
        #expect(session.union == ranges([(-2, 9)])[0])
        #expect(session.angles == ["back", "front"], "in the order of appearance")
        #expect(session.takes.count == 4, "every file keeps its place")
    }

    @Test("a session without any picture is refused, naming the files", arguments: [0, 1, 3])
    func noFootage(count: Int) {
        let takes = (0..<count).map { take("back", 5, 5, path: "\($0).mp4") }
        #expect(throws: TimelineError.noFootage(paths: takes.map(\.path))) { try Session(takes: takes) }
    }

    @Test("a take's range is its footage on the session clock, and times go back to the file")
    func clocks() {
        let take = Take(
            angle: "back", path: "", start: .seconds(100), footage: TimeRange(start: .seconds(-1), end: .seconds(4)))
        #expect(take.range == ranges([(99, 104)])[0])
        #expect(take.fileTime(at: .seconds(99)) == .seconds(-1))
    }

    @Test(
        "the take shown at a time: of several, the one that started last",
        arguments: [
            (-1, nil), (0, 0), (3, 0), (4, 2), (5, 2), (6, 0), (9, 0), (10, nil), (11, nil), (12, 1), (13, 1),
            (14, nil),
        ] as [(Int64, Int?)])
    func lookup(second: Int64, index: Int?) throws {
        // Not in order, one inside another, and one of the other camera in between.
        let session = try Session(takes: [
            take("back", 0, 10), take("back", 12, 14), take("back", 4, 6), take("front", -3, 30), take("back", 5, 5),
        ])
        #expect(session.take(of: "back", at: .seconds(second)) == index)
        #expect(session.take(of: "nobody", at: .seconds(second)) == nil)
    }

    @Test(
        "footage less than the tolerance away counts, the nearest first",
        arguments: [
            // milliseconds, tolerance → take
            (-400, 500, 0), (-500, 500, nil), (-600, 500, nil), (1_999, 500, 0), (2_000, 500, 0), (2_499, 500, 0),
            (2_500, 500, nil), (2_700, 500, 1), (3_200, 500, 1), (3_250, 0, nil), (2_500, 600, 0), (2_600, 1000, 1),
            // Takes much shorter than the tolerance are found between its ends.
            (4_850, 200, 2), (4_990, 200, 2), (5_180, 200, 2), (5_300, 200, nil),
        ] as [(Int64, Int64, Int?)])
    func nearest(milliseconds: Int64, tolerance: Int64, index: Int?) throws {
        let takes = [(0, 2_000), (3_000, 3_200), (5_000, 5_010)].map { start, end in
            Take(
                angle: "back", path: "", start: .milliseconds(start),
                footage: TimeRange(start: .zero, duration: .milliseconds(end - start)))
        }
        let session = try Session(takes: takes)
        #expect(
            session.nearestTake(of: "back", at: .milliseconds(milliseconds), within: .milliseconds(tolerance)) == index)
    }
}
