import Testing

@testable import MediaTime

@Suite("Frame rates")
struct FrameRateTests {
    @Test("frame n of a standard rate is at exactly n / rate, for ten hours", arguments: FrameRate.standard)
    func exact(rate: FrameRate) {
        let most = 36_000 * rate.numerator / rate.denominator
        // A prime step meets every remainder; the last frames are where an accumulated error would be largest.
        for n in [Array(stride(from: Int64(0), to: most, by: 9973)), Array(most - 50...most), [-1, -30, -most]].joined()
        {
            let time = rate.time(ofFrame: n)
            #expect(
                Int128(time.flicks) * Int128(rate.numerator)
                    == Int128(n) * Int128(MediaTime.flicksPerSecond) * Int128(rate.denominator))
            #expect(rate.frame(at: time, .down) == n && rate.frame(at: time, .up) == n)
            #expect(rate.frame(at: time + MediaTime(flicks: 1), .down) == n)
            #expect(rate.frame(at: time - MediaTime(flicks: 1), .down) == n - 1)
        }
        #expect(rate.frameDuration * most == rate.time(ofFrame: most), "sums of frame durations do not drift")
    }

    @Test(
        "frame n of any other rate is off by less than a flick and comes back",
        arguments: [
            (51_600, 1841), (45_000, 1501), (28_000_000, 999_983), (7, 3), (1, 1), (2_147_483_647, 2_147_483_646),
            (1, 60),
        ] as [(Int64, Int64)])
    func inexact(numerator: Int64, denominator: Int64) throws {
        let rate = try #require(FrameRate(numerator, denominator))
        for n in [Int64](0..<20) + [1_000_003, 8_640_000, -1, -12_345] {
            let time = rate.time(ofFrame: n)
            let error =
                Int128(time.flicks) * Int128(rate.numerator)
                - Int128(n) * Int128(MediaTime.flicksPerSecond) * Int128(rate.denominator)
            #expect(error.magnitude * 2 <= UInt128(rate.numerator))
            #expect(rate.frame(at: time, .nearest) == n)
        }
    }

    @Test(
        "reads rates as people write them",
        arguments: [
            ("30", 30, 1), ("25", 25, 1), ("29.97", 30_000, 1001), ("29.970", 30_000, 1001), ("23.976", 24_000, 1001),
            ("23.98", 24_000, 1001), ("59.94", 60_000, 1001), ("119.88", 120_000, 1001), ("47.952", 48_000, 1001),
            ("30000/1001", 30_000, 1001), ("60/2", 30, 1), ("12.5", 25, 2), ("0.5", 1, 2), ("28.03", 2803, 100),
        ] as [(String, Int64, Int64)])
    func parsing(text: String, numerator: Int64, denominator: Int64) {
        #expect(FrameRate(parsing: text) == FrameRate(numerator, denominator))
    }

    @Test(
        "rejects what is no rate",
        arguments: [
            "", "0", "-30", "30fps", "1e3", "nan", "inf", "30/0", "0/1", "-30/1", "30/1/1", "/", "30/", "/30", "3 0",
            "0x1e",
            "99999999999", "1.2.3", ".",
        ])
    func rejected(text: String) { #expect(FrameRate(parsing: text) == nil) }

    @Test(
        "prints at most three decimals, as people write rates",
        arguments: [
            (30, 1, "30"), (30_000, 1001, "29.97"), (24_000, 1001, "23.976"), (25, 2, "12.5"), (51_600, 1841, "28.028"),
            (1, 3, "0.333"), (59_999_999, 1_000_000, "60"),
        ] as [(Int64, Int64, String)])
    func printing(numerator: Int64, denominator: Int64, text: String) {
        #expect(FrameRate(numerator, denominator)?.description == text)
    }

    @Test("what is printed for a standard rate is read back as that rate", arguments: FrameRate.standard)
    func roundTrip(rate: FrameRate) { #expect(FrameRate(parsing: rate.description) == rate) }

    @Test(
        "averages of phones mean the standard rate nearby; a true variable average stays",
        arguments: [
            ((45_000, 1501), (30, 1)), ((30, 1), (30, 1)), ((30_000, 1001), (30_000, 1001)),
            ((2997, 100), (30_000, 1001)),
            ((29_971, 1000), (30_000, 1001)), ((51_600, 1841), (51_600, 1841)), ((5994, 100), (60_000, 1001)),
            ((5990, 100), (60, 1)), ((60_010, 1000), (60, 1)), ((2398, 100), (24_000, 1001)), ((2399, 100), (24, 1)),
            ((24_999, 1000), (25, 1)), ((27, 1), (27, 1)), ((1, 1), (1, 1)), ((1000, 1), (1000, 1)),
            ((239_900, 1000), (240, 1)),
        ] as [((Int64, Int64), (Int64, Int64))])
    func snapping(rate: (Int64, Int64), standard: (Int64, Int64)) throws {
        #expect(try #require(FrameRate(rate.0, rate.1)).snapped == FrameRate(standard.0, standard.1))
    }

    @Test("every standard rate is its own", arguments: FrameRate.standard)
    func standardStays(rate: FrameRate) { #expect(rate.snapped == rate) }

    @Test("a wider tolerance reaches further, and says so when nothing is near")
    func tolerance() throws {
        let slow = try #require(FrameRate(51_600, 1841))
        #expect(slow.snapped(withinPerMille: 100) == .thirty)
        #expect(slow.snapped(withinPerMille: 10) == nil)
    }
}
