import Analysis
import FixtureMedia
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

/// Cropped cameras point at what they show.
@Suite struct CroppingTests {
    private static func job(_ scene: FixtureRecording.Scene, _ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.scene = scene
            $0.back.size = PictureSize(width: 640, height: 360)
            $0.back.timing = .constant(.thirty, frames: 45)
            $0.back.sound = nil
            $0.front = nil
            $0.request.policy = .never
            $0.request.size = PictureSize(width: 202, height: 360)
            $0.request.fit = .fill
            $0.request.quality = .constantRateFactor(8)
            change(&$0)
        }
    }

    private static let left = FixtureRecording.Scene.person(at: 0.2, then: 0.2, from: 9)

    private func focus(_ job: Job, atFrame frame: Int64 = 20) throws -> UnitPoint {
        let instants = try job.plan().plan.composition.frame(at: frame).instants
        return try #require(instants.first?.scene.layers.first).framing.focus
    }

    @Test func theFaceIsInTheMiddleOfTheFilm() throws {
        let folder = try TemporaryFolder()
        let movie = try Self.job(Self.left).render(in: folder)
        let finder = try #require(FaceFinder.installed)
        let video = try #require(try MediaInfo(probing: folder("out.mp4")).video)
        let looks = try FaceReader.looks(
            path: folder("out.mp4"), info: video, orientation: .upright, in: .zero ..< .seconds(2), finder: finder)
        let face = try #require(looks.first?.sight.faces.first)
        #expect(abs(face.x + face.width / 2 - 0.5) < 0.05)
        #expect(movie.frames.count == 45)
    }

    @Test func aTurnedCameraIsLookedAtUpright() throws {
        let job = Self.job(Self.left) {
            $0.back.size = PictureSize(width: 360, height: 640)
            $0.back.orientation = Orientation(quarterTurns: 1)
        }
        #expect(abs(try focus(job).x - 0.2) < 0.03)
    }

    @Test func whoWalksIsFollowedOnce() throws {
        let job = Self.job(.person(at: 0.2, then: 0.75, from: 6)) { $0.back.timing = .constant(.thirty, frames: 360) }
        #expect(abs(try focus(job, atFrame: 30).x - 0.2) < 0.03)
        #expect(abs(try focus(job, atFrame: 330).x - 0.75) < 0.03)
        let aims = try #require(try job.plan().plan.composition.segments[0].aims)
        #expect(aims.count == 1 && aims[0].moveCount == 1)
        // A move is drawn at fractions of a sample; before and after it, pictures are whole.
        let composition = try job.plan().plan.composition
        let moving = (0..<360).map { composition.frame(at: $0).instants[0].scene.layers[0].framing.isMoving }
        #expect((20...80).contains(moving.count(where: \.self)) && !moving[0] && !moving[359])
    }

    @Test func theNearerOfTwoIsShown() throws {
        #expect(abs(try focus(Self.job(.people(near: 0.75, far: 0.2))).x - 0.75) < 0.05)
    }

    @Test func aPointOrTheMiddleCanBeChosen() throws {
        #expect(try focus(Self.job(Self.left) { $0.request.cropping = Cropping(.center) }) == .center)
        let point = UnitPoint(x: 0.6, y: 0.5)
        #expect(try focus(Self.job(Self.left) { $0.request.cropping.points["back"] = point }) == point)
        // What a view asks for comes first.
        let view = Self.job(Self.left) {
            $0.request.views = [View(parsing: "single:camera=back,focus=0.8,0.5", angles: ["back"])!]
        }
        #expect(try focus(view) == UnitPoint(x: 0.8, y: 0.5))
    }

    @Test func nothingIsLookedForWhereNothingIsCropped() throws {
        for job in [
            Self.job(Self.left) { $0.request.size = nil }, Self.job(Self.left) { $0.request.fit = .fit },
            Self.job(Self.left) { $0.request.fit = .blur },
        ] { #expect(try job.plan().plan.composition.segments.allSatisfy { $0.aims == nil }) }
    }

    @Test func aPlanFileHasTheSameCrops() throws {
        let folder = try TemporaryFolder()
        let planned = try Self.job(.person(at: 0.2, then: 0.75, from: 1)) {
            $0.request.cropping.points["other"] = nil
            $0.back.timing = .constant(.thirty, frames: 240)
        }.plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == planned.plan.digest)
        #expect(again.composition.segments.map(\.aims) == planned.plan.composition.segments.map(\.aims))
        #expect(again.composition.segments[0].aims != nil)
    }

    @Test func anEditedFilmIsAimedAgain() throws {
        let job = Self.job(.person(at: 0.2, then: 0.75, from: 3)) { $0.back.timing = .constant(.thirty, frames: 240) }
        let editor = FilmEditor(try job.plan())
        var edition = editor.edition
        edition.finish.cropping.points["back"] = UnitPoint(x: 0.5, y: 0.5)
        #expect(try editor.planned(edition).plan.composition.segments[0].aims?[0].keys.count == 1)
        #expect(try editor.planned(editor.edition).plan.composition.segments == editor.film.plan.composition.segments)
    }

    @Test func aPlanOfSomebodyWithBadIntentDoesNoHarm() throws {
        let bad = { (keys: [Aim.Key]) in Aim("back", keys).isValid }
        let point = UnitPoint(x: 0.1, y: 0.5)
        #expect(!bad([.init(frame: .min, focus: point), .init(frame: .max, focus: point)]))
        #expect(!bad([.init(frame: 3, focus: point), .init(frame: 3, focus: point)]) && !bad([]))
        #expect(!bad([.init(frame: 3, focus: UnitPoint(x: .nan, y: 0))]))
    }

    @Test func whereAPartIsSkippedTheCropStays() throws {
        let plan = try Self.job(Self.left) {
            $0.back.timing = .constant(.thirty, frames: 180)
            $0.request.skipped = [TimeRange(start: .seconds(2), end: .seconds(3))]
        }.plan().plan
        #expect(plan.composition.segments.count == 2)
        let places = [0, 149].map { plan.composition.frame(at: $0).instants[0].scene.layers[0].framing.focus }
        #expect(places[0] == places[1] && abs(places[0].x - 0.2) < 0.03)
    }

    @Test func cropsAreThoseOfThePicture() throws {
        let crops = try Self.job(Self.left).plan().plan.crops
        #expect(crops.count == 1 && abs(crops[0].window.width - 0.3156) < 0.005)
        #expect(abs(crops[0].window.x + crops[0].window.width / 2 - 0.2) < 0.03)
    }

    @Test func editorsGetTheCrop() throws {
        let planned = try Self.job(Self.left).plan()
        let names = FileNames(besides: "/tmp/film")
        let centered = try Self.job(Self.left) { $0.request.cropping = Cropping(.center) }.plan()
        for format in ExchangeFormat.allCases where format.carries.contains(.aims) {
            let (one, other) = (
                try format.text(planned, name: "film", files: names),
                try format.text(centered, name: "film", files: names)
            )
            #expect(one.text != other.text, "\(format.name)")
        }
    }
}
