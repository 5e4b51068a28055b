import Audio
import MediaTime
import Parameters
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// The sound at seams.
@Suite struct SeamMixTests {
    /// Three takes of two seconds, a gap of one second behind the first, and an overlap of 0.4 s behind the second.
    private static func composition(closed: Bool, transitionFrames: Int64 = 12) throws -> Composition {
        let take = { (name: String, start: Int64) in
            Take(
                angle: Angle(name), path: name, start: .milliseconds(start),
                footage: TimeRange(start: .zero, end: .seconds(2)))
        }
        let session = try Session(takes: [take("a", 0), take("b", 3000), take("c", 4600)])
        let gap: Int64 = closed ? 0 : 30
        let clock =
            closed
            ? TimeMap(pieces: [.init(source: .zero, target: .zero), .init(source: .seconds(2), target: .seconds(3))])!
            : .identity
        let cut = 60 + gap + 54
        var segments = [
            Composition.Segment(frames: 0..<60, scene: .single("a")),
            Composition.Segment(frames: 60 + gap..<cut, scene: .single("b")),
            Composition.Segment(frames: cut..<cut + 54, scene: .single("c")),
        ]
        if !closed { segments.insert(.init(frames: 60..<90, scene: nil), at: 1) }
        return Composition(
            session: session, frameRate: .thirty, clock: clock, segments: segments,
            transitions: [
                .init(
                    incoming: segments.count - 1, frames: cut - transitionFrames / 2..<cut + transitionFrames / 2,
                    specification: Specification(name: "blur"))
            ])
    }

    /// Quiet at 0.5 s of each take.
    private static func tones(_ levels: [Int64] = [0, 0, 0]) -> [RoomTone] {
        let tone = { (take: Int) in
            RoomTone(
                take: take, range: TimeRange(start: .milliseconds(500), duration: .milliseconds(600)),
                level: levels[take])
        }
        return [tone(0), tone(1), tone(1), tone(2)]
    }

    /// Every take sounds throughout.
    private static func whole(_ composition: Composition) -> [Int: TimeRange] {
        Dictionary(uniqueKeysWithValues: composition.session.takes.map(\.range).enumerated().map { ($0, $1) })
    }

    private static func samples(
        _ composition: Composition, _ tones: [RoomTone], hearing: (Int, Int64) -> Float
    ) throws -> [Float] {
        let seams = SeamMix(composition, tones, sounding: Self.whole(composition))
        let mix = Mix(tracks: seams.tracks, frameCount: seams.frameCount)
        // In blocks, as films are mixed.
        return stride(from: 0, to: mix.frameCount, by: 1000).flatMap { start in
            mix.buffer(from: start, count: Int(min(1000, mix.frameCount - start))) { track, position, count in
                var buffer = AudioBuffer(frameCount: count)
                for n in 0..<count {
                    buffer.channels[0][n] = hearing(mix.tracks[track].source.take!, position + Int64(n))
                }
                return buffer
            }.channels[0]
        }
    }

    /// A deep hum, of another phase in each take: from sample to sample it changes by 0.002 at most, so whatever changes
    /// by more than 0.01, −40 dB, is a click.
    @Test(arguments: [true, false]) func noSeamClicks(_ closed: Bool) throws {
        let hum = { (take: Int, position: Int64) -> Float in
            let phase = (position * 60 + Int64(take) * 17_000) % 48_000
            // A triangle of 60 Hz and amplitude 0.4.
            return 0.4 * (abs(Float(phase) / 12_000 - 2) - 1)
        }
        let samples = try Self.samples(try Self.composition(closed: closed), Self.tones(), hearing: hum)
        let steps = zip(samples, samples.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max()! < 0.01)
        #expect(steps.max()! > 0.001, "there is something to be heard")
    }

    /// One constant for all: where gains of equal power meet, it rises to the root of two, and nowhere falls below one.
    @Test(arguments: [true, false]) func theLevelStaysThroughEverySeam(_ closed: Bool) throws {
        let composition = try Self.composition(closed: closed)
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition))
        for position in stride(from: Int64(0), to: mix.frameCount, by: 97) {
            let power = mix.tracks.filter { $0.range.contains(position) }.reduce(Float(0)) { sum, track in
                let gain = track.gain.gain(at: position)
                return sum + gain * gain
            }
            // Rounding of single precision.
            #expect(abs(power - 1) < 0.001, "at sample \(position)")
        }
    }

    /// The microphone of the second clip starts half a second late, and stops as early.
    @Test func roomToneFillsWhereAClipIsSilent() throws {
        let composition = try Self.composition(closed: true, transitionFrames: 2)
        let sounding = TimeRange(start: .milliseconds(3500), end: .milliseconds(4500))
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition).merging([1: sounding]) { $1 })
        #expect(mix.tracks[1].range == 120_000..<168_000)
        for position in stride(from: Int64(0), to: mix.frameCount, by: 97) {
            let power = mix.tracks.filter { $0.range.contains(position) }.reduce(Float(0)) { sum, track in
                let gain = track.gain.gain(at: position)
                return sum + gain * gain
            }
            #expect(abs(power - 1) < 0.001, "at sample \(position)")
        }
    }

    /// Silent while it is shown: before its cut, after the next one, or at all.
    @Test(arguments: [(2900, 3000), (4900, 5000), (3500, 3500)])
    func aClipThatIsNotHeardWhileItIsShownIsLeftOut(_ start: Int64, _ end: Int64) throws {
        let sounding = TimeRange(start: .milliseconds(start), end: .milliseconds(end))
        let composition = try Self.composition(closed: true)
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition).merging([1: sounding]) { $1 })
        #expect(mix.tracks.prefix(2).map(\.source) == [0, 2])
    }

    @Test func everyClipKeepsItsPlace() throws {
        let composition = try Self.composition(closed: true)
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition))
        // The first three tracks are the clips.
        #expect(mix.tracks.prefix(3).map(\.source) == [0, 1, 2])
        #expect(mix.tracks.prefix(3).map(\.offset) == [0, 48_000, 48_000])
        #expect(mix.tracks[0].range == 0..<96_000 && mix.tracks[1].range.lowerBound == 96_000)
        // Both are heard for as long as they are mixed in the picture, and no longer.
        #expect(mix.tracks[1].range.upperBound == mix.tracks[2].range.lowerBound + 12 * 1600)
    }

    @Test func ofTwoTonesTheLouderIsNoRoom() throws {
        let composition = try Self.composition(closed: false)
        let bridges = { (levels: [Int64]) -> Set<SourceID> in
            let mix = SeamMix(composition, Self.tones(levels), sounding: Self.whole(composition))
            return Set(mix.tracks.dropFirst(3).map(\.source))
        }
        #expect(bridges([0, 3000, 0]) == [0, 1])
        #expect(bridges([0, 20_000, 0]) == [0])
        #expect(bridges([20_000, 0, 0]) == [1])
    }

    @Test func aCamerasGainIsThatOfItsRoomToo() throws {
        var settings = MixSettings()
        settings.levels = [.init(angle: "a", isMuted: true), .init(angle: "b", gain: -6)]
        let composition = try Self.composition(closed: false)
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition), settings: settings)
        let highest = { (take: SourceID) in
            mix.tracks.filter { $0.source == take }.flatMap(\.gain.points).map(\.gain).max()
        }
        #expect(highest(0) == 0)
        #expect(abs(try #require(highest(1)) - 0.501) < 0.001, "-6 dB")
        #expect(highest(2) == 1)
    }

    @Test func clipsWithoutSoundAreLeftOut() throws {
        #expect(SeamMix(try Self.composition(closed: true), [], sounding: [:]).tracks.isEmpty)
        let composition = try Self.composition(closed: true)
        let mix = SeamMix(composition, Self.tones(), sounding: Self.whole(composition).filter { $0.key != 1 })
        #expect(Set(mix.tracks.map(\.source)) == [0, 2])
    }
}
