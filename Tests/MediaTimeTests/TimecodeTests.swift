import Testing

@testable import MediaTime

/// Frames to timecode, by SMPTE ST 12-1.
@Suite struct TimecodeTests {
    @Test(
        arguments: [
            (0, 30000, 1001, "00:00:00;00"), (1799, 30000, 1001, "00:00:59;29"), (1800, 30000, 1001, "00:01:00;02"),
            (3597, 30000, 1001, "00:01:59;29"), (3598, 30000, 1001, "00:02:00;02"),
            (17_981, 30000, 1001, "00:09:59;29"), (17_982, 30000, 1001, "00:10:00;00"),
            (107_892, 30000, 1001, "01:00:00;00"), (2_589_408, 30000, 1001, "00:00:00;00"),
            (3599, 60000, 1001, "00:00:59;59"), (3600, 60000, 1001, "00:01:00;04"),
            (215_784, 60000, 1001, "01:00:00;00"), (7199, 120000, 1001, "00:00:59;119"),
            (7200, 120000, 1001, "00:01:00;008"),
            // Not dropped: the timecode falls behind the clock.
            (86_400, 24000, 1001, "01:00:00:00"), (24, 24000, 1001, "00:00:01:00"),
            (1799, 30, 1, "00:00:59:29"), (1800, 30, 1, "00:01:00:00"), (90_024, 25, 1, "01:00:00:24"),
            (239, 240, 1, "00:00:00:239"),
        ] as [(Int64, Int64, Int64, String)])
    func framesAreCountedAsTheRateAsks(_ frame: Int64, _ numerator: Int64, _ denominator: Int64, _ text: String) {
        #expect("\(Timecode(frame: frame, at: FrameRate(numerator, denominator)!))" == text)
    }

    @Test func aDroppedTimecodeKeepsUpWithTheClock() {
        for rate in [FrameRate(30000, 1001)!, FrameRate(60000, 1001)!] {
            var before = Timecode(frame: 0, at: rate)
            for frame in Int64(1)..<120_000 {
                let timecode = Timecode(frame: frame, at: rate)
                #expect("\(before)" < "\(timecode)", "every frame has a number of its own")
                before = timecode
                let shown = MediaTime.seconds(timecode.hours * 3600 + timecode.minutes * 60 + timecode.seconds)
                // Numbers are dropped once a minute: two frames at 29.97, and the second that is not over yet.
                #expect((rate.time(ofFrame: frame) - shown).magnitude < .milliseconds(1100))
            }
        }
    }

    /// Of 12.5 fps nobody has a standard: seconds are the clock's.
    @Test func anOddRateCountsTheFramesOfEachSecond() {
        let rate = FrameRate(25, 2)!
        let texts = (Int64(0)..<27).map { "\(Timecode(frame: $0, at: rate))" }
        #expect(texts[12] == "00:00:00:12" && texts[13] == "00:00:01:00")
        #expect(texts[24] == "00:00:01:11" && texts[25] == "00:00:02:00")
    }

    @Test(
        arguments: [
            ("19:26:48:15", 70_008_500), ("19:26:48;15", 70_008_500), ("00:00:00:00", nil), ("01:00:00:00", nil),
            ("25:00:01:00", nil), ("01:02:03", nil), ("1:2:3:40", nil), ("", nil),
        ] as [(String, Int64?)])
    func aTimeOfDayIsToldFromWhatNobodySet(_ text: String, _ milliseconds: Int64?) {
        let code = Timecode(parsing: text, at: .thirty)
        let told = code.flatMap { $0.isFullHour ? nil : $0.timeOfDay }
        #expect(told == milliseconds.map { MediaTime.milliseconds($0) })
    }

    @Test func whatIsReadIsWhatIsWritten() throws {
        let ntsc = FrameRate(30000, 1001)!
        for (text, frame) in [("01:00:00;00", 107_892), ("01:00:00:00", 108_000), ("00:01:00;02", 1800)]
            as [(String, Int64)]
        {
            let code = try #require(Timecode(parsing: text, at: ntsc))
            #expect(code.frame == frame && "\(code)" == text)
            #expect("\(Timecode(frame: frame, at: ntsc, skipsNumbers: code.isDropFrame))" == text)
        }
        // Phones that count in the same way at 30: the label of the picture 15 s after 16:37:50;00 is 16:38:05;02.
        let phone = try #require(Timecode(parsing: "16:37:50;00", at: .thirty))
        #expect(phone.frame == 1_794_304 && "\(phone)" == "16:37:50;00")
        #expect("\(Timecode(frame: phone.frame + 450, at: .thirty, skipsNumbers: true))" == "16:38:05;02")
        #expect(Timecode(parsing: "16:37:50;00", at: FrameRate(25)!)?.isDropFrame == false)
        #expect(Timecode(parsing: "02:00:00:59", at: FrameRate(60)!)?.frame == 432_059)
        #expect(Timecode(parsing: "00:99:99:99", at: ntsc) == nil)
    }

    /// Ten minutes of 29.97 are 17,982 frames: with all numbers counted the timecode shows 9:59:12 then.
    @Test func whatIsCountedIsTheTimeOfTheFrames() throws {
        let ntsc = FrameRate(30000, 1001)!
        let elapsed = { Timecode(parsing: $0, at: ntsc)?.elapsed }
        #expect(elapsed("00:10:00;00") == ntsc.time(ofFrame: 17_982))
        #expect(elapsed("00:09:59:12") == ntsc.time(ofFrame: 17_982))
        #expect(elapsed("00:01:00;02") == ntsc.time(ofFrame: 1800))
        #expect(elapsed("01:00:00:00") == ntsc.time(ofFrame: 108_000))
        #expect(Timecode(parsing: "10:00:01:15", at: .thirty)?.elapsed == .milliseconds(36_001_500))
    }
}
