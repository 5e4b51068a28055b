import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Placing
import Testing
import Timeline

@testable import Planning
@testable import Timelines

/// Timelines in which an editor chooses other cameras, and what comes back from one.
@Suite("Multicam timelines")
struct MulticamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Half a second each of back, front and back; the front camera began a fifth of a second later.
    private func planned(_ change: (inout Job) -> Void = { _ in }) throws -> PlannedRender {
        try Job {
            $0.offsets["front"] = .milliseconds(200)
            $0.request.range = TimeRange(start: .zero, end: .milliseconds(1500))
            $0.request.sound = .angle("back")
            $0.request.transition.specification = .init(name: "none")
            change(&$0)
        }.plan()
    }

    private func exchanged(_ planned: PlannedRender, _ format: ExchangeFormat) throws -> Exchanged {
        try format.text(planned, name: "film", files: FileNames(besides: folder("film")))
    }

    private func read(_ text: String, _ name: String) throws -> PlannedRender {
        try folder.write(text, name)
        return try PlannedRender(reading: folder(name))
    }

    private func refusal(_ text: String, _ name: String = "edit.xml") -> String {
        do { _ = try read(text, name) } catch { return "\(error)" }
        return ""
    }

    /// The file and the frame in it that each shot begins with.
    private func shots(_ planned: PlannedRender) -> [String] {
        let composition = planned.plan.composition
        return composition.segments.map { segment in
            guard let instant = composition.frame(at: segment.frames.lowerBound).instants.first,
                let angle = instant.scene.mainAngle,
                let take = composition.session.nearestTake(of: angle, at: instant.time)
            else { return "black" }
            let time = composition.session.takes[take].fileTime(at: instant.time)
            return "\(planned.plan.sources[take].path.suffix(12)) \(FrameRate.thirty.frame(at: time, .nearest))"
        }
    }

    @Test func allCamerasAreAnglesInSync() throws {
        let lines = try exchanged(planned(), .fcpxmlMulticam).text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains(#"<mc-angle name="front" angleID="angle2">"#))
        #expect(lines.contains(#"<gap name="Gap" offset="0s" start="3600s" duration="6/30s"/>"#))
        #expect(
            lines.contains(#"<asset-clip ref="take1" offset="6/30s" name="front" start="0s" duration="45/30s"/>"#))
        #expect(
            lines.contains(#"<mc-clip ref="multicam" name="front" offset="15/30s" start="15/30s" duration="15/30s">"#))
        // Its picture is the front camera's, its sound the back camera's.
        #expect(lines.contains(#"<mc-source angleID="angle2" srcEnable="video"/>"#))
        #expect(lines.contains(#"<mc-source angleID="angle1" srcEnable="audio"/>"#))
        #expect(lines.contains(#"<mc-source angleID="angle1" srcEnable="all"/>"#))
    }

    @Test func soundsThatAreMixedAreClipsBelow() throws {
        let mixed = try planned {
            $0.offsets = [:]
            $0.request.sound = .mix
        }
        let lines = try exchanged(mixed, .fcpxmlMulticam).text.split(separator: "\n")
        #expect(lines.count { $0.contains("lane=\"-") } == 2)
        #expect(lines.count { $0.contains("adjust-volume") } == 2)
    }

    @Test func aDriftingClockIsCutWhereItIsHalfAFrameOff() throws {
        let long = { (job: inout Job) in
            job.back.timing = .constant(.thirty, frames: 900)
            job.front?.timing = .constant(.thirty, frames: 900)
            job.offsets = [:]
            job.request.range = nil
            job.request.policy = .every(.seconds(10))
        }
        let own = try planned(long).plan
        var takes = own.composition.session.takes
        takes[1].clock = TimeMap(offset: .zero, rate: try #require(ClockRate(partsPerBillion: 1_000_000)))
        let drifting = RenderPlan(
            composition: Composition(
                session: try Session(takes: takes), frameRate: .thirty, clock: own.composition.clock,
                segments: own.composition.segments, transitions: []),
            sources: own.sources, output: own.output)
        let multicam = Multicam(drifting)
        let pieces = multicam.channels[1].pieces
        #expect(multicam.channels[0].pieces.count == 1)
        #expect(pieces.count == 2, "30 ms of drift are one jump of a frame")
        for piece in pieces {
            for frame in [piece.frames.lowerBound, piece.frames.upperBound - 1] {
                let shown = piece.start + FrameRate.thirty.time(ofFrame: frame - piece.frames.lowerBound)
                let own = takes[1].fileTime(at: FrameRate.thirty.time(ofFrame: frame))
                let apart = (shown - own).magnitude
                #expect(apart + apart <= FrameRate.thirty.frameDuration + .milliseconds(1))
            }
        }
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
    }

    @Test(arguments: [
        (ExchangeFormat.fcp7xml, "film.xml"), (.fcp7xmlMulticam, "film.xml"), (.edl, "film.edl"),
    ])
    func whatIsExportedIsReadAgain(_ format: ExchangeFormat, _ name: String) throws {
        let planned = try planned()
        // A list of cuts has no folders.
        for source in planned.plan.sources where name.hasSuffix("edl") {
            try folder.add(source.path, as: String(source.path.split(separator: "/").last!))
        }
        let back = try read(exchanged(planned, format).text, name)
        #expect(shots(back) == shots(planned))
        #expect(back.plan.composition.segments.map(\.frames) == planned.plan.composition.segments.map(\.frames))
        let heard = back.plan.heardTracks
        // Final Cut Pro 7 has a track for each channel.
        #expect(heard.count == (format == .edl ? 1 : 2))
        #expect(heard.allSatisfy { $0.map(\.frames) == planned.plan.heardTracks[0].map(\.frames) })
    }

    @Test func transitionsAndLevelsAreReadFromFinalCut7() throws {
        let planned = try planned {
            $0.offsets = [:]
            $0.request.sound = .mix
            $0.request.transition.specification = .init(name: "dissolve")
        }
        let back = try read(exchanged(planned, .fcp7xml).text, "film.xml")
        #expect(back.plan.composition.transitions.map(\.frames) == planned.plan.composition.transitions.map(\.frames))
        #expect(shots(back) == shots(planned))
        // Its two channels share the level of each file.
        let levels = Dictionary(grouping: back.plan.recordedTracks, by: \.source).values.map { tracks in
            tracks.reduce(0) { $0 + $1.gain.gain(at: 20_000) }
        }
        #expect(levels.count == 2 && levels.allSatisfy { abs($0 - 0.5) < 0.01 }, "\(levels)")
    }

    @Test func wipesAreReadFromAnEditDecisionList() throws {
        let planned = try planned {
            $0.offsets = [:]
            $0.request.transition.specification = .init(name: "wipe")
        }
        for source in planned.plan.sources {
            try folder.add(source.path, as: String(source.path.split(separator: "/").last!))
        }
        let text = try exchanged(planned, .edl).text
        let wipes = { (text: String) in
            try read(text, "film.edl").plan.composition.transitions.map { "\($0.specification)" }
        }
        #expect(try wipes(text) == ["wipe", "wipe"])
        let bare = text.split(separator: "\r\n").filter { !$0.hasPrefix("* TRANSITION") }.joined(separator: "\n")
        #expect(try wipes(bare).allSatisfy { $0.hasPrefix("wipe") })
        #expect(refusal(bare.replacing("W001", with: "W999"), "film.edl").contains("the transition W999"))
    }

    /// A vertical film of two wide cameras of different sizes: each fills it, beside its middle.
    @Test(arguments: [ExchangeFormat.fcp7xml, .fcp7xmlMulticam])
    func framedCamerasAreReadAgain(_ format: ExchangeFormat) throws {
        let planned = try planned {
            $0.back.size = PictureSize(width: 320, height: 180)
            $0.front?.size = PictureSize(width: 160, height: 120)
            $0.request.size = PictureSize(width: 90, height: 160)
            $0.request.framings["front"] = Framing(fit: .fill, zoom: 1.25, focus: UnitPoint(x: 0.6, y: 0.5))
            $0.request.framings["back"] = Framing(fit: .fit)
        }
        let back = try read(exchanged(planned, format).text, "film.xml")
        #expect(back.plan.output.canvas.size == PictureSize(width: 90, height: 160))
        #expect(shots(back) == shots(planned))
        let framings = { (planned: PlannedRender) in
            planned.plan.composition.segments.compactMap { $0.scene?.layers.first?.framing }
        }
        let (found, wanted) = (framings(back), framings(planned))
        #expect(found.count == 3 && wanted.count == 3)
        for (found, wanted) in zip(found, wanted) {
            #expect(found.fit == wanted.fit)
            #expect(abs(found.zoom - wanted.zoom) < 0.02)
            #expect(abs(found.focus.x - wanted.focus.x) < 0.01 && abs(found.focus.y - wanted.focus.y) < 0.01)
        }
    }

    /// Of two clips at one time, the later one is seen.
    @Test func clipsThatOverlapHideTheOneBefore() throws {
        let text = try exchanged(planned(), .fcp7xml).text
        // The first shot of each track.
        #expect(text.contains("<end>15</end>"))
        let long = text.replacing("<end>15</end>", with: "<end>20</end>")
        #expect(shots(try read(long, "film.xml")) == shots(try planned()))
    }

    /// Levels stay with their clips when the timeline is planned, saved and edited.
    @Test func levelsAreKeptInAnEditedPlan() throws {
        let mixed = try planned {
            $0.offsets = [:]
            $0.request.sound = .mix
        }
        let foreign = try read(exchanged(mixed, .fcp7xml).text, "film.xml")
        let levels = { (planned: PlannedRender) in
            planned.plan.recordedTracks.map { $0.gain.gain(at: 20_000) }.sorted()
        }
        #expect(Set(levels(foreign)) != [1])
        try PlanFile.write(foreign.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(levels(try PlannedRender(reading: folder("film.otio"))) == levels(foreign))
        let data = try Data(contentsOf: URL(filePath: folder("film.otio")))
        var timeline = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        timeline.tracks = [timeline.tracks[0]] + timeline.tracks.dropFirst().reversed()
        // Both channels of a file.
        for track in 1...2 {
            let item = try #require(timeline.tracks[track].items.firstIndex { $0.schema == "Clip" })
            timeline.tracks[track].items[item].length -= 1
        }
        let edited = try JSONSerialization.data(withJSONObject: timeline)
        let heard = levels(try read(String(decoding: edited, as: UTF8.self), "edited.otio"))
        #expect(heard == levels(foreign), "\(heard)")
    }

    /// Timecode is a label: a camera at 29.97 in a film at 30 keeps its numbers.
    @Test func timecodeOfACameraAtAlmostTheSameRateIsKept() throws {
        let planned = try planned {
            $0.offsets = [:]
            $0.back.container = .mov
            $0.back.timing = .constant(FrameRate(30000, 1001)!, frames: 60)
            $0.back.metadata = [Pair("timecode", "19:26:00:00")]
            $0.request.frameRate = .thirty
        }
        let text = try exchanged(planned, .edl).text
        #expect(text.contains(" 19:26:00:00 "), "\(text)")
        for source in planned.plan.sources {
            try folder.add(source.path, as: String(source.path.split(separator: "/").last!))
        }
        #expect(shots(try read(text, "film.edl")) == shots(planned))
    }

    /// Another angle of a multiclip is active: the same time of another camera is shown.
    @Test func whatAnEditorSwitchedIsShown() throws {
        let text = try exchanged(planned(), .fcp7xmlMulticam).text
        let clips = text.components(separatedBy: "<multiclip id=")
        #expect(clips.count == 4)
        // Of the second shot, the back camera.
        let active = { (isActive: Bool) in "<activevideoangle>\(isActive ? "TRUE" : "FALSE")</activevideoangle>" }
        var parts = clips
        parts[2] = clips[2].replacing(active(true), with: "-").replacing(active(false), with: active(true))
            .replacing("-\n", with: active(false) + "\n")
        let back = try read(parts.joined(separator: "<multiclip id="), "film.xml")
        #expect(back.plan.composition.segments.count == 1, "the back camera shows all of the film")
        #expect(shots(back) == [shots(try planned())[0]])
    }

    @Test func whatCannotBeShownIsNamed() throws {
        let text = try exchanged(planned(), .fcp7xml).text
        let effect = """
            <filter><effect><name>Basic Motion</name><effectid>basic</effectid><parameter>
            <parameterid>rotation</parameterid><value>15</value></parameter></effect></filter></clipitem>
            """
        #expect(
            refusal(text.replacing("</clipitem>", with: effect)).contains("'Basic Motion' (rotation 15)"))
        let small = effect.replacing("rotation", with: "scale")
        #expect(refusal(text.replacing("</clipitem>", with: small)).contains("scale 15"))
        let slow = effect.replacing("basic", with: "timeremap").replacing("rotation", with: "speed")
        #expect(refusal(text.replacing("</clipitem>", with: slow)).contains("speed 15"))
        let dissolved = try exchanged(
            planned { $0.request.transition.specification = .init(name: "dissolve") }, .fcp7xml)
        #expect(refusal(dissolved.text.replacing("Cross Dissolve", with: "Page Peel")).contains("'Page Peel'"))
        #expect(refusal("<fcpxml version=\"1.10\"/>").contains("Final Cut Pro's own XML"))
        #expect(refusal("<html></html>").contains("begins with <html>"))
        #expect(refusal("<xmeml>\n<sequence>").contains("line 2 is not XML"))
        #expect(refusal("<xmeml version=\"5\"></xmeml>").contains("no sequence"))
        let sequence = "<sequence><name>one</name><media/></sequence>"
        #expect(refusal("<xmeml>\(sequence)\(sequence)</xmeml>").contains("2 sequences (one, one)"))
        let deep = String(repeating: "<bin>", count: 1000)
        #expect(refusal("<xmeml>\(deep)</xmeml>").contains("nested too deeply"))
    }

    @Test func entitiesDoNotGrowWithoutEnd() throws {
        let levels = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
        let bomb = "<!DOCTYPE xmeml [<!ENTITY l0 \"lol\">\(levels.joined())]><xmeml><name>&l9;</name></xmeml>"
        #expect(refusal(bomb).contains("is not XML"))
        // Files of the system are not read.
        let outside =
            "<!DOCTYPE xmeml [<!ENTITY f SYSTEM \"/etc/passwd\">]><xmeml><sequence><name>&f;</name><media/></sequence></xmeml>"
        #expect(!refusal(outside).contains("root"))
    }

    @Test func editDecisionListsNameWhatIsWrong() throws {
        let list = { (line: String) in refusal("TITLE: film\n\n\(line)\n", "film.edl") }
        #expect(refusal("hello", "film.edl").contains("no events"))
        let event = "001  FRONT    V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00"
        #expect(list(event).contains("line 3: there is no file 'FRONT'"))
        #expect(list("001 FRONT V C 00:00:00:00").contains("line 3 is no event"))
        #expect(
            list(event + "\nM2   FRONT       050.0                00:00:00:00").contains("line 4 changes the speed"))
        try folder.add(try FixtureRecording().file(), as: "front.mp4")
        #expect(list(event) == "", "the reel is the file's name")
        #expect(list(event.replacing("01:00:01:00", with: "01:00:99:00")).contains("no timecode"))
        #expect(
            list(event + "\n002  FRONT    V     C        00:00:00:00 00:00:00:10 01:00:00:20 01:00:01:00")
                .contains("begins before the event before it ends"))
        let black = "002  BL       V     C        00:00:00:00 00:00:01:00 01:00:01:00 01:00:02:00"
        let film = try read("\(event)\n\(black)\n", "film.edl")
        #expect(shots(film).last == "black" && film.plan.composition.frameCount == 60)
    }
}
