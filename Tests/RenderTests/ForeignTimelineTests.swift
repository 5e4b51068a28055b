import Render
import FixtureMedia
import Foundation
import MediaTime
import Placing
import Testing
import Timeline

@testable import Planning

private typealias Object = [String: Any]

/// Timelines of the structure that DaVinci Resolve, Premiere Pro, auto-editor and OpenTimelineIO's converters write: three
/// clips (back, front, back, half a second each) and a sound track.
@Suite("Other programs' timelines")
struct ForeignTimelineTests {
    private let folder: TemporaryFolder
    private let timeline: Object

    init() throws {
        folder = try TemporaryFolder()
        // The first picture of the back camera has the timecode 1:00:00:00.
        let back = FixtureRecording().with { $0.metadata = [Pair("timecode", "01:00:00:00")] }
        try folder.add(try back.file(), as: "back.mp4")
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "front.mp4")
        let clip = { (name: String, start: Double, count: Double) -> Object in
            [
                "OTIO_SCHEMA": "Clip.2", "name": name, "source_range": Object.range(start, count),
                "active_media_reference_key": "DEFAULT_MEDIA",
                "media_references": [
                    "DEFAULT_MEDIA": ["OTIO_SCHEMA": "ExternalReference.1", "target_url": "\(name).mp4"]
                ],
            ]
        }
        let track = { (kind: String, items: [Object]) -> Object in
            ["OTIO_SCHEMA": "Track.1", "name": "\(kind) 1", "kind": kind, "children": items]
        }
        timeline = [
            "OTIO_SCHEMA": "Timeline.1", "name": "film",
            "tracks": [
                "OTIO_SCHEMA": "Stack.1",
                "children": [
                    track("Video", [clip("back", 0, 15), clip("front", 15, 15), clip("back", 30, 15)]),
                    track("Audio", [clip("front", 3, 45)]),
                ],
            ] as Object,
        ]
    }

    private func planned(_ change: (inout Object) -> Void) throws -> PlannedRender {
        var timeline = timeline
        change(&timeline)
        try folder.write([UInt8](try JSONSerialization.data(withJSONObject: timeline)), "edit.otio")
        return try PlannedRender(reading: folder("edit.otio"))
    }

    private func refusal(_ change: (inout Object) -> Void) -> String {
        do { _ = try planned(change) } catch { return "\(error)" }
        return ""
    }

    /// The camera and the frame of its file in the middle of each shot.
    private func shots(_ planned: PlannedRender) -> [String] {
        let composition = planned.plan.composition
        return composition.segments.map { segment in
            let frame = (segment.frames.lowerBound + segment.frames.upperBound) / 2
            guard let instant = composition.frame(at: frame).instants.first, let angle = instant.scene.mainAngle,
                let take = composition.session.nearestTake(of: angle, at: instant.time)
            else { return "" }
            let time = composition.session.takes[take].fileTime(at: instant.time)
            return "\(angle) \(FrameRate.thirty.frame(at: time, .nearest))"
        }
    }

    private static let cut = ["back 7", "front 22", "back 37"]

    private static func resolve(_ name: String, _ parameters: Any?, enabled: Any = true) -> Object {
        let own: [String: Any?] = ["Effect Name": name, "Name": name, "Enabled": enabled, "Parameters": parameters]
        return [
            "OTIO_SCHEMA": "Effect.1", "name": "", "effect_name": "Resolve Effect",
            "metadata": ["Resolve_OTIO": own.compactMapValues { $0 }],
        ]
    }

    private static func premiere(_ match: String, _ name: String, _ parameters: [Object]) -> Object {
        [
            "OTIO_SCHEMA": "Effect.1", "name": "", "effect_name": name, "enabled": true,
            "metadata": [
                "PremierePro_OTIO": ["IsIntrinsic": true, "MatchName": match, "Parameters": parameters] as Object
            ],
        ]
    }

    private static func start(_ name: String, _ number: Int, _ value: Any) -> Object {
        [
            "DisplayName": name, "ID": number,
            "StartValue": ["Position": Object.time(-10_800_000), "Value": value] as Object,
        ]
    }

    private static func finalCut7(_ name: String, _ id: String, _ parameters: Any) -> Object {
        [
            "OTIO_SCHEMA": "Effect.1", "name": name, "effect_name": "",
            "metadata": ["fcp_xml": ["effectid": id, "effecttype": "motion", "parameter": parameters] as Object],
        ]
    }

    private static func keys(_ values: Any...) -> Object {
        Object(uniqueKeysWithValues: values.enumerated().map { ("\($0)", ["Value": $1] as Object as Any) })
    }

    private static var zoom: Object {
        [
            "Parameter ID": "dynamicZoomScale", "Default Parameter Value": 1.0, "Parameter Value": 1.0,
            "Key Frames": keys(0.8, 1.0),
        ]
    }

    /// Effects that change nothing, as each program writes them.
    private static var idle: [String: [Object]] {
        var idle: [String: [Object]] = [:]
        idle["Resolve: without parameters"] = [
            "Transform", "Cropping", "Composite", "Lens Correction", "Retime and Scaling", "Video Faders",
        ].map { resolve($0, [] as [Any]) }
        idle["Resolve: without a list"] = [resolve("Fairlight Clip Volume and Fades", nil)]
        idle["Resolve: off"] = [resolve("Dynamic Zoom", [zoom], enabled: false)]
        let same: [Object] = [
            [
                "Parameter ID": "transformationZoomX", "Default Parameter Value": 1.0, "Parameter Value": "1.000",
                "Key Frames": keys(1.0, 1),
            ],
            [
                "Parameter ID": "position", "Default Parameter Value": [0.5, 0.5],
                "Parameter Value": [0.5, 0.50000001],
                "Key Frames": [:] as Object,
            ],
            ["Parameter ID": "transformationZoomY", "Parameter Value": 1],
            ["Parameter ID": "transformationPan", "Parameter Value": NSNull(), "Key Frames": [] as [Any]],
            ["Parameter ID": "eq band index", "Default Parameter Value": 3, "Parameter Value": 3],
        ]
        idle["Resolve: at the defaults"] = [resolve("Transform", same)]
        let opacity: Object = ["Default Parameter Value": 100, "Parameter Value": 100.0]
        idle["Resolve: by name"] = [resolve("Composite", ["opacity": opacity, "composite mode": 0] as Object)]
        let center = ["X": 0.5, "Y": 0.5]
        idle["Premiere Pro: pictures"] = [
            premiere(
                "AE.ADBE Opacity", "Opacity",
                [start("Opacity", 1, 100.0), start("Blend Mode", 2, 18), start("Blend Mode", 3, 0)]),
            premiere(
                "AE.ADBE Motion", "Bewegung",
                [
                    start("Position", 1, center), start("Skalierung", 2, 100.0), start(" ", 4, true),
                    start("Drehung", 5, 0.0), start("Ankerpunkt", 6, center), start("Links", 8, 0.0),
                ]),
        ]
        let keyless: [Any] = []
        idle["Premiere Pro: sound"] = [
            premiere("Internal Volume Stereo", "Volume", [["DisplayName": "Level", "ID": 1, "Keyframes": keyless]]),
            premiere("PanProcessor", "Panner", [start("Balance", 0, 0.5)]),
            premiere("AudioFader", "Track", [["DisplayName": "Mute", "ID": 1, "Keyframes": keyless]]),
            ["OTIO_SCHEMA": "Effect.1", "effect_name": "Volume", "metadata": [:] as Object],
        ]
        let motion: [Object] = [
            ["parameterid": "scale", "value": "100"],
            ["parameterid": "center", "value": ["horiz": "0", "vert": "0"]],
        ]
        let speed: [Object] = [
            ["parameterid": "speed", "value": "100"], ["parameterid": "reverse", "value": "FALSE"],
        ]
        var bypassed = finalCut7("Crop", "crop", ["parameterid": "left", "value": "9"] as Object)
        bypassed["metadata"] = [
            "fcp_xml": bypassed[object: "metadata"][object: "fcp_xml"].merging(["pproBypass": "true"]) { $1 }
        ]
        idle["Final Cut Pro 7's XML"] = [
            finalCut7("Basic Motion", "basic", motion), bypassed,
            finalCut7("Opacity", "opacity", ["parameterid": "opacity", "value": "100"] as Object),
            finalCut7("Audio Levels", "audiolevels", ["parameterid": "level", "value": "1"] as Object),
            finalCut7("Time Remap", "timeremap", speed),
        ]
        idle["a speed of one"] = [.warp(1), ["OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "Speed"]]
        idle["any effect that is off"] = [["OTIO_SCHEMA": "Effect.1", "effect_name": "Blur", "enabled": false]]
        return idle
    }

    @Test(arguments: idle.keys.sorted())
    func effectsThatChangeNothingAreIgnored(_ what: String) throws {
        let effects = try #require(Self.idle[what])
        let planned = try planned { timeline in
            timeline.pictures.append(.gap(5))
            for item in timeline.pictures.indices { timeline.pictures[item].effects = effects }
            for track in timeline.tracks.indices { timeline.tracks[track].effects = effects }
            timeline.tracks[1].items[0].effects = effects
            timeline[object: "tracks"].effects = effects
        }
        #expect(shots(planned) == Self.cut + [""], "\(what)")
        #expect(planned.notes.contains(.timeline(.soundOfTracks(1))))
    }

    @Test func effectsThatChangeSomethingAreNamed() throws {
        let cases: [(Object, String)] = [
            (
                Self.resolve(
                    "Transform",
                    [
                        ["Parameter ID": "transformationZoomX", "Default Parameter Value": 1, "Parameter Value": 1.25],
                        ["Parameter ID": "transformationPan", "Default Parameter Value": 0, "Parameter Value": 0],
                        ["Parameter ID": "transformationTilt", "Parameter Value": "-0.1"],
                    ] as [Object]), "'Transform' (transformationZoomX 1.25, transformationTilt -0.1)"
            ),
            (Self.resolve("Dynamic Zoom", [Self.zoom]), "'Dynamic Zoom' (dynamicZoomScale 0.8)"),
            (Self.resolve("Composite", ["composite mode": 16] as Object), "'Composite' (composite mode 16)"),
            (
                Self.resolve(
                    "Fairlight Clip Volume and Fades",
                    [["Parameter ID": "volume", "Default Parameter Value": 0, "Parameter Value": -6]] as [Object]),
                "'Fairlight Clip Volume and Fades' (volume -6)"
            ),
            (
                Self.premiere(
                    "AE.ADBE Motion", "Motion",
                    [Self.start("Position", 1, ["X": 0.5, "Y": 0.25]), Self.start("Scale", 2, 120.0)]),
                "'Motion' (Position 0.5, 0.25, Scale 120)"
            ),
            (
                Self.premiere(
                    "AE.ADBE Opacity", "Opacity",
                    [["DisplayName": "Opacity", "ID": 1, "Keyframes": [["Value": 100], ["Value": 30.0]]]]),
                "'Opacity' (Opacity 30)"
            ),
            (Self.premiere("AE.ADBE Horizontal Flip", "Horizontal Flip", []), "'Horizontal Flip'"),
            (Self.premiere("Internal Volume Mono", "Volume", [Self.start("Level", 1, 0.1)]), "'Volume' (Level 0.1)"),
            (Self.finalCut7("Crop", "crop", ["parameterid": "left", "value": "12.5"] as Object), "'Crop' (left 12.5)"),
            (Self.finalCut7("Gaussian Blur", "Gaussian Blur", [] as [Any]), "'Gaussian Blur'"),
            (["OTIO_SCHEMA": "Effect.1", "effect_name": "Motion", "metadata": ["X": ["scale": 2]]], "'Motion'"),
        ]
        for (effect, words) in cases {
            let said = refusal { $0.pictures[1].effects = [Self.resolve("Cropping", [] as [Any]), effect] }
            #expect(said.contains("the clip 'front' has the effect \(words), which"), "\(said)")
            #expect(refusal { $0.tracks[0].effects = [effect] }.contains("the track 'Video 1' has the effect \(words)"))
        }
        let both = refusal { $0.pictures[1].effects = [cases[0].0, cases[6].0] }
        #expect(
            both.contains("has the effects 'Transform' (") && both.contains(", 'Horizontal Flip', which"), "\(both)")
    }

    @Test func aSubtitleTrackIsLeftOut() throws {
        let subtitles: Object = [
            "OTIO_SCHEMA": "Track.1", "name": "Subtitle 1", "kind": "Subtitle", "children": [] as [Any],
        ]
        let empty = try planned { $0.tracks.append(subtitles) }
        #expect(shots(empty) == Self.cut)
        let note = { (clips: Int) in
            Diagnostic.timeline(.trackIgnored("the track 'Subtitle 1'", kind: "Subtitle", clips: clips))
        }
        #expect(empty.notes.contains(note(0)))
        // What is on it is not read, and so is whatever a program writes there.
        var full = subtitles
        full.items = [timeline.pictures[0], .gap(5), ["OTIO_SCHEMA": "Caption.1", "name": "Hello"]]
        let left = try planned { $0.tracks.append(full) }
        #expect(shots(left) == Self.cut && left.notes.contains(note(2)))
        full["enabled"] = false
        let hidden = try planned { $0.tracks.append(full) }
        #expect(shots(hidden) == Self.cut && hidden.notes.contains(note(0)))
    }

    @Test func whatIsDisabledIsNotLookedAt() throws {
        let missing: Object = ["DEFAULT_MEDIA": ["OTIO_SCHEMA": "MissingReference.1"]]
        let clip = try planned { timeline in
            timeline.pictures[1]["enabled"] = false
            timeline.pictures[1]["media_references"] = missing
            timeline.pictures[1].effects = [.warp(2)]
        }
        #expect(shots(clip) == ["back 7", "", "back 37"])
        let track = try planned { timeline in
            var upper = timeline.tracks[0]
            upper["enabled"] = false
            upper.items[0]["media_references"] = missing
            upper.items[1].effects = [.warp(2)]
            timeline.tracks.insert(upper, at: 1)
        }
        #expect(shots(track) == Self.cut)
        let hidden = refusal { $0.tracks[0]["enabled"] = false }
        #expect(hidden.contains("the track 'Video 1' shows nothing"), "\(hidden)")
    }

    /// As `otiotool --concat` writes it.
    @Test func nestsAreHeardByTheirOwnSoundTracks() throws {
        let heard = { (planned: PlannedRender) -> [[String]] in
            guard case .tracks(let tracks) = planned.plan.output.audio.choice else { return [] }
            let composition = planned.plan.composition
            return tracks.map { track in
                track.clips.map { clip in
                    let start = FrameRate.thirty.frame(at: clip.start + clip.fadeIn, .nearest)
                    let place = FrameRate.thirty.frame(at: clip.range.start + clip.fadeIn, .nearest)
                    return "\(composition.session.takes[clip.input.take!].angle) \(start) at \(place)"
                }
            }
        }
        let twice = try planned { timeline in
            var nest = timeline[object: "tracks"]
            var second = timeline.tracks[1]
            second.items = [.gap(10), timeline.pictures[2]]
            nest.items.append(second)
            timeline.tracks = [
                ["OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [timeline.pictures[0], nest, nest]]
            ]
        }
        #expect(shots(twice) == ["back 7"] + Self.cut + Self.cut)
        // The first clip has only its picture's sound.
        #expect(
            heard(twice) == [
                ["back 0 at 0", "front 3 at 15", "front 3 at 60"], ["back 30 at 25", "back 30 at 70"],
            ])
        #expect(twice.notes.contains(.timeline(.soundOfTracks(2))))
        let trimmed = try planned { timeline in
            var nest = timeline[object: "tracks"]
            nest["source_range"] = Object.range(10, 20)
            timeline.tracks = [["OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [nest]]]
        }
        #expect(heard(trimmed) == [["front 13 at 0"]])
    }

    @Test func timesWithoutARangeMayCountFromTheTimecode() throws {
        let counted = try planned { timeline in
            timeline.pictures[0].start = 108_000
            timeline.pictures[2].start = 108_030
        }
        #expect(shots(counted) == Self.cut)
        #expect(refusal { $0.pictures[1].start = 108_015 }.contains("the clip 'front' shows"), "it has no timecode")
    }

    /// By a transition at an end of a track, which some programs write for both picture and sound.
    @Test func aFilmMayFadeInAndOut() throws {
        let fade = { (before: Double, after: Double) -> Object in
            [
                "OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve",
                "in_offset": Object.time(before), "out_offset": Object.time(after),
            ]
        }
        let faded = try planned { timeline in
            for track in timeline.tracks.indices {
                timeline.tracks[track].items = [fade(0, 6)] + timeline.tracks[track].items + [fade(6, 0)]
            }
        }
        let composition = faded.plan.composition
        #expect(composition.frameCount == 45)
        #expect(composition.transitions.map(\.frames) == [0..<6, 39..<45])
        #expect(shots(faded) == ["back 0", "back 8", "front 22", "back 37", "back 44"])
        guard case .tracks(let tracks) = faded.plan.output.audio.choice else { throw PlanError("no tracks") }
        #expect(tracks[0].clips.map(\.fadeIn) == [.milliseconds(200)])
        #expect(tracks[0].clips.map(\.fadeOut) == [.milliseconds(200)])
        #expect(refusal { $0.pictures.append(fade(3, 3)) }.contains("at an end of its track"))
    }

    @Test func aTransitionThatTakesNoTimeIsACut() throws {
        let planned = try planned { timeline in
            timeline.pictures.insert(
                [
                    "OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve",
                    "in_offset": Object.time(0), "out_offset": Object.time(0),
                ], at: 1)
        }
        #expect(shots(planned) == Self.cut && planned.plan.composition.transitions.isEmpty)
    }

    /// macOS decomposes accents; a URL's scheme may be in capitals (RFC 3986, section 3.1).
    @Test func filesAreFoundHoweverTheirNamesAreWritten() throws {
        try folder.add(folder("back.mp4"), as: "Caf\u{E9}.mp4")
        for url in ["Cafe\u{301}.mp4", "FILE://\(folder.path)/Cafe%CC%81.mp4", "Caf%C3%A9.mp4"] {
            let planned = try planned { $0.pictures[0].url = url }
            #expect(shots(planned).count == 3, "\(url)")
        }
    }
}
