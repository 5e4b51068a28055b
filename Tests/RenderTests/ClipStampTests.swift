import Testing

@testable import Planning
@testable import Placing

/// What time stamps of clips mean.
@Suite struct ClipStampTests {
    /// Three clips that begin at 100.7, 112.2 and 120.4 and last 9.6, 6.1 and 12.
    private static let truth: [(start: Double, length: Double)] = [(100.7, 9.6), (112.2, 6.1), (120.4, 12)]

    private static func clips(
        of moment: StampReading.Moment, names: Bool = false, zone: Double = 0
    ) -> [ClipStamps.Statement] {
        truth.map { start, length in
            let stamp = (moment == .end ? start + length : start).rounded(.down)
            return .init(creation: stamp, name: names ? start.rounded(.down) + zone : nil, length: length)
        }
    }

    @Test(arguments: [StampReading.Moment.start, .end], [0.0, 7200, -16_200]) func namesTellWhichMoment(
        _ moment: StampReading.Moment, _ zone: Double
    ) {
        let stamps = ClipStamps(Self.clips(of: moment, names: true, zone: zone))
        #expect(stamps.reading == StampReading(source: .creationTime, moment: moment, why: .names))
        for (start, truth) in zip(stamps.starts, Self.truth) { #expect(abs(start! - truth.start) <= 1) }
    }

    @Test(arguments: [StampReading.Moment.start, .end]) func soundTellsWhichMoment(_ moment: StampReading.Moment) {
        let stamps = ClipStamps(Self.clips(of: moment), places: Self.truth.map { $0.start - 95 })
        #expect(stamps.reading == StampReading(source: .creationTime, moment: moment, why: .sound))
    }

    /// Read as of the end, the third clip would begin before the second has ended.
    @Test func clipsThatWouldOverlapTellWhichMoment() {
        #expect(ClipStamps(Self.clips(of: .start)).reading?.why == .gaps)
        #expect(ClipStamps(Self.clips(of: .start)).reading?.moment == .start)
        let late: [ClipStamps.Statement] = [
            .init(creation: 110, length: 9.6), .init(creation: 113, length: 2.5), .init(creation: 124, length: 10.5),
        ]
        #expect(ClipStamps(late).reading == StampReading(source: .creationTime, moment: .end, why: .gaps))
    }

    @Test func theDeviceIsBelievedFirst() {
        var clips = Self.clips(of: .end)
        for index in clips.indices { clips[index].writes = .end }
        let stamps = ClipStamps(clips, places: [0, 0, 0])
        #expect(stamps.reading?.why == .device && stamps.reading?.moment == .end)
    }

    @Test func namesServeWhereFilesSayNothing() {
        var clips = Self.clips(of: .start, names: true)
        clips[1].creation = nil
        #expect(ClipStamps(clips).reading == StampReading(source: .name, moment: .start, why: .assumed))
        #expect(ClipStamps(clips).starts == [100, 112, 120])
    }

    @Test func aClipWithoutAStampTakesNoneFromTheOthers() {
        var clips = Self.clips(of: .start)
        clips[1].creation = nil
        #expect(ClipStamps(clips, places: [5.7, nil, 25.4]).starts == [100, nil, 120])
        for index in clips.indices { clips[index].creation = nil }
        #expect(ClipStamps(clips).reading == nil)
        #expect(ClipStamps(clips).starts == [nil, nil, nil])
    }
}
