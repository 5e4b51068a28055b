import TestSupport
import Testing

@testable import MediaTime

@Suite("Exact time")
struct MediaTimeTests {
    @Test(
        "ticks of every time base that files use come back unchanged, whatever the rounding",
        arguments: [
            (1, 90_000), (1, 600), (1, 48_000), (1, 44_100), (1, 1000), (1, 15_360), (1, 30), (1001, 30_000),
            (1001, 24_000),
        ] as [(Int64, Int64)])
    func ticks(numerator: Int64, denominator: Int64) throws {
        let base = try #require(TimeBase(numerator, denominator))
        // 10 hours, either side of zero.
        let most = 36_000 * denominator / numerator
        var random = Seeded(UInt64(denominator))
        for tick in [0, 1, -1, most, -most] + (0..<500).map({ _ in Int64.random(in: -most...most, using: &random) }) {
            let time = MediaTime(tick, in: base)
            #expect(time.ticks(in: base, .nearest) == tick)
            // These ticks are whole flicks (except of 15360, which is off by a part of one).
            if denominator != 15_360 {
                #expect(time.ticks(in: base, .down) == tick && time.ticks(in: base, .up) == tick)
            }
        }
    }

    @Test("a tick that is no whole number of flicks is off by less than a flick")
    func inexactTicks() throws {
        let base = TimeBase.microseconds
        for tick: Int64 in [1, 2, 3, 999_999, 36_000_000_001, -1, -7] {
            let down = MediaTime(tick, in: base, .down).flicks
            #expect(MediaTime(tick, in: base, .up).flicks - down <= 1)
            #expect(MediaTime(tick, in: base).ticks(in: base, .nearest) == tick)
        }
    }

    @Test("the same instant in two time bases compares equal")
    func equality() throws {
        let second = MediaTime.seconds(1)
        for (ticks, base) in [
            (90_000, TimeBase.perSecond(90_000)), (48_000, .perSecond(48_000)), (600, .perSecond(600)),
            (1_000_000, .microseconds),
        ] as [(Int64, TimeBase)] {
            #expect(MediaTime(ticks, in: base) == second)
        }
        #expect(MediaTime.milliseconds(1000) == second && MediaTime.milliseconds(-500) == -(second / 2))
    }

    @Test(
        "a time base is positive, fits a container, and is kept in lowest terms",
        arguments: [
            (2, 180_000, "1/90000"), (1001, 30_000, "1001/30000"), (3, 3, "1/1"), (0, 1, nil), (1, 0, nil),
            (-1, 30, nil),
            (1, -30, nil), (1, 1 << 31, nil), (1 << 31, 1, nil), (Int64(Int32.max), 1, "2147483647/1"),
        ] as [(Int64, Int64, String?)])
    func timeBases(numerator: Int64, denominator: Int64, text: String?) {
        #expect(TimeBase(numerator, denominator)?.description == text)
    }

    @Test("sums at the ends of the clock stay there instead of trapping")
    func saturation() {
        let (future, past, one) = (MediaTime.distantFuture, MediaTime.distantPast, MediaTime.seconds(1))
        #expect(future + one == future && past - one == past && past + past == past && future - past == future)
        #expect(-past == future && past.magnitude == future && future * 2 == future && past * 2 == past)
        #expect(past * -1 == future && MediaTime.seconds(.max) == future && MediaTime.milliseconds(.min) == past)
        #expect(MediaTime(.max, in: TimeBase(Int64(Int32.max), 1)!) == future)
        var time = future
        time += one
        #expect(time == future)
        #expect(time - one < future)
    }

    @Test("dividing rounds down, also below zero")
    func division() {
        #expect(MediaTime(flicks: 7) / 2 == MediaTime(flicks: 3))
        #expect(MediaTime(flicks: -7) / 2 == MediaTime(flicks: -4))
    }
}
