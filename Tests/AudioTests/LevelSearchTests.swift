import Audio
import Testing

/// From what was measured to what is asked for, whatever encoder and limiter add.
@Suite struct LevelSearchTests {
    /// Sound whose limiter costs `cost` of every dB above the limit, written by an encoder that adds `overshoot` to peaks.
    private struct Writer {
        var loudness = -24.0
        var peak = -6.0
        var cost = 0.2
        var overshoot = 0.2

        func write(_ setting: LevelSearch.Setting) -> Loudness {
            let above = setting.limit.map { max(0, peak + setting.gain - $0) } ?? 0
            return Loudness(
                integrated: loudness + setting.gain - above * cost, range: 5,
                truePeak: peak + setting.gain - above + overshoot)
        }
        /// What is accepted in the end, and after how many attempts.
        func result(_ target: LevelTarget) -> (Loudness, attempts: Int)? {
            let own = Loudness(integrated: loudness, range: 5, truePeak: peak)
            guard var search = LevelSearch(target, of: own) else { return nil }
            for attempt in 1...20 {
                let written = write(search.setting)
                if search.accepts(written) { return (written, attempt) }
            }
            return nil
        }
    }

    @Test(arguments: [-30.0, -23, -16, -14])
    func loudnessIsReached(_ wished: Double) throws {
        let (loudness, attempts) = try #require(Writer().result(LevelTarget(loudness: wished)))
        #expect(abs(loudness.integrated! - wished) <= 0.1)
        #expect(loudness.truePeak! <= LevelTarget.truePeak)
        #expect(attempts <= 4)
    }

    @Test func whatNeedsNoLimiterGetsNone() throws {
        let own = Loudness(integrated: -24, range: 5, truePeak: -12)
        let search = try #require(LevelSearch(LevelTarget(loudness: -16), of: own))
        #expect(search.setting == .init(gain: 8, limit: nil))
    }

    /// Quiet speech with a few bangs: more gain only limits the bangs, until the speech counts.
    @Test(arguments: [-20.0, -16, -14])
    func loudnessIsReachedBeyondWhatTheLimiterTakesBack(_ wished: Double) throws {
        var search = try #require(
            LevelSearch(LevelTarget(loudness: wished), of: Loudness(integrated: -22, range: 5, truePeak: -1)))
        for attempt in 1...12 {
            let (speech, bangs) = (search.setting.gain - 50, -22 - search.setting.gain / 10)
            let loudness = max(speech, bangs)
            if search.accepts(Loudness(integrated: loudness, range: 5, truePeak: -1.2)) {
                #expect(abs(loudness - wished) <= 0.1, "after \(attempt)")
                return
            }
        }
        Issue.record("the search does not end")
    }

    /// An encoder that adds more to peaks the harder the limiter works: out of reach, but never above the limit.
    @Test(arguments: [-5.0, -9]) func peaksStayBelowWhereTheTargetIsOutOfReach(_ wished: Double) throws {
        var search = try #require(
            LevelSearch(LevelTarget(loudness: wished), of: Loudness(integrated: -35, range: 5, truePeak: -27)))
        for attempt in 1...30 {
            let setting = search.setting
            let above = setting.limit.map { max(0, setting.gain - 27 - $0) } ?? 0
            // From one attempt to the next it varies a little.
            let overshoot = 0.2 + 0.05 * above + Double(attempt * 7 % 5) / 20
            let written = Loudness(
                integrated: setting.gain - 35 - 0.95 * above, range: 5, truePeak: setting.gain - 27 - above + overshoot)
            if search.accepts(written) {
                #expect(written.truePeak! <= LevelTarget.truePeak, "after \(attempt)")
                return
            }
        }
        Issue.record("the search does not end")
    }

    /// A limiter that takes back nearly all it is given ends the search, and peaks still stay below.
    @Test func whatCannotBeReachedEnds() throws {
        let (loudness, attempts) = try #require(
            Writer(peak: -1, cost: 0.95, overshoot: 0.5).result(LevelTarget(loudness: -8)))
        #expect(loudness.truePeak! <= LevelTarget.truePeak)
        #expect(loudness.integrated! > -24)
        #expect(attempts <= 8)
    }

    @Test(arguments: [-40.0, -6, 0.5])
    func peaksAreBroughtToTheirPlace(_ peak: Double) throws {
        let (loudness, _) = try #require(Writer(peak: peak).result(LevelTarget(loudness: nil)))
        #expect((-1.5 ... -1.0).contains(loudness.truePeak!))
    }

    /// A meter needs 0.4 s for a loudness, and none for a peak.
    @Test func aPeakIsEnoughForAPeak() throws {
        let short = Loudness(integrated: nil, range: 0, truePeak: -12)
        #expect(try #require(LevelSearch(LevelTarget(loudness: nil), of: short)).setting == .init(gain: 10.9))
        #expect(LevelSearch(LevelTarget(loudness: -14), of: short) == nil)
    }

    @Test func silenceStaysSilent() {
        #expect(LevelSearch(LevelTarget(loudness: -14), of: Loudness(integrated: nil, range: 0, truePeak: nil)) == nil)
    }
}
