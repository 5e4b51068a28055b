import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Timelines

/// Views from the request to the film.
@Suite struct ViewFilmTests {
    /// Eight seconds; the front camera inset from 2 s to 5 s.
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 240)
            $0.front!.timing = .constant(.thirty, frames: 240)
            $0.request.views = [.single("back"), .recipe(Specification(parsing: "pip:size=0.5,margin=0,radius=0")!)]
            $0.request.policy = .at([SwitchTime(time: .seconds(2)), SwitchTime(time: .seconds(5))])
            $0.request.transition = .hardCut
            $0.request.quality = .constantRateFactor(4)
            change(&$0)
        }
    }

    @Test func theFilmSwitchesAmongViewsAndCopiesTheRest() throws {
        let folder = try TemporaryFolder()
        let job = Self.job { $0.request.smart = .require }
        let planned = try job.plan()
        let copied = planned.plan.spans.compactMap { span -> Range<Int64>? in
            if case .copy(let copy) = span { copy.frames } else { nil }
        }
        #expect(copied.count == 2 && copied.allSatisfy { !$0.overlaps(60..<150) })
        let movie = try job.render(in: folder)
        let corner = PictureRect(x: 80, y: 48, width: 80, height: 48)
        for frame in [0, 59, 60, 100, 149, 150, 239] {
            let inset = Barcode.read(movie.frames[frame].luma, in: corner)
            #expect(inset == ((60..<150).contains(frame) ? Barcode(camera: .front, frame: frame) : nil), "\(frame)")
        }
    }

    @Test func aPlanFileKeepsViewsToTheByte() throws {
        let folder = try TemporaryFolder()
        let planned = try Self.job().plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio"))
        #expect(again.plan.composition.segments.map(\.scene) == planned.plan.composition.segments.map(\.scene))
        #expect(again.plan.composition.segments.map(\.frames) == planned.plan.composition.segments.map(\.frames))
        #expect(try again.plan.digest == planned.plan.digest)
    }

    @Test func whereTheInsetsCameraEndsTheOtherIsShownAlone() throws {
        let planned = try Self.job {
            $0.front!.timing = .constant(.thirty, frames: 120)
            $0.request.policy = .never
            $0.request.views = [.recipe(Specification(name: "pip"))]
        }.plan()
        #expect(planned.plan.composition.segments.map { $0.scene.map { "\($0)" } } == ["pip (back+front)", "back"])
        #expect(planned.plan.composition.segments.map(\.frames) == [0..<120, 120..<240])
    }

    @Test func soundFollowsTheLargestLayer() throws {
        let planned = try Self.job {
            $0.request.sound = .follow
            $0.request.views = [
                .single("back"), .recipe(Specification(parsing: "pip:main=front,inset=back")!),
            ]
        }.plan()
        let mix = try #require(planned.plan.mix)
        #expect(mix.tracks.map(\.source) == [0, 1, 0])
    }

    @Test func aCameraShownLargerIsEncodedForThatReason() throws {
        let job = Self.job {
            $0.request.framings = ["back": Framing(zoom: 2, focus: UnitPoint(x: 0.25, y: 0.25))]
            $0.request.policy = .never
            $0.request.views = []
            $0.request.smart = .auto
        }
        let planned = try job.plan()
        #expect(!planned.plan.spans.contains { if case .copy = $0 { true } else { false } })
        // Twice as large: the upper left quarter of the back camera fills the picture.
        let whole = try Self.job { $0.request.policy = .never }.plan().plan
        let zoomed = try FrameSource(planned.plan).picture(at: .seconds(1))
        let plain = try FrameSource(whole).picture(at: .seconds(1))
        try withExtendedLifetime((zoomed, plain)) {
            let (large, small) = (
                SamplePlane(zoomed.luma, format: zoomed.format), SamplePlane(plain.luma, format: plain.format)
            )
            var error = 0
            for y in 4..<92 {
                for x in 4..<156 { error += abs(Int(large[x, y]) - Int(small[x / 2, y / 2])) }
            }
            // Interpolated samples differ at the edges of the barcode; another part of the picture differs by 50 and more.
            #expect(Double(error) / (88 * 152) < 12, "\(Double(error) / (88 * 152))")
            try #require(small.width == 160 && small.height == 96)
        }
    }

    @Test func blurredBarsShowThePictureAndNothingBlack() throws {
        let job = Self.job {
            $0.request.policy = .never
            $0.request.views = []
            $0.request.size = PictureSize(width: 320, height: 96)
            $0.request.fit = .blur
        }
        let picture = try FrameSource(try job.plan().plan).picture(at: .seconds(1))
        let bars = try FrameSource(
            try Self.job {
                $0.request.policy = .never
                $0.request.views = []
                $0.request.size = PictureSize(width: 320, height: 96)
                $0.request.fit = .fit
            }.plan().plan
        ).picture(at: .seconds(1))
        withExtendedLifetime((picture, bars)) {
            let (blurred, black) = (
                SamplePlane(picture.luma, format: picture.format), SamplePlane(bars.luma, format: bars.format)
            )
            for y in 0..<96 {
                for x in 80..<240 { #expect(blurred[x, y] == black[x, y]) }
                #expect(black[10, y] == 16 && black[310, y] == 16)
            }
            let left = (0..<96).flatMap { y in (0..<80).map { Int(blurred[$0, y]) } }
            #expect(left.reduce(0, +) / left.count > 40, "the bars are as bright as the picture")
            let steps = (0..<96).flatMap { y in (1..<80).map { abs(Int(blurred[$0, y]) - Int(blurred[$0 - 1, y])) } }
            #expect(steps.max()! < 24, "and soft")
        }
    }

    /// FFmpeg's blur leaves garbage in narrow planes.
    @Test(arguments: [96, 176, 202, 220, 256]) func blurredBarsOfANarrowFilmHaveItsColors(_ width: Int) throws {
        let source = FrameSource(
            try Self.job {
                $0.request.policy = .never
                $0.request.views = []
                $0.request.size = PictureSize(width: width, height: width / 9 * 16)
                $0.request.fit = .blur
            }.plan().plan)
        let picture = try source.picture(at: .seconds(1))
        withExtendedLifetime(picture) {
            for plane in [picture.cb, picture.cr] {
                let plane = SamplePlane(plane, format: picture.format)
                let rows = plane.samples.count / (width / 2)
                let content = plane.samples[(rows * 2 / 5 * (width / 2))..<(rows * 3 / 5 * (width / 2))]
                // Bicubic scaling overshoots.
                #expect(plane.samples.max()! <= content.max()! + 8 && plane.samples.min()! + 8 >= content.min()!)
            }
        }
    }

    /// The luma of frames of a film that goes from one view to another in half a second.
    private func frames(_ from: String, _ to: String, _ transition: String) throws -> [[UInt16]] {
        let views = [from, to].map { View(parsing: $0, angles: ["back", "front"])! }
        let plan = try Self.job {
            $0.request.views = views
            $0.request.policy = .at([SwitchTime(time: .seconds(2))])
            $0.request.transition = TransitionRequest(
                Specification(parsing: transition)!, duration: .milliseconds(500))
        }.plan().plan
        let source = FrameSource(plan)
        return try (Int64(50)..<72).map { index in
            let picture = try source.picture(at: FrameRate.thirty.time(ofFrame: index))
            return withExtendedLifetime(picture) { SamplePlane(picture.luma, format: picture.format).samples }
        }
    }

    /// Where no layer moves, the background still changes.
    @Test func aMorphDissolvesTheColorBetweenLayers() throws {
        let view = { (color: String) in "split:axis=horizontal,divider=0.05,divider-color=\(color)" }
        let line = try frames(view("white"), view("black"), "morph").map { Int($0[48 * 160 + 80]) }
        #expect(line.first! == 235 && line.last! == 16, "\(line)")
        let steps = zip(line, line.dropFirst()).map { $0 - $1 }
        #expect(steps.allSatisfy { (0..<60).contains($0) }, "\(line)")
    }

    @Test func aMorphOfSingleCamerasIsADissolve() throws {
        let (morph, dissolve) = (
            try frames("back", "front", "morph:easing=linear"), try frames("back", "front", "dissolve")
        )
        for (a, b) in zip(morph, dissolve) {
            #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    /// Views that a program registers are laid out, named and written to plan files as built-in ones are.
    @Test func aProgramHasViewsOfItsOwn() throws {
        let own = ViewEntry("left-half", summary: "The back camera on the left.") { layout in
            guard layout.present.contains("back") else { return nil }
            return Scene(layers: [layout.layer("back", x: 0, y: 0, width: layout.width / 2, height: layout.height)])
        }
        let planned = try Job {
            try? $0.request.viewCatalogue.register(own)
            $0.request.views = [.recipe(Specification(name: "left-half"))]
        }.plan()
        let scene = try #require(planned.plan.composition.segments[0].scene)
        #expect(scene.name == "left-half" && scene.layers.map(\.angle) == ["back"])
        #expect(scene.layers[0].rectangle == UnitRectangle(x: 0, y: 0, width: 0.5, height: 1))
        #expect(try planned.document(name: "film").segments[0].scene == scene)
        var request = CompositionRequest()
        #expect(throws: ParameterError.self) {
            try request.viewCatalogue.register(ViewEntry("pip", summary: "") { _ in nil })
        }
    }
}
