import TestSupport
import Testing

@testable import MediaTime

@Suite("Maps of times")
struct TimeMapTests {
    static let seeds = Array(UInt64(0)..<24)

    /// Up to four pieces over ten hours, each with a drift of at most 200 ppm, with jumps forward between them.
    private func map(_ random: inout Seeded) -> TimeMap {
        var pieces: [TimeMap.Piece] = []
        var source = MediaTime(flicks: .random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
        var target = MediaTime(flicks: .random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let drift = ClockRate(partsPerBillion: .random(in: -200_000...200_000, using: &random))!
            pieces.append(.init(source: source, target: target, rate: drift))
            let length = MediaTime(flicks: .random(in: 1...MediaTime.seconds(9000).flicks, using: &random))
            let jump = MediaTime(flicks: .random(in: 0...MediaTime.seconds(60).flicks, using: &random))
            target = pieces.last!.target(at: source + length) + jump
            source += length
        }
        return TimeMap(pieces: pieces)!
    }

    private func times(_ map: TimeMap, _ random: inout Seeded) -> [MediaTime] {
        let (first, last) = (map.pieces[0].source, map.pieces.last!.source)
        let inside = (0..<200).map { _ in
            MediaTime(
                flicks: .random(
                    in: (first - .seconds(3600)).flicks...(last + .seconds(36_000)).flicks, using: &random))
        }
        return (inside + map.pieces.flatMap { [$0.source, $0.source - MediaTime(flicks: 1)] }).sorted()
    }

    @Test("there and back is the same time to the flick that rounding may cost", arguments: seeds)
    func inverse(seed: UInt64) {
        var random = Seeded(seed)
        let map = map(&random)
        for time in times(map, &random) {
            #expect((map.source(at: map.target(at: time)) - time).magnitude.flicks <= 1, "\(time.flicks) of \(map)")
        }
    }

    @Test("times never change their order, in either direction", arguments: seeds)
    func monotony(seed: UInt64) {
        var random = Seeded(seed)
        let map = map(&random)
        let times = times(map, &random)
        for (a, b) in zip(times, times.dropFirst()) {
            #expect(map.target(at: a) <= map.target(at: b))
            #expect(map.source(at: a) <= map.source(at: b))
        }
    }

    @Test("over ten hours a drift is exact to half a flick", arguments: [-200_000, -35_250, 0, 1, 80_000, 200_000])
    func exactness(drift: Int64) {
        let map = TimeMap(offset: .milliseconds(-1234), rate: ClockRate(partsPerBillion: drift)!)
        for hour in Int64(0)...10 {
            let source = MediaTime.seconds(hour * 3600)
            // In units of a billionth of a flick.
            let exact =
                Int128(MediaTime.milliseconds(-1234).flicks) * 1_000_000_000
                + Int128(source.flicks) * Int128(1_000_000_000 + drift)
            let off = Int128(map.target(at: source).flicks) * 1_000_000_000 - exact
            #expect(off.magnitude <= 500_000_000)
        }
    }

    @Test("within a jump the source stands still; beyond it each piece goes on for handles")
    func jumps() {
        let map = TimeMap(pieces: [
            .init(source: .zero, target: .seconds(100)), .init(source: .seconds(10), target: .seconds(130)),
        ])!
        #expect(map.target(at: .seconds(9)) == .seconds(109) && map.target(at: .seconds(10)) == .seconds(130))
        #expect(map.source(at: .seconds(109)) == .seconds(9))
        #expect(map.source(at: .seconds(110)) == .seconds(10) && map.source(at: .seconds(125)) == .seconds(10))
        #expect(map.source(at: .seconds(131)) == .seconds(11))
        #expect(map.pieces[0].target(at: .seconds(12)) == .seconds(112), "the handle behind the first piece")
        #expect(map.pieces[1].target(at: .seconds(9)) == .seconds(129), "the handle before the second")
    }

    @Test("what goes back in time is no map")
    func refused() {
        #expect(TimeMap(pieces: []) == nil)
        #expect(
            TimeMap(pieces: [.init(source: .seconds(1), target: .zero), .init(source: .zero, target: .seconds(9))])
                == nil)
        #expect(
            TimeMap(pieces: [.init(source: .zero, target: .zero), .init(source: .seconds(2), target: .seconds(1))])
                == nil)
    }

    @Test(
        "drifts are read as people write them",
        arguments: [
            ("35ppm", 35_000), ("-12.5ppm", -12_500), ("+0.25", 250), ("0", 0), ("1000ppm", 1_000_000),
            ("1200ppm", 1_200_000), ("1201ppm", nil),
            ("", nil), ("ppm", nil), ("--3", nil), ("3 ppm", nil), ("nan", nil),
        ] as [(String, Int64?)])
    func text(text: String, drift: Int64?) {
        #expect(ClockRate(parsingDrift: text)?.partsPerBillion == drift)
    }

    @Test(
        "drifts are printed in parts per million",
        arguments: [(35_000, "35 ppm"), (-12_500, "-12.5 ppm"), (0, "0 ppm")])
    func printed(drift: Int64, text: String) {
        #expect(ClockRate(partsPerBillion: drift)!.description == text)
    }

    @Test func jumpsAloneFollowedByTheRestAreTheMap() throws {
        let rate = try #require(ClockRate(partsPerBillion: -65_700))
        let start = TimeMap.Piece(source: .zero, target: .seconds(-17), rate: rate)
        let map = try #require(
            TimeMap(pieces: [
                start,
                .init(source: .seconds(36), target: start.target(at: .seconds(36)) + .milliseconds(316), rate: rate),
            ]))
        #expect(map.withoutJumps == TimeMap(pieces: [start]))
        #expect(map.jumps.pieces.map(\.rate) == [.one, .one] && map.jumps.target(at: .seconds(9)) == .seconds(9))
        let again = try #require(map.jumps.followed(by: map.withoutJumps))
        for second in [-8, 0, 35, 36, 37, 4000] as [Int64] {
            #expect((again.target(at: .seconds(second)) - map.target(at: .seconds(second))).magnitude.flicks <= 1)
        }
    }

    @Test func mapsFollowEachOther() throws {
        let rate = try #require(ClockRate(partsPerBillion: 100_000))
        let one = try #require(
            TimeMap(pieces: [
                .init(source: .zero, target: .seconds(5)), .init(source: .seconds(10), target: .seconds(16)),
            ]))
        let next = try #require(
            TimeMap(pieces: [
                .init(source: .zero, target: .seconds(100), rate: rate),
                .init(source: .seconds(20), target: .seconds(130), rate: rate),
            ]))
        let both = try #require(one.followed(by: next))
        for second in [-8, 0, 3, 9, 10, 12, 14, 40] as [Int64] {
            let time = MediaTime.seconds(second)
            // Rates are rounded to a part in a billion: less than a microsecond in a quarter of an hour.
            let apart = both.target(at: time) - next.target(at: one.target(at: time))
            #expect(apart.magnitude < MediaTime.milliseconds(1) / 1000)
        }
        #expect(one.followed(by: .identity) == one)
        let fast = try #require(ClockRate(partsPerBillion: 900_000))
        #expect(TimeMap(offset: .zero, rate: fast).followed(by: TimeMap(offset: .zero, rate: fast)) == nil)
    }
}
