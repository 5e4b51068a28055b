import FixtureMedia
import Foundation
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import MediaIO
@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// Fades, titles, subtitles and logos from the request to the film.
@Suite struct GraphicsTests {
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 150)
            $0.back.size = PictureSize(width: 320, height: 192)
            $0.front = nil
            $0.request.policy = .never
            $0.request.smart = .require
            $0.request.quality = .constantRateFactor(4)
            change(&$0)
        }
    }

    private func planes(_ plan: RenderPlan, _ frame: Int64) throws -> [[UInt8]] {
        let picture = try FrameSource(plan).picture(at: plan.composition.frameRate.time(ofFrame: frame))
        return picture.planes.map { plane in
            (0..<plane.height).flatMap { y in
                Array(UnsafeBufferPointer(start: plane.row(y, as: UInt8.self), count: plane.width))
            }
        }
    }

    private func encoded(_ plan: RenderPlan) -> [EncodeReason: Int] {
        plan.spans.reduce(into: [:]) { counts, span in
            guard case .encode(let encode) = span else { return }
            for part in encode.parts { counts[part.reason, default: 0] += part.frames.count }
        }
    }

    @Test func aFadeIsBlackAtItsEndAndNothingElseIsEncoded() throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.request.graphics.fadeIn = .init(.milliseconds(500))
            $0.request.graphics.fadeOut = .init(.milliseconds(500), color: .white)
        }
        let planned = try job.plan()
        #expect(encoded(planned.plan)[.fade] == 30)
        #expect(encoded(planned.plan).keys.allSatisfy { [.fade, .waitingForKeyFrame, .reordering].contains($0) })
        let bare = try Self.job().plan().plan
        #expect(try planes(planned.plan, 0)[0].allSatisfy { $0 == 16 })
        #expect(try planes(planned.plan, 149)[0].allSatisfy { $0 == 235 })
        #expect(try planes(planned.plan, 15) == planes(bare, 15))
        #expect(try planes(planned.plan, 134) == planes(bare, 134))
        // Halfway, every sample is the mean of itself and black; 7/15 of it.
        for (faded, whole) in zip(try planes(planned.plan, 7)[0], try planes(bare, 7)[0]) {
            let expected: Double = 16 + (Double(whole) - 16) * 7 / 15
            #expect(abs(Double(faded) - expected) <= 1)
        }
        let movie = try job.render(in: folder)
        #expect(movie.frames.count == 150)
        #expect(movie.frames[0].luma.samples.allSatisfy { (12...20).contains($0) })
        #expect(Barcode.read(movie.frames[75].luma)?.frame == 75)
    }

    @Test func aTitleChangesOnlyTheFramesThatShowIt() throws {
        let folder = try TemporaryFolder()
        let job = Self.job {
            $0.request.graphics.titles = [
                .init(
                    "A {title} with \\N in it",
                    range: TimeRange(start: .seconds(2), end: .milliseconds(2990)),
                    style: Specification(parsing: "title:fade=0")!)
            ]
        }
        let (planned, bare) = (try job.plan(), try Self.job().plan().plan)
        #expect(planned.plan.drawnOver == [.init(frames: 60..<90, reason: .graphics)])
        #expect(encoded(planned.plan)[.graphics] == 30)
        for frame: Int64 in [0, 59, 90, 149] { #expect(try planes(planned.plan, frame) == planes(bare, frame)) }
        for frame: Int64 in [60, 89] {
            let (with, without) = (try planes(planned.plan, frame)[0], try planes(bare, frame)[0])
            let changed = zip(with, without).count { $0 != $1 }
            #expect((200..<20_000).contains(changed), "\(changed) samples of a title")
        }
        _ = try job.render(in: folder)
        // One line of letters, though the text contains what would break it.
        let rows = Set(
            zip(try planes(planned.plan, 70)[0], try planes(bare, 70)[0]).enumerated()
                .filter { abs(Int($1.0) - Int($1.1)) > 40 }.map { $0.offset / 320 })
        #expect(rows.max()! - rows.min()! < 40)
    }

    /// A font of a family that is not installed: DejaVu Serif under another name.
    @Test func aTitleMayHaveAFontFile() throws {
        let folder = try TemporaryFolder()
        let file = try FontFile.path(of: "DejaVu Serif", covering: "A")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        for name in [Array("DejaVu Serif".utf8), Array("DejaVu Serif".utf16.flatMap { [UInt8(0), UInt8($0)] })] {
            let other = name.map { $0 == UInt8(ascii: "j") ? UInt8(ascii: "k") : $0 }
            var start = 0
            while let found = bytes[start...].indices.first(where: { bytes[$0...].starts(with: name) }) {
                bytes.replaceSubrange(found..<found + name.count, with: other)
                start = found + name.count
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: folder("own.ttf")))
        #expect(try FontFile.family(ofFile: folder("own.ttf")) == "DekaVu Serif")
        let frames = try [folder("own.ttf"), "DejaVu Serif", "sans"].map { font in
            let job = Self.job {
                // Plain titles are bold, which the family has another file for.
                let style = Specification(name: "title", parameters: ["font": font, "fade": "0", "style": "card"])
                $0.request.graphics.titles = [
                    .init("Wagon", range: TimeRange(start: .zero, end: .seconds(1)), style: style)
                ]
            }
            let plan = try job.plan().plan
            #expect(plan.namedFiles.contains(folder("own.ttf")) == (font == folder("own.ttf")))
            return try planes(plan, 10)[0]
        }
        #expect(frames[0] == frames[1] && frames[0] != frames[2])
        try Data("no font".utf8).write(to: URL(fileURLWithPath: folder("bad.ttf")))
        #expect(throws: MediaError.self) {
            try Self.job {
                $0.request.graphics.titles = [
                    .init(
                        "A", range: TimeRange(start: .zero, end: .seconds(1)),
                        style: Specification(name: "title", parameters: ["font": folder("bad.ttf")]))
                ]
            }.plan()
        }
    }

    @Test func subtitlesAreShownAtTheirTimes() throws {
        let folder = try TemporaryFolder()
        try "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:03,500\n<i>there</i>\n".write(
            toFile: folder("s.srt"), atomically: true, encoding: .utf8)
        try "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\n00:03.000 --> 00:03.500\nthere\n".write(
            toFile: folder("s.vtt"), atomically: true, encoding: .utf8)
        let bare = try Self.job().plan().plan
        for name in ["s.srt", "s.vtt"] {
            let plan = try Self.job { $0.request.graphics.subtitles = folder(name) }.plan().plan
            #expect(plan.drawnOver.map(\.frames) == [30..<60, 90..<105])
            #expect(plan.inputFiles.contains(folder(name)))
            for (frame, isShown) in [(Int64(29), false), (30, true), (59, true), (60, false)] {
                let (with, without) = (try planes(plan, frame), try planes(bare, frame))
                #expect((with != without) == isShown)
            }
        }
        #expect(throws: MediaError.self) { try SubtitleFile(path: try Self.job().back.file()) }
        try "nothing".write(toFile: folder("empty.srt"), atomically: true, encoding: .utf8)
        #expect(throws: MediaError.self) { try SubtitleFile(path: folder("empty.srt")) }
    }

    @Test func aLongWordIsMadeToFit() throws {
        let plan = try Self.job {
            $0.request.graphics.titles = [
                .init(
                    "Donaudampfschifffahrtsgesellschaftskapitän", range: TimeRange(start: .zero, end: .seconds(1)),
                    style: Specification(parsing: "title:fade=0,size=0.3")!)
            ]
        }.plan().plan
        let (with, without) = (try planes(plan, 10)[0], try planes(try Self.job().plan().plan, 10)[0])
        let columns = Set(
            zip(with, without).enumerated().filter { $0.element.0 != $0.element.1 }.map { $0.offset % 320 })
        #expect(columns.min()! >= 10 && columns.max()! < 310 && columns.count > 200)
    }

    @Test func subtitlesInAnotherEncodingAreNamed() throws {
        let folder = try TemporaryFolder()
        let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\nCaf".utf8) + [0xE9, 10]
        try Data(bytes).write(to: URL(filePath: folder("latin.srt")))
        let error = #expect(throws: MediaError.self) { try SubtitleFile(path: folder("latin.srt")) }
        #expect("\(error!)".contains("UTF-8"))
    }

    @Test func aMistypedTimeOfASubtitleIsNamed() throws {
        let folder = try TemporaryFolder()
        let good = "1\n00:00:01,000 --> 00:00:02,000\nFrom 1:02.5 to 1:03.5\n"
        try folder.write(good, "good.srt")
        #expect(try SubtitleFile(path: folder("good.srt")).cues.count == 1)
        for wrong in [
            "00:00:03.000 -> 00:00:04,000", "00:03,000 – 00:04,000", "00:00:0l,000 --> 00:00:06,000", "00:00:04,000",
            "00:00:04,000 -->", "00:00:04 --> 00:00:06", "00:00:04;000 --> 00:00:06,000", "00:04,000 --> 00:06,000",
        ] {
            try folder.write(good + "\n2\n\(wrong)\nB\n", "wrong.srt")
            let error = #expect(throws: MediaError.self) { try SubtitleFile(path: folder("wrong.srt")) }
            #expect("\(error!)".contains("wrong.srt: line 6, '\(wrong)'"), "\(error!)")
        }
        try folder.write(
            "[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,A --> B\n", "a.ass")
        #expect(try SubtitleFile(path: folder("a.ass")).cues.count == 1)
        // As a first subtitle, FFmpeg would not know what the file is.
        for (name, odd) in [("srt", "00:00:01,000-->00:00:02,000"), ("vtt", "01:01.000 --> 01:02.000 align:start")] {
            try folder.write((name == "vtt" ? "WEBVTT\n\n" : "1\n") + odd + "\nA --> B\n", "odd.\(name)")
            #expect(try SubtitleFile(path: folder("odd.\(name)")).cues.count == 1)
        }
    }

    @Test func aCharacterThatNoFontHasIsNamed() throws {
        let planned = try Self.job {
            $0.request.graphics.titles = [
                .init("Runes: \u{1F8FF}", range: TimeRange(start: .zero, end: .seconds(1)))
            ]
        }.plan()
        #expect(planned.notes.contains(.charactersMissing("\u{1F8FF}")))
    }

    /// A red square whose left half is transparent, as an uncompressed TIFF.
    private func logo(_ path: String) throws {
        let two = { (value: Int) in [UInt8(value & 255), UInt8(value >> 8)] }
        let four = { (value: Int) in two(value & 0xFFFF) + two(value >> 16) }
        // Tag, type (3: 16 bits, 4: 32 bits), count, value.
        let tags = [
            (256, 3, 1, 40), (257, 3, 1, 40), (258, 3, 4, 200), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 208),
            (277, 3, 1, 4), (278, 3, 1, 40), (279, 4, 1, 6400), (338, 3, 1, 2),
        ]
        var bytes = Array("II".utf8) + two(42) + four(8) + two(tags.count)
        for tag in tags { bytes += two(tag.0) + two(tag.1) + four(tag.2) + four(tag.3) }
        bytes += [UInt8](repeating: 0, count: 200 - bytes.count) + (0..<4).flatMap { _ in two(8) }
        for _ in 0..<40 { for x in 0..<40 { bytes += [255, 0, 0, x < 20 ? 0 : 255] } }
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func aLogoIsDrawnInItsCorner() throws {
        let folder = try TemporaryFolder()
        try logo(folder("logo.tif"))
        let job = Self.job {
            $0.request.graphics.logo = .init(
                folder("logo.tif"), range: TimeRange(start: .seconds(1), end: .seconds(2)),
                style: Specification(parsing: "logo:corner=bottom-right,size=0.25,margin=0")!)
        }
        let (plan, bare) = (try job.plan().plan, try Self.job().plan().plan)
        let (with, without) = (try planes(plan, 40), try planes(bare, 40))
        // 48 samples wide in the lower right corner; the left half shows the picture.
        let red = RGBColor(red: 255, green: 0, blue: 0).codeValues(in: .yuv420p8, plan.output.canvas.color)
        let (right, left, above) = (180 * 320 + 310, 180 * 320 + 280, 140 * 320)
        let (luma, cr) = (Int(with[0][right]), Int(with[2][90 * 160 + 155]))
        #expect(abs(luma - red.luma) <= 1)
        #expect(abs(cr - red.cr) <= 1)
        #expect(with[0][left] == without[0][left])
        #expect(with[0][..<above] == without[0][..<above])
        #expect(try planes(plan, 29) == planes(bare, 29))
    }

    @Test func aLogoThroughoutLeavesNothingToCopy() throws {
        let folder = try TemporaryFolder()
        try logo(folder("logo.tif"))
        let job = Self.job { $0.request.graphics.logo = .init(folder("logo.tif")) }
        let error = #expect(throws: SmartError.self) { try job.plan() }
        #expect(error?.reasons == [.graphics])
        let two = Self.job {
            $0.front = FixtureRecording()
            $0.request.policy = .every(.seconds(2))
            $0.request.graphics.logo = .init(folder("logo.tif"))
        }
        let cut = #expect(throws: SmartError.self) { try two.plan() }
        #expect(cut?.reasons == [.graphics])
    }

    @Test func aPlanFileKeepsGraphicsToTheByte() throws {
        let folder = try TemporaryFolder()
        try logo(folder("logo.tif"))
        let planned = try Self.job {
            $0.request.graphics.titles = [.init("One\nTwo", range: TimeRange(start: .zero, end: .seconds(1)))]
            $0.request.graphics.logo = .init(folder("logo.tif"), range: TimeRange(start: .zero, end: .seconds(1)))
            $0.request.graphics.fadeOut = .init(.seconds(1))
            $0.request.stabilization = ["back": Specification(name: "standard")]
            $0.request.smart = .off
        }.plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == planned.plan.digest)
        #expect(again.output.graphics.logo?.path == folder("logo.tif"))
    }

    /// Plans of the version before are films without stabilization, titles and fades.
    @Test func anOlderPlanIsRead() throws {
        let folder = try TemporaryFolder()
        let planned = try Self.job().plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let text = try String(contentsOfFile: folder("film.otio"), encoding: .utf8)
        #expect(!text.contains("\"graphics\"") && !text.contains("\"stabilization\""))
        let older = text.replacing("\"version\" : 14", with: "\"version\" : 11")
        #expect(older != text)
        try older.write(toFile: folder("older.otio"), atomically: true, encoding: .utf8)
        #expect(try PlannedRender(reading: folder("older.otio")).plan.digest == planned.plan.digest)
    }
}
