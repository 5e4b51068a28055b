import Foundation
import Testing

@testable import MediaTime

@Suite("Ranges of time")
struct TimeRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: .seconds(start), end: .seconds(end))
    }

    @Test("the start belongs to a range, the end does not")
    func halfOpen() {
        let range = range(-2, 3)
        #expect(range.contains(.seconds(-2)) && range.contains(.zero) && !range.contains(.seconds(3)))
        #expect(
            range.contains(.seconds(3) - MediaTime(flicks: 1)) && !range.contains(.seconds(-2) - MediaTime(flicks: 1)))
        #expect(range.duration == .seconds(5) && !range.isEmpty)
    }

    @Test("what is read from a file does not end before it starts")
    func reading() throws {
        let data = try JSONEncoder().encode(range(2, 5))
        #expect(try JSONDecoder().decode(TimeRange.self, from: data) == range(2, 5))
        var values = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        (values["start"], values["end"]) = (values["end"], values["start"])
        let inverted = try JSONSerialization.data(withJSONObject: values)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TimeRange.self, from: inverted) }
    }

    @Test("an end before the start makes an empty range at the start")
    func backwards() {
        let range = range(3, 1)
        #expect(range.isEmpty && range.start == .seconds(3) && range.duration == .zero && !range.contains(.seconds(3)))
        #expect(TimeRange(start: .zero, duration: .seconds(-1)).isEmpty)
    }

    @Test(
        "intersection and union",
        arguments: [
            // a, b, common seconds, union
            ((0, 4), (2, 6), 2, (0, 6)), ((0, 4), (4, 6), 0, (0, 6)), ((0, 2), (5, 6), 0, (0, 6)),
            ((0, 9), (3, 4), 1, (0, 9)), ((-5, -1), (-2, 3), 1, (-5, 3)), ((1, 2), (1, 2), 1, (1, 2)),
        ] as [((Int64, Int64), (Int64, Int64), Int64, (Int64, Int64))])
    func combined(a: (Int64, Int64), b: (Int64, Int64), common: Int64, union: (Int64, Int64)) {
        let (a, b) = (range(a.0, a.1), range(b.0, b.1))
        #expect(a.intersection(b).duration == .seconds(common) && b.intersection(a).duration == .seconds(common))
        #expect(a.union(b) == range(union.0, union.1) && b.union(a) == range(union.0, union.1))
    }

    @Test("shifting keeps the duration")
    func shifted() {
        #expect(range(1, 4).shifted(by: .seconds(-3)) == range(-2, 1))
    }
}
