import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Render

/// What apps cover, and what platforms take.
@Suite struct SafeAreaTests {
    private func planned(
        _ delivery: Delivery, fps: FrameRate = .thirty, frames: Int = 105, _ change: (inout CompositionRequest) -> Void
    ) throws -> PlannedRender {
        var job = Job {
            $0.back.timing = .constant(fps, frames: frames)
            $0.front!.timing = .constant(fps, frames: frames)
        }
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back"), Input(path: try job.front!.file(), angle: "front"),
        ])
        job.request.preset = nil
        change(&job.request)
        job.request.fill(for: delivery, recording)
        return try job.request.plan(recording)
    }

    @Test(arguments: [Delivery.shorts, .tiktok, .instagram])
    func whatTheProgramPlacesIsFree(_ delivery: Delivery) throws {
        let own = Specification(name: "pip", parameters: ["corner": "bottom-right"])
        let area = try #require(delivery.destination?.safeArea)
        let film = try planned(delivery) { $0.views = [.recipe(Specification(name: "pip"))] }
        #expect(film.plan.output.safeArea == area && film.plan.textArea == area)
        let inset = try #require(film.plan.composition.segments.first?.scene?.layers.last)
        #expect(!area.covers(inset.rectangle), "\(inset.rectangle)")
        #expect(!film.notes.contains { if case .covered = $0 { true } else { false } })
        let placed = try planned(delivery) {
            $0.views = [.recipe(own)]
            var style = TextStyle(corner: .bottomLeft)
            $0.text = PictureText(label: style)
            style.isInSafeArea = true
            $0.text?.timecode = style
        }
        let destination = try #require(delivery.destination)
        #expect(placed.notes.contains(.covered([.inset, .label], by: destination)), "\(placed.notes)")
        // The cuts of the film, changed in the studio, are laid out as they were planned.
        let again = try FilmEditor(film).planned(FilmEditor(film).edition)
        #expect(again.plan.composition.segments.map(\.scene) == film.plan.composition.segments.map(\.scene))
    }

    @Test func anInsetStandsAboveSubtitles() {
        var graphics = Graphics()
        let (area, size) = (SafeArea(bottom: 0.2), PictureSize(width: 1080, height: 1920))
        #expect(area.ofInsets(graphics, size) == area)
        graphics.subtitles = "talk.srt"
        #expect(area.ofInsets(graphics, size) == SafeArea(bottom: 0.2 + 0.2 * 1080 / 1920))
    }

    @Test func landscapeFilmsAndOtherPurposesHaveNoSafeArea() throws {
        let wide = try planned(.shorts) { $0.size = PictureSize(width: 320, height: 192) }
        #expect(wide.plan.output.safeArea == nil && wide.plan.textArea == SafeArea())
        #expect(try planned(.youtube) { _ in }.plan.output.safeArea == nil)
        let tall = try planned(.balanced) { $0.size = PictureSize(width: 192, height: 320) }
        #expect(tall.plan.output.safeArea == nil && tall.plan.textArea == .ofTallFilms)
    }

    private static let canvas = PictureSize(width: 1080, height: 1920)

    /// A label, a clock and a timecode; and the camera's own corner, if that was chosen.
    @Test(arguments: TextStyle.Corner.allCases)
    func aTextWithoutAChosenCornerIsFree(_ corner: TextStyle.Corner) throws {
        let area = SafeArea(left: 0.06, top: 0.12, right: 0.16, bottom: 0.235)
        let size = PictureSize(width: 300, height: 60)
        let whole = UnitRectangle(x: 0, y: 0, width: 1080, height: 1920)
        var style = TextStyle(corner: corner)
        style.isInSafeArea = true
        var (layout, plain) = (TextLayout(canvas: Self.canvas, safe: area), TextLayout(canvas: Self.canvas))
        let found = layout.place(size, style, in: whole)
        let place = try #require(found)
        // A position is rounded to even samples.
        #expect(place.x >= 64 && place.x + 300 <= 908 && place.y >= 230 && place.y + 60 <= 1470, "\(place)")
        style.isInSafeArea = nil
        var obeying = TextLayout(canvas: Self.canvas, safe: area)
        #expect(obeying.place(size, style, in: whole) == plain.place(size, style, in: whole))
        // A camera in the covered corner keeps its label.
        style.isInSafeArea = true
        let inset = UnitRectangle(x: 700, y: 1600, width: 380, height: 320)
        #expect(layout.place(size, style, in: inset) != nil)
        #expect(style.room(in: whole, radius: 0, safe: layout.safe) == 1080 * (1 - 0.06 - 0.16))
    }

    @Test(arguments: [(15, 1, 30, 1), (20, 1, 40, 1), (25, 2, 25, 1), (10, 1, 30, 1), (8, 1, 24, 1), (24, 1, 24, 1)])
    func slowFilmsGetAMultipleOfTheirRate(_ own: Int64, _ under: Int64, _ rate: Int64, _ per: Int64) throws {
        let (own, rate) = (FrameRate(own, under)!, FrameRate(rate, per)!)
        for delivery in [Delivery.tiktok, .instagram] {
            #expect(delivery.destination?.rate(for: own) == rate)
        }
        #expect(Delivery.shorts.destination?.rate(for: own) == own)
        #expect(Delivery.tiktok.destination?.rate(for: FrameRate(24_000, 1001)!) == FrameRate(24_000, 1001)!)
    }

    @Test func aSlowFilmIsDeliveredAsThePlatformTakesIt() throws {
        let fifteen = FrameRate(15)!
        let tiktok = try #require(Delivery.tiktok.destination)
        let film = try planned(.tiktok, fps: fifteen, frames: 60) { _ in }
        #expect(film.plan.output.frameRate == .thirty && film.plan.composition.frameRate == .thirty)
        #expect(film.notes.contains(.rateMultiplied(.thirty, from: fifteen, tiktok)), "\(film.notes)")
        // Whoever chooses a rate is told.
        let own = try planned(.tiktok, fps: fifteen, frames: 60) { $0.frameRate = fifteen }
        #expect(own.plan.output.frameRate == fifteen)
        #expect(own.notes.contains(.refused(.frameRate(fifteen), by: tiktok)))
        #expect(try planned(.shorts, fps: fifteen, frames: 60) { _ in }.plan.output.frameRate == fifteen)
    }

    @Test func limitsThatAreNotKeptAreNamed() throws {
        let instagram = try #require(Delivery.instagram.destination)
        let short = try planned(.instagram, frames: 60) { $0.rateLimit = 40_000_000 }
        #expect(short.notes.contains(.refused(.shorter(.seconds(2)), by: instagram)))
        #expect(short.notes.contains(.refused(.bits(40_000_000), by: instagram)))
        // YouTube's rate for 4K is more than Instagram takes.
        let large = try planned(.instagram) { $0.size = PictureSize(width: 2160, height: 3840) }
        #expect(large.plan.output.rateLimit == 25_000_000)
        #expect(large.notes.contains(.refused(.size(PictureSize(width: 2160, height: 3840)), by: instagram)))
        let fits = try planned(.instagram) { _ in }
        #expect(!fits.notes.contains { if case .refused = $0 { true } else { false } }, "\(fits.notes)")
        let own = fits.plan.composition
        let long = Composition(
            session: own.session, frameRate: own.frameRate, clock: own.clock,
            segments: [Composition.Segment(frames: 0..<30 * 901, scene: .single("back"))], transitions: [])
        #expect(instagram.breaches(long, fits.plan.output) == [.longer(.seconds(901))])
    }

    /// Only for looking: the film itself has none of it, and another one of its plan is no part of it.
    @Test func theSafeAreaIsShownOnlyOnRequest() throws {
        var plan = try planned(.shorts) { $0.policy = .never }.plan
        let size = PictureSize(width: 270, height: 480)
        let plain = try FrameSource(plan).picture(at: .zero, size: size)
        let digest = try plan.digest
        plan.showsSafeArea = true
        #expect(try plan.digest != digest)
        let shown = try FrameSource(plan).picture(at: .zero, size: size)
        let luma = { (picture: Picture, x: Int, y: Int) in picture.plane(0).row(y, as: UInt8.self)[x] }
        #expect(luma(shown, 135, 240) == luma(plain, 135, 240), "what is free stays")
        #expect(luma(shown, 100, 382) > 200, "a white line")
        // A camera's picture is not changed by it.
        plan.showsSafeArea = false
        let again = try FrameSource(plan).picture(at: .zero, size: size)
        #expect((0..<480).allSatisfy { luma(again, 20, $0) == luma(plain, 20, $0) })
        #expect((0..<480).contains { luma(shown, 20, $0) != luma(plain, 20, $0) })
    }
}
