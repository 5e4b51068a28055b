import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Timelines

/// A scene of two cameras: planned, refused by the copier, drawn, written into the plan file and read back.
@Suite struct LayerTests {
    private static let inset = UnitRectangle(x: 0.5, y: 0.5, width: 0.5, height: 0.5)

    /// Eight seconds of the back camera, the front one in its lower right quarter from 2 s to 5 s.
    private func planned(_ smart: SmartMode = .require, opacity: Double = 1) throws -> PlannedRender {
        var planned = try Job {
            $0.back.timing = .constant(.thirty, frames: 240)
            $0.front!.timing = .constant(.thirty, frames: 240)
            $0.request.policy = .never
            $0.request.smart = smart
            $0.request.quality = .constantRateFactor(4)
        }.plan()
        let old = planned.plan.composition
        let scene = Scene(layers: [Layer("back"), Layer("front", rectangle: Self.inset, opacity: opacity)])
        let composition = Composition(
            session: old.session, frameRate: old.frameRate, clock: old.clock,
            segments: [
                .init(frames: 0..<60, scene: .single("back")), .init(frames: 60..<150, scene: scene),
                .init(frames: 150..<240, scene: .single("back")),
            ], transitions: [])
        let full = RenderPlan(composition: composition, sources: planned.plan.sources, output: planned.plan.output)
        guard smart == .require else {
            planned.plan = full
            return planned
        }
        let source = full.sources[full.primaryTake]
        planned.plan = try CopyPlanner(full: full).plan(
            try CopyPlanner.indexes(
                full.sources, primary: full.primaryTake, canvas: source.ownCanvas!, codec: .h264,
                frameRate: .thirty)
        ).plan
        try planned.plan.copyAudio()
        return planned
    }

    @Test func itIsEncodedForThatReasonAndTheRestIsCopied() throws {
        let spans = try planned().plan.spans
        let reasons = spans.flatMap { span -> [EncodeReason] in
            if case .encode(let encode) = span { encode.parts.map(\.reason) } else { [] }
        }
        #expect(reasons.contains(.layers))
        let copied = spans.compactMap { span -> Range<Int64>? in
            if case .copy(let copy) = span { copy.frames } else { nil }
        }
        #expect(copied.first?.lowerBound == 0 && copied.count == 2)
        #expect(copied.allSatisfy { !$0.overlaps(60..<150) })
    }

    @Test func bothCamerasAreDrawnWhereTheyBelong() throws {
        let folder = try TemporaryFolder()
        _ = try Renderer(plan: try planned().plan, output: folder("film.mp4"), mayReplace: false).run()
        let movie = try Movie(folder("film.mp4"))
        #expect(movie.errorCount == 0 && movie.frames.count == 240)
        let corner = PictureRect(x: 80, y: 48, width: 80, height: 48)
        for frame in [0, 59, 60, 100, 149, 150, 239] {
            let inset = Barcode.read(movie.frames[frame].luma, in: corner)
            #expect(inset == ((60..<150).contains(frame) ? Barcode(camera: .front, frame: frame) : nil), "\(frame)")
        }
        // What the inset does not cover is the back camera's, sample by sample.
        let alone = try luma(try planned(.off))
        let back = try Movie(try Job { $0.back.timing = .constant(.thirty, frames: 240) }.back.file()).frames[90]
        for y in 0..<96 {
            for x in 0..<(y < 48 ? 160 : 80) { #expect(alone[x, y] == back.luma[x, y]) }
        }
    }

    /// A copy: the memory of a picture is its pool's again when the picture goes.
    private func luma(_ planned: PlannedRender) throws -> SamplePlane {
        let picture = try FrameSource(planned.plan).picture(at: .seconds(3))
        return withExtendedLifetime(picture) { SamplePlane(picture.luma, format: picture.format) }
    }

    @Test(arguments: [0.0, 0.25, 0.5, 1])
    func opacityMixes(_ opacity: Double) throws {
        let place = (x: 120, y: 70)
        let sample = { (opacity: Double) in
            Double(try luma(try planned(.off, opacity: opacity))[place.x, place.y])
        }
        let expected = try sample(0) * (1 - opacity) + sample(1) * opacity
        #expect(abs(try sample(opacity) - expected) <= 0.5)
    }

    @Test func thePlanFileKeepsIt() throws {
        let folder = try TemporaryFolder()
        let planned = try planned()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(again.plan.composition.segments == planned.plan.composition.segments)
        #expect(again.plan.spans == planned.plan.spans)
        #expect(try again.plan.digest == planned.plan.digest)
    }
}
