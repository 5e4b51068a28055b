import FixtureMedia
import Foundation
import MediaTime
import Render
import Testing
import Timeline

@testable import Planning
@testable import Placing
@testable import Timelines

private typealias Object = [String: Any]

/// A plan of three clips (back, front, back, half a second each, six frames of dissolve between them), changed by
/// somebody else: `Tests/programs/test-plans` does the same with OpenTimelineIO's own library.
@Suite("Edited plans")
struct EditedPlanTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let back = FixtureRecording().with { $0.metadata = [Pair("creation_time", "2024-05-01T10:15:05Z")] }
        try folder.add(try back.file(), as: "back.mp4")
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "front.mp4")
        var request = Job().request
        request.sound = .angle("back")
        let recording = try Recording([
            Input(path: folder("back.mp4"), angle: "back"), Input(path: folder("front.mp4"), angle: "front"),
        ])
        var document = try request.plan(recording).document(name: "film")
        document.decisions = [
            0: .init(reason: .opening, score: 1),
            1: .init(reason: .speaks("front", from: .milliseconds(400)), score: 0.9),
            2: .init(reason: .bar, score: 1),
        ]
        try PlanFile.write(document, to: folder("film.otio"), mayReplace: false)
    }

    private func timeline() throws -> Object {
        try #require(JSONSerialization.jsonObject(with: Data(folder.bytes("film.otio"))) as? Object)
    }

    private func planned(_ timeline: Object) throws -> PlannedRender {
        try folder.write([UInt8](try JSONSerialization.data(withJSONObject: timeline)), "edited.otio")
        return try PlannedRender(reading: folder("edited.otio"))
    }

    /// The plan with its pictures changed.
    private func edited(_ change: (inout [Object]) throws -> Void) throws -> PlannedRender {
        var timeline = try timeline()
        try change(&timeline.pictures)
        return try planned(timeline)
    }

    /// "back 12" for a frame that shows one picture, "back 12 front 12" for a mixed one, "" for black.
    private func shown(_ plan: RenderPlan, _ frame: Int64) -> String {
        let session = plan.composition.session
        return plan.composition.frame(at: frame).instants.flatMap { instant in
            instant.scene.angles.map { angle in
                guard let take = session.nearestTake(of: angle, at: instant.time) else { return "nothing" }
                let time = session.takes[take].fileTime(at: instant.time)
                return "\(angle) \(FrameRate.thirty.frame(at: time, .nearest))"
            }
        }.joined(separator: " ")
    }

    private func shots(_ plan: RenderPlan) -> [String] {
        plan.composition.segments.map { shown(plan, ($0.frames.lowerBound + $0.frames.upperBound) / 2) }
    }

    private func refusal(_ change: (inout [Object]) throws -> Void) -> String {
        do { _ = try edited(change) } catch { return "\(error)" }
        return ""
    }

    @Test func nothingChangedIsTheSamePlan() throws {
        let again = try planned(try timeline())
        let before = try PlannedRender(reading: folder("film.otio"))
        #expect(try again.plan.digest == before.plan.digest)
        #expect(again.notes == [])
        #expect(again.decisions == before.decisions && again.decisions.count == 3)
        #expect(shots(again.plan) == ["back 7", "front 22", "back 37"])
        // Written in other units, it is the same plan as well.
        var timeline = try timeline()
        timeline.tracks = timeline.tracks.map { track in
            var track = track
            track.items = track.items.map { $0.rescaled(by: 2) }
            return track
        }
        let rescaled = try planned(timeline)
        #expect(rescaled.plan.composition.frameCount == 90, "at twice the rate")
        #expect(shown(rescaled.plan, 72) == "back 36")
    }

    @Test func aClipThatIsDeletedIsNotShown() throws {
        let planned = try edited { items in
            items.removeAll { $0.schema == "Transition" }
            items.remove(at: 1)
        }
        #expect(shots(planned.plan) == ["back 7", "back 37"])
        #expect(planned.plan.composition.frameCount == 30)
    }

    @Test func aFilmThatBeginsLaterHasALaterDate() throws {
        let date = { (film: PlannedRender) in film.plan.output.metadata?["creation_time"]?.prefix(19) }
        #expect(date(try planned(try timeline())) == "2024-05-01T10:15:05")
        // The last of three half seconds remains.
        #expect(date(try edited { $0.removeFirst(4) }) == "2024-05-01T10:15:06")
    }

    @Test func soundTracksThatNobodyChangedAreHeardAsWritten() throws {
        let deleted = try edited { items in
            items.removeAll { $0.schema == "Transition" }
            items.remove(at: 1)
        }
        #expect(deleted.notes.contains(.timeline(.soundAsWritten)))
        let track = try #require(deleted.plan.recordedTracks.first)
        #expect(track.offset == 0 && track.range == 0..<48_000)
        // Where the pictures still lie beside it, nothing of the sound changes.
        let lifted = try edited { items in
            items.removeAll { $0.schema == "Transition" }
            items[1] = .gap(15)
        }
        #expect(!lifted.notes.contains(.timeline(.soundAsWritten)))
        #expect(lifted.plan.output.audio.choice == .angle("back"))
    }

    @Test func everyEditIsShown() throws {
        let cases: [(String, (inout [Object]) -> Void, [String])] = [
            ("a transition removed", { $0.remove(at: 1) }, ["back 7", "front 22", "back 37", "27-33"]),
            (
                "a transition longer", { $0[1]["out_offset"] = Object.time(7) },
                ["back 7", "front 22", "back 37", "12-22", "27-33"]
            ),
            (
                "a transition added",
                {
                    $0.insert($0[1], at: 0); $0.insert(.gap(10), at: 0)
                }, ["", "back 7", "front 22", "back 37", "7-13", "22-28", "37-43"]
            ),
            ("a gap in place of a clip", { $0 = [$0[0], .gap(15), $0[4]] }, ["back 7", "", "back 37"]),
            ("the first clip deleted", { $0.removeFirst(2) }, ["front 22", "back 37", "12-18"]),
            ("the last clip deleted", { $0.removeLast(2) }, ["back 7", "front 22", "12-18"]),
            (
                "a clip shown again", { $0.append($0[2]) },
                ["back 7", "front 22", "back 37", "front 22", "12-18", "27-33"]
            ),
            ("a clip slipped", { $0[2].start += 7 }, ["back 7", "front 29", "back 37", "12-18", "27-33"]),
            (
                "a cut moved",
                { items in
                    items[0].length -= 4; items[2].start -= 4; items[2].length += 4
                }, ["back 5", "front 20", "back 37", "8-14", "27-33"]
            ),
            (
                "a clip razored",
                {
                    $0.append($0[4]); $0[4].length -= 5; $0[5].length -= 10; $0[5].start += 10
                }, ["back 7", "front 22", "back 37", "12-18", "27-33"]
            ),
            ("clips in another order", { $0 = [$0[4], $0[0], $0[2]] }, ["back 37", "back 7", "front 22"]),
        ]
        for (what, change, shown) in cases {
            let plan = try edited(change).plan
            let windows = plan.composition.transitions.map { "\($0.frames.lowerBound)-\($0.frames.upperBound)" }
            #expect(shots(plan) + windows == shown, "\(what)")
        }
    }

    @Test func aReasonIsKeptOnlyWhereItsCutStillIs() throws {
        let cases: [(String, (inout [Object]) -> Void, [Int])] = [
            (
                "a cut moved",
                { items in
                    items[0].length -= 4; items[2].start -= 4; items[2].length += 4
                }, [0, 2]
            ),
            (
                "the share of another shot",
                { items in
                    items[2].length += 4; items[4].start += 4; items[4].length -= 4
                }, [0]
            ),
            ("a clip deleted before", { $0 = [$0[0], $0[4]] }, [0]),
            ("the first clip deleted", { $0.removeFirst(2) }, [1]),
            ("a clip linked to another file", { $0[2].url = "back.mp4" }, [0]),
            ("black in front", { $0.insert(.gap(10), at: 0) }, [2, 3]),
            (
                "a clip razored",
                {
                    $0.append($0[4]); $0[4].length -= 5; $0[5].length -= 10; $0[5].start += 10
                }, [0, 1, 2]
            ),
        ]
        for (what, change, kept) in cases {
            #expect(try edited(change).decisions.keys.sorted() == kept, "\(what)")
        }
    }

    @Test func theTimesOfAReasonAreThoseOfTheFilmAsItIs() throws {
        let later = try edited { $0.insert(.gap(10), at: 0) }.decisions[2]
        #expect(later?.reason == .speaks("front", from: .milliseconds(400) + FrameRate.thirty.time(ofFrame: 10)))
        let unseen = try edited { items in
            items.removeAll { $0.schema == "Transition" }
            items[0].start += 13
            items[0].length -= 13
        }
        #expect(unseen.decisions[1]?.reason == .speaks("front", from: nil))
    }

    @Test func aClipThatIsLongerThanItsFileIsRefused() throws {
        let long = refusal { $0[4].length = 300 }
        #expect(long.contains("the clip 'back' shows 0:01.000 to 0:11.000 of"), "\(long)")
        #expect(long.contains("move its source_range into the file"), "\(long)")
    }

    /// The recorder paused for 0.4 s: compose holds the last picture, and before the next file its first.
    @Test func aPictureThatThePlanHoldsMayStayHeld() throws {
        try folder.add(try FixtureRecording().with { $0.video.bFrames = 2 }.file(), as: "later.mp4")
        let recording = try Recording([
            Input(path: folder("back.mp4"), angle: "back", offset: .zero),
            Input(path: folder("later.mp4"), angle: "back", offset: .milliseconds(1900)),
        ])
        var request = Job().request
        request.policy = .never
        request.shortestShot = nil
        let planned = try request.plan(recording)
        #expect(planned.adjustments.map(\.change) == [.pictureHeld(scene: .single("back"), frames: 12)])
        try PlanFile.write(try planned.document(name: "film"), to: folder("film.otio"), mayReplace: true)
        let edited = try edited { $0.insert(.gap(10), at: 0) }
        #expect(edited.plan.composition.frameCount == planned.plan.composition.frameCount + 10)
    }

    @Test func aSlippedClipShowsWhatItSays() throws {
        #expect(shots(try edited { $0[2].start += 7 }.plan) == ["back 7", "front 29", "back 37"])
        #expect(shots(try edited { $0[2].start -= 7 }.plan) == ["back 7", "front 15", "back 37"])
        let far = refusal { $0[2].start += 50 }
        #expect(far.contains("the clip 'front' shows") && far.contains("front.mp4, which lasts"), "\(far)")
    }

    @Test func clipsInAnyOrderAreShownInIt() throws {
        let planned = try edited { items in
            items.removeAll { $0.schema == "Transition" }
            items = [items[2], items[0], items[1], items[0]]
        }
        #expect(shots(planned.plan) == ["back 37", "back 7", "front 22", "back 7"])
        // Written down, it is read as the same again.
        let document = try planned.document(name: "film")
        try PlanFile.write(document, to: folder("again.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("again.otio"))
        #expect(try again.plan.digest == planned.plan.digest)
        #expect(again.notes == [])
    }

    @Test func aReorderedFilmShowsItsFrames() throws {
        let planned = try edited { items in
            let transition = items[1]
            items.removeAll { $0.schema == "Transition" }
            items[2].start -= 5
            items = [items[2], transition, items[0], items[1]]
            items[2].start += 4
        }
        let renderer = Renderer(plan: planned.plan, output: folder("out.mp4"), mayReplace: false)
        _ = try renderer.run()
        let movie = try Movie(folder("out.mp4"))
        let read = movie.frames.map { Barcode.read($0.luma) }
        #expect(read.count == 45)
        #expect(read[0] == Barcode(camera: .back, frame: 25) && read[11] == Barcode(camera: .back, frame: 36))
        #expect(read[18] == Barcode(camera: .back, frame: 7) && read[29] == Barcode(camera: .back, frame: 18))
        #expect(read[30] == Barcode(camera: .front, frame: 15) && read[44] == Barcode(camera: .front, frame: 29))
    }

    @Test func aClipLinkedToAnotherFileShowsIt() throws {
        try folder.add(try FixtureRecording().with { $0.video.bFrames = 2 }.file(), as: "third.mp4")
        let planned = try edited { items in
            items[2].url = "third.mp4"
            items[0].url = "front.mp4"
        }
        #expect(shots(planned.plan) == ["front 7", "third 22", "back 37"])
        #expect(
            planned.notes.contains(
                .timeline(.replaced(clip: "front", path: folder("third.mp4"), at: .milliseconds(500)))))
        let lost = refusal { $0[2].url = "lost.mp4" }
        #expect(lost.contains("the clip 'front' cannot be used") && lost.contains("lost.mp4"), "\(lost)")
    }

    @Test(arguments: ["moved/back.mp4", "file://FOLDER/moved%2Fback.mp4", "FOLDER/moved/back.mp4"])
    func aRecordingIsFoundWhereItWasMoved(_ url: String) throws {
        try FileManager.default.createDirectory(atPath: folder("moved"), withIntermediateDirectories: false)
        let before = try PlannedRender(reading: folder("film.otio")).plan.digest
        try FileManager.default.moveItem(atPath: folder("back.mp4"), toPath: folder("moved/back.mp4"))
        var timeline = try timeline()
        timeline.tracks = timeline.tracks.map { track in
            var track = track
            track.items = track.items.map { item in
                var item = item
                if item.url == "back.mp4" { item.url = url.replacingOccurrences(of: "FOLDER", with: folder.path) }
                return item
            }
            return track
        }
        let planned = try planned(timeline)
        #expect(try planned.plan.digest == before)
        #expect(
            planned.notes == [
                .timeline(.relinked(path: folder("moved/back.mp4"), was: folder("back.mp4")))
            ])
    }

    @Test func whatComposeCannotShowIsRefusedByName() throws {
        let cases: [(String, String, (inout [Object]) -> Void)] = [
            ("another speed", "'front'", { $0[2].effects = [.warp(2)] }),
            (
                "a freeze", "'back'",
                { $0[0].effects = [["OTIO_SCHEMA": "FreezeFrame.1", "effect_name": "FreezeFrame"]] }
            ),
            ("an effect", "'Blur'", { $0[0].effects = [["OTIO_SCHEMA": "Effect.1", "effect_name": "Blur"]] }),
            (
                "no media", "'front'",
                { $0[2]["media_references"] = ["DEFAULT_MEDIA": ["OTIO_SCHEMA": "MissingReference.1"]] }
            ),
            ("another transition", "'dissolve'", { $0[1]["transition_type"] = "Custom_Transition" }),
            ("a transition at the end", "'dissolve'", { $0.append($0[1]) }),
        ]
        for (what, word, change) in cases {
            let said = refusal(change)
            #expect(said.contains(word) && said.contains("edited.otio"), "\(what): \(said)")
        }
        let all = refusal { items in
            items[0].effects = [.warp(2)]
            items[2].url = "http://example.org/film.mp4"
            items[4].effects = [["OTIO_SCHEMA": "Effect.1", "effect_name": "Blur"]]
        }
        #expect(all.contains("LinearTimeWarp × 2.0") && all.contains("'Blur'"), "told at once: \(all)")
        // What changes nothing is none.
        #expect(shots(try edited { $0[2].effects = [.warp(1)] }.plan) == ["back 7", "front 22", "back 37"])
    }

    @Test func whatCannotBeATimelineIsSaid() throws {
        var timeline = try timeline()
        timeline["metadata"] = nil
        timeline.pictures = [.gap(20)]
        timeline.tracks.removeLast()
        let empty = #expect(throws: PlanError.self) { try planned(timeline) }
        #expect("\(empty!)".hasPrefix("\(folder("edited.otio")): the track 'picture' shows nothing"), "\(empty!)")
        for _ in 0..<200 {
            timeline.pictures = [["OTIO_SCHEMA": "Stack.1", "children": [timeline.tracks[0]]]]
        }
        let deep = #expect(throws: PlanError.self) { try planned(timeline) }
        #expect("\(deep!)".contains("nested too deeply"))
    }

    @Test func whatCannotBeReadIsNamed() throws {
        var timeline = try timeline()
        var plan = timeline[object: "metadata"]
        plan[object: "compose"]["clock"] = "noon"
        timeline["metadata"] = plan
        let own = #expect(throws: PlanError.self) { try planned(timeline) }
        #expect("\(own!)".contains("metadata.compose.clock cannot be read; plan again"), "\(own!)")

        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self)
        try folder.write(text.replacing("\"rate\" : 30", with: "\"rate\" : NaN"), "edited.otio")
        let number = #expect(throws: PlanError.self) { try PlannedRender(reading: folder("edited.otio")) }
        #expect("\(number!)".contains(" has NaN, which is not a number in JSON"), "\(number!)")

        for width in ["1e30", "1.5"] {
            try folder.write(text.replacing(/"width" : [0-9]+/, with: "\"width\" : \(width)"), "edited.otio")
            let large = #expect(throws: PlanError.self) { try PlannedRender(reading: folder("edited.otio")) }
            #expect("\(large!)".contains("one of its numbers is too large"), "\(large!)")
        }

        let length = refusal { $0[2].length = -5 }
        #expect(length.contains("the clip 'front': a length of -5.0 frames is impossible"), "\(length)")
    }

    @Test func aStartBeforeZeroHasASign() throws {
        var timeline = try timeline()
        timeline["global_start_time"] = Object.time(-90_000)
        #expect(try planned(timeline).notes == [.timeline(.startIsZero(was: "-00:50:00:00"))])
    }

    @Test func aTransitionThatGoesBeyondItsFileIsTold() throws {
        var timeline = try timeline()
        timeline["metadata"] = nil
        timeline.pictures[0].length = 45
        timeline.pictures = Array(timeline.pictures[0..<3])
        timeline.tracks.removeLast()
        let planned = try planned(timeline)
        #expect(planned.notes.contains(.timeline(.held(path: folder("back.mp4"), at: .milliseconds(1500)))))
    }

    @Test func nestsMayHoldPictureAndSound() throws {
        var timeline = try timeline()
        timeline["metadata"] = nil
        let sound = timeline.tracks[1]
        timeline.pictures = [
            ["OTIO_SCHEMA": "Stack.1", "name": "nest", "children": [timeline.tracks[0], sound]], timeline.pictures[0],
        ]
        timeline.tracks[1].items = [timeline.pictures[0]]
        let planned = try planned(timeline)
        #expect(shots(planned.plan) == ["back 7", "front 22", "back 37", "back 7"])
        #expect(planned.notes.contains(.timeline(.soundInside("the stack 'nest'"))))
        guard case .tracks(let tracks) = planned.plan.output.audio.choice else { throw PlanError("no tracks") }
        #expect(tracks.map(\.clips.count) == [1])
    }

    @Test func markersAreKeptWhereverTheyStand() throws {
        var timeline = try timeline()
        timeline.pictures.append(.gap(10))
        timeline.pictures[5]["markers"] = [Object.marker("gap", 2)]
        timeline.tracks[1]["markers"] = [Object.marker("sound", 7)]
        let planned = try planned(timeline)
        #expect(planned.markers.map(\.name) == ["sound", "gap"])
        #expect(planned.markers.map(\.frames.lowerBound) == [7, 47])
    }

    @Test func anUpperTrackCoversTheLower() throws {
        var timeline = try timeline()
        timeline.pictures.removeAll { $0.schema == "Transition" }
        var upper = timeline.tracks[0]
        var clip = timeline.pictures[1]
        clip.start = 3
        clip.length = 6
        upper.items = [.gap(20), clip]
        timeline.tracks.insert(upper, at: 1)
        let planned = try planned(timeline)
        #expect(shots(planned.plan) == ["back 7", "front 17", "front 6", "front 28", "back 37"])
        #expect(planned.notes.contains(.timeline(.covering(clips: 1))))
    }

    @Test func soundTracksThatWereChangedAreHeard() throws {
        var timeline = try timeline()
        var clip = timeline.tracks[1].items[0]
        clip.start = 10
        clip.length = 20
        timeline.tracks[1].items = [.gap(12), clip]
        let planned = try planned(timeline)
        let track = try #require(planned.plan.recordedTracks.first)
        // 12 frames of 1600 samples each, ten milliseconds of fade at both ends.
        #expect(track.range == 19_200..<51_200)
        #expect(track.offset == -3_200)
        #expect(track.gain.gain(at: 19_200) == 0 && track.gain.gain(at: 19_680) == 1)
        #expect(planned.plan.audioCopy == nil)

        timeline.tracks[1]["enabled"] = false
        #expect(try self.planned(timeline).plan.mix == nil, "a muted track")
        timeline.tracks.remove(at: 1)
        #expect(try self.planned(timeline).plan.mix == nil, "a removed track")
    }

    /// As in an editing program: another track changes nothing in those that are there.
    @Test func tracksThatAreAddedLowerNothing() throws {
        var timeline = try timeline()
        var other = timeline.tracks[1]
        var clip = other.items[0]
        clip.start = 3
        clip.length = 20
        other.items = [.gap(12), clip]
        timeline.tracks.append(other)
        let added = try #require(try planned(timeline).plan.mix)
        #expect(added.tracks.map { $0.gain.gain(at: 24_000) } == [1, 1])
        // The two channels of a file, in two tracks, are one sound.
        timeline.tracks[2] = timeline.tracks[1]
        let twice = try #require(try planned(timeline).plan.mix)
        #expect(twice.tracks.map { $0.gain.gain(at: 24_000) } == [0.5, 0.5])
    }

    /// The tracks of a mix keep their shares, wherever another one is added.
    @Test func aMixKeepsItsShares() throws {
        var request = Job().request
        request.sound = .mix
        let recording = try Recording([
            Input(path: folder("back.mp4"), angle: "back"), Input(path: folder("front.mp4"), angle: "front"),
        ])
        try PlanFile.write(
            try request.plan(recording).document(name: "film"), to: folder("film.otio"), mayReplace: true)
        var timeline = try timeline()
        try #require(timeline.tracks.count == 3)
        var added = timeline.tracks[2]
        var clip = added.items[0]
        clip.start = 3
        clip.length = 20
        added.items = [.gap(12), clip]
        timeline.tracks.insert(added, at: 1)
        let mix = try #require(try planned(timeline).plan.mix)
        let gains = mix.tracks.map { ($0.source, $0.gain.gain(at: 24_000)) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        #expect(gains.map(\.0) == [0, 1, 1])
        #expect(gains.map(\.1) == [0.5, 0.5, 1], "\(gains)")
        // Two at full level may be too much.
        #expect(try planned(timeline).plan.clippingNotes.count == 1)
    }

    /// A plan that was edited twice, and whose numbers somebody changed.
    @Test func inputNumbersThatDoNotExistAreHarmless() throws {
        var timeline = try timeline()
        timeline.tracks.append(timeline.tracks[1])
        try PlanFile.write(
            try planned(timeline).document(name: "film"), to: folder("film.otio"), mayReplace: true)
        var again = try self.timeline()
        again.tracks.removeLast()
        #expect(try planned(again).plan.recordedTracks.count == 1)
        let text = String(decoding: folder.bytes("edited.otio"), as: UTF8.self)
        for number in [99, Int.max, Int.min] {
            let broken = text.replacing("\"input\":\"take 0\"", with: "\"input\":\"take \(number)\"")
            try #require(broken != text)
            try folder.write(broken, "broken.otio")
            // Its tracks are read from the timeline, whatever the old numbers were.
            #expect(try PlannedRender(reading: folder("broken.otio")).plan.recordedTracks.count == 1)
        }
    }

    @Test func othersTimelinesAreFilmsWithTheUsualSettings() throws {
        var timeline = try timeline()
        timeline["metadata"] = nil
        timeline.pictures = timeline.pictures.map { item in
            var item = item
            item["metadata"] = nil
            return item
        }
        timeline.tracks.removeLast()
        timeline.tracks[0]["markers"] = [
            [
                "OTIO_SCHEMA": "Marker.1", "name": "here", "color": "GREEN",
                "marked_range": Object.range(10, 5),
            ] as Object
        ]
        let planned = try planned(timeline)
        #expect(shots(planned.plan) == ["back 7", "front 22", "back 37"])
        #expect(planned.plan.composition.transitions.map(\.frames) == [12..<18, 27..<33])
        #expect(planned.plan.output.audio.choice == .follow)
        #expect(planned.markers == [.init(name: "here", color: "GREEN", comment: "", frames: 10..<15)])
        #expect(
            planned.notes.first == .timeline(.foreign(clips: 3, files: 2, pictureTracks: 1, soundTracks: 0)))
        try PlanFile.write(try planned.document(name: "film"), to: folder("own.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("own.otio"))
        #expect(try again.plan.digest == planned.plan.digest)
        #expect(again.markers == planned.markers)
    }

    @Test func nestedStacksAreLaidFlat() throws {
        var timeline = try timeline()
        timeline.pictures.removeAll { $0.schema == "Transition" }
        let nest: Object = [
            "OTIO_SCHEMA": "Stack.1", "name": "nest", "source_range": Object.range(5, 30),
            "children": [timeline.tracks[0]],
        ]
        timeline.pictures = [nest]
        #expect(shots(try planned(timeline).plan) == ["back 10", "front 22", "back 32"])
        // Old schemas: clips with one reference.
        var old = try self.timeline()
        old.pictures = old.pictures.map { item in
            var item = item
            guard item.schema == "Clip" else { return item }
            item["OTIO_SCHEMA"] = "Clip.1"
            item["media_reference"] = (item["media_references"] as? Object)?["DEFAULT_MEDIA"]
            item["media_references"] = nil
            return item
        }
        #expect(shots(try planned(old).plan) == ["back 7", "front 22", "back 37"])
    }

    @Test func blackCanBeFadedFromAndTo() throws {
        var timeline = try timeline()
        timeline.pictures[0] = .gap(15)
        let planned = try planned(timeline)
        #expect(planned.plan.composition.transitions.count == 2)
        #expect(planned.plan.composition.frame(at: 14).instants.map(\.scene.angles) == [["front"]])
    }
}
