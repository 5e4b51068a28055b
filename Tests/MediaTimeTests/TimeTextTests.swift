import TestSupport
import Testing

@testable import MediaTime

@Suite("Times as text")
struct TimeTextTests {
    @Test(
        "reads durations and clock times as people write them, exactly",
        arguments: [
            ("5s", 5_000), ("5", 5_000), ("0", 0), ("0s", 0), ("-0s", 0), ("500ms", 500), ("0.5s", 500), (".5s", 500),
            ("5.", 5_000),
            ("2.25", 2_250), ("2m", 120_000), ("2min", 120_000), ("1.5h", 5_400_000), ("+3s", 3_000), ("-3s", -3_000),
            ("1:23.5", 83_500), ("0:05", 5_000), ("90:00", 5_400_000), ("01:02:03.25", 3_723_250),
            ("100:00:00", 360_000_000),
            ("-1:30", -90_000), ("1:2", 62_000), ("00:59.999", 59_999), ("1.1s", 1_100), ("0.1", 100),
            ("2.2m", 132_000), ("1m30s", 90_000), ("1h2m3.5s", 3_723_500), ("1m 30s", 90_000), ("5 sec", 5_000),
            ("5S", 5_000), ("1s500ms", 1_500),
        ] as [(String, Int64)])
    func parsing(text: String, milliseconds: Int64) {
        #expect(MediaTime(parsing: text) == .milliseconds(milliseconds))
    }

    @Test("any number of decimals is read to the nearest flick")
    func fine() {
        #expect(MediaTime(parsing: "0.000000001s") == MediaTime(flicks: 1))
        #expect(MediaTime(parsing: "0.033366667") == MediaTime(flicks: 23_543_520))
        #expect(MediaTime(parsing: "0.0005ms") == MediaTime(flicks: 353))
        #expect(MediaTime(parsing: "0.3333333333333333") == MediaTime(flicks: 235_200_000))
        #expect(MediaTime(parsing: "0.30000000000000004s") == .milliseconds(300))
        #expect(MediaTime(parsing: "0.333333333333333333333333333333h") == .seconds(1200))
        #expect(MediaTime(parsing: "1:59.99999999999999999999") == .seconds(120))
        #expect(MediaTime(parsing: "3000000000.123456789012345678") == MediaTime(flicks: 2_116_800_000_087_111_110))
    }

    @Test(
        "rejects what is no time",
        arguments: [
            "", " ", "s", "ms", ".", ".s", "-", "+", "--5", "+-5", "-+5", "5x", " 5", "5s ", "1e5", "1e5s",
            "nan", "inf", "0x10",
            "5secs", "1m30", "1s2m", "1m2m", "1 5s", "5s 3", "1m-3s", "5,5", "1:75", "1:60", "1:60:00", ":30", "1:",
            "1::2", "1:2:3:4", "1.5:30", "1:-5", "1:+5",
            "1:-0:05", "-1:-5",
            "1:+2:03", "1:5s", "1:5ms", "1..5", "1.2.3", "٣s", "½", "99999999999999999999",
            "99999999999s",
            "9999999h", "1000000:00:00", "99999999999999999999:00", "-99999999999s",
        ])
    func rejected(text: String) { #expect(MediaTime(parsing: text) == nil) }

    @Test(
        "prints seconds with as few decimals as say it to the millisecond",
        arguments: [
            ("5s", "5s"), ("0.5s", "0.5s"), ("500ms", "0.5s"), ("-1.033s", "-1.033s"), ("0", "0s"), ("0.0004", "0s"),
            ("-0.0004", "0s"), ("0.0005", "0.001s"), ("59.9996", "60s"), ("1h", "3600s"), ("1.25", "1.25s"),
            ("0.010", "0.01s"),
        ])
    func printing(text: String, printed: String) throws {
        #expect(try #require(MediaTime(parsing: text)).description == printed)
    }

    @Test(
        "prints clock time, the hours only when there are any",
        arguments: [
            ("0", "0:00.000"), ("5.25", "0:05.250"), ("59.9996", "1:00.000"), ("83.5", "1:23.500"),
            ("59:59.9996", "1:00:00.000"),
            ("01:02:03.25", "1:02:03.250"), ("-83.5", "-1:23.500"), ("-0.0001", "0:00.000"),
            ("100:00:00", "100:00:00.000"),
        ])
    func clock(text: String, printed: String) throws {
        #expect(try #require(MediaTime(parsing: text)).clockDescription == printed)
    }

    @Test("what is printed is read back, to the millisecond")
    func roundTrip() throws {
        var random = Seeded(2)
        for _ in 0..<1000 {
            let time = MediaTime.milliseconds(.random(in: -400_000_000...400_000_000, using: &random))
            #expect(MediaTime(parsing: time.description) == time && MediaTime(parsing: time.clockDescription) == time)
        }
    }

    @Test("no text can trap the reader")
    func fuzz() {
        var random = Seeded(3)
        let alphabet = Array("0123456789.:-+smhin e/٣")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...14, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            let time = MediaTime(parsing: text)
            #expect(time == nil || time!.magnitude <= .seconds(101 * 366 * 86_400), "\(text)")
            _ = FrameRate(parsing: text)
        }
    }
}
