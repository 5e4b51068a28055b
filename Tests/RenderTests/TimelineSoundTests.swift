import Audio
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Timelines

private typealias Object = [String: Any]

/// Which stream and which channels of a file a clip on a sound track of another program plays.
///
/// The film shows "two.mp4", whose sound tracks are the back and the front camera's beeps; "sides.wav" has the back
/// camera's on the left and the front camera's on the right, "six.wav" the front camera's in its fifth channel alone.
@Suite("Streams and channels of timelines")
struct TimelineSoundTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add(Self.two(.mp4), as: "two.mp4")
        let beeps = { (camera: Camera) in Beeps.samples(camera, rate: 48_000, from: 0, count: 72_000) }
        let silence = [Float](repeating: 0, count: 72_000)
        try SoundFile.write([beeps(.back), beeps(.front)], rate: 48_000, to: folder("sides.wav"))
        try SoundFile.write(
            [silence, silence, silence, silence, beeps(.front), silence], rate: 48_000, to: folder("six.wav"))
    }

    private static func two(_ container: FixtureRecording.Container) throws -> String {
        try FixtureRecording().with {
            $0.moreAudio = [.init(camera: .front, isDefault: false)]
            $0.container = container
        }.file()
    }

    private static func clip(_ url: String, _ metadata: Object = [:]) -> Object {
        [
            "OTIO_SCHEMA": "Clip.2", "name": url, "source_range": Object.range(0, 45), "metadata": metadata,
            "active_media_reference_key": "DEFAULT_MEDIA",
            "media_references": ["DEFAULT_MEDIA": ["OTIO_SCHEMA": "ExternalReference.1", "target_url": url]],
        ]
    }

    private static func track(_ clip: Object, _ metadata: Object = [:], name: String = "Audio 1") -> Object {
        ["OTIO_SCHEMA": "Track.1", "name": name, "kind": "Audio", "children": [clip], "metadata": metadata]
    }

    /// Pairs of a sound stream and a channel, as DaVinci Resolve writes them.
    private static func resolve(_ channels: (Int, Int)...) -> Object {
        [
            "Resolve_OTIO": [
                "Channels": channels.map { ["Source Track ID": $0.0, "Source Channel ID": $0.1] }, "Link Group ID": 1,
            ] as Object
        ]
    }

    private static func premiere(_ group: Int, _ channels: Int...) -> Object {
        [
            "PremierePro_OTIO": [
                "AudioChannels": [
                    "ChannelType": channels.count == 1 ? "Mono" : "Stereo",
                    "SecondaryAssignments": channels.map { ["SecondaryChannelIndex": $0] },
                ] as Object, "OriginalChannelGroupIndex": group,
            ] as Object
        ]
    }

    private static func finalCut7(_ index: String) -> Object {
        ["fcp_xml": ["sourcetrack": ["mediatype": "audio", "trackindex": index]]]
    }

    private func planned(_ tracks: [Object], picture: String = "two.mp4") throws -> PlannedRender {
        var video = Self.track(Self.clip(picture), name: "Video 1")
        video["kind"] = "Video"
        let timeline: Object = [
            "OTIO_SCHEMA": "Timeline.1", "name": "film",
            "tracks": ["OTIO_SCHEMA": "Stack.1", "children": [video] + tracks] as Object,
        ]
        try folder.write([UInt8](try JSONSerialization.data(withJSONObject: timeline)), "edit.otio")
        return try PlannedRender(reading: folder("edit.otio"))
    }

    private static func samples(_ plan: RenderPlan) throws -> [[Float]] {
        let mixer = try #require(AudioMixer(plan))
        var channels: [[Float]] = [[], []]
        while let block = try mixer.next(4096) { for c in 0..<2 { channels[c] += block.channels[c] } }
        return channels
    }

    /// Whose beeps are heard on the left and on the right.
    private static func heard(_ planned: PlannedRender) throws -> [String] {
        try samples(planned.plan).map { samples in
            Beeps.find(samples, rate: 48_000).map { "\($0.camera) \(($0.position + 24) / 48_000)" }
                .joined(separator: ", ")
        }
    }

    private static let (back, front) = ("back 0, back 1", "front 0, front 1")

    @Test(arguments: [FixtureRecording.Container.mp4, .mov, .mkv])
    func theStreamThatAClipNamesIsHeard(_ container: FixtureRecording.Container) throws {
        let name = "other.\(container.rawValue)"
        try folder.add(Self.two(container), as: name)
        for (channels, wanted) in [
            (Self.resolve((1, 0), (1, 1)), [Self.front, Self.front]),
            (Self.resolve((0, 0), (0, 1)), [Self.back, Self.back]),
            (Self.resolve((1, 0)), [Self.front, Self.front]),
            (Self.resolve((0, 0), (1, 0)), [Self.back, Self.front]),
            (Self.resolve((1, 1), (0, 0)), [Self.front, Self.back]),
            (Self.premiere(1, 0, 1), [Self.front, Self.front]), (Self.premiere(0, 1), [Self.back, Self.back]),
            (Self.finalCut7("3"), [Self.front, Self.front]), (Self.finalCut7("2"), [Self.back, Self.back]),
            ([:], [Self.back, Self.back]),
        ] {
            let planned = try planned([Self.track(Self.clip(name, channels))], picture: name)
            #expect(try Self.heard(planned) == wanted, "\(channels)")
        }
    }

    @Test func theChannelsThatAClipNamesAreHeard() throws {
        for (file, channels, wanted) in [
            ("sides.wav", Self.resolve((0, 1)), [Self.front, Self.front]),
            ("sides.wav", Self.resolve((0, 0)), [Self.back, Self.back]),
            ("sides.wav", Self.resolve((0, 0), (0, 1)), [Self.back, Self.front]),
            ("sides.wav", Self.resolve((0, 1), (0, 0)), [Self.front, Self.back]),
            ("six.wav", Self.resolve((0, 4)), [Self.front, Self.front]),
            ("six.wav", Self.resolve((0, 3), (0, 4)), ["", Self.front]),
            ("sides.wav", Self.premiere(0, 1), [Self.front, Self.front]),
            ("sides.wav", Self.premiere(1, 0), [Self.front, Self.front]),
        ] {
            let planned = try planned([Self.track(Self.clip(file, channels), ["Resolve_OTIO": ["SoloOn": false]])])
            #expect(try Self.heard(planned) == wanted, "\(file) \(channels)")
        }
    }

    /// A channel is heard in the middle at its own level, sample by sample where the file has it.
    @Test func aChannelIsHeardAsAFileOfItsOwn() throws {
        let beeps = Beeps.samples(.front, rate: 48_000, from: 0, count: 72_000)
        try SoundFile.write([beeps], rate: 48_000, to: folder("mono.wav"))
        let alone = try Self.samples(try planned([Self.track(Self.clip("mono.wav"))]).plan)
        let mono = ["Resolve_OTIO": ["Audio Type": "Mono"]]
        let right = try Self.samples(
            try planned([Self.track(Self.clip("sides.wav", Self.resolve((0, 1))), mono)]).plan)
        #expect(alone == right && alone[0] == alone[1])
        #expect(zip(alone[0].dropFirst(1000), beeps.dropFirst(1000)).allSatisfy { abs($0 - $1) < 1e-4 })
        // All channels of a file in their order are the file.
        let whole = try Self.samples(try planned([Self.track(Self.clip("sides.wav"))]).plan)
        let named = try Self.samples(
            try planned([Self.track(Self.clip("sides.wav", Self.resolve((0, 0), (0, 1))))]).plan)
        #expect(whole == named)
    }

    @Test func twoClipsOfOneFilePlayWhatEachNames() throws {
        let tracks = [Self.resolve((0, 0)), Self.resolve((1, 0))].map { Self.track(Self.clip("two.mp4", $0)) }
        let both = try planned(tracks)
        let heard = try Self.samples(both.plan)
        let parts = try tracks.map { try Self.samples(try planned([$0]).plan) }
        #expect(heard[0] == zip(parts[0][0], parts[1][0]).map { $0 + $1 })
        guard case .foreign(_, let files, _, let count)? = both.notes.compactMap(\.timelineNote).first else {
            throw PlanError("no note")
        }
        #expect(files == 1 && count == 2)
    }

    /// Final Cut Pro 7's tracks have one channel each: both of a stereo stream are the stream, as loud as it is.
    @Test func aStereoStreamOnTwoTracksIsOneSound() throws {
        let pair = ["1", "2"].map { Self.track(Self.clip("sides.wav", Self.finalCut7($0))) }
        #expect(
            try Self.samples(planned(pair).plan)
                == Self.samples(planned([Self.track(Self.clip("sides.wav"))]).plan))
    }

    /// Premiere Pro divides a stereo track into two, of which OpenTimelineIO's adapter keeps the first.
    @Test func aStereoTrackOfPremiereIsStereo() throws {
        let half: Object = ["fcp_xml": ["@totalExplodedTrackCount": "2", "@currentExplodedTrackIndex": "0"]]
        for (file, wanted) in [("sides.wav", [Self.back, Self.front]), ("two.mp4", [Self.back, Self.back])] {
            let track = Self.track(Self.clip(file, Self.finalCut7("1")), half)
            #expect(try Self.heard(planned([track])) == wanted, "\(file)")
        }
    }

    /// Channels are counted through all streams: 2 and 3 are the sides of the second.
    @Test func aStereoStreamBehindAMonoOneIsOneSound() throws {
        let file = try FixtureRecording().with {
            $0.sound?.channels = 1
            $0.moreAudio = [.init(channels: 2, camera: .front, isDefault: false)]
        }.file()
        try folder.add(file, as: "uneven.mp4")
        let stream = Self.track(Self.clip("uneven.mp4", Self.resolve((1, 0), (1, 1))))
        let pair = ["2", "3"].map { Self.track(Self.clip("uneven.mp4", Self.finalCut7($0))) }
        #expect(try Self.samples(planned(pair).plan) == Self.samples(planned([stream]).plan))
    }

    @Test func onlyTracksInSoloAreHeard() throws {
        let tracks = [Self.resolve((0, 0)), Self.resolve((1, 0))].enumerated().map {
            Self.track(
                Self.clip("two.mp4", $1), ["Resolve_OTIO": ["SoloOn": $0 == 1, "Locked": true]], name: "Audio \($0 + 1)"
            )
        }
        let planned = try planned(tracks)
        #expect(try Self.heard(planned) == [Self.front, Self.front])
        #expect(planned.notes.contains(.timeline(.soloed(["the track 'Audio 1'"]))))
    }

    @Test func whatAFileDoesNotHaveIsRefusedByTheNameOfTheClip() throws {
        for (file, channels, words) in [
            ("two.mp4", Self.resolve((2, 0)), "the clip 'two.mp4' plays sound track 3 of"),
            ("two.mp4", Self.resolve((2, 0)), "two.mp4, which has 2;"),
            ("sides.wav", Self.resolve((0, 2)), "plays channel 3 of sound track 1 of"),
            ("six.wav", Self.resolve((0, 0), (0, 1), (0, 4)), "plays 3 channels of"),
            ("sides.wav", ["Resolve_OTIO": ["Channels": [["Source Channel ID": -1]]]], "are not pairs"),
            ("sides.wav", ["Resolve_OTIO": ["Channels": "left"]], "are not pairs"),
            ("sides.wav", Self.premiere(3, 1), "plays sound track 4 of"),
            ("sides.wav", Self.finalCut7("0"), "is not the number of a channel"),
            ("sides.wav", Self.finalCut7("9"), "plays channel 9 of"),
        ] {
            #expect(throws: (any Error).self) { try planned([Self.track(Self.clip(file, channels))]) }
            do { _ = try planned([Self.track(Self.clip(file, channels))]) } catch {
                #expect("\(error)".contains(words) && "\(error)".contains("the clip '\(file)'"), "\(error)")
            }
        }
        // Of a file without sound, on two tracks.
        try folder.add(try FixtureRecording().with { $0.sound = nil }.file(), as: "silent.mp4")
        let silent = ["1", "2"].map { Self.track(Self.clip("silent.mp4", Self.finalCut7($0))) }
        #expect(throws: (any Error).self) { try planned(silent) }
        let negative: Object = ["compose": ["sound": ["stream": 1, "channels": ["left": -5]]]]
        #expect(throws: (any Error).self) { try planned([Self.track(Self.clip("two.mp4", negative))]) }
        let mono = ["Resolve_OTIO": ["Audio Type": "Mono"]]
        do {
            _ = try planned([Self.track(Self.clip("sides.wav", Self.resolve((0, 0), (0, 1))), mono)])
            Issue.record("two channels on a mono track")
        } catch { #expect("\(error)".contains("plays 2 channels on a mono track"), "\(error)") }
    }

    /// Written as a plan of our own, read again, edited by another program, and exported to one.
    @Test func whatIsHeardSurvivesPlanFiles() throws {
        let clips = [
            Self.clip("two.mp4", Self.resolve((1, 0))), Self.clip("sides.wav", Self.resolve((0, 1))),
            Self.clip("two.mp4", Self.resolve((0, 0), (1, 1))),
        ]
        let planned = try planned(clips.map { Self.track($0) })
        let heard = try Self.samples(planned.plan)
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(try again.plan.digest == planned.plan.digest)
        #expect(try Self.samples(again.plan) == heard)

        // The second sound track is removed: the others are read as written.
        var text = try #require(
            JSONSerialization.jsonObject(with: Data(folder.bytes("film.otio"))) as? Object)
        let number = try #require(text.tracks.firstIndex { $0.items.contains { $0.url == "sides.wav" } })
        text.tracks.remove(at: number)
        try folder.write([UInt8](try JSONSerialization.data(withJSONObject: text)), "edited.otio")
        let edited = try Self.samples(try PlannedRender(reading: folder("edited.otio")).plan)
        let rest = try Self.samples(try self.planned([clips[0], clips[2]].map { Self.track($0) }).plan)
        #expect(edited == rest)

        let names = FileNames(besides: folder("cuts.otio"))
        let cuts = try ExchangeFormat.otioCuts.text(
            try self.planned(clips.prefix(2).map { Self.track($0) }), name: "film", files: names)
        try folder.write(cuts.text, "cuts.otio")
        let plain = try Self.samples(try PlannedRender(reading: folder("cuts.otio")).plan)
        #expect(plain == (try Self.samples(try self.planned(clips.prefix(2).map { Self.track($0) }).plan)))
    }
}

extension Diagnostic {
    fileprivate var timelineNote: TimelineNote? { if case .timeline(let note) = self { note } else { nil } }
}
