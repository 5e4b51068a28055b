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
@testable import Placing
@testable import Timelines

/// Looks and matched colors from the request to the film.
@Suite struct LookFilmTests {
    private static let mono = Specification(name: "mono")

    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 120)
            $0.front!.timing = .constant(.thirty, frames: 120)
            $0.request.policy = .every(.seconds(1))
            $0.request.transition = .hardCut
            $0.request.looks = ["front": [mono]]
            $0.request.quality = .constantRateFactor(4)
            change(&$0)
        }
    }

    @Test func aCameraWithALookIsGradedAndTheOtherCopied() throws {
        let folder = try TemporaryFolder()
        let job = Self.job { $0.request.smart = .require }
        let planned = try job.plan()
        let takes = planned.plan.spans.compactMap { span -> Int? in
            if case .copy(let copy) = span { copy.take } else { nil }
        }
        #expect(!takes.isEmpty && takes.allSatisfy { $0 == 0 }, "only the back camera is copied")
        #expect(planned.blockers[1] == .look("front"))
        let movie = try job.render(in: folder)
        for (index, frame) in movie.frames.enumerated() {
            let colors = frame.planes[1].samples.filter { abs(Int($0) - 128) > 4 }.count
            let isFront = Barcode.read(frame.luma)?.camera == .front
            #expect(isFront == (index / 30 % 2 == 1))
            #expect((colors == 0) == isFront, "frame \(index): \(colors) samples with color")
        }
    }

    @Test func aPlanFileKeepsLooksToTheByte() throws {
        let folder = try TemporaryFolder()
        let table = folder("same.cube")
        let nodes = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }
        try "LUT_3D_SIZE 2\n\(nodes.joined(separator: "\n"))\n".write(
            toFile: table, atomically: true, encoding: .utf8)
        let looks = [
            Specification(parsing: "adjust:exposure=0.3")!, Specification(name: "lut", parameters: ["file": table]),
        ]
        let planned = try Self.job { $0.request.looks = ["front": looks] }.plan()
        #expect(planned.plan.inputFiles.contains(table))
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(again.plan.output.looks == planned.plan.output.looks)
        #expect(try again.plan.digest == planned.plan.digest)
        // Another table is another film.
        let digest = try planned.plan.digest
        try "LUT_3D_SIZE 2\n\(nodes.reversed().joined(separator: "\n"))\n".write(
            toFile: table, atomically: true, encoding: .utf8)
        #expect(try planned.plan.digest != digest)
    }

    @Test(arguments: [
        ("nothing", "finds no table"),
        ("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.5 1.0\n", "export it for colors from 0 to 1"),
        ("LUT_3D_SIZE 2\nLUT_OUT_VIDEO_RANGE\n", "what its line 2 means ('LUT_OUT_VIDEO_RANGE') is unknown"),
        ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", "export it without a shaper"),
    ])
    func aFileThatIsNoTableIsNamed(_ start: String, _ says: String) throws {
        let folder = try TemporaryFolder()
        let nodes = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
        try (start == "nothing" ? start : start + nodes).write(
            toFile: folder("bad.cube"), atomically: true, encoding: .utf8)
        let look = Specification(name: "lut", parameters: ["file": folder("bad.cube")])
        #expect {
            try Self.job { $0.request.looks = ["front": [look]] }.plan()
        } throws: {
            "\($0)".hasPrefix("\(folder("bad.cube")) is not a readable color lookup table") && "\($0)".contains(says)
        }
    }

    /// What FFmpeg reads without complaint, as something else.
    @Test(arguments: [
        ("domain.cube", "DOMAIN_MIN -0.5 -0.5 -0.5\nDOMAIN_MAX 1.5 1.5 1.5\nLUT_3D_SIZE 2\n", 2, 1, "begins at 0"),
        ("one.cube", "LUT_1D_SIZE 8\nLUT_1D_INPUT_RANGE 1\n", 2, 1, "is not two numbers"),
        ("range.cube", "LUT_1D_SIZE 8\nLUT_1D_INPUT_RANGE -1 1\n", 2, 1, "begins at 0"),
        ("dark.cube", "DOMAIN_MAX 0.5 0.5 0.5\nLUT_3D_SIZE 2\n", 2, 1, "end below 1"),
        ("more.cube", "LUT_3D_SIZE 2\n", 3, 1, "more lines than its size"),
        ("small.dat", "", 17, 1, "only .cube"), ("large.3dl", "0 64 128\n0 1 2 3\n", 33, 4095, "only .cube"),
    ])
    func aTableThatFFmpegMisreadsIsRefused(
        _ name: String, _ head: String, _ size: Int, _ most: Int, _ says: String
    ) throws {
        let folder = try TemporaryFolder()
        let steps = (0..<size).map { Double(most * $0) / Double(size - 1) }.map { most > 1 ? "\(Int($0))" : "\($0)" }
        let nodes = steps.flatMap { r in steps.flatMap { g in steps.map { b in "\(r) \(g) \(b)\n" } } }.joined()
        try folder.write(head + nodes, name)
        let look = Specification(name: "lut", parameters: ["file": folder(name)])
        #expect { try Self.job { $0.request.looks = ["front": [look]] }.plan() } throws: { "\($0)".contains(says) }
    }

    @Test func highDynamicRangeIsToneMappedForALook() throws {
        let planned = try Self.job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].video = .init(encoder: "libx265", pixelFormat: "yuv420p10le")
                $0[keyPath: camera].color = .init(.hlg)
            }
        }.plan()
        #expect(planned.plan.output.canvas.color == .bt709)
        #expect(planned.notes.contains(.toneMapped(.looks)))
    }

    /// A look that changes nothing, one of a camera that is not shown, and cameras that cannot be matched.
    @Test(
        arguments: [
            { $0.request.looks = ["back": [Specification(parsing: "warm:amount=0")!]] },
            {
                $0.request.looks = ["front": [Specification(name: "warm")]]
                $0.request.policy = .never
            },
            {
                $0.request.looks = [:]
                $0.request.matchedColors = ["front"]
            },
            // They could be matched.
            {
                $0.front!.camera = .back
                $0.request.looks = ["front": [Specification(parsing: "adjust:exposure=0.5")!]]
                $0.request.matchedColors = ["front"]
                $0.request.policy = .never
            },
        ] as [@Sendable (inout Job) -> Void])
    func highDynamicRangeIsKeptIfNoColorIsChanged(_ change: @Sendable (inout Job) -> Void) throws {
        let planned = try Self.job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].video = .init(encoder: "libx265", pixelFormat: "yuv420p10le")
                $0[keyPath: camera].color = .init(.hlg)
            }
            change(&$0)
        }.plan()
        #expect(planned.plan.output.canvas.color == .hlg)
        #expect(planned.plan.output.looks.isEmpty && !planned.notes.contains(.toneMapped(.looks)))
    }

    /// The same pictures, darker and with a cast: what is found undoes both.
    @Test func matchedColorsUndoWhatMakesTheCamerasDiffer() throws {
        let folder = try TemporaryFolder()
        let spoiled = Job {
            $0.front = nil
            $0.request.policy = .never
            $0.request.looks = ["back": [Specification(parsing: "adjust:exposure=-0.5,red=0.9,blue=1.12")!]]
            $0.request.quality = .constantRateFactor(4)
        }
        _ = try spoiled.render(in: folder, as: "spoiled.mp4")
        let recording = try Recording([
            Input(path: try spoiled.back.file(), angle: "back"), Input(path: folder("spoiled.mp4"), angle: "front"),
        ])
        var request = CompositionRequest()
        request.matchedColors = ["front"]
        let planned = try request.plan(recording)
        let match = try #require(
            planned.notes.lazy.compactMap { if case .colorsMatched(let match) = $0 { match } else { nil } }.first)
        // The cast is one of R′ and B′ before the exposure, and so comes out of the curve a little different.
        #expect(abs(match.exposure - 0.5) < 0.1, "\(match)")
        #expect(abs(match.red - 1 / 0.9) < 0.05 && abs(match.blue - 1 / 1.12) < 0.05, "\(match)")
        #expect(abs(match.contrast - 1) < 0.12, "\(match)")
        #expect(planned.plan.output.looks == ["front": [match.correction]])
        // The same cameras the other way around: the primary cannot be matched to itself.
        request.primary = "front"
        #expect(throws: RequestError.matchesItself("front")) { try request.plan(recording) }
    }

    /// The same camera, closer: other things in the picture are no other light.
    @Test func aPartOfThePictureHasItsColors() throws {
        let folder = try TemporaryFolder()
        let closer = Job {
            $0.front = nil
            $0.request.policy = .never
            $0.request.framings = ["back": Framing(zoom: 2)]
            $0.request.quality = .constantRateFactor(4)
        }
        _ = try closer.render(in: folder, as: "closer.mp4")
        let recording = try Recording([
            Input(path: try closer.back.file(), angle: "back"), Input(path: folder("closer.mp4"), angle: "front"),
        ])
        var request = CompositionRequest()
        request.matchedColors = ["front"]
        let match = try #require(
            try request.plan(recording).notes.lazy.compactMap {
                if case .colorsMatched(let match) = $0 { match } else { nil }
            }.first)
        #expect(abs(match.red - 1) < 0.03 && abs(match.blue - 1) < 0.03, "\(match)")
    }

    /// The camera that is matched, and the one it is matched to.
    @Test(arguments: [Camera.front, .back]) func blackPicturesAreNotMatched(_ camera: Camera) throws {
        let matches = try [nil, FixtureRecording.Mishap(.black, from: 0, to: 0.7)].map { mishap in
            let planned = try Self.job {
                // Both show the same.
                $0.front?.camera = .back
                if camera == .front { $0.front?.mishap = mishap } else { $0.back.mishap = mishap }
                $0.request.matchedColors = ["front"]
            }.plan()
            return try #require(
                planned.notes.lazy.compactMap { if case .colorsMatched(let match) = $0 { match } else { nil } }.first)
        }
        #expect(matches.allSatisfy { $0.isComparable }, "\(matches)")
        #expect(abs(matches[0].exposure - matches[1].exposure) < 0.1, "\(matches)")
        #expect(abs(matches[0].contrast - matches[1].contrast) < 0.05, "\(matches)")
    }

    /// A wall of one color can be made to look like any other; the same room must show more than one surface.
    @Test func fewSurfacesSayNothingAboutTheLight() {
        // Patches of 16 x 16 in colors that differ by at least a tenth in R′/G′ or B′/G′, each of them a little uneven.
        typealias Color = (y: Int, cb: Int, cr: Int)
        func picture(_ colors: [Color]) -> Picture {
            let picture = PicturePool(format: .yuv420p8, size: PictureSize(width: 96, height: 96)).picture()
            for y in 0..<96 {
                for x in 0..<96 {
                    let color = colors[(y / 16 * 6 + x / 16) % colors.count]
                    picture.luma.row(y, as: UInt8.self)[x] = UInt8(color.y + (x * 5 + y * 3) % 7)
                    picture.cb.row(y / 2, as: UInt8.self)[x / 2] = UInt8(color.cb)
                    picture.cr.row(y / 2, as: UInt8.self)[x / 2] = UInt8(color.cr)
                }
            }
            return picture
        }
        let many: [Color] = (0..<12).map { (y: 90 + 9 * $0, cb: 100 + 25 * ($0 % 3), cr: 108 + 16 * ($0 / 3)) }
        func likeness(_ one: [Color], _ other: [Color]) -> Double {
            ColorStatistics([picture(one)], .bt709).likeness(to: ColorStatistics([picture(other)], .bt709))
        }
        #expect(likeness(many, many) > 0.9)
        #expect(likeness(many, many.reversed()) > 0.9, "wherever they are")
        #expect(likeness([many[5]], [many[5]]) <= 0.5)
        #expect(likeness(many, many.map { ($0.y - 60, $0.cb, $0.cr) }) < 0.5, "other light")
        #expect(likeness(Array(many[..<6]), Array(many[6...])) < 0.1, "other colors")
    }

    @Test func camerasThatNeverRecordTogetherCannotBeMatched() throws {
        #expect(throws: RequestError.nothingToMatch("front", "back")) {
            try Self.job {
                $0.request.matchedColors = ["front"]
                $0.offsets = ["back": .zero, "front": .seconds(10)]
            }.plan()
        }
    }
}
