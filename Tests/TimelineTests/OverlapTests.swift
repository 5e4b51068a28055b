import MediaTime
import Testing

@testable import Timeline

/// A film that jumps in time lays its recordings on the session clock again and again: thousands of ranges.
@Suite("Finding what overlaps")
struct OverlapTests {
    /// Counts what is looked at.
    private final class Looks { var count = 0 }

    private struct Counted<Element>: RandomAccessCollection {
        let elements: [Element]
        let looks: Looks
        var startIndex: Int { elements.startIndex }
        var endIndex: Int { elements.endIndex }
        subscript(index: Int) -> Element {
            looks.count += 1
            return elements[index]
        }
    }

    private func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: .seconds(start), end: .seconds(end))
    }

    @Test func fewAreLookedAt() {
        let ranges = (0..<10_000).map { (range: range(Int64($0) * 10, Int64($0) * 10 + 12), value: $0) }
        let looks = Looks()
        let counted = Counted(elements: Overlaps(ranges).entries, looks: looks)
        for place in stride(from: Int64(0), to: 99_990, by: 1111) {
            looks.count = 0
            let found = counted.reaching(into: range(place, place + 1)).map(\.value)
            #expect(
                found
                    == ranges.filter { !$0.range.intersection(range(place, place + 1)).isEmpty }.map(\.value).reversed()
            )
            // The halves of 10,000, and the two or three that are found and the one behind them.
            #expect(looks.count <= 14 + 3 * 4)
        }
    }

    @Test func aLongOneIsFoundBehindManyShortOnes() {
        let ranges = [(range: range(0, 1000), value: -1)] + (1..<100).map { (range: range($0, $0 + 1), value: Int($0)) }
        #expect(Overlaps(ranges).overlapping(range(500, 501)).map(\.value) == [-1])
        #expect(Overlaps(ranges).overlapping(range(50, 51)).map(\.value) == [50, -1])
        #expect(Overlaps<Int>([]).overlapping(range(0, 1)).isEmpty)
    }
}
