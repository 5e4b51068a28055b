import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Timelines

/// Labels, clocks and the timecode, from the request to the film.
@Suite struct PictureTextTests {
    private static let size = PictureSize(width: 640, height: 384)
    /// Nothing of the picture is seen through it: boxes can be compared from frame to frame.
    private static let opaque = RGBColor.black
    private static let label = TextStyle(corner: .bottomLeft, box: opaque)
    private static let clock = TextStyle(corner: .topLeft, box: opaque)
    private static let timecode = TextStyle(corner: .topRight, box: opaque)

    /// Four seconds of both cameras, recorded from half past nine on.
    private static func job(_ text: PictureText?, _ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].timing = .constant(.thirty, frames: 120)
                $0[keyPath: camera].metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")]
            }
            $0.request.policy = .never
            $0.request.size = size
            $0.request.text = text
            change(&$0)
        }
    }

    private func planes(_ job: Job, frame: Int64) throws -> [SamplePlane] {
        try planes(try job.plan().plan, frame: frame)
    }

    private func luma(_ source: FrameSource, _ plan: RenderPlan, _ frame: Int64) throws -> SamplePlane {
        let picture = try source.picture(at: plan.composition.frameRate.time(ofFrame: frame))
        return withExtendedLifetime(picture) { SamplePlane(picture.luma, format: picture.format) }
    }

    private func planes(_ plan: RenderPlan, frame: Int64) throws -> [SamplePlane] {
        let picture = try FrameSource(plan).picture(at: plan.composition.frameRate.time(ofFrame: frame))
        return withExtendedLifetime(picture) { picture.planes.map { SamplePlane($0, format: picture.format) } }
    }

    /// The smallest rectangle around all samples that differ; `nil` for none.
    private func difference(_ one: SamplePlane, _ other: SamplePlane) -> PictureRect? {
        var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
        for y in 0..<one.height {
            for x in 0..<one.width where one[x, y] != other[x, y] {
                (left, right, top, bottom) = (min(left, x), max(right, x + 1), min(top, y), max(bottom, y + 1))
            }
        }
        return right == 0 ? nil : PictureRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func samples(_ plane: SamplePlane, in rect: PictureRect) -> [Int] {
        (rect.y..<rect.y + rect.height).flatMap { y in (rect.x..<rect.x + rect.width).map { plane[$0, y] } }
    }

    // MARK: Where, and what not

    @Test(arguments: [FixtureRecording.Video().pixelFormat, "yuv420p10le"])
    func aTextChangesItsOwnCornerAndNothingElse(_ pixelFormat: String) throws {
        let deep: (inout Job) -> Void = { job in
            guard pixelFormat.contains("10") else { return }
            for camera in [\Job.back, \Job.front!] {
                job[keyPath: camera].video.encoder = "libx265"
                job[keyPath: camera].video.pixelFormat = pixelFormat
                job[keyPath: camera].color = .init(.hlg)
            }
            job.request.codec = .hevc
        }
        let plain = try planes(Self.job(nil, deep), frame: 20)
        let (width, height) = (Self.size.width, Self.size.height)
        // Nothing of the test card.
        let magenta = RGBColor(parsing: "magenta")!
        for (text, isLeft, isTop) in [
            // Letters of 31 samples: their stems cover whole samples.
            (PictureText(label: TextStyle(corner: .bottomLeft, size: 0.08, box: magenta)), true, false),
            (PictureText(clock: TextStyle(corner: .topLeft, size: 0.08, box: magenta)), true, true),
            (PictureText(timecode: TextStyle(corner: .topRight, size: 0.08, box: magenta)), false, true),
        ] {
            let written = try planes(Self.job(text, deep), frame: 20)
            let place = try #require(difference(plain[0], written[0]))
            // At the margins, which are a twentieth; a box has rounded corners, and its place is even.
            #expect(abs((isLeft ? place.x : width - place.x - place.width) - width / 20) <= 3, "\(place)")
            #expect(abs((isTop ? place.y : height - place.y - place.height) - height / 20) <= 3, "\(place)")
            #expect(place.height <= height / 8 && place.width > place.height)
            // White letters, in the codes of the format.
            let codes = RGBColor.white.codeValues(
                in: pixelFormat.contains("10") ? .yuv420p10 : .yuv420p8, pixelFormat.contains("10") ? .hlg : .bt709)
            // Inside of the round corners, which let the picture be seen.
            let inner = PictureRect(
                x: place.x + place.height / 4, y: place.y, width: place.width - place.height / 2, height: place.height)
            #expect(samples(written[0], in: inner).max() == codes.luma)
            for index in 1...2 {
                let chroma = try #require(difference(plain[index], written[index]))
                // At a round corner luma may be rounded to what it was, and chroma not: a sample more.
                #expect(chroma.x >= place.x / 2 - 1 && chroma.y >= place.y / 2 - 1)
                #expect(chroma.x + chroma.width <= (place.x + place.width + 1) / 2 + 1)
                #expect(chroma.y + chroma.height <= (place.y + place.height + 1) / 2 + 1)
            }
        }
    }

    /// A decoder refers to its pictures again, and a reader gives one out twice.
    @Test func theCamerasOwnPicturesStayAsTheyAre() throws {
        let plan = try Self.job(PictureText(timecode: TextStyle(corner: .topRight, box: RGBColor(parsing: "#ff0000")!)))
        {
            $0.request.size = nil
            // Each picture is shown twice.
            $0.request.frameRate = FrameRate(60)!
        }.plan().plan
        let bare = try Self.job(nil) {
            $0.request.size = nil
            $0.request.frameRate = FrameRate(60)!
        }.plan().plan
        let sources = (FrameSource(plan), FrameSource(bare))
        for frame in Int64(0)..<40 {
            let (one, other) = (try luma(sources.0, plan, frame), try luma(sources.1, bare, frame))
            let place = try #require(difference(one, other))
            #expect(place.x > 80 && place.y + place.height < 48, "frame \(frame): \(place)")
        }
    }

    @Test(arguments: Orientation.allCases)
    func textIsUprightHoweverTheCameraWasHeld(_ orientation: Orientation) throws {
        let turned: (inout Job) -> Void = { job in
            job.back.orientation = orientation
            job.request.size = nil
        }
        let (plain, written) = (
            try planes(Self.job(nil, turned), frame: 3),
            try planes(Self.job(PictureText(label: Self.label), turned), frame: 3)
        )
        let place = try #require(difference(plain[0], written[0]))
        #expect(place.width > place.height, "a line of text is wide: \(place)")
        #expect(place.x < written[0].width / 8 && place.y > written[0].height * 3 / 4)
    }

    @Test func aViewShowsEachCamerasNameInItsOwnPicture() throws {
        let views = { (text: PictureText?) in
            Self.job(text) { $0.request.views = [.recipe(Specification(name: "split"))] }
        }
        let plain = try planes(views(nil), frame: 9)
        let label = try planes(views(PictureText(label: Self.label, names: ["back": ""])), frame: 9)
        let right = try #require(difference(plain[0], label[0]))
        #expect(right.x > 320 && right.x < 320 + 32, "the front camera's is in the right half: \(right)")
        let both = try planes(views(PictureText(label: Self.label)), frame: 9)
        let left = try #require(difference(label[0], both[0]))
        #expect(left.x <= 33 && left.x + left.width < 320, "inside of the title-safe area: \(left)")
        // Another name is another text.
        let anna = try planes(views(PictureText(label: Self.label, names: ["back": "", "front": "Anna"])), frame: 9)
        #expect(try #require(difference(label[0], anna[0])).x > 320)
    }

    @Test func anInsetsTextIsSmallerAndInsideOfIt() throws {
        let job = { (names: [String: String]) in
            Self.job(PictureText(label: Self.label, names: names)) {
                $0.request.views = [.recipe(Specification(parsing: "pip:size=0.4,radius=0,shadow=0")!)]
            }
        }
        let none = try planes(job(["front": "", "back": ""]), frame: 9)
        let inset = try #require(difference(none[0], try planes(job(["back": ""]), frame: 9)[0]))
        let main = try #require(difference(none[0], try planes(job(["front": "", "back": "front"]), frame: 9)[0]))
        let scene = try #require(try job([:]).plan().plan.composition.segments[0].scene)
        let place = scene.layers[1].rectangle.samples(of: Self.size)
        #expect(inset.x >= place.x && inset.y >= place.y)
        #expect(inset.x + inset.width <= place.x + place.width && inset.y + inset.height <= place.y + place.height)
        // By the root of its share: 0.63.
        #expect(inset.height < main.height && inset.height * 2 > main.height)
    }

    // MARK: When

    @Test func theClockChangesWithTheSecondAndTheTimecodeWithTheFrame() throws {
        let plan = try Self.job(PictureText(clock: Self.clock, timecode: Self.timecode)).plan().plan
        let frames = try [0, 1, 29, 30, 59, 60].map { try planes(plan, frame: $0)[0] }
        // Inside of both boxes, where nothing of the picture is seen.
        let clocks = frames.map { samples($0, in: PictureRect(x: 40, y: 24, width: 160, height: 12)) }
        #expect(clocks[0] == clocks[1] && clocks[0] == clocks[2] && clocks[3] == clocks[4])
        #expect(clocks[2] != clocks[3] && clocks[4] != clocks[5])
        let timecodes = frames.map { samples($0, in: PictureRect(x: 520, y: 24, width: 80, height: 12)) }
        #expect(Set(timecodes).count == 6)
    }

    @Test func aTextDissolvesWithItsSceneAndTheTimecodeLiesAbove() throws {
        let text = PictureText(label: Self.label, timecode: Self.timecode, names: ["front": "BACK", "back": "front"])
        let film = { (transition: TransitionRequest) in
            try Self.job(text) {
                $0.request.policy = .at([SwitchTime(time: .seconds(2))])
                $0.request.transition = transition
            }.plan().plan
        }
        let dissolved = try film(TransitionRequest(Specification(name: "dissolve"), duration: .seconds(1)))
        let (cut, middle) = (try film(.hardCut), Int64(60))
        #expect(try #require(dissolved.composition.transitions.first).frames == 45..<75)
        let (before, mixed) = (try planes(cut, frame: 59)[0], try planes(dissolved, frame: middle)[0])
        let after = try planes(cut, frame: middle)[0]
        let inLabel = PictureRect(x: 40, y: 352, width: 24, height: 10)
        let (one, other, mix) = (samples(before, in: inLabel), samples(after, in: inLabel), samples(mixed, in: inLabel))
        #expect(one != other)
        for (mix, pair) in zip(mix, zip(one, other)) {
            #expect((min(pair.0, pair.1)...max(pair.0, pair.1)).contains(mix))
            // In the middle of a dissolve neither is seen alone.
            if abs(pair.0 - pair.1) > 20 { #expect(mix != pair.0 && mix != pair.1) }
        }
        let inTimecode = PictureRect(x: 520, y: 24, width: 80, height: 12)
        #expect(samples(mixed, in: inTimecode) == samples(after, in: inTimecode))
    }

    /// They would meet those of the other scene, and letters that move cannot be read.
    @Test func textsThatChangePlacesInAMorphFadeOutAndIn() throws {
        let plan = { (text: PictureText?) in
            try Self.job(text) {
                $0.request.views = [.single("back"), .recipe(Specification(parsing: "pip:main=front,inset=back")!)]
                $0.request.policy = .at([SwitchTime(time: .seconds(2))])
                $0.request.transition = TransitionRequest(Specification(name: "morph"), duration: .seconds(1))
            }.plan().plan
        }
        let (labeled, bare) = (try plan(PictureText(label: Self.label)), try plan(nil))
        for (frame, isLabeled) in [(Int64(46), true), (60, false), (74, true)] {
            let (shown, expected) = (try planes(labeled, frame: frame)[0], try planes(bare, frame: frame)[0])
            #expect((difference(shown, expected) != nil) == isLabeled, "\(frame)")
        }
    }

    @Test func aMorphKeepsTheTextsThatStay() throws {
        let plan = try Self.job(PictureText(label: Self.label, clock: Self.clock, timecode: Self.timecode)) {
            $0.request.views = [.single("back"), .recipe(Specification(parsing: "pip:size=0.4")!)]
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.transition = TransitionRequest(Specification(name: "morph"), duration: .seconds(1))
        }.plan().plan
        let source = FrameSource(plan)
        for frame in Int64(40)..<80 {
            let luma = try luma(source, plan, frame)
            #expect(
                samples(luma, in: PictureRect(x: 40, y: 350, width: 30, height: 14)).contains { $0 > 180 }, "\(frame)")
        }
    }

    /// Also before the inset appears: the timecode stays in one place.
    @Test(arguments: [Int64(30), 90]) func theTimecodeIsClearOfInsets(frame: Int64) throws {
        let plan = { (text: PictureText?) in
            try Self.job(text) {
                $0.request.views = [.single("back"), .recipe(Specification(parsing: "pip:corner=top-right")!)]
                $0.request.policy = .at([SwitchTime(time: .seconds(2))])
                $0.request.transition = .hardCut
            }.plan().plan
        }
        let shown = try plan(PictureText(timecode: Self.timecode))
        let place = try #require(
            difference(try planes(shown, frame: frame)[0], try planes(try plan(nil), frame: frame)[0]))
        let inset = try #require(shown.composition.segments[1].scene?.layers.last).rectangle.samples(of: Self.size)
        #expect(place.y >= inset.y + inset.height && place.x > Self.size.width / 2, "\(place), \(inset)")
    }

    // MARK: Copies

    @Test func whatBearsTextIsNotCopiedAndTheRestIs() throws {
        let folder = try TemporaryFolder()
        let job = Self.job(PictureText(label: Self.label, names: ["back": ""])) {
            $0.request.size = nil
            $0.request.smart = .auto
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.transition = .hardCut
        }
        let planned = try job.plan()
        #expect(planned.blockers == [1: .text])
        let reasons = planned.plan.spans.flatMap { span -> [EncodeReason] in
            if case .encode(let encode) = span { encode.parts.map(\.reason) } else { [] }
        }
        #expect(reasons.contains(.clip(.text)))
        let copied = planned.plan.spans.compactMap { span -> Range<Int64>? in
            if case .copy(let copy) = span { copy.frames } else { nil }
        }
        #expect(!copied.isEmpty && copied.allSatisfy { $0.upperBound <= 60 })
        // Renders, and compares every copied frame with its source.
        _ = try job.render(in: folder)
    }

    @Test func textOnEveryPictureIsTheReasonThatNothingIsCopied() throws {
        let text = PictureText(label: Self.label, timecode: Self.timecode)
        let planned = try Self.job(text) {
            $0.request.size = nil
            $0.request.smart = .auto
        }.plan()
        #expect(planned.refusals == [.text(["label", "timecode"])])
        #expect(throws: SmartError([.text(["label", "timecode"])])) {
            try Self.job(text) {
                $0.request.size = nil
                $0.request.smart = .require
            }.plan()
        }
    }

    @Test func aClockNeedsADate() throws {
        let undated = try Self.job(PictureText(clock: Self.clock)) {
            $0.front!.metadata = []
            $0.request.size = nil
            $0.request.smart = .auto
            $0.request.primary = "front"
        }.plan()
        #expect(undated.notes.contains { if case .noClock = $0 { true } else { false } })
        #expect(undated.plan.copiedFrameCount == 120, "a picture without a clock is copied")
        #expect {
            try Self.job(PictureText(clock: Self.clock)) {
                $0.back.metadata = []
                $0.front!.metadata = []
            }.plan()
        } throws: {
            "\($0)".contains("has a recording time")
        }
    }

    // MARK: The plan

    @Test func thePlanFileKeepsItToTheByte() throws {
        let folder = try TemporaryFolder()
        let text = PictureText(
            label: TextStyle(corner: .top, size: 0.06, font: try FontFile.path(of: "serif", covering: "a")),
            clock: Self.clock, timecode: Self.timecode, names: ["front": "Anna, \"the\" first"])
        let planned = try Self.job(text).plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(again.plan.output == planned.plan.output)
        #expect(try again.plan.digest == planned.plan.digest)
        let plain = try Self.job(nil).plan()
        #expect(try plain.plan.digest != planned.plan.digest)
        let json = String(decoding: try JSONEncoder().encode(plain.plan.output), as: UTF8.self)
        #expect(!json.contains("\"text\""), "a film without text is as before")
    }

    @Test func aFontFileOfAPlanIsFoundBesideIt() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: try FontFile.path(of: "sans", covering: "a"), toPath: folder("my font.ttf"))
        let style = TextStyle(corner: .top, font: folder("my font.ttf"))
        let planned = try Self.job(PictureText(timecode: style)).plan()
        #expect(planned.plan.inputFiles.contains(folder("my font.ttf")))
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(String(decoding: folder.bytes("film.otio"), as: UTF8.self).contains("\"my font.ttf\""))
        let digest = try planned.plan.digest
        #expect(try PlannedRender(reading: folder("film.otio")).plan.digest == digest)
        // Another font would make another film.
        try FileManager.default.removeItem(atPath: folder("my font.ttf"))
        try FileManager.default.copyItem(
            atPath: try FontFile.path(of: "monospace", covering: "a"), toPath: folder("my font.ttf"))
        #expect { try PlannedRender(reading: folder("film.otio")) } throws: {
            "\($0)".contains("my font.ttf is not the file that was planned with")
        }
    }

    // MARK: Cells without footage

    @Test func aCellWithoutFootageIsDarkAndHasTheCamerasName() throws {
        let job = { (view: String) in
            Self.job(nil) {
                $0.front!.timing = .constant(.thirty, frames: 60)
                $0.request.views = [.recipe(Specification(parsing: view)!)]
            }
        }
        let plan = try job("grid:missing=hold,gap=0").plan().plan
        #expect(plan.composition.segments.count == 2)
        let luma = try planes(plan, frame: 90)[0]
        let cell = PictureRect(x: 320, y: 0, width: 320, height: 384)
        let dark = RGBColor(red: 0x20, green: 0x20, blue: 0x20).codeValues(in: .yuv420p8, .bt709).luma
        for (x, y) in [(320, 0), (639, 0), (320, 383), (639, 383), (400, 100)] { #expect(luma[x, y] == dark) }
        let name = samples(luma, in: PictureRect(x: 440, y: 172, width: 80, height: 40))
        #expect(name.max()! > 140 && name.contains(dark), "the name is in the middle")
        #expect(samples(luma, in: cell).max() == name.max())
        // Others take its place where it is not kept.
        #expect(try job("grid").plan().plan.composition.segments.last?.scene?.emptyCells == nil)
        let folder = try TemporaryFolder()
        let planned = try job("grid:missing=hold").plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlannedRender(reading: folder("film.otio")).plan.digest == planned.plan.digest)
    }
}
